import { checkoutWith } from '../effects/checkout.ts'
import { isTimeKnown } from '../effects/gateway-clock.ts'
import { createOutbox } from '../effects/outbox.ts'
import { locksIn } from '../effects/secure-context.ts'
import { paypalBridge } from '../effects/paypal-bridge.ts'
import type { PaymentEnvironment } from '../effects/payment-settings.ts'
import type { Environment } from '../effects/environment.ts'
import { store } from '../store/store.ts'

/** The checkout machine with its effects, for the two pages that show it. */
export const machine = (environment: Environment) =>
  checkoutWith({
    ...environment,
    bridge: paypalBridge,
    environment: import.meta.env as PaymentEnvironment,
    currency: store.currency,
    locks: locksIn(window),
    outbox: createOutbox(() => window.localStorage, environment.now, isTimeKnown),
    channel: () => new BroadcastChannel('shop/checkout'),
  })
