import type { ReactNode } from 'react'
import { pageOf } from '#contract/paths'
import { expectedLines } from '#machines/cart/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { loadOnIntent } from '../ui/load-on-intent.tsx'
import { Loading } from '../ui/Loading.tsx'
import { DrawerScreen, SideMenuScreen } from '../menus/AislesScreen.tsx'
import { cartText } from '../menus/CartMenu.tsx'
import { Footer } from './Footer.tsx'
import { HeaderScreen } from './HeaderScreen.tsx'
import { Newsletter } from '../newsletter/Newsletter.tsx'
import { Shell } from './Shell.tsx'
import { SkipLink } from './SkipLink.tsx'
import { SlimBar } from './served-parts.ts'
import styles from './LayoutScreen.module.css'

/** What all pages share: header, side menu, footer, and the overlay of a loading page. */
export function LayoutScreen({ children }: { children: ReactNode }) {
  const hasSide = useActor('menus', snapshot => snapshot.matches({ side: 'shown' }))
  return (
    <div className={styles.page}>
      <SkipLink />
      <SlimBar />
      <HeaderScreen />
      <DrawerScreen />
      <OrderBar />
      <Shell side={hasSide ? <SideMenuScreen /> : undefined}>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </Shell>
      <Footer newsletter={<NewsletterSignUp />} />
      <Waiting />
      <CartAnnouncer />
    </div>
  )
}

/** Nothing, or the bar about an order whose outcome is not known; the checkout itself shows more. */
function OrderBar() {
  const isElsewhere = useActor(
    'shop',
    ({ context }) => context.spawned.includes('checkout') && pageOf(context.shown?.pathname ?? '') !== 'checkout',
  )
  return isElsewhere && <UnsettledOrder />
}

const OrderBarPart = loadOnIntent(() =>
  import('../checkout/checkout-page.ts').then(({ OrderBarScreen }) => OrderBarScreen),
)

function UnsettledOrder() {
  const isUnknown = useActor('checkout', snapshot => snapshot.matches({ step: 'unknown' }))
  return <OrderBarPart open={isUnknown} onClose={() => {}} />
}

function Waiting() {
  const waits = useActor('shop', snapshot => snapshot.hasTag('busy') && snapshot.context.shown !== null)
  return <Loading shown={waits} />
}

function CartAnnouncer() {
  const text = useActor('cart', ({ context }) => cartText(expectedLines(context)))
  return <Announcer text={`Shopping Cart: ${text}`} />
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
