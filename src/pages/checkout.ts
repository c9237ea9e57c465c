import { checkoutWith } from '../effects/checkout.ts'
import { desk } from '../payment/desk.ts'
import type { PaymentEnvironment } from '../payment/setup.ts'
import type { World } from '../shop.ts'
import { store } from '../store.ts'

export { CheckoutScreen as Screen } from '../checkout/CheckoutScreen.tsx'

/** The checkout's chart with its effects. */
export const chart = (world: World) =>
  checkoutWith({
    ...world,
    desk,
    environment: import.meta.env as PaymentEnvironment,
    currency: store.currency,
    locks: navigator.locks as LockManager | undefined,
    channel: () => new BroadcastChannel('shop/checkout'),
  })
