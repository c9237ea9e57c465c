import { subtotalOf } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import type { Coupon } from '#contract/coupon'
import { formatAmount, toCents, toDollars } from '#contract/money'
import type { NewOrder, SeenLine } from '#contract/order'
import { missingForMinimum, totalsOf, type Totals } from '#contract/totals'
import { lockLines, findStockConflict, type LineRow } from '../carts/carts.ts'
import { lockCoupon } from '../carts/coupons.ts'
import type { Database } from '../database/database.ts'
import { findDeliveryFee, type DeliveryRow } from './delivery.ts'
import { hasSameLines } from '../stock/reservations.ts'
import type { Destination } from '../customers/addresses.ts'
import { unitPrice } from '../catalogue/products.ts'
import { conflictRefusal } from '../requests/refusals.ts'
import type { StoreRules } from '../shop/store-rules.ts'

/** What a cart can be ordered for now; its products and the coupon are held until the transaction ends. */
export interface OrderTerms {
  lines: LineRow[]
  coupon: Coupon | null
  totals: Totals
}

/** What the shopper saw, of the body of an order. */
export type Seen = Pick<NewOrder, 'sessionId' | 'couponCode' | 'lines' | 'deliveryFee' | 'total'>

/** The way of delivery and where to; null for a method that needs no address. */
export interface Delivery {
  method: DeliveryRow
  deliveryAddress: Destination | null
}

/** There is nothing to order, or no longer. */
export const emptyCartConflict: Conflict = { about: 'cart', message: 'Your cart is empty, or was ordered already.' }

/** Others than were shown are in the cart. */
export const changedCartConflict: Conflict = {
  about: 'cart',
  message: 'Your cart has changed in the meantime. Please look at it again.',
}

/**
 * What the cart of a session comes to today.
 *
 * @param isKnown - whether there is such a cart, which the caller holds
 * @throws Refused softly, with everything that speaks against the order as the shopper saw it
 */
export async function checkTerms(
  transaction: Database,
  rules: StoreRules,
  seen: Seen,
  { method, deliveryAddress }: Delivery,
  isKnown: boolean,
): Promise<OrderTerms> {
  const lines = isKnown ? await lockLines(transaction, seen.sessionId) : []
  if (lines.length === 0) throw conflictRefusal([emptyCartConflict])
  const subtotal = subtotalOf(lines.map(line => ({ totalPrice: toDollars(lineTotal(line)) })))
  const quoted = await findDeliveryFee(transaction, rules, method, deliveryAddress)
  const offered = seen.couponCode ? await lockCoupon(transaction, seen.couponCode, subtotal) : null
  const coupon = isConflict(offered) ? null : offered
  const totals = totalsOf(subtotal, coupon, isConflict(quoted) ? 0 : quoted)
  const conflicts = [
    ...lines.map(line => findStockConflict(line, line.quantity)),
    ...linesConflicts(lines, seen.lines),
    minimumConflict(subtotal, rules.minimumOrderLimit),
    isConflict(offered) ? offered : null,
    isConflict(quoted) ? quoted : feeConflict(quoted, toCents(seen.deliveryFee)),
  ].filter(isConflict)
  const all = [...conflicts, ...totalConflicts(conflicts, totals.total, toCents(seen.total))]
  if (all.length > 0) throw conflictRefusal(all)
  return { lines, coupon, totals }
}

const isConflict = (one: Conflict | Coupon | number | null): one is Conflict =>
  typeof one === 'object' && one !== null && 'about' in one

/** What a line costs now, in cents. */
const lineTotal = (line: LineRow): number => unitPrice(line) * line.quantity

/** Lines that are others, or cost something else than the shopper saw; without having seen any there is nothing to say. */
function linesConflicts(lines: LineRow[], seen: SeenLine[] | undefined): Conflict[] {
  if (seen === undefined) return []
  const isSame = hasSameLines(
    lines.map(({ id, quantity }) => ({ productId: id, quantity })),
    seen,
  )
  return isSame ? lines.flatMap(line => priceConflicts(line, seen)) : [changedCartConflict]
}

function priceConflicts(line: LineRow, seen: SeenLine[]): Conflict[] {
  const [now, productId] = [lineTotal(line), line.id]
  const was = toCents(seen.find(one => one.productId === productId)!.totalPrice)
  if (was === now) return []
  const message = `${line.name} costs ${formatAmount(now)} now, not ${formatAmount(was)}.`
  return [{ about: 'price', productId, was: toDollars(was), now: toDollars(now), message }]
}

function minimumConflict(subtotal: number, minimum: number): Conflict | null {
  const missing = missingForMinimum(subtotal, minimum)
  if (missing === 0) return null
  const message = `Add ${formatAmount(missing)} more to reach the minimum order of ${formatAmount(minimum)}.`
  return { about: 'minimum', now: toDollars(missing), message }
}

function feeConflict(now: number, was: number): Conflict | null {
  if (was === now) return null
  const message = `Delivery costs ${formatAmount(now)} now, not ${formatAmount(was)}.`
  return { about: 'fee', was: toDollars(was), now: toDollars(now), message }
}

/** Reasons that are about an amount of the sum; another total then is no news. */
const explainsTotal: Conflict['about'][] = ['price', 'cart', 'coupon', 'fee', 'area']

function totalConflicts(others: Conflict[], now: number, was: number): Conflict[] {
  if (was === now || others.some(({ about }) => explainsTotal.includes(about))) return []
  const message = `The total is now ${formatAmount(now)}, not ${formatAmount(was)}. Please look at your order again.`
  return [{ about: 'total', was: toDollars(was), now: toDollars(now), message }]
}
