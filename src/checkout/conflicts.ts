import type { Conflict } from '#contract/conflict'
import { toCents } from '#contract/money'
import { checkoutTotals, feeOf, openConflicts, reasonsAgainst, type CheckoutContext } from '#machines/checkout/checkout'
import type { LineChange } from '../orders/OrderLines.tsx'

/** What the review has to know of the cart, besides its lines. */
export interface CartNews {
  /** Lines whose change is on its way to the gateway, by their ids. */
  changing: readonly string[]
  /** Nothing in the cart is being read or changed: its figures count. */
  isStill: boolean
  /** `dropped`: the gateway does not take it any more, and the cart goes without it. */
  coupon: 'kept' | 'checking' | 'dropped'
}

/** The id of a line that changed. */
export const linePlace = (productId: number | null | undefined): string => `changed-line-${productId}`

/** The id of the place on the page where a conflict is shown, and where the summary's link leads. */
export const conflictPlace = ({ about, productId }: Conflict): string =>
  about === 'price' || about === 'stock' ? linePlace(productId) : `changed-${about}`

/** Whether an amount on the screen is one of the two that a conflict is about: any other has been asked for since. */
function isAbout(cents: number | null, { was, now }: Conflict): boolean {
  const named = [was, now].flatMap(dollars => (typeof dollars === 'number' ? [toCents(dollars)] : []))
  return cents === null || named.length === 0 || named.includes(cents)
}

function isCurrent(context: CheckoutContext, conflict: Conflict): boolean {
  const { about, productId } = conflict
  if (about === 'price') {
    const line = context.basket.lines.find(one => one.productId === productId)
    return line !== undefined && isAbout(toCents(line.totalPrice), conflict)
  }
  if (about === 'fee') return isAbout(feeOf(context), conflict)
  return about !== 'total' || feeOf(context) === null || isAbout(checkoutTotals(context).total, conflict)
}

/**
 * The conflicts that the shopper still has to see or to settle, in their order. What stands against the order stays until
 * it is settled; of what only changed, the word of before ends with the next step that is gone through.
 */
export function saidConflicts(context: CheckoutContext, coupon: CartNews['coupon']): Conflict[] {
  const open = openConflicts(context)
  return context.conflicts.filter(conflict => {
    const { about } = conflict
    if (about === 'stock') return open.includes(conflict)
    if (about === 'coupon' && open.includes(conflict)) return true
    if (context.refusal === null) return false
    return about === 'coupon' ? coupon === 'dropped' : isCurrent(context, conflict)
  })
}

/** What changed in lines, by their products. */
export function lineChanges(said: readonly Conflict[]): Map<number, LineChange> {
  const changes = new Map<number, LineChange>()
  for (const { about, productId, message, was, now } of said) {
    if (typeof productId !== 'number' || (about !== 'price' && about !== 'stock')) continue
    const before = changes.get(productId) ?? { words: [], price: null }
    const price = typeof was === 'number' && typeof now === 'number' ? { was: toCents(was), now: toCents(now) } : null
    changes.set(productId, {
      words: [...before.words, about === 'price' && price ? 'The price has changed.' : message],
      price: about === 'price' ? price : before.price,
    })
  }
  return changes
}

/** What the fee, or the total, was before, in cents; null where no conflict is about it. */
export function amountBefore(said: readonly Conflict[], about: 'fee' | 'total'): number | null {
  const was = said.find(conflict => conflict.about === about)?.was
  return typeof was === 'number' ? toCents(was) : null
}

/** Conflicts by which the order comes to something else. */
const aboutMoney: readonly Conflict['about'][] = ['price', 'coupon', 'fee', 'total']

/** Whether all that is left to do is to look at the new total, which stands on the screen by now. */
export const isTotalNew = (context: CheckoutContext, said: readonly Conflict[], { isStill }: CartNews): boolean =>
  isStill &&
  said.length > 0 &&
  said.every(({ about }) => aboutMoney.includes(about)) &&
  reasonsAgainst(context).length === 0
