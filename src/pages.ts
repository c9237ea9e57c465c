import type { ComponentType } from 'react'
import type { AnyActorLogic } from 'xstate'
import type { PageName } from '#machines/location'
import { ListScreen } from './catalogue/ListScreen.tsx'
import { LostScreen } from './lost/LostScreen.tsx'
import type { World } from './shop.ts'

/** A page: what draws it, and its own chart with real effects if it has one. */
export interface PageModule {
  Screen: ComponentType
  chart?: (world: World) => AnyActorLogic
}

type LazyPage = Exclude<PageName, 'list' | 'lost'>

const modules: Record<LazyPage, () => Promise<PageModule>> = {
  product: () => import('./pages/product.ts'),
  brands: () => import('./pages/brands.ts'),
  information: () => import('./pages/information.ts'),
  cart: () => import('./pages/cart.ts'),
  checkout: () => import('./pages/checkout.ts'),
  register: () => import('./pages/register.ts'),
  login: () => import('./pages/login.ts'),
  logout: () => import('./pages/logout.ts'),
  forgotten: () => import('./pages/forgotten.ts'),
  reset: () => import('./pages/reset.ts'),
  account: () => import('./pages/account.ts'),
  profile: () => import('./pages/profile.ts'),
  password: () => import('./pages/password.ts'),
  billing: () => import('./pages/billing.ts'),
  delivery: () => import('./pages/delivery.ts'),
  orders: () => import('./pages/orders.ts'),
}

const screens = new Map<PageName, ComponentType>([
  ['list', ListScreen],
  ['lost', LostScreen],
])

/**
 * Brings a page's code in; asking again for one that is here costs nothing.
 *
 * @throws what the browser says when the file can't be had
 */
export async function loadPage(page: PageName): Promise<PageModule> {
  const known = screens.get(page)
  if (page === 'list' || page === 'lost') return { Screen: known! }
  const module = await modules[page]()
  screens.set(page, module.Screen)
  return module
}

/**
 * What draws a page.
 *
 * @param loaded - the pages that the chart says are here, so that a render depends on data alone
 */
export const screenOf = (page: PageName, loaded: readonly PageName[]): ComponentType | undefined =>
  page === 'list' || page === 'lost' || loaded.includes(page) ? screens.get(page) : undefined
