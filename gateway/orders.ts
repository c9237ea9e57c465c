import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { AddressFields } from '#contract/address'
import { subtotalOf } from '#contract/cart'
import type { ContactPerson } from '#contract/customer'
import { toCents, toDollars } from '#contract/money'
import type { NewOrder, Order, OrdersQuestion, OrderStatus, OrderSummary } from '#contract/order'
import { missingForMinimum, totalsOf, type Totals } from '#contract/totals'
import { heldLines, holdCart, refuseUnsellable, type LineRow } from './carts.ts'
import { countCouponUse } from './coupons.ts'
import type { Database } from './database.ts'
import { deliveryMethodOf, feeFor } from './delivery.ts'
import { newId } from './ids.ts'
import type { PictureNames } from './pictures.ts'
import { placed } from './places.ts'
import { fullName, unitPrice } from './products.ts'
import { badRequest, notFound, softly } from './refused.ts'
import { carts, orderLines, orders, products } from './schema.ts'
import { spelt, type StoreRules } from './settings.ts'
import { trimmedContact, trimmedOptional } from './typed.ts'

/** What an order is placed with, beside the body. */
export interface Counter {
  database: Database
  rules: StoreRules
  pictures: PictureNames
  /** Who orders; null for a guest. */
  customerId: string | null
}

/**
 * Places an order: stock, coupon, order and the emptied cart together or not at all, in the caller's transaction.
 *
 * Prices are the gateway's own. The cart is held first, so that one session is ordered once, whatever the keys.
 *
 * @throws Refused softly for what the shopper can mend, 400 for a body that breaks a rule
 */
export async function placeOrder(counter: Counter, body: NewOrder): Promise<Order> {
  const { database, rules, pictures, customerId } = counter
  const parties = await partiesOf(database, body)
  const method = await deliveryMethodOf(database, body.deliveryMethod)
  const deliveryAddress = method.needsAddress ? parties.deliveryAddress : null
  if (method.needsAddress && deliveryAddress === null) throw badRequest('Delivery address is required')
  if (body.payment.method === 'online')
    throw softly(409, 'Online payment is not available yet. Please pay on delivery.')
  const lines = await linesToOrder(database, body.sessionId, customerId)
  const subtotal = subtotalOfRows(lines)
  refuseTooLittle(subtotal, rules.minimumOrderLimit)
  const fee = await feeFor(database, rules, method, deliveryAddress)
  const coupon = body.couponCode ? await countCouponUse(database, body.couponCode, subtotal) : null
  const totals = totalsOf(subtotal, coupon, fee)
  refuseOtherTotal(totals, toCents(body.total))
  const order = { ...body, ...parties, customerId, deliveryAddress, couponCode: coupon?.couponCode ?? null }
  await takeStock(database, lines)
  await database.delete(carts).where(eq(carts.sessionId, body.sessionId))
  return record(database, pictures, order, totals, lines)
}

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
  const lines = await database.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position)
  return onTheWire(row, lines)
}

async function partiesOf(database: Database, body: NewOrder): Promise<Parties & { comment: string | null }> {
  const { billingAddress, deliveryAddress } = body
  return {
    customer: trimmedContact(body.customer),
    billingAddress: await placed(database, billingAddress),
    deliveryAddress: deliveryAddress && (await placed(database, deliveryAddress)),
    comment: trimmedOptional('comment', body.comment),
  }
}

async function linesToOrder(database: Database, sessionId: string, customerId: string | null): Promise<LineRow[]> {
  const known = await holdCart(database, sessionId, customerId)
  const lines = known ? await heldLines(database, sessionId) : []
  if (lines.length === 0) throw softly(409, 'Your cart is empty, or was ordered already.')
  for (const line of lines) refuseUnsellable(line, line.quantity)
  return lines
}

const totalOf = (line: LineRow): number => unitPrice(line) * line.quantity

const subtotalOfRows = (lines: LineRow[]): number =>
  subtotalOf(lines.map(line => ({ totalPrice: toDollars(totalOf(line)) })))

function refuseTooLittle(subtotal: number, minimum: number): void {
  const missing = missingForMinimum(subtotal, minimum)
  if (missing > 0) throw softly(409, `Add ${spelt(missing)} more to reach the minimum order of ${spelt(minimum)}.`)
}

function refuseOtherTotal({ total }: Totals, seen: number): void {
  if (total === seen) return
  throw softly(409, `The total is now ${spelt(total)}, not ${spelt(seen)}. Please look at your order again.`)
}

/** The rows are held and were looked at; the table's own check is the last word. */
async function takeStock(database: Database, lines: LineRow[]): Promise<void> {
  for (const line of lines) {
    await database
      .update(products)
      .set({ stock: sql`${products.stock} - ${line.quantity}` })
      .where(eq(products.id, line.id))
  }
}

type Accepted = Omit<NewOrder, 'comment'> & Parties & { comment: string | null; customerId: string | null }

async function record(
  database: Database,
  pictures: PictureNames,
  accepted: Accepted,
  totals: Totals,
  lines: LineRow[],
): Promise<Order> {
  const { requestId, sessionId, customerId, customer, billingAddress, deliveryAddress, deliveryMethod, couponCode } =
    accepted
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
      couponCode,
      ...totals,
      paymentMethod: accepted.payment.method,
      paymentStatus: 'pending',
      comment: accepted.comment,
    })
    .returning()
  const rows = lines.map((line, position) => orderLineOf(row!.id, line, position, pictures))
  await database.insert(orderLines).values(rows)
  return onTheWire(row!, rows)
}

const orderLineOf = (orderId: string, line: LineRow, position: number, pictures: PictureNames): OrderLineRow => ({
  orderId,
  productId: line.id,
  productName: fullName(line),
  productImage: pictures.ofProduct(line, 'front'),
  price: unitPrice(line),
  quantity: line.quantity,
  total: totalOf(line),
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
    payment: { method: row.paymentMethod, status: row.paymentStatus },
    ...(row.comment === null ? {} : { comment: row.comment }),
  }
}

const lineOnTheWire = ({ productId, productName, productImage, price, quantity, total }: OrderLineRow) => ({
  productId,
  productName,
  productImage,
  quantity,
  productPrice: toDollars(price),
  totalPrice: toDollars(total),
})
