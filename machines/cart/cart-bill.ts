import { subtotalOf } from '#contract/cart'
import { standardFee } from '#contract/delivery'
import { toCents } from '#contract/money'
import type { Settings } from '#contract/settings'
import { missingForMinimum, totalsOf, type Totals } from '#contract/totals'
import { isEstimate, mostTotal } from '#contract/weight-price'
import type { CartContext } from './cart-setup.ts'
import { expectedLines } from './selectors.ts'

/** The amounts of the cart, in cents. */
export interface CartBill {
  totals: Totals
  /** The most that goods by weight can cost; null if the totals are exact. */
  most: number | null
  /** Null when it depends on the address, which is entered in the checkout. */
  fee: number | null
  /** The minimum order, before any discount. */
  minimum: number
  /** The missing amount to the minimum order. */
  missing: number
}

/** The amounts of the expected lines, with the applied coupon. */
export function cartBill(context: CartContext, settings: Settings | null): CartBill {
  const minimum = toCents(settings?.minimumOrderLimit ?? 0)
  const fee = settings && standardFee(settings, null)
  const lines = expectedLines(context)
  const totals = totalsOf(subtotalOf(lines), context.coupon, fee ?? 0)
  const most = isEstimate(lines) ? mostTotal(lines, context.coupon, totals) : null
  return { totals, most, fee, minimum, missing: missingForMinimum(totals.subtotal, minimum) }
}

/** Whether a quantity field holds an invalid quantity: the bill does not include it. */
const hasInvalidQuantity = ({ lines, invalidQuantities }: CartContext): boolean =>
  lines.some(({ id }) => id in invalidQuantities)

/** Why the cart cannot be checked out: a quantity to correct, or an amount below the minimum order. */
export type CheckoutObstacle = 'invalidQuantity' | 'belowMinimum'

/** The first obstacle to the checkout; null if the cart can be checked out. */
export function checkoutObstacle(context: CartContext, settings: Settings | null): CheckoutObstacle | null {
  if (hasInvalidQuantity(context)) return 'invalidQuantity'
  return cartBill(context, settings).missing > 0 ? 'belowMinimum' : null
}
