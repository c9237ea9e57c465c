import { filterIn } from '#contract/list-paths'
import { pageOf } from '#contract/paths'
import type { Location } from '#contract/location'
import { useActor, useSend } from '../system/actors.tsx'
import { Drawer } from './sheet-intent.ts'
import { Rail } from './Rail.tsx'
import { SideMenu, type Aisles } from './SideMenu.tsx'
import type { Shelf } from './shelf.ts'

/** The shown list's filter; null unless it is a category or a brand. */
function currentIn(shown: Location | null): Aisles['current'] {
  if (shown === null || pageOf(shown.pathname) !== 'list') return { category: null, brand: null }
  const { categoryId, brandId } = filterIn(shown)
  return { category: categoryId || null, brand: brandId || null }
}

const stateOf = (state: 'reading' | 'ready' | 'unreachable'): Shelf<unknown>['state'] =>
  ({ reading: 'loading', ready: 'ready', unreachable: 'failed' })[state] as Shelf<unknown>['state']

/** The data of side menu and drawer. */
function useAisles(): Aisles {
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

function useAisleActs() {
  const sendMenus = useSend('menus')
  const sendCatalogue = useSend('catalogue')
  return {
    onToggleCategory: (id: number) => sendMenus({ type: 'menus.toggleCategory', id }),
    onRetry: () => sendCatalogue({ type: 'catalogue.retry' }),
  }
}

/** The side menu beside the content. */
export const SideMenuScreen = () => <SideMenu {...useAisles()} {...useAisleActs()} />

/** The side menu of small screens. */
export function DrawerScreen() {
  const open = useActor('menus', ({ value }) => value.dropdown === 'drawer')
  const customer = useActor('session', ({ context }) => context.customer)
  const send = useSend('menus')
  return (
    <Drawer
      {...useAisles()}
      {...useAisleActs()}
      open={open}
      customer={customer}
      onClose={() => send({ type: 'menus.close' })}
    />
  )
}

/** The aisles in a row, for screens without a side menu. */
export function RailScreen() {
  const { categories, current } = useAisles()
  return <Rail categories={categories} current={current.category} />
}
