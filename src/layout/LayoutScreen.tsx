import type { ReactNode } from 'react'
import { knownLines } from '#machines/cart/selectors'
import { hasSideMenu } from '#machines/shop/selectors'
import { BrokenPart } from './BrokenPart.tsx'
import { Boundary } from '../system/Boundary.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import type { Elements } from '../ui/elements.ts'
import { DrawerScreen, SideMenuScreen } from '../menus/AislesScreen.tsx'
import { cartText } from '../menus/CartMenu.tsx'
import { Footer } from './Footer.tsx'
import { HeaderScreen } from './HeaderScreen.tsx'
import { Newsletter } from '../newsletter/Newsletter.tsx'
import { Shell } from './Shell.tsx'
import { SkipLink } from './SkipLink.tsx'
import { LaterStyles, SlimBar } from './served-parts.ts'
import styles from './LayoutScreen.module.css'
import progress from './ProgressLine.module.css'

interface Props {
  /** The bar about an order whose outcome is not known. */
  orderBar: Elements
  children: ReactNode
}

/** The layout of all pages: header, side menu, footer, and the progress line of a loading page. */
export function LayoutScreen({ orderBar, children }: Props) {
  const hasSide = useActor('shop', ({ context }) => hasSideMenu(context))
  return (
    <div className={styles.page}>
      <SkipLink />
      <SlimBar />
      <Part>
        <HeaderScreen />
      </Part>
      <LaterStyles />
      <Part>
        <DrawerScreen />
        {orderBar}
      </Part>
      <Shell
        side={
          hasSide ? (
            <Part>
              <SideMenuScreen />
            </Part>
          ) : undefined
        }
      >
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </Shell>
      <Part>
        <Footer newsletter={<NewsletterSignUp />} />
        <ProgressLine />
        <CartAnnouncer />
      </Part>
    </div>
  )
}

/** A part of the layout, whose failure leaves the page as it is. */
function Part({ children }: { children: ReactNode }) {
  const shown = useActor('shop', ({ context }) => context.shown)
  return (
    <Boundary of={shown} error={<BrokenPart />}>
      {children}
    </Boundary>
  )
}

/**
 * A line at the top of the window while the next page loads; the page before it can be used. It becomes visible after 200 ms.
 * The live region is always in the page.
 */
function ProgressLine() {
  const waits = useActor('shop', snapshot => snapshot.hasTag('busy') && snapshot.context.shown !== null)
  return (
    <div role="status" className={waits ? progress.line : ''}>
      {waits && 'Loading'}
    </div>
  )
}

function CartAnnouncer() {
  const text = useActor('cart', snapshot => cartText(knownLines(snapshot)))
  return <Announcer text={text && `Shopping Cart: ${text}`} />
}

function NewsletterSignUp() {
  const email = useActor('newsletter', ({ context }) => context.email)
  const sending = useActor('newsletter', snapshot => snapshot.matches('submitting'))
  const send = useSend('newsletter')
  return (
    <Newsletter
      email={email}
      sending={sending}
      onType={value => send({ type: 'newsletter.typed', value })}
      onSubmit={() => send({ type: 'newsletter.submit' })}
    />
  )
}
