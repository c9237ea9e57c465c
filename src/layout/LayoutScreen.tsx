import type { ReactNode } from 'react'
import { expectedLines } from '#machines/cart'
import { filterIn, pageOf, type Location } from '#machines/location'
import { useActor, useSend } from '../actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { Loading } from '../ui/Loading.tsx'
import { cartText } from './CartMenu.tsx'
import { Footer } from './Footer.tsx'
import { Header, type HeaderMenu } from './Header.tsx'
import { Drawer } from './laterSheets.ts'
import { Newsletter } from './Newsletter.tsx'
import { Shell } from './Shell.tsx'
import { SideMenu, type Aisles } from './SideMenu.tsx'
import { SkipLink } from './SkipLink.tsx'
import { SlimBar } from './served.ts'
import type { Shelf } from './shelf.ts'
import styles from './LayoutScreen.module.css'

/** What all pages share: head, side menu, foot, and what stands over the page while it waits. */
export function LayoutScreen({ onAlive, children }: { onAlive?: () => void; children: ReactNode }) {
  const dropdown = useActor('menus', ({ value }) => value.dropdown)
  const hasSide = useActor('menus', snapshot => snapshot.matches({ side: 'shown' }))
  const search = useActor('search', ({ context }) => context.text)
  const lines = useActor('cart', ({ context }) => expectedLines(context))
  const waits = useActor('shop', snapshot => snapshot.hasTag('busy') && snapshot.context.shown !== null)
  const aisles = useAisles()
  const sendMenus = useSend('menus')
  const sendSearch = useSend('search')
  const sendCart = useSend('cart')
  const sendCatalogue = useSend('catalogue')

  const close = () => sendMenus({ type: 'menus.close' })
  const menu = {
    ...aisles,
    onToggleCategory: (id: number) => sendMenus({ type: 'menus.toggleCategory', id }),
    onRetry: () => sendCatalogue({ type: 'catalogue.retry' }),
  }
  return (
    <div className={styles.page} ref={onAlive}>
      <SkipLink />
      <SlimBar />
      <Header
        search={search}
        customer={null}
        lines={lines}
        open={dropdown === 'closed' ? null : (dropdown satisfies HeaderMenu)}
        onSearchType={value => sendSearch({ type: 'search.typed', value })}
        onSearch={() => sendSearch({ type: 'search.submit' })}
        onToggle={name => sendMenus({ type: 'menus.toggle', menu: name })}
        onClose={close}
        onRemove={line => sendCart({ type: 'cart.remove', lineId: line.id })}
      />
      <Drawer {...menu} open={dropdown === 'drawer'} customer={null} onClose={close} />
      <Shell side={hasSide ? <SideMenu {...menu} /> : undefined}>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </Shell>
      <Footer newsletter={<NewsletterSignUp />} />
      <Loading shown={waits} />
      <Announcer text={`Shopping Cart: ${cartText(lines)}`} />
    </div>
  )
}

/** The list that is shown, where it is a category's or a brand's. */
function currentIn(shown: Location | null): Aisles['current'] {
  if (shown === null || pageOf(shown.pathname) !== 'list') return { category: null, brand: null }
  const { criteria, categoryId, brandId } = filterIn(shown)
  return { category: criteria === 'category' ? categoryId : null, brand: criteria === 'brand' ? brandId : null }
}

const stateOf = (state: 'reading' | 'ready' | 'unreachable'): Shelf<unknown>['state'] =>
  ({ reading: 'loading', ready: 'ready', unreachable: 'failed' })[state] as Shelf<unknown>['state']

/** What side menu and drawer show, and screens that draw the rail. */
export function useAisles(): Aisles {
  const categories = useActor('catalogue', ({ context }) => context.categories)
  const brands = useActor('catalogue', ({ context }) => context.topBrands)
  const states = useActor('catalogue', ({ value }) => value)
  const expanded = useActor('menus', ({ context }) => context.expanded)
  const shown = useActor('shop', ({ context }) => context.shown)
  return {
    categories: { items: categories, state: stateOf(states.categories) },
    brands: { items: brands, state: stateOf(states.topBrands) },
    expanded,
    current: currentIn(shown),
  }
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
