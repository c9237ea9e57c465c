import type { Conflict } from '#contract/conflict'
import { formatAmount, toCents } from '#contract/money'
import type { SeenLine } from '#contract/order'
import type { CartLine } from '#contract/cart'
import type { CouponStatus } from '#machines/cart/page-selectors'
import type { CheckoutContext } from '#machines/checkout/context'
import { amountsOf, changesSinceReview, reviewedTotal, type Change } from '#machines/checkout/reviewed'
import type { LineChange } from '../orders/OrderLines.tsx'

/** The data of the cart that the review needs besides the lines. */
export interface CartStatus {
  /** The ids of lines with pending commands. */
  changing: readonly string[]
  /** Nothing in the cart is being read or changed. */
  isSettled: boolean
  coupon: CouponStatus
}

/** What changed since the review, for the shopper. */
export interface ReviewChanges {
  /** The changes that the review shows in their places: prices, coupon and fee. */
  changes: Conflict[]
  /** What changed about products and quantities; null if nothing did. */
  cart: string | null
  /** Cents. */
  was: number
  now: number
}

/**
 * The changes of the reviewed amounts that the shopper has not accepted.
 *
 * @param lines - of the cart, with their names
 * @returns null if there are none
 */
export function reviewChanges(context: CheckoutContext, lines: readonly CartLine[]): ReviewChanges | null {
  const changes = changesSinceReview(context)
  if (changes.length === 0 || context.reviewed === null) return null
  const reviewed = context.reviewed
  return {
    changes: changes.flatMap(change => {
      const message = messageOf(change, reviewed, lines)
      return message === null ? [] : [{ ...change, message }]
    }),
    cart: changes.some(({ about }) => about === 'cart') ? cartChanges(reviewed.lines, lines).join(' ') : null,
    was: reviewedTotal(context, reviewed),
    now: reviewedTotal(context, amountsOf(context)),
  }
}

/** Null for a change without a place of its own: the notice says what changed about the cart and the total. */
function messageOf(
  { about, productId, was, now }: Change,
  { coupon }: NonNullable<CheckoutContext['reviewed']>,
  lines: readonly CartLine[],
): string | null {
  const amounts = `${formatAmount(toCents(now ?? 0))}, not ${formatAmount(toCents(was ?? 0))}.`
  switch (about) {
    case 'price':
      return `${nameOf(lines, productId)} now costs ${amounts}`
    case 'coupon':
      return `The coupon ${coupon?.couponCode ?? ''} is no longer valid.`
    case 'fee':
      return `Delivery now costs ${amounts}`
    default:
      return null
  }
}

const nameOf = (lines: readonly CartLine[], productId: number | null | undefined): string =>
  lines.find(line => line.productId === productId)?.productName ?? 'A product'

/** A sentence for each product with another quantity than before. */
function cartChanges(before: readonly SeenLine[], lines: readonly CartLine[]): string[] {
  const removed = before.filter(({ productId }) => !lines.some(line => line.productId === productId)).length
  const sentences = lines.flatMap(({ productId, quantity }) => {
    const known = before.find(line => line.productId === productId)
    if (known?.quantity === quantity) return []
    const name = nameOf(lines, productId)
    return known ? `${name}: ${quantity} instead of ${known.quantity}.` : `${name} was added.`
  })
  const products = removed === 1 ? '1 product was removed.' : `${removed} products were removed.`
  return removed > 0 ? [...sentences, products] : sentences
}

/** The id of a changed line's element. */
export const linePlace = (productId: number | null | undefined): string => `changed-line-${productId}`

/** The id of the element that shows a conflict; the summary links to it. */
export const conflictPlace = ({ about, productId }: Conflict): string =>
  about === 'price' || about === 'stock' ? linePlace(productId) : `changed-${about}`

/** The changes of the lines, by product id. */
export function lineChanges(conflicts: readonly Conflict[]): Map<number, LineChange> {
  const changes = new Map<number, LineChange>()
  for (const { about, productId, message, was, now } of conflicts) {
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
