import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { formatAmount, toDollars } from '#contract/money'
import type { Database } from '../database/database.ts'
import type { RefundState } from '#contract/refund'
import { orders, payments, refunds } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { ProviderRefusal, type PaymentProvider, type PaymentServices } from './payment-provider.ts'
import { isOf } from './payment-owner.ts'

/** Settles every refund that is due. */
export async function settleDueRefunds(shop: PaymentServices): Promise<void> {
  const { database, provider, closing } = shop
  if (provider === null) return
  const due = await database
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.requestId, refunds.paymentId))
    .where(and(eq(refunds.state, 'pending'), lte(refunds.nextAttemptAt, sql`now()`), isOf(provider.name)))
    .orderBy(asc(refunds.nextAttemptAt))
  for (const { id } of due) if (!closing.aborted) await settleRefund(shop, provider, id)
}

/** Settles a refund after the answer is sent. If that fails, the settlement job does it. */
export function settleRefundLater(shop: PaymentServices, id: string): void {
  const { provider } = shop
  if (provider !== null) void shop.runLater('Settling a refund', () => settleRefund(shop, provider, id))
}

/**
 * Refunds at the provider. Safe to repeat and to run concurrently: the provider executes the key `refund/{id}` once. A temporary failure is
 * repeated after 1, 2, 4 … 60 minutes. A refusal for good ends it as `refused`; one of a cancelled order is `included` in what the cancellation returns.
 */
async function settleRefund(shop: PaymentServices, provider: PaymentProvider, id: string): Promise<void> {
  const [row] = await shop.database
    .select({ refund: refunds, payment: payments, number: orders.number, email: orders.email, status: orders.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.requestId, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(refunds.id, id))
  if (row?.refund.state !== 'pending') return
  const { refund, payment, number, email, status } = row
  // a cancellation returns all that is left of the payment
  if (status === 'cancelled') return void (await ends(shop.database, id, 'included', null))
  try {
    const part = { amount: refund.amount, currency: payment.currency }
    const { isPending } = await provider.refund(payment.captureId!, `refund/${id}`, part)
    // the provider is asked again: it can still fail
    if (isPending) return await postpone(shop.database, id, null)
    const mail = await shop.database.transaction(async transaction => {
      if (!(await ends(transaction, id, 'done', null)) || email === '') return null
      const text = mailTemplates(shop.rules.name).orderRefunded(email, number, formatAmount(refund.amount))
      return queueMail(transaction, `refund of order ${number}`, text)
    })
    shop.reportEvent('payment.refunded', { orderNumber: String(number), amount: toDollars(refund.amount) })
    if (mail !== null) deliverMailsLater(shop, [mail])
  } catch (error) {
    const { code, name } = error as Error & { code?: unknown }
    const isFinal = error instanceof ProviderRefusal && error.isFinal
    const problem = error instanceof ProviderRefusal ? error.issue : String(code ?? name)
    if (isFinal) await endRefused(shop.database, id, problem)
    else await postpone(shop.database, id, problem)
    shop.logProblem(
      { event: isFinal ? 'refund.refused' : 'refund.delayed', order: number, issue: problem },
      'A refund failed',
    )
  }
}

/** Returns false if another run has ended it. */
async function ends(transaction: Database, id: string, state: RefundState, problem: string | null): Promise<boolean> {
  const ended = await transaction
    .update(refunds)
    .set({ state, problem, nextAttemptAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'pending')))
    .returning({ id: refunds.id })
  return ended.length > 0
}

/** The payment of a cancelled order is returned as a whole. */
const endRefused = (database: Database, id: string, problem: string): Promise<boolean> =>
  database.transaction(async transaction => {
    const [order] = await transaction
      .select({ status: orders.status })
      .from(orders)
      .innerJoin(refunds, eq(refunds.orderId, orders.id))
      .where(eq(refunds.id, id))
    return ends(transaction, id, order?.status === 'cancelled' ? 'included' : 'refused', problem)
  })

async function postpone(database: Database, id: string, problem: string | null): Promise<void> {
  await database
    .update(refunds)
    .set({
      attempts: sql`${refunds.attempts} + 1`,
      problem,
      nextAttemptAt: sql`now() + least(60, power(2, least(${refunds.attempts}, 6))) * interval '1 minute'`,
    })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'pending')))
}
