import { formatAmount } from '#contract/money'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { releaseReservations, type Payment } from '../stock/reservations.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import type { PaymentProvider, ProviderOrder, PaymentShop } from './payment-provider.ts'
import { orders, payments } from '../database/schema.ts'

/**
 * Brings a payment to its final state. Runs outside database transactions.
 *
 * - Payment with an order: captures the authorised amount.
 * - Expired or abandoned payment: voids or refunds whatever the provider holds, then e-mails the buyer.
 *
 * Idempotent, and safe to run concurrently: each provider call carries its own idempotency key.
 */
export async function settlePayment(shop: PaymentShop, provider: PaymentProvider, requestId: string): Promise<void> {
  const payment = await findPayment(shop.database, requestId)
  if (payment === null) return
  if (payment.orderId !== null) {
    if (payment.state === 'authorized') await capturePayment(shop.database, provider, payment)
    return
  }
  const abandoned = payment.state === 'ending' ? payment : await expirePayment(shop.database, requestId)
  if (abandoned !== null) await releaseAtProvider(shop, provider, abandoned)
}

/** Returns null if no payment has this idempotency key. */
export async function findPayment(database: Database, requestId: string): Promise<Payment | null> {
  const [payment] = await database.select().from(payments).where(eq(payments.requestId, requestId))
  return payment ?? null
}

async function capturePayment(database: Database, provider: PaymentProvider, payment: Payment): Promise<void> {
  const { captureId } = await provider.capture(payment.authorizationId!, `capture/${payment.requestId}`)
  await database.transaction(async transaction => {
    await transaction
      .update(payments)
      .set({ state: 'captured', captureId, nextCheckAt: null })
      .where(eq(payments.requestId, payment.requestId))
    await transaction.update(orders).set({ paymentStatus: 'captured' }).where(eq(orders.id, payment.orderId!))
  })
}

/** Marks a payment as expired and releases its reservations. Returns null if it has an order or has not expired yet. */
const expirePayment = (database: Database, requestId: string): Promise<Payment | null> =>
  database.transaction(async transaction => {
    const [payment] = await transaction
      .select()
      .from(payments)
      .where(and(eq(payments.requestId, requestId), isNull(payments.orderId), isExpired, isOpen))
      .for('update')
    if (payment === undefined) return null
    await releaseReservations(transaction, [payment])
    return payment
  })

const isExpired = lte(payments.expiresAt, sql`now()`)
const isOpen = sql`${payments.state} not in ('ending', 'ended')`

/** Voids or refunds what the provider holds for an abandoned payment. Retries later while the provider's state can still change. */
async function releaseAtProvider(shop: PaymentShop, provider: PaymentProvider, payment: Payment): Promise<void> {
  const { requestId, providerOrderId } = payment
  const order = providerOrderId === null ? null : await provider.read(providerOrderId)
  if (order?.status === 'authorized') await provider.void(order.authorizationId!, `void/${requestId}`)
  if (order?.status === 'captured') await provider.refund(order.captureId!, `refund/${requestId}`)
  if (canStillChange(order)) return scheduleNextCheck(shop.database, requestId)
  const wasReleased = await markReleased(shop.database, requestId)
  // Also when an earlier run refunded the money and crashed before this mail was sent.
  if (wasReleased && order !== null) await sendRefundNotice(shop, payment)
}

/** The buyer may still approve, or a capture in the browser may still be in flight. */
const canStillChange = (order: ProviderOrder | null): boolean =>
  order?.status === 'created' || order?.status === 'approved'

/** Returns false if a concurrent run has marked the payment already: that run sends the mail. */
async function markReleased(database: Database, requestId: string): Promise<boolean> {
  const [released] = await database
    .update(payments)
    .set({ state: 'ended', nextCheckAt: null, email: null })
    .where(and(eq(payments.requestId, requestId), eq(payments.state, 'ending')))
    .returning({ requestId: payments.requestId })
  return released !== undefined
}

/**
 * Schedules the next check after as long as the payment has been expired, at least 1 minute. Gives up a day after it
 * expired: approvals at the provider do not last longer.
 */
async function scheduleNextCheck(database: Database, requestId: string): Promise<void> {
  const age = sql`greatest(now() - ${payments.expiresAt}, interval '1 minute')`
  const isFinal = sql`now() > ${payments.expiresAt} + interval '1 day'`
  await database
    .update(payments)
    .set({
      state: sql`case when ${isFinal} then 'ended' else 'ending' end`,
      nextCheckAt: sql`case when ${isFinal} then null else now() + ${age} end`,
      email: sql`case when ${isFinal} then null else ${payments.email} end`,
    })
    .where(and(eq(payments.requestId, requestId), eq(payments.state, 'ending')))
}

/** Tells the buyer about the refund, unless an answer of the gateway did. A crash before this mail is sent loses it. */
async function sendRefundNotice({ rules, sendMail }: PaymentShop, { email, amount }: Payment): Promise<void> {
  if (email !== null) await sendMail(mailTemplates(rules.name).paymentEnded(email, formatAmount(amount)))
}
