import type { PaymentShop } from './payment-provider.ts'
import { eq, sql } from 'drizzle-orm'
import type { NewOrder } from '#contract/order'
import { confirmPaid } from './authorize-payment.ts'
import { lockCart } from '../carts/carts.ts'
import type { Database } from '../database/database.ts'
import {
  releaseReservations,
  isCartAsReserved,
  readReservedLines,
  unpaidStates,
  type Payment,
} from '../stock/reservations.ts'
import { runOnce, keyReused } from '../requests/idempotency.ts'
import { checkOrder, insertOrder } from '../orders/orders.ts'
import {
  settlePaymentLater,
  paymentEnded,
  lockPayment,
  isAbandoned,
  belongsTo,
  hashOrder,
  findPaymentByProviderOrder,
  requireProvider,
  paymentNotApproved,
  describeMoney,
} from './payments.ts'
import { badRequest, conflictRefusal, softRefusal } from '../requests/refusals.ts'
import { reservations, payments } from '../database/schema.ts'
import { emptyCartConflict, changedCartConflict } from '../orders/order-terms.ts'

/**
 * Places an order that was paid online, on the terms that its payment keeps, once. Where it is refused for what the shopper
 * did, the payment is given up, and the answer says what becomes of the money.
 *
 * @throws Refused softly 412 as long as nothing is paid, which settles nothing; 409 for a key that was used otherwise
 */
export async function placePaidOrder(shop: PaymentShop, body: NewOrder, customerId: string | null): Promise<object> {
  const { requestId, sessionId, payment } = body
  requireProvider(shop)
  if (payment.providerOrderId === undefined) throw badRequest('payment.providerOrderId is missing')
  const found = await findPaymentByProviderOrder(shop.database, payment.providerOrderId)
  const own = found !== null && isForOrder(found, body, customerId) ? found : null
  if (own !== null) await refuseUnpaid(shop, own)
  const wish = { call: 'POST /order' as const, requestId, requester: { sessionId, customerId }, body }
  const act = (transaction: Database) => insertPaidOrder(shop, transaction, body, customerId, own !== null)
  const answer = await runOnce(shop.database, wish, act)
  if (own !== null) void settlePaymentLater(shop, requestId)
  return answer
}

/** One wish has one payment and one order: nobody ends, or uses, the payment of another. */
const isForOrder = (row: Payment, { requestId, sessionId }: NewOrder, customerId: string | null): boolean =>
  row.requestId === requestId && belongsTo(row, sessionId, customerId)

/** Whether the money is there is looked at before the transaction; where the browser takes it, the provider knows. */
async function refuseUnpaid(shop: PaymentShop, row: Payment): Promise<void> {
  if (row.state === 'created' && row.intent === 'capture') await confirmPaid(shop, requireProvider(shop), row)
  else if (unpaidStates.includes(row.state)) throw paymentNotApproved()
}

async function insertPaidOrder(
  shop: PaymentShop,
  transaction: Database,
  body: NewOrder,
  customerId: string | null,
  isOwn: boolean,
): Promise<object> {
  if (!isOwn) throw softRefusal(409, 'This payment is not for this order. Please pay again.')
  const accepted = await checkOrder(transaction, body)
  const isKnown = await lockCart(transaction, body.sessionId, customerId)
  const row = await lockPayment(transaction, body.requestId)
  if (row.bodyHash !== hashOrder(body)) throw keyReused()
  if (isAbandoned(row)) throw paymentEnded(row)
  if (!isKnown || !(await isCartAsReserved(transaction, row))) return releaseAndRefuse(transaction, row, isKnown)
  const { subtotal, discount, deliveryFee, amount: total, couponCode } = row
  const paymentStatus = row.state === 'captured' ? 'captured' : 'authorized'
  const sum = { subtotal, discount, deliveryFee, total, couponCode, paymentStatus } as const
  const lines = await readReservedLines(transaction, row.requestId)
  await transaction.delete(reservations).where(eq(reservations.requestId, row.requestId))
  const counter = { ...shop, database: transaction, customerId }
  const order = await insertOrder(counter, body, accepted, { ...sum, lines })
  await storeOrderId(transaction, row, order.orderId)
  return { data: order }
}

/** What the payment kept is now the order's; what was set aside is to be taken. */
async function storeOrderId(transaction: Database, { requestId, state }: Payment, orderId: string): Promise<void> {
  await transaction
    .update(payments)
    .set({ orderId, email: null, nextCheckAt: state === 'authorized' ? sql`now()` : null })
    .where(eq(payments.requestId, requestId))
}

/** It is an answer and no error: that the payment is given up must stay with it. */
async function releaseAndRefuse(transaction: Database, row: Payment, isKnown: boolean): Promise<object> {
  await releaseReservations(transaction, [row], { customerNotified: true })
  const words = row.state === 'captured' ? 'What was charged is given back.' : describeMoney(false)
  return conflictRefusal([isKnown ? changedCartConflict : emptyCartConflict], words).answer
}
