import type { ShopActor } from '#machines/shop/shop'
import type { Environment } from '../effects/environment.ts'
import { orderKeys } from '../effects/order-keys.ts'
import { loadPage } from './pages.ts'
import type { recoverOrders } from '../orders/recover-orders.ts'

/** Looks up orders whose outcome is not known, of an earlier visit or a closed tab; their code is rarely needed. */
export function recoverStoredOrders(
  shop: ShopActor,
  load: Parameters<typeof recoverOrders>[1],
  { call, log }: Environment,
): void {
  if (orderKeys(() => window.localStorage)[0])
    loadPage('checkout').then(module => module.recoverOrders!(shop, load, call), log)
}
