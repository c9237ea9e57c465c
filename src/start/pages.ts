import type { ComponentType, FunctionComponent } from 'react'
import type { AnyActorLogic } from 'xstate'
import { isLazy, type PageName } from '#contract/paths'
import type { recoverOrders } from '../orders/recover-orders.ts'
import type { prefetchLikely } from '../product/prefetch-likely.ts'
import { ListScreen } from '../catalogue/ListScreen.tsx'
import { NotFoundScreen } from '../not-found/NotFoundScreen.tsx'
import type { Environment } from '../effects/environment.ts'

/** A page: its screen, and its own machine with effects if it has one. */
export interface PageModule {
  Screen: ComponentType
  machine?: (environment: Environment) => AnyActorLogic
  /** Requests the page's data before a link to it is followed. `load` loads a page's code, and registers its machine. */
  prefetch?: (environment: Environment, pathname: string, load: (page: PageName) => Promise<unknown>) => unknown
  /** Of the product page: from now on, requests the products that the shopper probably opens next. */
  prefetchLikely?: typeof prefetchLikely
  /** Of the checkout: the bar about an order whose outcome is not known. */
  OrderBarScreen?: FunctionComponent
  /** Of the checkout: looks up orders whose outcome is not known. */
  recoverOrders?: typeof recoverOrders
}

// the last two folders have files of the first load with such names
const modules = import.meta.glob<PageModule>(['../*/*-page.ts', '!../start/*', '!../release/*'])

/** The modules that were loaded. */
const loadedModules = new Map<PageName, PageModule>()

const screens = new Map<PageName, ComponentType>([
  ['list', ListScreen],
  ['notFound', NotFoundScreen],
])

/**
 * Loads a page's code, from `src/<subject>/<page>-page.ts`. A page that was loaded before is not loaded again.
 *
 * @throws the browser's error if the file can't be loaded
 */
export async function loadPage(page: PageName): Promise<PageModule> {
  const loaded = loadedModules.get(page)
  // importing it again would take several tasks, while a pressed link waits for its product
  if (loaded) return loaded
  const path = Object.keys(modules).find(path => path.endsWith(`/${page}-page.ts`))
  const module = path ? await modules[path]!() : { Screen: screens.get(page)! }
  screens.set(page, module.Screen)
  loadedModules.set(page, module)
  return module
}

/**
 * The component that renders a page.
 *
 * @param loaded - the loaded pages in the shop machine's context, so that rendering depends on data alone
 */
export const screenOf = (page: PageName, loaded: readonly PageName[]): ComponentType | undefined =>
  !isLazy(page) || loaded.includes(page) ? screens.get(page) : undefined
