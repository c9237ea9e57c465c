import { subtotalOf, lineCents } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import type { Coupon } from '#contract/coupon'
import { feeChange, formatFee } from '#contract/fee-text'
import { formatAmount, toCents, toDollars } from '#contract/money'
import type { NewOrder, SeenLine } from '#contract/order'
import type { OrderSlot } from '#contract/slots'
import { missingForMinimum, totalsOf, type Totals } from '#contract/totals'
import { mostOfLine, mostTotal } from '#contract/weight-price'
import { lockLines, findStockConflict, largestSubtotal, tooLarge, type LineRow } from '../carts/carts.ts'
import { lockCoupon } from '../carts/coupons.ts'
import type { Database } from '../database/database.ts'
import { largestInteger } from '../database/ids.ts'
import { findDeliveryFee, type DeliveryRow } from './delivery.ts'
import { hasSameLines } from '../stock/reservations.ts'
import type { Destination } from '../customers/addresses.ts'
import { quantityPrice, unitPrice } from '../catalogue/products.ts'
import { conflictRefusal } from '../requests/refusals.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { lockSlot } from '../slots/slots.ts'

/** The current lines, coupon, totals and slot of a cart. Products and coupon are locked until the transaction ends. */
export interface OrderTerms {
  lines: LineRow[]
  coupon: Coupon | null
  totals: Totals
  /** The most that the order can cost, in cents: the total, unless it has goods by weight. */
  most: number
  /** The chosen slot, which is locked, too; null without one. */
  slot: OrderSlot | null
}

/** The terms that the shopper was shown. */
export type Seen = Pick<NewOrder, 'sessionId' | 'couponCode' | 'lines' | 'deliveryFee' | 'total' | 'most' | 'slotId'>

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
  const lines = (isKnown ? await lockLines(transaction, seen.sessionId) : []).map(line => asSeen(line, seen))
  if (lines.length === 0) throw conflictRefusal([emptyCartConflict])
  const amounts = lines.map(line => ({ ...line, totalPrice: toDollars(lineTotal(line)) }))
  const subtotal = subtotalOf(amounts)
  const quoted = await findDeliveryFee(transaction, rules, method, deliveryAddress)
  const offered = seen.couponCode ? await lockCoupon(transaction, seen.couponCode, subtotal) : null
  const coupon = isConflict(offered) ? null : offered
  const place = { methodId: method.id, postCode: deliveryAddress?.postCode ?? '' }
  const slot = seen.slotId ? await lockSlot(transaction, rules, seen.slotId, place) : null
  const totals = totalsOf(subtotal, coupon, isConflict(quoted) ? 0 : quoted)
  const most = mostTotal(amounts, coupon, totals)
  const largest = lines.reduce((sum, line) => sum + lineMost(line), 0)
  const conflicts = [
    ...lines.map(line => findStockConflict(line, line.quantity)),
    ...linesConflicts(lines, seen.lines),
    sizeConflict(lines.map(line => ({ productId: line.id, quantity: line.quantity, most: lineMost(line) }))),
    minimumConflict(subtotal, rules.minimumOrderLimit),
    isConflict(offered) ? offered : null,
    isConflict(quoted) ? quoted : feeConflict(quoted, seenAmount(seen.deliveryFee)),
    isConflict(slot) ? slot : null,
  ].filter(isConflict)
  const isTooLarge = largest > largestSubtotal
  const changed = isTooLarge ? [] : totalConflicts(conflicts, totals.total, seenAmount(seen.total))
  const all = [...conflicts, ...changed, ...(isTooLarge ? [] : mostConflicts([...conflicts, ...changed], most, seen))]
  if (all.length > 0 || isConflict(slot)) throw conflictRefusal(all)
  return { lines, coupon, totals, most, slot }
}

export const isConflict = (one: Conflict | Coupon | OrderSlot | number | null): one is Conflict =>
  typeof one === 'object' && one !== null && 'about' in one

