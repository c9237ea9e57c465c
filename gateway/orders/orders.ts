import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { AddressFields } from '#contract/address'
import type { ContactPerson } from '#contract/customer'
import type { Coupon } from '#contract/coupon'
import { toDollars } from '#contract/money'
import type { Cancellation, NewOrder, Order, OrdersQuestion, OrderStatus, OrderSummary } from '#contract/order'
import type { VersionedOrder } from '#contract/order-change'
import type { ReportableOrder } from '#contract/order-problem'
import type { LineChoice } from '#contract/substitution'
import type { OrderSlot } from '#contract/slots'
import type { Totals } from '#contract/totals'
import { isEstimate, withoutMinimum } from '#contract/weight-price'
import { lockCart, type LineRow } from '../carts/carts.ts'
import { countCouponUse } from '../carts/coupons.ts'
import type { Database } from '../database/database.ts'
import { readDeliveryMethod, type DeliveryRow } from './delivery.ts'
import { lockPayments, paidStates, unpaidStates } from '../stock/payment-rows.ts'
import { releaseReservations, takeStock, type SoldLine } from '../stock/reservations.ts'
import { newId } from '../database/ids.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import { checkAddress, findServedSuburb } from '../customers/addresses.ts'
import { fullName, multiBuyFields, quantityPrice, unitPrice } from '../catalogue/products.ts'
import type { Requester } from '../requests/idempotency.ts'
import { badRequest, notFound } from '../requests/refusals.ts'
import { cartLines, carts, orderLines, orders } from '../database/schema.ts'
import type { OrderWebhook } from '../shop/services.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { isTestProvider, type ProviderName } from '../database/provider-name.ts'
import { checkTerms } from './order-terms.ts'
import { queueOrderReport } from './order-webhook.ts'
import { checkContact, checkOptionalField } from '../customers/form-rules.ts'
import { readProblems } from './problems.ts'
import { readReceivedRefunds } from './refunds.ts'

export interface OrderContext {
  database: Database
  rules: StoreRules
  pictures: PicturePaths
  /** Null for a guest. */
  customerId: string | null
  /** Where new orders are reported to; null for nowhere. */
  orderWebhook: OrderWebhook | null
}

/** The checked body of an order, and its delivery method. */
export interface CheckedOrder extends Parties {
  comment: string | null
  /** What is wanted for each product, by its id. */
  choices: ReadonlyMap<number, LineChoice>
  method: DeliveryRow
}

/**
 * Places an order that is paid on delivery: stock, coupon, slot, order and the emptied cart together or not at all, in the
 * caller's transaction. Online payments of the session are abandoned.
 *
 * Prices come from the database. The cart is locked first, so that a session is ordered once, whatever the keys.
 *
 * @throws Refused softly for conflicts that the shopper can resolve, 400 for an invalid body
 */
export async function placeUnpaidOrder(context: OrderContext, body: NewOrder): Promise<Order> {
  const { database, rules, customerId } = context
  const accepted = await checkOrder(database, rules, body)
  const isKnown = await lockCart(database, body.sessionId, customerId)
  if (isKnown) await releaseSessionPayments(database, body)
  const { lines, coupon, totals, most, slot } = await checkTerms(database, rules, body, accepted, isKnown)
  const sold = toSoldLines(lines)
  await countCouponUse(database, coupon)
  await takeStock(database, sold)
  const couponCode = coupon?.couponCode ?? null
  return insertOrder(context, body, accepted, {
    lines: sold,
    ...totals,
    most,
    couponCode,
    coupon,
    slot,
    paymentStatus: 'pending',
    provider: null,
  })
}

/** Abandons every payment of a session that has no order. The caller has locked the cart. */
export async function releaseSessionPayments(
  transaction: Database,
  { sessionId, couponCode }: SessionCart,
): Promise<void> {
  await releaseReservations(
    transaction,
    await lockPayments(transaction, [sessionId], [...unpaidStates, ...paidStates]),
    { couponCode },
  )
}

type SessionCart = Pick<NewOrder, 'sessionId' | 'couponCode'>

