import { deliveryRoutes } from '#contract/delivery'
import { checkoutMachine } from '#machines/checkout/checkout'
import { lockMachine } from '#machines/checkout/lock'
import { listOrEmpty, requireSuccess } from './client.ts'
import { liveEffect } from './live.ts'
import { placesWith } from './places.ts'
import { slotsWith } from './slots.ts'
import { createCheckoutLock, type LockEnvironment } from './checkout-lock.ts'
import { customerIn, orderAttemptWith, type OrderEnvironment } from './order-attempt.ts'

/** What the checkout's effects need from their environment. */
export type CheckoutEnvironment = OrderEnvironment & LockEnvironment

/** The checkout machine with its effects, and those of the machines below it. */
export function checkoutWith(environment: CheckoutEnvironment) {
  const { call, outbox } = environment
  const { request, watch } = createCheckoutLock(environment)
  return checkoutMachine.provide({
    actors: {
      places: placesWith(call),
      slots: slotsWith(call),
      orderAttempt: orderAttemptWith(environment),
      lock: lockMachine.provide({
        actors: {
          requestLock: liveEffect(({ mode }) => request(mode)),
          watchLock: liveEffect(async (_, signal) => {
            await watch(signal)
            // the checkout may have been stopped by the end of the login
            outbox.outlineOthers(customerIn(environment))
            return null
          }),
        },
      }),
      readMethods: liveEffect((_, signal) => listOrEmpty(call(deliveryRoutes.deliveryMethods, { signal }))),
      readFee: liveEffect(
        async (body, signal) => (await requireSuccess(call(deliveryRoutes.deliveryFee, { body, signal }))).data,
      ),
    },
  })
}