/** The cents that the shopper was shown; null for a number that no order can have, which no message repeats. */
export function seenAmount(dollars: number): number | null {
  const cents = toCents(dollars)
  return cents >= 0 && cents <= largestInteger ? cents : null
}

const notAsSeen = (was: number | null): string => (was === null ? '' : `, not ${formatAmount(was)}`)

const wasAndNow = (was: number | null, now: number) => ({
  ...(was === null ? {} : { was: toDollars(was) }),
  now: toDollars(now),
})

/**
 * The line for a shop that knows less than the gateway. One that knows nothing of weights has shown the estimate as the amount to pay: then it is
 * the most that is paid. One that has shown no price with the multi-buy has shown price times quantity: then that is paid.
 */
const asSeen = (line: LineRow, { most, lines }: Seen): LineRow => {
  const seen = lines?.find(({ productId }) => productId === line.id)
  return {
    ...line,
    weighed:
      line.weighed !== null && typeof most !== 'number'
        ? { ...line.weighed, mostGrams: line.weighed.grams }
        : line.weighed,
    multiBuy: typeof seen?.linePrice === 'number' ? line.multiBuy : null,
  }
}

/** In cents. */
const lineTotal = (line: LineRow): number => quantityPrice({ ...line, price: unitPrice(line) })
const lineMost = (line: LineRow): number => mostOfLine(lineTotal(line), line.weighed)

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
  const was = seenAmount(toDollars(lineCents(seen.find(one => one.productId === productId)!)))
  if (was === now) return []
  const message = `${line.name} now costs ${formatAmount(now)}${notAsSeen(was)}.`
  return [{ about: 'price', productId, ...wasAndNow(was, now), message }]
}

/** A line, as far as the size of an order matters: with the most that it can cost, in cents. */
interface SizedLine {
  productId: number
  quantity: number
  most: number
}

/** The conflict if no order can be this large: less of what costs most can be ordered. */
export function sizeConflict(lines: readonly SizedLine[]): Conflict | null {
  const sum = lines.reduce((cents, { most }) => cents + most, 0)
  if (sum <= largestSubtotal) return null
  const { productId, quantity, most } = lines.reduce((one, other) => (other.most > one.most ? other : one))
  const left = Math.max(Math.floor(((largestSubtotal - (sum - most)) * quantity) / most), 0)
  return { about: 'stock', productId, left, message: tooLarge }
}

export function minimumConflict(subtotal: number, minimum: number): Conflict | null {
  const missing = missingForMinimum(subtotal, minimum)
  if (missing === 0) return null
  const message = `Add ${formatAmount(missing)} more to reach the minimum order of ${formatAmount(minimum)}.`
  return { about: 'minimum', now: toDollars(missing), message }
}

function feeConflict(now: number, was: number | null): Conflict | null {
  if (was === now) return null
  const message = was === null ? `Delivery is now ${formatFee(now).toLowerCase()}.` : feeChange(now, was)
  return { about: 'fee', ...wasAndNow(was, now), message }
}

/** Conflicts that explain a different total, so that it need not be reported as well. */
const explainsTotal: Conflict['about'][] = ['price', 'cart', 'coupon', 'fee', 'area']

export function totalConflicts(others: readonly Conflict[], now: number, was: number | null): Conflict[] {
  if (was === now || others.some(({ about }) => explainsTotal.includes(about))) return []
  const message = `The total is now ${formatAmount(now)}${notAsSeen(was)}. Please check your order.`
  return [{ about: 'total', ...wasAndNow(was, now), message }]
}

/** The conflict if the order can cost more, or less, than the most that the shopper was shown. It has no amounts: they are not those of the total. */
function mostConflicts(others: Conflict[], now: number, { most }: Seen): Conflict[] {
  const isExplained = others.some(({ about }) => about === 'total' || explainsTotal.includes(about))
  if (typeof most !== 'number' || toCents(most) === now || isExplained) return []
  return [
    { about: 'total', message: `The most that your order can cost is now ${formatAmount(now)}. Please check it.` },
  ]
}
