import type { ShopActor } from '#machines/shop/shop'
import type { Environment } from '../effects/environment.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import { storageKeys } from '../effects/storage.ts'
import { identityIn } from '../effects/token.ts'

interface Options {
  tabs: BroadcastChannel
  shop: ShopActor
  environment: Environment
  /** Sends the shop the identity that the storage has. */
  startVisit(): void
  /** Looks up orders whose outcome is not known. */
  recoverOrders(): void
}

/** Updates the shop when another tab has changed the cart, placed an order, logged in or logged out. */
export function followOtherTabs(window: Window, options: Options): void {
  const { tabs, shop, environment, startVisit, recoverOrders } = options
  tabs.addEventListener('message', ({ data }) => {
    const { cart, checkout } = shop.getSnapshot().children
    cart?.send({ type: 'cart.read' })
    // this tab's checkout was handed over to the tab that placed the order: what was typed here is not needed any more
    if (data === 'order.placed' && checkout?.getSnapshot().context.isInOtherTab) {
      checkout.send({ type: 'checkout.ordered' })
      environment.trimJournal()
    }
  })
  window.addEventListener('storage', ({ key }) => {
    // null: another tab has emptied the storage
    if (key === storageKeys.session || key === storageKeys.token || key === null) startVisit()
  })
  // a frozen tab gets no `storage` events
  const catchUp = () => {
    recoverOrders()
    const identity = identityIn(environment.storage.token(), gatewayNow())
    const stored = identity.is === 'customer' ? identity.customer.customerId : undefined
    if (stored !== shop.getSnapshot().context.customer?.customerId) startVisit()
  }
  window.addEventListener('focus', catchUp)
  window.addEventListener('visibilitychange', catchUp)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) startVisit()
  })
}
