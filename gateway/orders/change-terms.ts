import { asc, inArray } from 'drizzle-orm'
import type { AddressFields } from '#contract/address'
import { cancelledUntil } from '#contract/cancellation-text'
import { isQuantity } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import { missingForCoupon, type Coupon } from '#contract/coupon'
import { formatAmount, toDollars } from '#contract/money'
import type { Cancellation } from '#contract/order'
import type { ChangedLine, OrderChange } from '#contract/order-change'
import type { OrderSlot } from '#contract/slots'
import { totalsOf } from '#contract/totals'
import { isEstimate, mostOfLine, mostTotal, withoutMinimum } from '#contract/weight-price'
import { findStockConflict } from '../carts/carts.ts'
import { readCoupon } from '../carts/coupons.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import { productColumns, quantityPrice, unitPrice, type ProductRow } from '../catalogue/products.ts'
import { checkAddress } from '../customers/addresses.ts'
import { checkOptionalField } from '../customers/form-rules.ts'
import type { Database } from '../database/database.ts'
import { isId } from '../database/ids.ts'
import { products } from '../database/schema.ts'
import { hashBody } from '../requests/idempotency.ts'
import { badRequest, conflictRefusal } from '../requests/refusals.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { lockSlot } from '../slots/slots.ts'
import type { Payment } from '../stock/payment-rows.ts'
import { findDeliveryFee, readDeliveryMethod } from './delivery.ts'
import type { lockOrder } from './lock-order.ts'
import { isConflict, minimumConflict, seenAmount, sizeConflict, totalConflicts } from './order-terms.ts'
import { asServed, cancellationOf, toOrderLineRow, type OrderLineRow, type OrderRow } from './orders.ts'
import { sumOfRefunds } from './refunds.ts'

/** An order with its lines. */
export interface OrderWithLines {
  order: OrderRow
  lines: OrderLineRow[]
}

/** A locked order, as `lockOrder` reads it. */
type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** What a change depends on. */
export interface ChangeContext {
  rules: StoreRules
  pictures: PicturePaths
}

/**
 * The order as a change makes it. Nothing is changed, but the products whose quantity changes and a new slot are locked until the transaction ends.
 *
 * - A line that is not raised keeps the price and the multi-buy that it was ordered at; one that is raised, or is new, has those of today as a whole.
 * - The delivery fee stays, unless it is delivered to another suburb. The coupon stays, with its terms; its minimum and the minimum order are checked if the
 *   order comes to less than before.
 *
 * @param seenTotal - what the shopper agreed to, in dollars; null for a preview
 * @throws Refused softly with every conflict; 400 for a line, note or address that breaks a rule
 */
export async function changeTerms(
  transaction: Database,
  { rules, pictures }: ChangeContext,
  { order, lines: before, payment }: LockedOrder,
  change: OrderChange,
  seenTotal: number | null,
): Promise<OrderWithLines> {
  const tooLate = await findTooLate(transaction, order, before)
  if (tooLate !== null) throw conflictRefusal([tooLate])
  if (order.version !== change.version) throw conflictRefusal([changedMeanwhile])
  checkLines(change.lines)
  const { lines, conflicts: ofLines } = await changeLines(transaction, pictures, { order, lines: before }, change)
  const place = await changePlace(transaction, rules, order, change.deliveryAddress ?? null)
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0)
  const isLess = subtotal < order.subtotal
  const coupon = await findCoupon(transaction, order, subtotal)
  const slot = await changeSlot(transaction, rules, order, place.deliveryAddress, change.slotId)
  const kept = isConflict(coupon) ? null : coupon
  const totals = totalsOf(subtotal, kept, isConflict(place.fee) ? 0 : place.fee)
  const priced = lines.map(line => ({ ...line, totalPrice: toDollars(line.total) }))
  const most = mostTotal(priced, kept, totals)
  const conflicts = [
    ...ofLines,
    sizeConflict(lines.map(line => ({ ...line, most: mostOfLine(line.total, line.weighed) }))),
    isLess ? minimumConflict(subtotal, rules.minimumOrderLimit) : null,
    isConflict(coupon) ? coupon : null,
    isConflict(place.fee) ? place.fee : null,
    isConflict(slot) ? slot : null,
  ].filter(isConflict)
  const isFinal = !conflicts.some(({ about }) => about === 'coupon' || about === 'area')
  const unpaid = isFinal ? unpaidConflict(order, payment, most) : null
  if (unpaid !== null) conflicts.push(unpaid)
  else if (seenTotal !== null) conflicts.push(...totalConflicts(conflicts, totals.total, seenAmount(seenTotal)))
  if (conflicts.length > 0 || isConflict(slot)) throw conflictRefusal(conflicts)
  const changed: OrderRow = {
    ...order,
    ...totals,
    coupon: kept ?? order.coupon,
    most: isEstimate(lines) ? most : null,
    slot,
    deliveryAddress: place.deliveryAddress,
    substitution: change.substitution === undefined ? order.substitution : change.substitution,
  }
  return { order: changed, lines }
}