/** Cart lines at current prices. */
export const toSoldLines = (lines: LineRow[]): SoldLine[] => lines.map(line => ({ ...line, price: unitPrice(line) }))

type Parties = { customer: ContactPerson; billingAddress: AddressFields; deliveryAddress: AddressFields | null }

const finishedStatuses: OrderStatus[] = ['completed', 'cancelled']
const currentStatuses: OrderStatus[] = ['received', 'preparing', 'on-its-way', 'ready-for-pickup']

/** A customer's current or finished orders, newest first. */
export async function listOrders(
  database: Database,
  customerId: string,
  { orderStatus }: OrdersQuestion,
): Promise<OrderSummary[]> {
  const quantity = sql<number>`sum(${orderLines.quantity})::int`
  const isEstimate = sql<boolean>`bool_or(${orderLines.weighed} is not null and ${orderLines.weighedGrams} is null)`
  const rows = await database
    .select({ order: orders, quantity, isEstimate })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.customerId, customerId),
        inArray(orders.status, orderStatus === 'current' ? currentStatuses : finishedStatuses),
      ),
    )
    .groupBy(orders.id)
    .orderBy(desc(orders.number))
  return rows.map(row => toOrderSummary(row.order, row.quantity, row.isEstimate))
}

/** @throws Refused 404 for an order that is not the customer's */
export async function readOrder(database: Database, customerId: string, id: string): Promise<Order> {
  const [row] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, customerId)))
  if (row === undefined) throw notFound('This order does not exist.')
  return withLines(database, row)
}

/** Reads an order without checking its owner; for receipts. */
export async function readOrderById(database: Database, id: string): Promise<Order> {
  const [row] = await database.select().from(orders).where(eq(orders.id, id))
  return withLines(database, row!)
}

/** The `requestId` of POST /order, and the requester. */
export interface OrderAttempt {
  requestId: string
  requester: Requester
}

/**
 * The order that was placed with a key. Guests' orders belong to their session. Changes nothing.
 *
 * @throws Refused 404 if there is none, or it is not the requester's
 */
export async function findOrder(database: Database, { requestId, requester }: OrderAttempt): Promise<Order> {
  const { sessionId, customerId } = requester
  const ofGuest = and(isNull(orders.customerId), eq(orders.sessionId, sessionId ?? ''))
  const own = customerId === null ? ofGuest : or(ofGuest, eq(orders.customerId, customerId))
  const [row] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.requestId, requestId), own))
  if (row === undefined) throw notFound('No order was placed with this requestId.')
  return withLines(database, row)
}

async function withLines(database: Database, row: typeof orders.$inferSelect): Promise<ReportableOrder> {
  const lines = await database
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, row.id))
    .orderBy(orderLines.position)
  const refunds = await readReceivedRefunds(database, row.id)
  const problems = await readProblems(database, row)
  return {
    ...toOrder(row, lines),
    ...(refunds.length > 0 && { refunds }),
    ...(problems !== null && { problems }),
  }
}

/**
 * Checks the body of an order. The delivery address gets the suburb as the store spells it, if it is in the delivery area.
 *
 * @throws Refused 400 naming the first field that breaks a rule
 */
export async function checkOrder(
  database: Database,
  rules: StoreRules,
  body: Omit<NewOrder, 'payment'>,
): Promise<CheckedOrder> {
  const customer = checkContact(body.customer)
  const billingAddress = await checkAddress(database, body.billingAddress)
  const separateAddress = body.deliveryAddress && (await checkAddress(database, body.deliveryAddress))
  const comment = checkOptionalField('comment', body.comment)
  const method = await readDeliveryMethod(database, body.deliveryMethod)
  const deliveryAddress = method.needsAddress ? separateAddress : null
  if (method.needsAddress && deliveryAddress === null) throw badRequest('Delivery address is required')
  const served = deliveryAddress && (await asServed(database, rules, deliveryAddress))
  const choices = new Map(
    body.lines?.map(({ productId, substitution, note }) => [
      productId,
      { substitution: substitution ?? null, note: checkOptionalField('note', note) },
    ]),
  )
  return { customer, billingAddress, deliveryAddress: served, comment, choices, method }
}

