import { subtotalOf } from '#contract/cart'
import { standardFee } from '#contract/delivery'
import { toCents } from '#contract/money'
import type { Settings } from '#contract/settings'
import { missingForMinimum, totalsOf, type Totals } from '#contract/totals'
import type { CartContext } from './cart-setup.ts'
import { expectedLines } from './selectors.ts'

/** What the cart costs; all amounts in cents. */
export interface CartBill {
  totals: Totals
  /** Null when it depends on the address, which the checkout asks for. */
  fee: number | null
  /** The minimum order, before any discount. */
  minimum: number
  /** What the cart lacks to the minimum order. */
  missing: number
}

/** What the expected lines cost, with the coupon that is applied. */
export function cartBill(context: CartContext, settings: Settings | null): CartBill {
  const minimum = toCents(settings?.minimumOrderLimit ?? 0)
  const fee = settings && standardFee(settings, null)
  const totals = totalsOf(subtotalOf(expectedLines(context)), context.coupon, fee ?? 0)
  return { totals, fee, minimum, missing: missingForMinimum(totals.subtotal, minimum) }
}

/** Whether the quantity field of a line holds no valid quantity: the bill is not of what the shopper has typed. */
export const hasInvalidQuantity = ({ lines, invalidQuantities }: CartContext): boolean =>
  lines.some(({ id }) => id in invalidQuantities)