const changedMeanwhile: Conflict = {
  about: 'cart',
  message: 'Your order was changed in the meantime. Please check it.',
}

/** The conflict if an order can't be changed any more. What was picked, weighed or refunded of it says that its packing has begun, whatever its status. */
async function findTooLate(
  transaction: Database,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<Conflict | null> {
  if (order.status === 'cancelled')
    return { about: 'packing', message: 'This order was cancelled, so it can’t be changed any more.' }
  const cancellation = cancellationOf(order)
  const hasBegun =
    (cancellation?.refusal ?? null) === 'packing' ||
    cancellation === null ||
    order.pickedAt !== null ||
    lines.some(({ picking, weighedGrams }) => picking !== null || weighedGrams !== null) ||
    (await sumOfRefunds(transaction, order.id)) > 0
  if (hasBegun)
    return { about: 'packing', message: 'We have begun to pack this order, so it can’t be changed here any more.' }
  return cancellation.refusal === 'cutOff' ? { about: 'cutOff', message: cutOffText(cancellation) } : null
}

function cutOffText(cancellation: Cancellation): string {
  const end = cancelledUntil(cancellation)
  return end === null ? 'The time to change this order has passed.' : `This order could be changed until ${end}.`
}

/** @throws Refused 400 for a quantity that no line can have, or two lines of a product */
function checkLines(wanted: readonly ChangedLine[]): void {
  const invalid = wanted.findIndex(({ quantity }) => !isQuantity(quantity))
  if (invalid >= 0) throw badRequest(`lines.${invalid}.quantity is missing or invalid`)
  if (new Set(wanted.map(({ productId }) => productId)).size < wanted.length)
    throw badRequest('A product has one line of an order.')
}

/** The lines as they are wanted: those of the order in their places, then new ones in the order of the request. */
async function changeLines(
  transaction: Database,
  pictures: PicturePaths,
  { order, lines: before }: OrderWithLines,
  { lines: wanted }: OrderChange,
): Promise<{ lines: OrderLineRow[]; conflicts: (Conflict | null)[] }> {
  const known = new Map(before.map(line => [line.productId, line]))
  const kept = new Set(wanted.filter(line => known.get(line.productId)?.quantity === line.quantity).map(idOf))
  const ids = [...before.map(idOf), ...wanted.map(idOf)].filter(id => isId(id) && !kept.has(id))
  const offered = await lockProducts(transaction, ids)
  const placed = [...before.map(idOf), ...wanted.map(idOf).filter(id => !known.has(id))]
  const all = placed.flatMap(id => wanted.find(line => line.productId === id) ?? [])
  const results = all.map((line, position) => {
    const ordered = known.get(line.productId)
    const choices = choicesOf(line, ordered)
    if (ordered !== undefined && line.quantity <= ordered.quantity) {
      const { quantity } = line
      const total = quantityPrice({ ...ordered, quantity })
      return { line: { ...ordered, ...choices, quantity, total, position }, conflict: null }
    }
    const product = offered.get(line.productId)
    if (product === undefined) return { line: null, conflict: notSold(line.productId, ordered) }
    const conflict = stockConflict(product, line.quantity, ordered?.quantity ?? 0)
    const sold = { ...product, quantity: line.quantity, price: unitPrice(product) }
    return { line: { ...toOrderLineRow(order.id, sold, position, pictures), ...choices }, conflict }
  })
  return { lines: results.flatMap(({ line }) => line ?? []), conflicts: results.map(({ conflict }) => conflict) }
}

const idOf = ({ productId }: { productId: number }): number => productId

async function lockProducts(transaction: Database, ids: readonly number[]): Promise<Map<number, ProductRow>> {
  if (ids.length === 0) return new Map()
  const rows = await transaction
    .select(productColumns)
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]))
    .orderBy(asc(products.id)) // the same order everywhere, or two orders could deadlock
    .for('no key update', { of: products })
  return new Map(rows.map(row => [row.id, row]))
}

