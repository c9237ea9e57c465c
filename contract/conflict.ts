import { array, enums, is, nullable, optional, string, type, type Infer } from 'superstruct'
import { wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { slot } from './slots.ts'

/** A suburb that is delivered to and may be meant by an address. */
export const suggestedSuburb = type({
  name: string(),
  postCode: string(),
  /** Its region/state; absent if it is the one of the address. */
  regionId: optional(nullable(numeric)),
  regionName: optional(nullable(string())),
})
export type SuggestedSuburb = Infer<typeof suggestedSuburb>

/**
 * One reason why an order can't be placed as it was shown. `about` names the subject:
 *
 * - `price`: the price of `productId` changed; `was` and `now` are the line's total
 * - `stock`: there is not enough of `productId`, or one order can't hold so much; `left` is the quantity that can be ordered, 0 for none
 * - `cart`: the cart is empty or its lines differ from the shown ones; or a placed order was changed since it was shown
 * - `minimum`: the subtotal is below the minimum order; `now` is the missing amount
 * - `coupon`: the coupon expired or was used up, or its minimum is not met
 * - `area`: the address is outside the delivery area
 * - `fee`: the delivery fee changed; `was` and `now`
 * - `total`: the total changed; `was` and `now`. Of a placed order that is changed, it can also be more than was paid: `was` is what its payment covers
 * - `slot`: the slot `slotId` is full, past its cut-off or no longer offered; `slots` are the next free ones
 * - `packing`, `cutOff`: a placed order can't be cancelled or changed any more, since its packing has begun, or the cut-off of its slot has passed
 */
export const conflict = type({
  about: enums(['price', 'stock', 'cart', 'minimum', 'coupon', 'area', 'fee', 'total', 'slot', 'packing', 'cutOff']),
  /** For the shopper. */
  message: string(),
  productId: optional(nullable(wholeId)),
  left: optional(nullable(numeric)),
  /** Dollars; absent if the shopper was shown an amount that no order can have. */
  was: optional(nullable(numeric)),
  now: optional(nullable(numeric)),
  /** With `area`: the suburbs that may be meant. Older gateways suggest none. */
  suggestions: optional(nullable(array(suggestedSuburb))),
  slotId: optional(nullable(string())),
  slots: optional(nullable(array(slot))),
})
export type Conflict = Infer<typeof conflict>

/** The conflicts in a refusal. Unreadable ones are left out: the refusal's `message` contains them as text. */
export function conflictsIn(refusal: unknown): Conflict[] {
  const { conflicts } = (refusal ?? {}) as { conflicts?: unknown }
  return Array.isArray(conflicts) ? conflicts.filter((one): one is Conflict => is(one, conflict)) : []
}