/** An address with its suburb as the store spells it, if it is in the delivery area. */
export async function asServed(
  database: Database,
  { limitAreaShipping }: StoreRules,
  address: AddressFields,
): Promise<AddressFields> {
  const suburb = limitAreaShipping ? await findServedSuburb(database, address) : null
  return suburb === null || 'about' in suburb ? address : { ...address, city: suburb.name, postCode: suburb.postCode }
}

/** The lines and amounts of an order, in cents, its slot and its payment state. */
interface OrderAmounts extends Totals {
  lines: SoldLine[]
  /** The most that it can cost. */
  most: number
  couponCode: string | null
  coupon: Coupon | null
  slot: OrderSlot | null
  paymentStatus: Order['payment']['status']
  provider: ProviderName | null
}

/** Inserts an order and deletes its cart. */
export async function insertOrder(
  context: OrderContext,
  body: NewOrder,
  accepted: CheckedOrder,
  sum: OrderAmounts,
): Promise<Order> {
  const { database, pictures, customerId, orderWebhook } = context
  const { requestId, sessionId, deliveryMethod, payment } = body
  const { customer, billingAddress, deliveryAddress, comment, choices } = accepted
  const { lines, most, coupon, ...amounts } = sum
  // the coupon stays: the discount is calculated again when less is packed
  const kept = { coupon: withoutMinimum(coupon), ...(isEstimate(lines) && { most }) }
  const { firstName, lastName, email, telephone } = customer
  const [row] = await database
    .insert(orders)
    .values({
      id: newId(),
      requestId,
      sessionId,
      customerId,
      status: 'received',
      firstName,
      lastName,
      email,
      telephone,
      billingAddress,
      deliveryAddress,
      deliveryMethod,
      ...amounts,
      ...kept,
      paymentMethod: payment.method,
      providerOrderId: payment.method === 'online' ? payment.providerOrderId : null,
      comment,
      substitution: body.substitution,
    })
    .returning()
  const sold = await inCartOrder(database, sessionId, lines)
  const rows = sold.map((line, position) => ({
    ...toOrderLineRow(row!.id, line, position, pictures),
    ...choices.get(line.id),
  }))
  await database.insert(orderLines).values(rows)
  await database.delete(carts).where(eq(carts.sessionId, sessionId))
  if (orderWebhook !== null) await queueOrderReport(database, row!.number)
  return toOrder(row!, rows)
}

