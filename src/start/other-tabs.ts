import { gatewayNow } from '../effects/gateway-clock.ts'
import { storageKeys } from '../effects/storage.ts'
import { identityIn } from '../effects/token.ts'
import type { StartedShop } from './started-shop.ts'

/**
 * Updates the shop when another tab has changed the cart, placed an order, logged in or logged out.
 *
 * @param tabs - connects the tabs of this browser
 */
export function followOtherTabs(window: Window, tabs: BroadcastChannel, started: StartedShop): void {
  const { shop, environment, startVisit, recoverOrders } = started
  tabs.addEventListener('message', ({ data }) => {
    const { cart, checkout } = shop.getSnapshot().children
    cart?.send({ type: 'cart.read' })
    // this tab's checkout was handed over to the tab that placed the order: what was typed here is not needed any more
    if (data === 'order.placed' && checkout?.getSnapshot().matches({ tab: 'otherTab' })) {
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
