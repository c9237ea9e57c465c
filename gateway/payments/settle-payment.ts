import { formatAmount, toDollars } from '#contract/money'
import { and, eq, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { unpaidStates, type Payment } from '../stock/payment-rows.ts'
import { releaseReservations } from '../stock/reservations.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import {
  ProviderRefusal,
  type Capture,
  type PaymentProvider,
  type ProviderOrder,
  type PaymentServices,
} from './payment-provider.ts'
import { orders, payments } from '../database/schema.ts'

/**
 * Brings a payment to its final state. Runs outside database transactions.
 *
 * - Payment with an order: captures the authorised amount, or what its goods by weight came to once all are weighed; reads whether a pending capture has ended, or whether a captured one
 *   that is due, because the provider has reported something about it, was refunded on the provider's pages.
 * - Expired or abandoned payment, or one of a cancelled order: voids or refunds whatever the provider holds, then emails
 *   the buyer unless something else does.
 * - A failed attempt is repeated after 1, 2, 4 … 60 minutes. If the provider refuses permanently the payment is `failed`, and
 *   the grocer is notified.
 *
 * Idempotent, and safe to run concurrently: each provider call carries its own idempotency key.
 */
export async function settlePayment(
  shop: PaymentServices,
  provider: PaymentProvider,
  requestId: string,
): Promise<void> {
  const payment = await findPayment(shop.database, requestId)
  if (payment === null) return
  try {
    await settle(shop, provider, payment)
    await reportSettled(shop, payment)
  } catch (error) {
    await storeFailure(shop, payment, error as Error)
  }
}

async function settle(shop: PaymentServices, provider: PaymentProvider, payment: Payment): Promise<void> {
  const { requestId, state, orderId } = payment
  if (state === 'ending') return releaseAtProvider(shop, provider, payment)
  if (orderId !== null) {
    if (state === 'authorized') await capturePayment(shop.database, provider, payment)
    if (state === 'pending') await readPendingCapture(shop.database, provider, payment)
    if (state === 'captured' && payment.nextCheckAt !== null)
      await (payment.refundingAmount !== null || excessOf(payment) > 0 ? refundExcess : readRefund)(
        shop.database,
        provider,
        payment,
      )
    return
  }
  if (await extendIfApproved(shop.database, provider, payment)) return
  const expired = await expirePayment(shop.database, requestId)
  if (expired !== null) await releaseAtProvider(shop, provider, expired)
}

/** Reports that money was taken or returned. */
async function reportSettled(shop: PaymentServices, before: Payment): Promise<void> {
  const payment = await findPayment(shop.database, before.requestId)
  if (payment === null || payment.state === before.state) return
  const fields = { payment: referenceOf(payment) ?? 'none', amount: toDollars(amountDue(payment)) }
  if (payment.state === 'captured') shop.reportEvent('payment.captured', fields)
  if (payment.state === 'ended') shop.reportEvent('payment.released', fields)
}

/** Returns null if no payment has this idempotency key. */
export async function findPayment(database: Database, requestId: string): Promise<Payment | null> {
  const [payment] = await database.select().from(payments).where(eq(payments.requestId, requestId))
  return payment ?? null
}

/** Captures nothing while its order has goods to weigh. */
async function capturePayment(database: Database, provider: PaymentProvider, payment: Payment): Promise<void> {
  const { requestId, authorizationId, captureAmount, currency } = payment
  if (payment.awaitsWeighing) return waitForWeighing(database, requestId)
  const part = captureAmount === null ? null : { amount: captureAmount, currency }
  await storeCapture(database, payment, await provider.capture(authorizationId!, `capture/${requestId}`, part))
}

/** It is due again when the last line is weighed. */
async function waitForWeighing(database: Database, requestId: string): Promise<void> {
  await database
    .update(payments)
    .set({ nextCheckAt: null })
    .where(and(eq(payments.requestId, requestId), payments.awaitsWeighing))
}

/** What is captured, or was authorised. */
const amountDue = ({ captureAmount, amount }: Pick<Payment, 'captureAmount' | 'amount'>): number =>
  captureAmount ?? amount

