import { enums, is, nullable, optional, string, type, type Infer } from 'superstruct'
import { wholeId } from './ids.ts'
import { numeric } from './money.ts'

/**
 * Why an order can't be placed as it was shown, one reason each, with what it is about:
 *
 * - `price`: a line of `productId` costs something else; `was` and `now` are the line's total
 * - `stock`: there is less of `productId`; `left` is how many can be had, 0 for none
 * - `cart`: the cart holds other lines than were shown, or none any more
 * - `minimum`: the lines come to less than the least that can be ordered; `now` is what is missing
 * - `coupon`: it ended, was used up, or its minimum is not met
 * - `area`: there is no delivery to the address
 * - `fee`: delivery costs something else; `was` and `now`
 * - `total`: the total is another; `was` and `now`
 */
export const conflict = type({
  about: enums(['price', 'stock', 'cart', 'minimum', 'coupon', 'area', 'fee', 'total']),
  /** Words for the shopper. */
  message: string(),
  productId: optional(nullable(wholeId)),
  left: optional(nullable(numeric)),
  /** Dollars. */
  was: optional(nullable(numeric)),
  now: optional(nullable(numeric)),
})
export type Conflict = Infer<typeof conflict>

/** The conflicts that a refusal names; what can't be read is left out, since its `message` says it, too. */
export function conflictsIn(refusal: unknown): Conflict[] {
  const { conflicts } = (refusal ?? {}) as { conflicts?: unknown }
  return Array.isArray(conflicts) ? conflicts.filter((one): one is Conflict => is(one, conflict)) : []
}
