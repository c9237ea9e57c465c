import type { Conflict } from '#contract/conflict'
import { lineCents, subtotalOf } from '#contract/cart'
import type { SeenLine } from '#contract/order'
import { toCents, toDollars } from '#contract/money'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { totalsOf } from '#contract/totals'
import type { CheckoutContext, Reviewed, ReviewedLine } from './context.ts'
import { feeOf, reasonsAgainst } from './order-rules.ts'

/** A difference between the reviewed and the current amounts; amounts as in a conflict. */
export type Change = Omit<Conflict, 'message'>

const reviewedLineOf = ({ productId, quantity, totalPrice, linePrice, multiBuy }: ReviewedLine): ReviewedLine => ({
  productId,
  quantity,
  totalPrice,
  ...(typeof linePrice === 'number' && { linePrice, multiBuy }),
})

/** The current amounts of the order. */
export const amountsOf = (context: CheckoutContext): Reviewed => ({
  lines: context.basket.lines.map(reviewedLineOf),
  coupon: context.basket.coupon,
  fee: feeOf(context),
})

/** The total of the reviewed amounts, in cents. */
export const reviewedTotal = (context: CheckoutContext, { lines, coupon, fee }: Reviewed): number =>
  totalsOf(subtotalOf(lines), coupon, fee ?? feeOf(context) ?? 0).total

/** Whether the lines have the same products and quantities. A product has one line. */
const hasSameLines = (some: readonly SeenLine[], others: readonly SeenLine[]): boolean =>
  some.length === others.length &&
  some.every(({ productId, quantity }) => others.find(line => line.productId === productId)?.quantity === quantity)

/** A reviewed line with another quantity, at its unit price and with its multi-buy. */
function atQuantity(line: ReviewedLine, quantity: number): ReviewedLine {
  const cents = toCents(line.totalPrice) / line.quantity
  return {
    ...line,
    quantity,
    totalPrice: toDollars(cents * quantity),
    ...(line.multiBuy && { linePrice: toDollars(priceOfQuantity(cents, quantity, line.multiBuy)) }),
  }
}

/** The reviewed amounts after the shopper has changed the cart in this tab. A price that changed meanwhile stays a change. */
export function reviewedAgain(context: CheckoutContext): Reviewed | null {
  const { reviewed, basket } = context
  if (reviewed === null) return null
  const isCouponSame = reviewed.coupon?.couponCode === basket.coupon?.couponCode
  if (isCouponSame && hasSameLines(reviewed.lines, basket.lines)) return reviewed
  const lines = amountsOf(context).lines.map(line => {
    const known = reviewed.lines.find(({ productId }) => productId === line.productId)
    return known ? atQuantity(known, line.quantity) : line
  })
  return { lines, coupon: basket.coupon, fee: null }
}

/**
 * The changes since the review that the shopper did not make here and has not accepted. What a refusal of the order has named
 * is known already, and so is what settles a refusal: another quantity, or no coupon.
 */
export function changesSinceReview(context: CheckoutContext): Change[] {
  const { reviewed, basket, conflicts } = context
  if (reviewed === null) return []
  const isNamed = (about: Conflict['about'], productId?: number, now?: number) =>
    conflicts.some(
      one =>
        one.about === about &&
        (productId === undefined || one.productId === productId) &&
        (now === undefined || (typeof one.now === 'number' && toCents(one.now) === toCents(now))),
    )
  const now = reviewedTotal(context, amountsOf(context))
  if (isNamed('total', undefined, toDollars(now))) return []
  const isLineNamed = ({ productId }: SeenLine) => isNamed('stock', productId)
  const others = (lines: readonly SeenLine[]) => lines.filter(line => !isLineNamed(line))
  const prices = basket.lines.flatMap((line): Change[] => {
    const { productId, quantity } = line
    const known = reviewed.lines.find(one => one.productId === productId)
    const [was, is] = [lineCents(known ? atQuantity(known, quantity) : line), lineCents(line)]
    return was === is || isNamed('price', productId, toDollars(is))
      ? []
      : [{ about: 'price', productId, was: toDollars(was), now: toDollars(is) }]
  })
  const areLinesSame = isNamed('cart') || hasSameLines(others(reviewed.lines), others(basket.lines))
  const isCouponGone = reviewed.coupon !== null && basket.coupon === null && !isNamed('coupon')
  const fee = feeOf(context)
  const isFeeOther = conflicts.length === 0 && fee !== null && reviewed.fee !== null && fee !== reviewed.fee
  const changes: Change[] = [
    ...prices,
    ...(areLinesSame ? [] : [{ about: 'cart' as const }]),
    ...(isCouponGone ? [{ about: 'coupon' as const }] : []),
    ...(isFeeOther ? [{ about: 'fee' as const, was: toDollars(reviewed.fee!), now: toDollars(fee) }] : []),
  ]
  if (changes.length > 0 || conflicts.length > 0) return changes
  const was = reviewedTotal(context, reviewed)
  return was === now ? [] : [{ about: 'total', was: toDollars(was), now: toDollars(now) }]
}

/** Whether nothing prevents the order, and the shopper has seen all of its amounts. */
export const canPlace = (context: CheckoutContext): boolean =>
  reasonsAgainst(context).length === 0 && changesSinceReview(context).length === 0