/** Reads whether the provider has decided on the capture of an order. */
async function readPendingCapture(database: Database, provider: PaymentProvider, payment: Payment): Promise<void> {
  const order = await provider.read(payment.providerOrderId!)
  const isPending = order?.status === 'pending'
  if (!isPending && order?.status !== 'captured')
    throw new ProviderRefusal(`The capture was refused: ${order?.status}`, 'CAPTURE_DENIED', true)
  await storeCapture(database, payment, { captureId: order.captureId!, isPending })
}

/** What is to be refunded of a captured payment because the order was changed or less was packed, in cents. */
const excessOf = ({ finalAmount, refundedAmount, ...payment }: Payment): number =>
  finalAmount === null ? 0 : amountDue(payment) - refundedAmount - finalAmount

/**
 * Refunds the difference to what the order comes to. Its amount is stored before the provider is asked, and the key names what was refunded before. So each
 * key is for one amount, even if an answer is lost and the order changes before the next try. The remaining difference is refunded next.
 */
async function refundExcess(database: Database, provider: PaymentProvider, { requestId }: Payment): Promise<void> {
  const payment = await storeRefunding(database, requestId)
  if (payment === undefined) return
  const { captureId, currency, refundedAmount, refundingAmount } = payment
  const amount = refundingAmount!
  await provider.refund(captureId!, `refund/${requestId}/${refundedAmount}`, { amount, currency })
  const refunded = refundedAmount + amount
  await database
    .update(payments)
    .set({
      refundedAmount: refunded,
      refundingAmount: null,
      nextCheckAt: sql`case when ${payments.finalAmount} < ${amountDue(payment) - refunded} then now() end`,
      attempts: 0,
      problem: null,
    })
    .where(and(eq(payments.requestId, requestId), eq(payments.refundedAmount, refundedAmount)))
}

/** Stores what the provider is asked to refund, unless a refund is under way. @returns undefined if nothing is to be refunded */
async function storeRefunding(database: Database, requestId: string): Promise<Payment | undefined> {
  const excess = sql`coalesce(${payments.captureAmount}, ${payments.amount}) - ${payments.refundedAmount} - ${payments.finalAmount}`
  const isDue = or(isNotNull(payments.refundingAmount), sql`${excess} > 0`)
  const [payment] = await database
    .update(payments)
    .set({ refundingAmount: sql`coalesce(${payments.refundingAmount}, ${excess})` })
    .where(and(eq(payments.requestId, requestId), eq(payments.state, 'captured'), isDue))
    .returning()
  return payment
}

/** The order of a refunded payment stays: the grocer decides about its goods. */
async function readRefund(database: Database, provider: PaymentProvider, payment: Payment): Promise<void> {
  const order = await provider.read(payment.providerOrderId!)
  await database
    .update(payments)
    .set({
      nextCheckAt: null,
      attempts: 0,
      problem: null,
      ...(order?.status === 'refunded' && { state: 'ended', email: null }),
    })
    .where(and(eq(payments.requestId, payment.requestId), eq(payments.state, 'captured')))
}

/** If the order was cancelled in the meantime, the money is refunded next. */
async function storeCapture(database: Database, payment: Payment, { captureId, isPending }: Capture): Promise<void> {
  const isKnown = eq(payments.requestId, payment.requestId)
  await database.transaction(async transaction => {
    const [stored] = await transaction
      .update(payments)
      .set({
        state: isPending ? 'pending' : 'captured',
        captureId,
        // a picking that was finished while the whole amount was captured leaves something to refund
        nextCheckAt: isPending
          ? nextAttempt
          : sql`case when ${payments.finalAmount} < ${amountDue(payment)} then now() end`,
        attempts: isPending ? sql`${payments.attempts} + 1` : 0,
        problem: null,
      })
      .where(and(isKnown, inArray(payments.state, ['authorized', 'pending', 'captured'])))
      .returning({ orderId: payments.orderId })
    if (stored === undefined)
      await transaction
        .update(payments)
        .set({ state: 'ending', captureId, nextCheckAt: sql`now()` })
        .where(isKnown)
    else if (!isPending)
      await transaction.update(orders).set({ paymentStatus: 'captured' }).where(eq(orders.id, payment.orderId!))
  })
}

