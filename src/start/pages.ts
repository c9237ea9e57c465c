import type { ComponentType } from 'react'
import type { AnyActorLogic } from 'xstate'
import type { PageName } from '#machines/shop/location'
import { ListScreen } from '../catalogue/ListScreen.tsx'
import { LostScreen } from '../not-found/NotFoundScreen.tsx'
import type { World } from './assemble.ts'

/** A page: what draws it, and its own chart with real effects if it has one. */
export interface PageModule {
  Screen: ComponentType
  chart?: (world: World) => AnyActorLogic
}

type LazyPage = Exclude<PageName, 'list' | 'lost'>

const modules: Record<LazyPage, () => Promise<PageModule>> = {
  product: () => import('../product/product-page.ts'),
  brands: () => import('../catalogue/brands-page.ts'),
  information: () => import('../information/information-page.ts'),
  cart: () => import('../cart/cart-page.ts'),
  checkout: () => import('../checkout/checkout-page.ts'),
  register: () => import('../registration/register-page.ts'),
  login: () => import('../session/login-page.ts'),
  logout: () => import('../session/logout-page.ts'),
  forgotten: () => import('../password/forgotten-page.ts'),
  reset: () => import('../password/reset-page.ts'),
  account: () => import('../account/account-page.ts'),
  profile: () => import('../account/profile-page.ts'),
  password: () => import('../password/password-page.ts'),
  billing: () => import('../account/billing-page.ts'),
  delivery: () => import('../account/delivery-page.ts'),
  orders: () => import('../orders/orders-page.ts'),
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
