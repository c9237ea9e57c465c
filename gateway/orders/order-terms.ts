import { subtotalOf } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import type { Coupon } from '#contract/coupon'
import { feeChange } from '#contract/fee-text'
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

/** The current lines, coupon and totals of a cart. Products and coupon are locked until the transaction ends. */
export interface OrderTerms {
  lines: LineRow[]
  coupon: Coupon | null
  totals: Totals
}

/** The terms that the shopper was shown. */
export type Seen = Pick<NewOrder, 'sessionId' | 'couponCode' | 'lines' | 'deliveryFee' | 'total'>

/** The delivery method and destination; null for a method without an address. */
export interface Delivery {
  method: DeliveryRow
  deliveryAddress: Destination | null
}

export const emptyCartConflict: Conflict = {
  about: 'cart',
  message: 'Your cart is empty, or has already been ordered.',
}

export const changedCartConflict: Conflict = {
  about: 'cart',
  message: 'Your cart has changed in the meantime. Please check it.',
}

/**
 * Checks the terms the shopper was shown against the current ones.
 *
 * @param isKnown - whether the cart exists; the caller has locked it
 * @throws Refused softly with every conflict between the two
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

/** In cents. */
const lineTotal = (line: LineRow): number => unitPrice(line) * line.quantity

/** Conflicts with the lines the shopper was shown; none if the request has no lines. */
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
  const message = `${line.name} now costs ${formatAmount(now)}, not ${formatAmount(was)}.`
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
  return { about: 'fee', was: toDollars(was), now: toDollars(now), message: feeChange(now, was) }
}

/** Conflicts that explain a different total, so that it need not be reported as well. */
const explainsTotal: Conflict['about'][] = ['price', 'cart', 'coupon', 'fee', 'area']

function totalConflicts(others: Conflict[], now: number, was: number): Conflict[] {
  if (was === now || others.some(({ about }) => explainsTotal.includes(about))) return []
  const message = `The total is now ${formatAmount(now)}, not ${formatAmount(was)}. Please check your order.`
  return [{ about: 'total', was: toDollars(was), now: toDollars(now), message }]
}