/** Sorts lines, which were locked in the order of their ids, as the shopper saw them in the cart. */
async function inCartOrder(database: Database, sessionId: string, lines: SoldLine[]): Promise<SoldLine[]> {
  const cart = await database
    .select({ productId: cartLines.productId })
    .from(cartLines)
    .where(eq(cartLines.sessionId, sessionId))
    .orderBy(asc(cartLines.sequence))
  const places = new Map(cart.map(({ productId }, place) => [productId, place]))
  return lines.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** A line of an order, at the price of a product now. */
export const toOrderLineRow = (
  orderId: string,
  line: SoldLine,
  position: number,
  pictures: PicturePaths,
): OrderLineRow => ({
  orderId,
  productId: line.id,
  productName: fullName(line),
  productImage: pictures.ofProduct(line, 'front'),
  price: line.price,
  quantity: line.quantity,
  total: quantityPrice(line),
  position,
  weighed: line.weighed,
  weighedGrams: null,
  multiBuy: line.multiBuy,
  substitution: null,
  note: null,
  picking: null,
  substitute: null,
  charged: null,
})

export type OrderLineRow = typeof orderLines.$inferSelect
export type OrderRow = typeof orders.$inferSelect

/** Whether the amount of a line is an estimate. */
export const isUnweighed = ({ weighed, weighedGrams, picking }: OrderLineRow): boolean =>
  weighed !== null && weighedGrams === null && picking !== 'out-of-stock' && picking !== 'substitute'

/** What is paid for a line, in cents. */
export const chargedFor = ({ charged, total }: OrderLineRow): number => charged ?? total

const toOrderSummary = (row: typeof orders.$inferSelect, quantity: number, isEstimate: boolean): OrderSummary => ({
  orderId: row.id,
  orderNumber: String(row.number),
  orderStatus: row.status,
  createdAt: row.createdAt.toISOString(),
  quantity,
  total: toDollars(row.total),
  ...(isEstimate && { isEstimate }),
  ...(row.slot !== null && { slot: row.slot }),
})

export function toOrder(row: OrderRow, lines: OrderLineRow[]): VersionedOrder {
  const { firstName, lastName, email, telephone } = row
  return {
    ...toOrderSummary(
      row,
      lines.reduce((sum, line) => sum + line.quantity, 0),
      lines.some(isUnweighed),
    ),
    ...packedLines(lines),
    subtotal: toDollars(row.subtotal),
    discount: toDollars(row.discount),
    couponCode: row.couponCode,
    deliveryFee: toDollars(row.deliveryFee),
    ...(row.most !== null && { most: toDollars(row.most) }),
    deliveryMethod: row.deliveryMethod,
    billingAddress: row.billingAddress,
    deliveryAddress: row.deliveryAddress,
    customer: { firstName, lastName, email, telephone },
    payment: toOrderPayment(row),
    statusTimes: row.statusTimes,
    cancellation: cancellationOf(row),
    version: row.version,
    ...(row.comment === null ? {} : { comment: row.comment }),
    ...(row.substitution !== null && { substitution: row.substitution }),
  }
}

/**
 * Whether the shopper can cancel an order: until the cut-off of its slot and before its packing begins. An order of a slot that was stored without a cut-off
 * has its start. Null for an order that is over.
 */
export function cancellationOf(
  { status, slot }: Pick<typeof orders.$inferSelect, 'status' | 'slot'>,
  now = Date.now(),
): Cancellation | null {
  if (finishedStatuses.includes(status)) return null
  const until = slot === null ? null : (slot.cutOffAt ?? slot.startsAt)
  const isLate = until !== null && Date.parse(until) <= now
  return { until, refusal: status === 'received' ? (isLate ? 'cutOff' : null) : 'packing' }
}

const toOrderPayment = ({
  paymentMethod,
  paymentStatus,
  providerOrderId,
  provider,
  status,
}: typeof orders.$inferSelect): Order['payment'] => ({
  method: paymentMethod,
  status: paymentStatus,
  ...(providerOrderId === null ? {} : { providerOrderId }),
  ...(isTestProvider(provider) && { isTest: true }),
  ...(status === 'cancelled' && paymentMethod === 'online' && { isReturned: true }),
})

/** The lines as they are packed, and what is left out. */
function packedLines(rows: OrderLineRow[]): Pick<Order, 'lines' | 'leftOut'> {
  const named = ({ productName, quantity }: OrderLineRow) => ({ productName, quantity })
  const leftOut = rows.filter(({ picking }) => picking === 'out-of-stock').map(named)
  const lines = rows.flatMap(row => {
    if (row.picking === 'out-of-stock') return []
    if (row.substitute === null) return toOrderLine(row)
    const { price, ...replacement } = row.substitute
    const amounts = { productPrice: toDollars(price), totalPrice: toDollars(chargedFor(row)) }
    return { ...replacement, ...amounts, insteadOf: named(row) }
  })
  return { lines, ...(leftOut.length > 0 && { leftOut }) }
}

/** `totalPrice` is price times quantity, or what was weighed; `linePrice` is what a line with a multi-buy costs. */
export const toOrderLine = (line: OrderLineRow) => {
  const { productId, productName, productImage, price, quantity, total, weighed, weighedGrams, multiBuy } = line
  const { substitution, note } = line
  return {
    productId,
    productName,
    productImage,
    quantity,
    productPrice: toDollars(price),
    totalPrice: toDollars(multiBuy === null ? total : price * quantity),
    ...(weighed !== null && { weighed }),
    ...(weighedGrams !== null && { weighedGrams }),
    ...multiBuyFields(line),
    ...(substitution !== null && { substitution }),
    ...(note !== null && { note }),
  }
}
