import { eq, sql } from 'drizzle-orm'
import { cancellationRefusalText } from '#contract/cancellation-text'
import { statusWords } from '#contract/office'
import type { Order } from '#contract/order'
import type { OrderCancelling, OrderLink } from '#contract/own-order'
import { shopperName, recordChange } from '../changes/changes.ts'
import type { Database } from '../database/database.ts'
import { orders } from '../database/schema.ts'
import { deliverMailsLater } from '../mail/outbox.ts'
import { cancelOrder, type CancelledOrder } from '../orders/cancel-order.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { cancellationOf, readOrderById } from '../orders/orders.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import { settlePaymentLater } from '../payments/payments.ts'
import { isLoopbackAddress, networkOf } from '../requests/addresses.ts'
import { runOnce } from '../requests/idempotency.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import { conflictRefusal, notFound } from '../requests/refusals.ts'
import { noOrder } from '../shop/order-links.ts'
import type { Client } from './order-limits.ts'

type Row = typeof orders.$inferSelect

/** Every refusal of a key is this one: it does not say whether there is such an order. */
const noLink = () => notFound('This link does not work any more.')

/**
 * Checks that an order is the customer's, or is opened by the key of a mailed link.
 *
 * @throws Refused 404 otherwise, always with the same words; 429 after too many wrong keys from a network
 */
export async function checkAccess(
  { database, orderLinks, limits }: PaymentServices,
  row: Row | undefined,
  key: string | undefined,
  { ip, customerId }: Client,
): Promise<Row> {
  if (row !== undefined && customerId !== null && row.customerId === customerId) return row
  if (key === undefined) throw noLink()
  // counted first, so that the answer at the limit does not say whether a key is right
  const limit = { action: 'wrong order key', subject: networkOf(ip), perMinute: limits.wrongOrderKeys } as const
  const undo = isLoopbackAddress(ip) ? undefined : await countAttempt(database, limit)
  if (!orderLinks.isKeyOf(row ?? noOrder, key) || row === undefined) throw noLink()
  await undo?.()
  return row
}

/** Reads an order for its customer, or for who has its link. @throws Refused as `checkAccess` */
export async function readOwnOrder(shop: PaymentServices, { orderNumber, key }: OrderLink, client: Client) {
  const number = /^\d{1,12}$/.test(orderNumber) ? Number(orderNumber) : 0
  const [row] = await shop.database.select().from(orders).where(eq(orders.number, number))
  const { id } = await checkAccess(shop, row, key, client)
  return { data: await readOrderById(shop.database, id) }
}

/**
 * Cancels an order for its customer, or with the key of its link: once for each idempotency key, and once if staff cancel it as well. An order that was
 * cancelled already, also by the office, is answered as cancelled.
 *
 * @throws Refused as `checkAccess`; softly 409 with the conflict `packing` or `cutOff` if it can't be cancelled any more
 */
export async function cancelOwnOrder(
  shop: PaymentServices,
  orderId: string,
  { requestId, key }: OrderCancelling,
  client: Client,
): Promise<{ data: Order } | object> {
  const { database } = shop
  const [found] = await database.select().from(orders).where(eq(orders.id, orderId))
  const { id, number } = await checkAccess(shop, found, key, client)
  const done: CancelledOrder[] = []
  const act = async (transaction: Database) => {
    const cancelled = await cancelOnce(transaction, number, shop.rules.name)
    if (cancelled !== null) done.push(cancelled)
    return {}
  }
  // the answer that is stored has no personal data: the order is read below
  const requester = { sessionId: `order:${id}`, customerId: null }
  const answer = await (requestId === undefined
    ? database.transaction(act)
    : runOnce(database, { call: 'POST /order/cancel', requestId, requester, body: { id } }, act))
  for (const { requestId: payment, mail } of done) {
    shop.reportEvent('order.status-changed', { orderNumber: String(number), status: 'cancelled' })
    deliverMailsLater(shop, [mail])
    if (payment !== null && shop.provider !== null) void settlePaymentLater(shop, payment)
  }
  return Object.hasOwn(answer, 'statusCode') ? answer : { data: await readOrderById(database, id) }
}

/** @returns null if it was cancelled already */
async function cancelOnce(transaction: Database, number: number, shopName: string): Promise<CancelledOrder | null> {
  const { order } = await lockOrder(transaction, number)
  if (order.status === 'cancelled') return null
  const cancellation = cancellationOf(order) ?? { until: null, refusal: 'packing' as const }
  const message = cancellationRefusalText(cancellation)
  if (cancellation.refusal !== null)
    throw conflictRefusal([{ about: cancellation.refusal, message: `${message} Please contact us.` }])
  const cancelled = await cancelOrder(transaction, number, shopName)
  await transaction
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
  await recordChange(transaction, {
    staffName: shopperName,
    orderNumber: number,
    what: `status of order ${number}`,
    before: statusWords[order.status],
    after: statusWords.cancelled,
  })
  return cancelled
}
