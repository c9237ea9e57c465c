import type { ShopActor } from '#machines/shop/shop'
import type { Environment } from '../effects/environment.ts'

/** Follows the other devices of the customer while one is logged in. A guest's cart is on this device only. */
export function watchCustomer(
  window: Window & typeof globalThis,
  shop: ShopActor,
  environment: Pick<Environment, 'call' | 'storage' | 'startVisit'>,
): void {
  let customerId: string | null = null
  let end = () => {}
  const update = () => {
    const next = shop.getSnapshot().context.customer?.customerId ?? null
    if (next === customerId) return
    customerId = next
    end()
    end = () => {}
    if (next === null) return
    // without it the page shows what is new at its next load
    const leaveOut = () => {}
    void import('./follow-other-devices.ts').then(({ followOtherDevices }) => {
      if (customerId === next) end = followOtherDevices(window, shop, environment)
    }, leaveOut)
  }
  shop.subscribe(update)
  update()
}
