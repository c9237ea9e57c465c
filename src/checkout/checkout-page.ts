import { checkoutWith } from '../effects/checkout.ts'
import { createOutbox } from '../effects/outbox.ts'
import { paypalBridge } from '../payment/paypal-bridge.ts'
import type { PaymentEnvironment } from '../payment/payment-settings.ts'
import type { Environment } from '../effects/environment.ts'
import { store } from '../store/store.ts'

export { CheckoutScreen as Screen } from './CheckoutScreen.tsx'
// a checkout runs already where these are needed: they have no chunks of their own
export { OrderBarScreen } from './OrderBarScreen.tsx'
export { recoverOrders } from './recover-orders.ts'

/** The page's machine with its effects. */
export const machine = (environment: Environment) =>
  checkoutWith({
    ...environment,
    bridge: paypalBridge,
    environment: import.meta.env as PaymentEnvironment,
    currency: store.currency,
    locks: navigator.locks as LockManager | undefined,
    outbox: createOutbox(() => window.localStorage, environment.now),
    channel: () => new BroadcastChannel('shop/checkout'),
  })