/** What is wanted for a line: a choice that is absent stays. */
const choicesOf = (
  { substitution, note }: ChangedLine,
  ordered: OrderLineRow | undefined,
): Pick<OrderLineRow, 'substitution' | 'note'> => ({
  substitution: substitution === undefined ? (ordered?.substitution ?? null) : substitution,
  note: note === undefined ? (ordered?.note ?? null) : checkOptionalField('note', note),
})

const notSold = (productId: number, ordered: OrderLineRow | undefined): Conflict => ({
  about: 'stock',
  productId,
  left: ordered?.quantity ?? 0,
  message: ordered === undefined ? 'A product is no longer sold.' : `${ordered.productName} is no longer sold.`,
})

/** The conflict if a quantity can't be sold. What was ordered is the order's already. */
function stockConflict(product: ProductRow, wanted: number, ordered: number): Conflict | null {
  const conflict = findStockConflict({ ...product, stock: product.stock + ordered }, wanted)
  return conflict && { ...conflict, left: Math.max(conflict.left ?? 0, ordered) }
}

/** The address of an order after a change, and the fee in cents. An order that is collected has no address. */
async function changePlace(
  transaction: Database,
  rules: StoreRules,
  { deliveryAddress: before, deliveryFee, deliveryMethod }: OrderRow,
  wanted: AddressFields | null,
): Promise<{ deliveryAddress: AddressFields | null; fee: number | Conflict }> {
  if (wanted === null || before === null) return { deliveryAddress: before, fee: deliveryFee }
  const checked = await checkAddress(transaction, wanted)
  if (hashBody(checked) === hashBody(before)) return { deliveryAddress: before, fee: deliveryFee }
  const address = await asServed(transaction, rules, checked)
  const isSamePlace =
    address.city === before.city && address.postCode === before.postCode && address.regionId === before.regionId
  if (isSamePlace) return { deliveryAddress: address, fee: deliveryFee }
  const method = await readDeliveryMethod(transaction, deliveryMethod)
  return { deliveryAddress: address, fee: await findDeliveryFee(transaction, rules, method, address) }
}

/** The coupon of an order with its terms as they were when the order was placed; a conflict if the order falls below its minimum. */
async function findCoupon(
  transaction: Database,
  { couponCode, coupon: accepted, subtotal: before }: OrderRow,
  subtotal: number,
): Promise<Coupon | Conflict | null> {
  if (couponCode === null) return null
  const coupon = await readCoupon(transaction, couponCode)
  const missing = subtotal < before ? missingForCoupon(coupon, subtotal) : 0
  if (missing > 0)
    return {
      about: 'coupon',
      message: `Your coupon ${couponCode} needs ${formatAmount(missing)} more than the order would come to.`,
    }
  // orders that were placed before coupons were kept with them have the terms of today
  return withoutMinimum(accepted ?? coupon)
}

/** The slot of an order after a change; another one than the order's is locked. */
async function changeSlot(
  transaction: Database,
  rules: StoreRules,
  { slot, deliveryMethod }: OrderRow,
  deliveryAddress: AddressFields | null,
  wanted: string | null | undefined,
): Promise<OrderSlot | Conflict | null> {
  if (wanted === undefined || wanted === slot?.slotId) return slot
  if (wanted === null) return null
  return lockSlot(transaction, rules, wanted, {
    methodId: deliveryMethod,
    postCode: deliveryAddress?.postCode ?? '',
  })
}

/**
 * The most that an order can come to without being paid again, in cents: what its payment authorised, or what it captured and does not give back.
 * Null if it is paid on delivery.
 */
function payableOf({ paymentMethod, most, total }: OrderRow, payment: Payment | undefined): number | null {
  if (paymentMethod === 'on-delivery') return null
  if (payment === undefined) return most ?? total
  const { state, amount, captureAmount, refundedAmount, refundingAmount } = payment
  if (state === 'authorized' || state === 'pending') return captureAmount ?? amount
  return state === 'captured' ? (captureAmount ?? amount) - refundedAmount - (refundingAmount ?? 0) : 0
}

/** The conflict if an order would cost more than was paid. @param most - the most that it can cost, in cents */
function unpaidConflict(order: OrderRow, payment: Payment | undefined, most: number): Conflict | null {
  const payable = payableOf(order, payment)
  if (payable === null || most <= payable) return null
  const [now, was] = [formatAmount(most), formatAmount(payable)]
  const message =
    payable === 0
      ? 'There is no payment for this order any more. Please contact us.'
      : `Your order can come to ${now}, and its payment covers ${was}. Please choose less, or order the rest separately.`
  return { about: 'total', was: toDollars(payable), now: toDollars(most), message }
}