/** 1, 2, 4 … 60 minutes from now, by the failed attempts so far. */
const nextAttempt = sql`now() + least(60, power(2, least(${payments.attempts}, 6))) * interval '1 minute'`

/** Schedules the next attempt, or ends the payment as `failed` and notifies the grocer. */
async function storeFailure(shop: PaymentServices, payment: Payment, error: Error & { code?: unknown }): Promise<void> {
  const { requestId } = payment
  // What was captured stays so, whatever keeps the gateway from reading it.
  const isFinal = error instanceof ProviderRefusal && error.isFinal && payment.state !== 'captured'
  const issue = error instanceof ProviderRefusal ? error.issue : null
  const problem = issue ?? String(error.code ?? error.name)
  const { failed, mail } = await shop.database.transaction(async transaction => {
    const [failed] = await transaction
      .update(payments)
      .set({
        attempts: sql`${payments.attempts} + 1`,
        problem,
        nextCheckAt: isFinal ? null : nextAttempt,
        ...(isFinal ? { state: 'failed' as const, email: null } : {}),
      })
      .where(
        and(
          eq(payments.requestId, requestId),
          inArray(payments.state, ['authorized', 'pending', 'captured', 'ending']),
        ),
      )
      .returning()
    const mail = isFinal && failed !== undefined ? await queueNotice(shop, transaction, payment, problem) : null
    return { failed, mail }
  })
  shop.logProblem(
    {
      event: isFinal ? 'payment.failed' : 'payment.delayed',
      order: await findOrderNumber(shop.database, payment),
      payment: referenceOf(failed ?? payment),
      issue,
      code: typeof error.code === 'string' ? error.code : null,
      attempts: failed?.attempts ?? payment.attempts,
    },
    'Settling a payment failed',
  )
  if (mail !== null) deliverMailsLater(shop, [mail])
}

/** The provider's number of a payment, as on the provider's pages. It gives no access to anything in the shop. */
const referenceOf = ({ captureId, authorizationId }: Payment): string | null => captureId ?? authorizationId

/** Null for a payment without an order. */
async function findOrderNumber(database: Database, { orderId }: Payment): Promise<number | null> {
  if (orderId === null) return null
  const [order] = await database.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId))
  return order?.number ?? null
}

/** Mails the grocer what to settle with the provider or the buyer. Returns null if no address is set. */
async function queueNotice(
  { shopEmail, rules }: PaymentServices,
  transaction: Database,
  payment: Payment,
  problem: string,
): Promise<string | null> {
  if (shopEmail === null) return null
  const order = await findOrderNumber(transaction, payment)
  const facts = { order, amountText: formatAmount(amountDue(payment)), problem, reference: referenceOf(payment) }
  const templates = mailTemplates(rules.name)
  const write =
    payment.state === 'authorized' || payment.state === 'pending' ? templates.captureFailed : templates.releaseFailed
  return queueMail(transaction, `failed payment of order ${order ?? 'none'}`, write(shopEmail, facts))
}

/**
 * Extends the reservations of an expired payment once, from 5 to 15 minutes, if the buyer has approved it: its order may
 * be in flight. If the provider does not answer, it may have been approved.
 */
