import type { Conflict } from '#contract/conflict'
import { lineCents } from '#contract/cart'
import { toCents } from '#contract/money'
import type { CouponStatus } from '../cart/page-selectors.ts'
import type { CheckoutContext } from './context.ts'
import { checkoutTotals, feeOf, openConflicts, reasonsAgainst } from './order-rules.ts'

/** Whether a shown amount is one of the two that a conflict names. Any other was requested since. */
function names({ was, now }: Conflict, cents: number | null): boolean {
  const amounts = [was, now].flatMap(dollars => (typeof dollars === 'number' ? [toCents(dollars)] : []))
  return cents === null || amounts.length === 0 || amounts.includes(cents)
}

function isCurrent(context: CheckoutContext, conflict: Conflict): boolean {
  const { about, productId } = conflict
  if (about === 'price') {
    const line = context.basket.lines.find(one => one.productId === productId)
    return line !== undefined && names(conflict, lineCents(line))
  }
  if (about === 'fee') return names(conflict, feeOf(context))
  return about !== 'total' || feeOf(context) === null || names(conflict, checkoutTotals(context).total)
}

/**
 * The conflicts that the shopper has to see or resolve, in order. A conflict that prevents the order is shown until it is
 * resolved; a changed amount is shown until the next completed step.
 */
export function visibleConflicts(context: CheckoutContext, coupon: CouponStatus): Conflict[] {
  const open = openConflicts(context)
  return context.conflicts.filter(conflict => {
    const { about } = conflict
    if (about === 'stock' || about === 'slot') return open.includes(conflict)
    if (about === 'coupon' && open.includes(conflict)) return true
    if (context.refusal === null) return false
    return about === 'coupon' ? coupon === 'dropped' : isCurrent(context, conflict)
  })
}

/** The fee or total before the conflict, in cents; null when no conflict is about it. */
export function amountBefore(conflicts: readonly Conflict[], about: 'fee' | 'total'): number | null {
  const was = conflicts.find(conflict => conflict.about === about)?.was
  return typeof was === 'number' ? toCents(was) : null
}

const aboutMoney: readonly Conflict['about'][] = ['price', 'coupon', 'fee', 'total']

/**
 * Whether the shopper only has to confirm the new total.
 *
 * @param isCartSettled - nothing in the cart is being read or changed
 */
export const isOnlyTotalNew = (
  context: CheckoutContext,
  conflicts: readonly Conflict[],
  isCartSettled: boolean,
): boolean =>
  isCartSettled &&
  conflicts.length > 0 &&
  conflicts.every(({ about }) => aboutMoney.includes(about)) &&
  reasonsAgainst(context).length === 0
