import { cartRoutes } from '#contract/cart'
import { couponRoutes } from '#contract/coupon'
import { cartMachine } from '#machines/cart'
import { listed, needed, type Client } from './client.ts'
import { live } from './live.ts'
import type { Keep } from './storage.ts'

/**
 * The cart's chart with the gateway behind it.
 *
 * @param tellOthers - says to the other tabs that the cart has changed
 */
export function cartWith(call: Client, keep: Keep, tellOthers: () => void) {
  const changed = <T>(answer: T): T => {
    tellOthers()
    return answer
  }
  return cartMachine.provide({
    actors: {
      readCart: live(({ sessionId }, signal) => listed(call(cartRoutes.cart, { params: { sessionId }, signal }))),
      addLine: live(
        async ({ productId, productName, productPrice, productImage, quantity, requestId, sessionId }, signal) => {
          // another tab may have begun a session in the meantime: what is stored counts
          const mySessionId = keep.sessionId() ?? sessionId
          const body = { productId, productName, productPrice, productImage, quantity, mySessionId, requestId }
          const { data } = await needed(call(cartRoutes.addLine, { body }))
          // whoever asked may have left in the meantime
          if (!signal.aborted) keep.keepSession(data.sessionId)
          return changed(data)
        },
      ),
      changeLine: live(async ({ id, quantity, productPrice }) =>
        changed((await needed(call(cartRoutes.changeLine, { params: { id }, body: { quantity, productPrice } }))).data),
      ),
      removeLine: live(async ({ id }) => changed((await needed(call(cartRoutes.removeLine, { params: { id } }))).data)),
      validateCoupon: live(
        async ({ code }, signal) =>
          (await needed(call(couponRoutes.validateCoupon, { params: { code }, signal }))).data,
      ),
      removeCoupon: live(async ({ sessionId }) => {
        await needed(call(couponRoutes.removeCoupon, { params: { sessionId } }))
        return null
      }),
    },
  })
}