async function extendIfApproved(database: Database, provider: PaymentProvider, payment: Payment): Promise<boolean> {
  const { requestId, providerOrderId, isApproved } = payment
  if (!unpaidStates.includes(payment.state) || isApproved || providerOrderId === null) return false
  const isDue = (await database.$count(payments, and(eq(payments.requestId, requestId), isExpired))) > 0
  if (!isDue) return false
  const status = await provider.read(providerOrderId).then(
    order => order?.status,
    () => 'unknown' as const,
  )
  if (status === undefined || status === 'created' || status === 'voided' || status === 'refunded') return false
  const until = sql`${payments.expiresAt} + interval '10 minutes'`
  const [extended] = await database
    .update(payments)
    .set({ isApproved: true, expiresAt: until, nextCheckAt: until })
    .where(
      and(
        eq(payments.requestId, requestId),
        inArray(payments.state, unpaidStates),
        isNull(payments.orderId),
        not(payments.isApproved), // another gateway, or the shopper's authorisation, has extended it meanwhile
      ),
    )
    .returning({ requestId: payments.requestId })
  return extended !== undefined
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
const isOpen = sql`${payments.state} not in ('ending', 'ended', 'failed')`

/**
 * Voids or refunds what the provider holds for an abandoned payment or a cancelled order. Retries later while the
 * provider's state can still change.
 */
async function releaseAtProvider(shop: PaymentServices, provider: PaymentProvider, payment: Payment): Promise<void> {
  const { requestId, providerOrderId } = payment
  const read = () => (providerOrderId === null ? Promise.resolve(null) : provider.read(providerOrderId))
  const known = await read()
  if (known?.status === 'authorized') await provider.void(known.authorizationId!, `void/${requestId}`)
  // A capture of the order that was in flight may have come before the void.
  const order = known?.status === 'authorized' && payment.orderId !== null ? await read() : known
  if (order?.status === 'captured') {
    const { isPending } = await provider.refund(order.captureId!, `refund/${requestId}`)
    // it can still fail, days later; the buyer is told now
    if (isPending) return watchRefund(shop, payment)
  }
  if (canStillChange(order)) return scheduleNextCheck(shop.database, requestId, order?.status === 'pending')
  const isNoticeDue = order !== null && payment.email !== null
  const mail = await shop.database.transaction(async transaction => {
    const wasReleased = await markReleased(transaction, requestId)
    if (!wasReleased || !isNoticeDue) return null
    return queueEnded(shop, transaction, payment)
  })
  if (mail !== null) deliverMailsLater(shop, [mail])
}

/** Mails the buyer that the payment has ended. */
const queueEnded = ({ rules }: PaymentServices, transaction: Database, { email, amount }: Payment): Promise<string> =>
  queueMail(transaction, 'ended payment', mailTemplates(rules.name).paymentEnded(email!, formatAmount(amount)))

/** Tells the buyer, once, and reads the refund again until it is done or has failed. */
async function watchRefund(shop: PaymentServices, payment: Payment): Promise<void> {
  const { requestId } = payment
  const mail = await shop.database.transaction(async transaction => {
    const [untold] = await transaction
      .update(payments)
      .set({ email: null })
      .where(and(eq(payments.requestId, requestId), isNotNull(payments.email)))
      .returning({ requestId: payments.requestId })
    await scheduleNextCheck(transaction, requestId, true)
    return untold === undefined ? null : queueEnded(shop, transaction, payment)
  })
  if (mail !== null) deliverMailsLater(shop, [mail])
}

/** The buyer may still approve, a capture in the browser may still be in flight, or the provider reviews the payment. */
const canStillChange = (order: ProviderOrder | null): boolean =>
  order?.status === 'created' || order?.status === 'approved' || order?.status === 'pending'

/** Returns false if a concurrent run has marked the payment already: that run sends the mail. */
async function markReleased(transaction: Database, requestId: string): Promise<boolean> {
  const [released] = await transaction
    .update(payments)
    .set({ state: 'ended', nextCheckAt: null, email: null, problem: null })
    .where(and(eq(payments.requestId, requestId), eq(payments.state, 'ending')))
    .returning({ requestId: payments.requestId })
  return released !== undefined
}

/**
 * Schedules the next check after as long as the payment has been expired, at least 1 minute. Stops a day after it
 * expired: approvals at the provider do not last longer. Reviews and refunds take days, and are checked every hour until they end.
 */
async function scheduleNextCheck(database: Database, requestId: string, isReviewed: boolean): Promise<void> {
  const age = sql`least(greatest(now() - ${payments.expiresAt}, interval '1 minute'), interval '1 hour')`
  const isFinal = isReviewed ? sql`false` : sql`now() > ${payments.expiresAt} + interval '1 day'`
  await database
    .update(payments)
    .set({
      state: sql`case when ${isFinal} then 'ended' else 'ending' end`,
      nextCheckAt: sql`case when ${isFinal} then null else now() + ${age} end`,
      email: sql`case when ${isFinal} then null else ${payments.email} end`,
    })
    .where(and(eq(payments.requestId, requestId), eq(payments.state, 'ending')))
}
