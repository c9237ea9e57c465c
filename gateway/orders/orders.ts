import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { AddressFields } from '#contract/address'
import type { ContactPerson } from '#contract/customer'
import { toDollars } from '#contract/money'
import type { NewOrder, Order, OrdersQuestion, OrderStatus, OrderSummary } from '#contract/order'
import type { Totals } from '#contract/totals'
import { holdCart, type LineRow } from '../carts/carts.ts'
import { countUse } from '../carts/coupons.ts'
import type { Database } from '../database/database.ts'
import { deliveryMethodOf, type DeliveryRow } from './delivery.ts'
import { giveUp, heldPayments, paid, takeStock, unpaid, type Sold } from '../stock/reservations.ts'
import { newId } from '../database/ids.ts'
import type { PicturePaths } from '../catalogue/pictures.ts'
import { placed } from '../customers/addresses.ts'
import { fullName, unitPrice } from '../catalogue/products.ts'
import { badRequest, notFound } from '../requests/refusals.ts'
import { carts, orderLines, orders } from '../database/schema.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { termsOf } from './order-terms.ts'
import { trimmedContact, trimmedOptional } from '../customers/form-rules.ts'

/** What an order is placed with, beside the body. */
export interface Counter {
  database: Database
  rules: StoreRules
  pictures: PicturePaths
  /** Who orders; null for a guest. */
  customerId: string | null
}

/** An order as its body says it, checked, and how it gets to the shopper. */
export interface Accepted extends Parties {
  comment: string | null
  method: DeliveryRow
}

/**
 * Places an order that is paid on delivery: stock, coupon, order and the emptied cart together or not at all, in the
 * caller's transaction. Payments online that were begun for the cart are given up.
 *
 * Prices are the gateway's own. The cart is held first, so that one session is ordered once, whatever the keys.
 *
 * @throws Refused softly for what the shopper can mend, 400 for a body that breaks a rule
 */
export async function placeOrder(counter: Counter, body: NewOrder): Promise<Order> {
  const { database, rules, customerId } = counter
  const accepted = await acceptedFrom(database, body)
  const isKnown = await holdCart(database, body.sessionId, customerId)
  if (isKnown) await giveUpOthers(database, body)
  const { lines, coupon, totals } = await termsOf(database, rules, body, accepted, isKnown)
  const sold = soldOf(lines)
  await countUse(database, coupon)
  await takeStock(database, sold)
  const couponCode = coupon?.couponCode ?? null
  return record(counter, body, accepted, { lines: sold, ...totals, couponCode, paymentStatus: 'pending' })
}

/** Gives up every payment of a session that has no order; the caller holds the cart. */
export async function giveUpOthers(transaction: Database, { sessionId, couponCode }: SeenCart): Promise<void> {
  await giveUp(transaction, await heldPayments(transaction, [sessionId], [...unpaid, ...paid]), { couponCode })
}

type SeenCart = Pick<NewOrder, 'sessionId' | 'couponCode'>

/** The lines of a cart, at today's prices. */
export const soldOf = (lines: LineRow[]): Sold[] => lines.map(line => ({ ...line, price: unitPrice(line) }))

type Parties = { customer: ContactPerson; billingAddress: AddressFields; deliveryAddress: AddressFields | null }

const finished: OrderStatus[] = ['completed', 'cancelled']
const underWay: OrderStatus[] = ['received', 'preparing', 'on-its-way', 'ready-for-pickup']

/** The orders of a customer that are under way, or that came to an end; the newest first. */
export async function ordersOf(
  database: Database,
  customerId: string,
  { orderStatus }: OrdersQuestion,
): Promise<OrderSummary[]> {
  const quantity = sql<number>`sum(${orderLines.quantity})::int`
  const rows = await database
    .select({ order: orders, quantity })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(eq(orders.customerId, customerId), inArray(orders.status, orderStatus === 'current' ? underWay : finished)),
    )
    .groupBy(orders.id)
    .orderBy(desc(orders.number))
  return rows.map(row => summaryOf(row.order, row.quantity))
}

/** @throws Refused 404 for an order that is not the customer's */
export async function orderOf(database: Database, customerId: string, id: string): Promise<Order> {
  const [row] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, customerId)))
  if (row === undefined) throw notFound('This order does not exist.')
  return whole(database, row)
}

