import { couponRoutes, type Coupon } from '#contract/coupon'
import { requireSuccess, type Client } from './client.ts'

/** The coupon of a code. @throws a refusal if there is none */
export const validated = async (call: Client, code: string, signal: AbortSignal): Promise<Coupon> =>
  (await requireSuccess(call(couponRoutes.validateCoupon, { params: { code }, signal }))).data

/** Tells the gateway that a cart has no coupon any more. */
export async function removed(call: Client, sessionId: string): Promise<null> {
  await requireSuccess(call(couponRoutes.removeCoupon, { params: { sessionId } }))
  return null
}
