import { checkoutWith } from '../effects/checkout.ts'
import { createOutbox } from '../effects/outbox.ts'
import { paypalBridge } from '../payment/paypal-bridge.ts'
import type { PaymentEnvironment } from '../payment/payment-settings.ts'
import type { Environment } from '../effects/environment.ts'
import { store } from '../store/store.ts'

/** The checkout machine with its effects, for the two pages that show it. */
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
