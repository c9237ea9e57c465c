import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { carts } from '../database/schema.ts'
import type { OrderAttempt } from '../orders/orders.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import { belongsTo, isAbandoned, lockPayment, orderDiscarded, settlePaymentLater } from '../payments/payments.ts'
import { findPayment } from '../payments/settle-payment.ts'
import { discardKey } from '../requests/idempotency.ts'
import { notFound, Refused } from '../requests/refusals.ts'
import { releaseReservations } from '../stock/reservations.ts'

/**
 * Discards the key of an order: afterwards no order can be placed with it, and its payment is abandoned. Waits for a
 * concurrent POST /order with the key.
 *
 * @throws Refused 409 if the order exists, 404 for another requester's key
 */
export async function discardOrder(shop: PaymentServices, { requestId, requester }: OrderAttempt): Promise<void> {
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
