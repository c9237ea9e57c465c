import { deliveryRoutes } from '#contract/delivery'
import { orderRoutes } from '#contract/order'
import { checkoutMachine } from '#machines/checkout/checkout'
import { listOrEmpty, requireSuccess } from './client.ts'
import { liveEffect } from './live.ts'
import { placesWith } from './places.ts'
import { createClaim, type ClaimPlace } from './checkout-lock.ts'
import { paymentWith, type PaymentPage } from './payment.ts'
import type { ShopStorage } from './storage.ts'

/** What the checkout's effects need from their environment. */
export interface Counter extends PaymentPage, ClaimPlace {
  keep: ShopStorage
  /** Tells other tabs that the cart has changed. */
  tellOthers(): void
}

/**
 * The checkout machine with its effects. The journal's tail is written before an order is sent, so that a reload finds
 * its key.
 */
export function checkoutWith(counter: Counter) {
  const { call, keep, remember, tellOthers } = counter
  const { claim, watch } = createClaim(counter)
  return checkoutMachine.provide({
    actors: {
      places: placesWith(call),
      payment: paymentWith(counter),
      claimCheckout: liveEffect(({ by }) => claim(by)),
      watchClaim: liveEffect((_, signal) => watch(signal)),
      readMethods: liveEffect((_, signal) => listOrEmpty(call(deliveryRoutes.deliveryMethods, { signal }))),
      readFee: liveEffect(
        async (body, signal) => (await requireSuccess(call(deliveryRoutes.deliveryFee, { body, signal }))).data,
      ),
      placeOrder: liveEffect(async body => {
        remember()
        const { data } = await requireSuccess(call(orderRoutes.placeOrder, { body }))
        // only a confirmed order ends the cart's session, and only the session that was ordered
        if (keep.sessionId() === body.sessionId) keep.clearSessionId()
        tellOthers()
        return data
      }),
    },
  })
}
