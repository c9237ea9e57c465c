import { deliveryRoutes } from '#contract/delivery'
import { orderRoutes } from '#contract/order'
import { checkoutMachine } from '#machines/checkout'
import { listed, needed, type Client } from './client.ts'
import { live } from './live.ts'
import { placesWith } from './places.ts'
import type { Keep } from './storage.ts'

/**
 * The checkout's chart with the gateway behind it.
 *
 * @param remember - writes the journal's tail down before an order leaves, so that a reload finds its key again
 * @param tellOthers - says to the other tabs that the cart has changed
 */
export const checkoutWith = (call: Client, keep: Keep, remember: () => void, tellOthers: () => void) =>
  checkoutMachine.provide({
    actors: {
      places: placesWith(call),
      readMethods: live((_, signal) => listed(call(deliveryRoutes.deliveryMethods, { signal }))),
      readFee: live(async (body, signal) => (await needed(call(deliveryRoutes.deliveryFee, { body, signal }))).data),
      placeOrder: live(async body => {
        remember()
        const { data } = await needed(call(orderRoutes.placeOrder, { body }))
        // only a confirmed order ends the cart's session, and only the session that was ordered
        if (keep.sessionId() === body.sessionId) keep.forgetSession()
        tellOthers()
        return data
      }),
    },
  })
