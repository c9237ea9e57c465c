import { and, eq, inArray, sql } from 'drizzle-orm'
import { paymentRefusals, type PaidPayment } from '#contract/payment'
import { findPayment } from './settle-payment.ts'
import { ensureProviderOrder } from './begin-payment.ts'
import type { Database } from '../database/database.ts'
import { unpaidStates, type Payment } from '../stock/payment-rows.ts'
import { releaseReservations, isCartAsReserved } from '../stock/reservations.ts'
import {
  askProvider,
  settlePaymentLater,
  paymentEnded,
  lockPayment,
  isAbandoned,
  isOrderFor,
  isUndecided,
  amountMismatch,
  findPaymentByProviderOrder,
  requireProvider,
  paymentNotApproved,
  paymentPending,
  describeMoney,
} from './payments.ts'
import {
  Declined,
  NotApproved,
  type PaymentProvider,
  type ProviderOrder,
  type PaymentServices,
} from './payment-provider.ts'
import { conflictRefusal, notFound, softRefusal, type Refused } from '../requests/refusals.ts'
import { carts, payments } from '../database/schema.ts'
import { changedCartConflict } from '../orders/order-terms.ts'

/**
 * Authorises an approved payment, or, if the browser captures it, checks that it was captured. The cart must still be
 * the one the payment was begun for.
 *
 * @param id - the provider's order
 * @throws Refused 404, softly 402, 409, 410 or 412 (`paymentRefusals`), 502 if the provider does not answer
 */
export async function authorizePayment(
  shop: PaymentServices,
  id: string,
  customerId: string | null,
): Promise<PaidPayment> {
  const provider = requireProvider(shop)
  const found = await findPaymentByProviderOrder(shop.database, id)
  if (found === null || (found.customerId !== null && found.customerId !== customerId))
    throw notFound('This payment does not exist.')
  if (isAbandoned(found)) throw abandonedPayment(shop, found)
  const payment = await ensureProviderOrder(shop, provider, found)
  const current = isUndecided(payment) ? await checkCart(shop, payment) : payment
  const { state } = isUndecided(current) ? await confirmPaid(shop, provider, current) : current
  return { id, status: state === 'captured' ? 'captured' : 'authorized' }
}

/** Refuses an abandoned payment and settles it at once: its money may have been taken. */
function abandonedPayment(shop: PaymentServices, payment: Payment): Refused {
  void settlePaymentLater(shop, payment.requestId)
  return paymentEnded(payment)
}

/** Reads the payment again and abandons it if the cart has changed since it was begun. */
async function checkCart(shop: PaymentServices, { requestId, sessionId, intent }: Payment): Promise<Payment> {
  const { payment, isSame } = await shop.database.transaction(async transaction => {
    await transaction.select().from(carts).where(eq(carts.sessionId, sessionId)).for('update')
    const payment = await lockPayment(transaction, requestId)
    const isSame = isAbandoned(payment) || payment.orderId !== null || (await isCartAsReserved(transaction, payment))
    if (!isSame) await releaseReservations(transaction, [payment], { customerNotified: true })
    return { payment, isSame }
  })
  if (isSame && !isAbandoned(payment)) return payment
  void settlePaymentLater(shop, requestId)
  throw isSame ? paymentEnded(payment) : conflictRefusal([changedCartConflict], describeMoney(intent === 'capture'))
}

/**
 * Authorises the payment, or reads that the browser has captured it, and stores the result.
 *
 * @throws Refused softly 402, 409, 410 or 412, or 502; also 502 while the provider reviews the payment
 */
export async function confirmPaid(
  shop: PaymentServices,
  provider: PaymentProvider,
  payment: Payment,
): Promise<Payment> {
  const order = await readPaidOrder(shop, provider, payment)
  const paid = payment.intent === 'capture' ? order?.status === 'captured' : order?.status === 'authorized'
  if (order?.status === 'pending' && isOrderFor(payment, order)) {
    await storePending(shop.database, payment, order)
    throw paymentPending()
  }
  if (order === null || !paid) throw paymentNotApproved()
  if (!isOrderFor(payment, order)) throw await refuseAndRelease(shop, payment, amountMismatch)
  await storePaid(shop.database, payment, order)
  const now = (await findPayment(shop.database, payment.requestId))!
  if (isAbandoned(now)) throw abandonedPayment(shop, now)
  return now
}

/** Abandons a payment and releases its money after the answer is sent. A payment with an order stays. */
async function refuseAndRelease(shop: PaymentServices, payment: Payment, why: string): Promise<Refused> {
  await shop.database.transaction(async transaction => {
    const held = await lockPayment(transaction, payment.requestId)
    if (held.orderId === null && !isAbandoned(held))
      await releaseReservations(transaction, [held], { customerNotified: true })
  })
  void settlePaymentLater(shop, payment.requestId)
  return softRefusal(409, `${why} ${describeMoney(payment.intent === 'capture')} Please pay again.`)
}

async function readPaidOrder(
  { database }: PaymentServices,
  provider: PaymentProvider,
  payment: Payment,
): Promise<ProviderOrder | null> {
  const { requestId, intent, declines } = payment
  const id = payment.providerOrderId!
  // Providers answer a repeated key with the same result: after a decline, another card needs a new key.
  const key = `authorize/${requestId}${declines > 0 ? `/${declines}` : ''}`
  try {
    const isReadOnly = intent === 'capture' || payment.state === 'pending'
    return await askProvider(isReadOnly ? provider.read(id) : provider.authorize(id, key))
  } catch (error) {
    if (error instanceof NotApproved) throw paymentNotApproved()
    if (!(error instanceof Declined)) throw error
    const counted = { declines: sql`${payments.declines} + 1` }
    await database.update(payments).set(counted).where(eq(payments.requestId, requestId))
    const message =
      'Your payment was declined. You haven’t been charged. Try another card, or choose a different payment method.'
    throw softRefusal(paymentRefusals.declined, message)
  }
}

const isOpen = inArray(payments.state, ['created', 'pending'])

/** From the approval on, reservations last 15 minutes. */
export const extended = {
  isApproved: true,
  expiresAt: sql`now() + interval '15 minutes'`,
  nextCheckAt: sql`now() + interval '15 minutes'`,
}

/** Stores that the provider reviews the payment. The settlement job reads the outcome if the shopper does not ask again. */
async function storePending(database: Database, { requestId }: Payment, order: ProviderOrder): Promise<void> {
  const { authorizationId, captureId } = order
  await database
    .update(payments)
    .set({ state: 'pending', authorizationId, captureId, ...extended })
    .where(and(eq(payments.requestId, requestId), isOpen))
}

/** Stores the provider's state. If the payment was abandoned in the meantime, it is settled next. */
async function storePaid(database: Database, payment: Payment, order: ProviderOrder): Promise<void> {
  const { authorizationId, captureId } = order
  await database
    .update(payments)
    .set({
      authorizationId,
      captureId,
      state: sql`case when ${isOpen} then ${payment.intent === 'capture' ? 'captured' : 'authorized'} else 'ending' end`,
      isApproved: true,
      expiresAt: sql`case when ${isOpen} then ${extended.expiresAt} else ${payments.expiresAt} end`,
      nextCheckAt: sql`case when ${isOpen} then ${extended.nextCheckAt} else now() end`,
    })
    .where(
      and(eq(payments.requestId, payment.requestId), inArray(payments.state, [...unpaidStates, 'ending', 'ended'])),
    )
}
