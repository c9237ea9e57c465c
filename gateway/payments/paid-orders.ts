import type { PaymentShop } from './payment-provider.ts'
import { eq, sql } from 'drizzle-orm'
import type { NewOrder } from '#contract/order'
import { paidNow } from './authorize-payment.ts'
import { holdCart } from '../carts/carts.ts'
import type { Database } from '../database/database.ts'
import { giveUp, isCartAsKept, keptFor, unpaid, type Payment } from '../stock/reservations.ts'
import { once, usedKey } from '../requests/idempotency.ts'
import { acceptedFrom, record } from '../orders/orders.ts'
import {
  attendLater,
  endedPayment,
  heldPayment,
  isOver,
  isTheirs,
  orderHash,
  paymentAt,
  providerOf,
  unapproved,
  wordsOnMoney,
} from './payments.ts'
import { badRequest, conflicting, softly } from '../requests/refusals.ts'
import { holds, payments } from '../database/schema.ts'
import { emptyCart, otherCart } from '../orders/order-terms.ts'

/**
 * Places an order that was paid online, on the terms that its payment keeps, once. Where it is refused for what the shopper
 * did, the payment is given up, and the answer says what becomes of the money.
 *
 * @throws Refused softly 412 as long as nothing is paid, which settles nothing; 409 for a key that was used otherwise
 */
export async function placePaidOrder(shop: PaymentShop, body: NewOrder, customerId: string | null): Promise<object> {
  const { requestId, sessionId, payment } = body
  providerOf(shop)
  if (payment.providerOrderId === undefined) throw badRequest('payment.providerOrderId is missing')
  const found = await paymentAt(shop.database, payment.providerOrderId)
  const own = found !== null && isFor(found, body, customerId) ? found : null
  if (own !== null) await refuseUnpaid(shop, own)
  const wish = { call: 'POST /order' as const, requestId, asker: { sessionId, customerId }, body }
  const act = (transaction: Database) => placed(shop, transaction, body, customerId, own !== null)
  const answer = await once(shop.database, wish, act)
  if (own !== null) void attendLater(shop, requestId)
  return answer
}

/** One wish has one payment and one order: nobody ends, or uses, the payment of another. */
const isFor = (row: Payment, { requestId, sessionId }: NewOrder, customerId: string | null): boolean =>
  row.requestId === requestId && isTheirs(row, sessionId, customerId)

/** Whether the money is there is looked at before the transaction; where the browser takes it, the provider knows. */
async function refuseUnpaid(shop: PaymentShop, row: Payment): Promise<void> {
  if (row.state === 'created' && row.intent === 'capture') await paidNow(shop, providerOf(shop), row)
  else if (unpaid.includes(row.state)) throw unapproved()
}

async function placed(
  shop: PaymentShop,
  transaction: Database,
  body: NewOrder,
  customerId: string | null,
  isOwn: boolean,
): Promise<object> {
  if (!isOwn) throw softly(409, 'This payment is not for this order. Please pay again.')
  const accepted = await acceptedFrom(transaction, body)
  const isKnown = await holdCart(transaction, body.sessionId, customerId)
  const row = await heldPayment(transaction, body.requestId)
  if (row.bodyHash !== orderHash(body)) throw usedKey()
  if (isOver(row)) throw endedPayment(row)
  if (!isKnown || !(await isCartAsKept(transaction, row))) return refusedWithMoney(transaction, row, isKnown)
  const { subtotal, discount, deliveryFee, amount: total, couponCode } = row
  const paymentStatus = row.state === 'captured' ? 'captured' : 'authorized'
  const sum = { subtotal, discount, deliveryFee, total, couponCode, paymentStatus } as const
  const lines = await keptFor(transaction, row.requestId)
  await transaction.delete(holds).where(eq(holds.requestId, row.requestId))
  const counter = { ...shop, database: transaction, customerId }
  const order = await record(counter, body, accepted, { ...sum, lines })
  await noteOrder(transaction, row, order.orderId)
  return { data: order }
}

/** What the payment kept is now the order's; what was set aside is to be taken. */
async function noteOrder(transaction: Database, { requestId, state }: Payment, orderId: string): Promise<void> {
  await transaction
    .update(payments)
    .set({ orderId, email: null, lookAt: state === 'authorized' ? sql`now()` : null })
    .where(eq(payments.requestId, requestId))
}

/** It is an answer and no error: that the payment is given up must stay with it. */
async function refusedWithMoney(transaction: Database, row: Payment, isKnown: boolean): Promise<object> {
  await giveUp(transaction, [row], { isTold: true })
  const words = row.state === 'captured' ? 'What was charged is given back.' : wordsOnMoney(false)
  return conflicting([isKnown ? otherCart : emptyCart], words).answer
}