/** An order, whoever's it is: for the shop's own letters. */
export async function orderById(database: Database, id: string): Promise<Order> {
  const [row] = await database.select().from(orders).where(eq(orders.id, id))
  return whole(database, row!)
}

async function whole(database: Database, row: typeof orders.$inferSelect): Promise<Order> {
  const lines = await database
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, row.id))
    .orderBy(orderLines.position)
  return onTheWire(row, lines)
}

/**
 * Reads the body of an order.
 *
 * @throws Refused 400 naming the first thing that breaks a rule
 */
export async function acceptedFrom(database: Database, body: Omit<NewOrder, 'payment'>): Promise<Accepted> {
  const customer = trimmedContact(body.customer)
  const billingAddress = await placed(database, body.billingAddress)
  const elsewhere = body.deliveryAddress && (await placed(database, body.deliveryAddress))
  const comment = trimmedOptional('comment', body.comment)
  const method = await deliveryMethodOf(database, body.deliveryMethod)
  const deliveryAddress = method.needsAddress ? elsewhere : null
  if (method.needsAddress && deliveryAddress === null) throw badRequest('Delivery address is required')
  return { customer, billingAddress, deliveryAddress, comment, method }
}

/** What an order comes to, in cents, with what is sold and how it is paid. */
interface Sum extends Totals {
  lines: Sold[]
  couponCode: string | null
  paymentStatus: Order['payment']['status']
}

/** Writes an order down and takes the cart away. */
export async function record(counter: Counter, body: NewOrder, accepted: Accepted, sum: Sum): Promise<Order> {
  const { database, pictures, customerId } = counter
  const { requestId, sessionId, deliveryMethod, payment } = body
  const { customer, billingAddress, deliveryAddress, comment } = accepted
  const { lines, ...amounts } = sum
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
      paymentMethod: payment.method,
      providerOrderId: payment.method === 'online' ? payment.providerOrderId : null,
      comment,
    })
    .returning()
  const rows = lines.map((line, position) => orderLineOf(row!.id, line, position, pictures))
  await database.insert(orderLines).values(rows)
  await database.delete(carts).where(eq(carts.sessionId, sessionId))
  return onTheWire(row!, rows)
}

const orderLineOf = (orderId: string, line: Sold, position: number, pictures: PicturePaths): OrderLineRow => ({
  orderId,
  productId: line.id,
  productName: fullName(line),
  productImage: pictures.ofProduct(line, 'front'),
  price: line.price,
  quantity: line.quantity,
  total: line.price * line.quantity,
  position,
})

type OrderLineRow = typeof orderLines.$inferSelect

const summaryOf = (row: typeof orders.$inferSelect, quantity: number): OrderSummary => ({
  orderId: row.id,
  orderNumber: String(row.number),
  orderStatus: row.status,
  createdAt: row.createdAt.toISOString(),
  quantity,
  total: toDollars(row.total),
})

function onTheWire(row: typeof orders.$inferSelect, lines: OrderLineRow[]): Order {
  const { firstName, lastName, email, telephone } = row
  return {
    ...summaryOf(
      row,
      lines.reduce((sum, line) => sum + line.quantity, 0),
    ),
    lines: lines.map(lineOnTheWire),
    subtotal: toDollars(row.subtotal),
    discount: toDollars(row.discount),
    couponCode: row.couponCode,
    deliveryFee: toDollars(row.deliveryFee),
    deliveryMethod: row.deliveryMethod,
    billingAddress: row.billingAddress,
    deliveryAddress: row.deliveryAddress,
    customer: { firstName, lastName, email, telephone },
    payment: paymentOf(row),
    ...(row.comment === null ? {} : { comment: row.comment }),
  }
}

const paymentOf = ({
  paymentMethod,
  paymentStatus,
  providerOrderId,
}: typeof orders.$inferSelect): Order['payment'] => ({
  method: paymentMethod,
  status: paymentStatus,
  ...(providerOrderId === null ? {} : { providerOrderId }),
})

const lineOnTheWire = ({ productId, productName, productImage, price, quantity, total }: OrderLineRow) => ({
  productId,
  productName,
  productImage,
  quantity,
  productPrice: toDollars(price),
  totalPrice: toDollars(total),
})
