import type { PaymentServices } from './payment-provider.ts'
import { eq, sql } from 'drizzle-orm'
import type { NewOrder } from '#contract/order'
import { confirmPaid } from './authorize-payment.ts'
import { lockCart } from '../carts/carts.ts'
import type { Database } from '../database/database.ts'
import { unpaidStates, type Payment } from '../stock/payment-rows.ts'
import { releaseReservations, isCartAsReserved, readReservedLines } from '../stock/reservations.ts'
import { runOnce, keyReused } from '../requests/idempotency.ts'
import { checkOrder, insertOrder } from '../orders/orders.ts'
import {
  settlePaymentLater,
  paymentEnded,
  lockPayment,
  isAbandoned,
  belongsTo,
  isPaymentOf,
  findPaymentByProviderOrder,
  requireProvider,
  paymentNotApproved,
  describeMoney,
} from './payments.ts'
import { badRequest, conflictRefusal, softRefusal } from '../requests/refusals.ts'
import { readRules } from '../shop/store-settings.ts'
import { reservations, payments } from '../database/schema.ts'
import { emptyCartConflict, changedCartConflict } from '../orders/order-terms.ts'
import { isEstimate } from '#contract/weight-price'

/**
 * Places an order that was paid online, once, on the terms stored with its payment. If the order is refused because of
 * what the shopper did, the payment is abandoned, and the answer says what happens to the money.
 *
 * @throws Refused softly 412 while nothing is paid, which can be retried with the same key; 409 if the key was used for
 * another request
 */
export async function placePaidOrder(
  shop: PaymentServices,
  body: NewOrder,
  customerId: string | null,
): Promise<object> {
  const { requestId, sessionId, payment } = body
  requireProvider(shop)
  if (payment.providerOrderId === undefined) throw badRequest('payment.providerOrderId is missing')
  const found = await findPaymentByProviderOrder(shop.database, payment.providerOrderId)
  const own = found !== null && isForOrder(found, body, customerId) ? found : null
  if (own !== null) await refuseUnpaid(shop, own)
  const request = { call: 'POST /order' as const, requestId, requester: { sessionId, customerId }, body }
  const act = (transaction: Database) => insertPaidOrder(shop, transaction, body, customerId, own !== null)
  const answer = await runOnce(shop.database, request, act)
  if (own !== null) void settlePaymentLater(shop, requestId)
  return answer
}

/** A request can only use its own payment: the key, and the customer or session, must match. */
const isForOrder = (payment: Payment, { requestId, sessionId }: NewOrder, customerId: string | null): boolean =>
  payment.requestId === requestId && belongsTo(payment, sessionId, customerId)

/** Checks the payment before the transaction starts. If the browser captures, only the provider knows. */
async function refuseUnpaid(shop: PaymentServices, payment: Payment): Promise<void> {
  if (payment.state === 'pending' || (payment.state === 'created' && payment.intent === 'capture'))
    await confirmPaid(shop, requireProvider(shop), payment)
  else if (unpaidStates.includes(payment.state)) throw paymentNotApproved()
}

async function insertPaidOrder(
  shop: PaymentServices,
  transaction: Database,
  body: NewOrder,
  customerId: string | null,
  isOwn: boolean,
): Promise<object> {
  if (!isOwn) throw softRefusal(409, 'This payment is not for this order. Please pay again.')
  const accepted = await checkOrder(transaction, await readRules(transaction, shop.rules), body)
  const isKnown = await lockCart(transaction, body.sessionId, customerId)
  const payment = await lockPayment(transaction, body.requestId)
  if (!isPaymentOf(payment, body)) throw keyReused()
  if (isAbandoned(payment)) throw paymentEnded(payment)
  if (!isKnown || !(await isCartAsReserved(transaction, payment)))
    return releaseAndRefuse(transaction, payment, isKnown)
  const { subtotal, discount, deliveryFee, amount: most, couponCode, coupon, slot, provider } = payment
  const total = subtotal - discount + deliveryFee
  const paymentStatus = payment.state === 'captured' ? 'captured' : 'authorized'
  const sum = {
    subtotal,
    discount,
    deliveryFee,
    total,
    most,
    couponCode,
    coupon,
    slot,
    paymentStatus,
    provider,
  } as const
  const lines = await readReservedLines(transaction, payment.requestId)
  await transaction.delete(reservations).where(eq(reservations.requestId, payment.requestId))
  const context = { ...shop, database: transaction, customerId }
  const order = await insertOrder(context, body, accepted, { ...sum, lines })
  await storeOrderId(transaction, payment, order.orderId, isEstimate(lines))
  return { data: order }
}

/** Gives the reserved goods to the order and schedules the capture, unless something has to be weighed first. */
async function storeOrderId(
  transaction: Database,
  { requestId, state }: Payment,
  orderId: string,
  awaitsWeighing: boolean,
): Promise<void> {
  const isDue = state === 'authorized' && !awaitsWeighing
  await transaction
    .update(payments)
    .set({ orderId, email: null, awaitsWeighing, nextCheckAt: isDue ? sql`now()` : null })
    .where(eq(payments.requestId, requestId))
}

/** Returned, not thrown: the release must be committed with it. */
async function releaseAndRefuse(transaction: Database, payment: Payment, isKnown: boolean): Promise<object> {
  await releaseReservations(transaction, [payment], { customerNotified: true })
  const words = payment.state === 'captured' ? 'You’ll be refunded.' : describeMoney(false)
  return conflictRefusal([isKnown ? changedCartConflict : emptyCartConflict], words).answer
}
