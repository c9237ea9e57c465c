import { eq } from 'drizzle-orm'
import type { Order } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import type { Database } from '../database/database.ts'
import { carts } from '../database/schema.ts'
import { belongsTo, isAbandoned, lockPayment, settlePaymentLater } from './payments.ts'
import type { PaymentShop } from './payment-provider.ts'
import { findPayment } from './settle-payment.ts'
import { discardKey, type Requester } from '../requests/idempotency.ts'
import { notFound, Refused, softRefusal } from '../requests/refusals.ts'
import { releaseReservations } from '../stock/reservations.ts'
import { readOrderOfRequest } from '../orders/orders.ts'

/** The `requestId` of POST /order, and the requester. */
export interface OrderAttempt {
  requestId: string
  requester: Requester
}

/**
 * The order that was placed with a key. Changes nothing.
 *
 * @throws Refused 404 if there is none, or it is not the requester's
 */
export async function findOrder(database: Database, { requestId, requester }: OrderAttempt): Promise<Order> {
  const order = await readOrderOfRequest(database, requestId, requester)
  if (order === null) throw notFound('No order was placed with this requestId.')
  return order
}

/** The answer to a request whose key was discarded. */
export const orderDiscarded = (): Refused =>
  softRefusal(paymentRefusals.ended, 'This order was discarded. Nothing was ordered.')

/**
 * Discards the key of an order: afterwards no order can be placed with it, and its payment is abandoned. Waits for a
 * concurrent POST /order with the key.
 *
 * @throws Refused 409 if the order exists, 404 for another requester's key
 */
export async function discardOrder(shop: PaymentShop, { requestId, requester }: OrderAttempt): Promise<void> {
  const { sessionId, customerId } = requester
  const key = { call: 'POST /order' as const, requestId, requester }
  const isPaymentAbandoned = await shop.database.transaction(async transaction => {
    const answer = (await discardKey(transaction, key, orderDiscarded().answer)) as { data?: unknown }
    if (answer.data) throw new Refused(409, 'This order has already been placed.')
    const known = await findPayment(transaction, requestId)
    await lockSession(transaction, known?.sessionId ?? sessionId ?? '')
    if (known === null && (await findPayment(transaction, requestId)) === null) return false
    const payment = await lockPayment(transaction, requestId)
    if (!belongsTo(payment, sessionId ?? '', customerId)) throw notFound()
    if (!isAbandoned(payment)) await releaseReservations(transaction, [payment])
    return true
  })
  if (isPaymentAbandoned && shop.provider !== null) void settlePaymentLater(shop, requestId)
}

/** Carts are locked before payments. */
const lockSession = (transaction: Database, sessionId: string) =>
  transaction.select().from(carts).where(eq(carts.sessionId, sessionId)).for('update')
