import { formatAmount } from '#contract/money'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { releaseReservations, type Payment } from '../stock/reservations.ts'
import { mailTemplates } from '../mail/send-mail.ts'
import type { PaymentProvider, ProviderOrder, PaymentShop } from './payment-provider.ts'
import { orders, payments } from '../database/schema.ts'

/**
 * Does what is left to do about a payment, outside of every transaction: takes the money of an order, gives up a payment
 * whose time is over, lets go of what a given up one has at the provider. Safe to be done again, and by several at once: the
 * provider does each of it once for its key.
 */
export async function settlePayment(shop: PaymentShop, provider: PaymentProvider, requestId: string): Promise<void> {
  const row = await findPayment(shop.database, requestId)
  if (row === null) return
  if (row.orderId !== null) return row.state === 'authorized' ? capturePayment(shop.database, provider, row) : undefined
  const left = row.state === 'ending' ? row : await expirePayment(shop.database, requestId)
  if (left !== null) await releaseAtProvider(shop, provider, left)
}

/** A payment by its key; null where there is none. */
export async function findPayment(database: Database, requestId: string): Promise<Payment | null> {
  const [row] = await database.select().from(payments).where(eq(payments.requestId, requestId))
  return row ?? null
}

async function capturePayment(database: Database, provider: PaymentProvider, row: Payment): Promise<void> {
  const { captureId } = await provider.capture(row.authorizationId!, `capture/${row.requestId}`)
  await database.transaction(async transaction => {
    await transaction
      .update(payments)
      .set({ state: 'captured', captureId, nextCheckAt: null })
      .where(eq(payments.requestId, row.requestId))
    await transaction.update(orders).set({ paymentStatus: 'captured' }).where(eq(orders.id, row.orderId!))
  })
}

/** Gives up a payment whose time is over; null where it has become an order, or has time left. */
const expirePayment = (database: Database, requestId: string): Promise<Payment | null> =>
  database.transaction(async transaction => {
    const [row] = await transaction
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.requestId, requestId),
          isNull(payments.orderId),
          lte(payments.expiresAt, sql`now()`),
          sql`${payments.state} not in ('ending', 'ended')`,
        ),
      )
      .for('update')
    if (row === undefined) return null
    await releaseReservations(transaction, [row])
    return row
  })

/** Gives back what the provider has of a payment that was given up. */
async function releaseAtProvider(shop: PaymentShop, provider: PaymentProvider, row: Payment): Promise<void> {
  const { requestId, providerOrderId } = row
  const order = providerOrderId === null ? null : await provider.read(providerOrderId)
  if (order?.status === 'authorized') await provider.void(order.authorizationId!, `void/${requestId}`)
  if (order?.status === 'captured') await provider.refund(order.captureId!, `refund/${requestId}`)
  if (canStillChange(order)) return scheduleNextCheck(shop.database, requestId)
  const [ended] = await shop.database
    .update(payments)
    .set({ state: 'ended', nextCheckAt: null, email: null })
    .where(and(eq(payments.requestId, requestId), eq(payments.state, 'ending')))
    .returning({ requestId: payments.requestId })
  // decided, it held money, also where an earlier try has let go of it and broken off before its note
  if (ended !== undefined && order !== null) await sendRefundNotice(shop, row)
}

/** The shopper may approve it still, and a browser that captures, or a call under way, may take the money afterwards. */
const canStillChange = (order: ProviderOrder | null): boolean =>
  order?.status === 'created' || order?.status === 'approved'

/** Looks again after as long as it has been over, for a day; no approval lives longer. */
async function scheduleNextCheck(database: Database, requestId: string): Promise<void> {
  const age = sql`greatest(now() - ${payments.expiresAt}, interval '1 minute')`
  const isOver = sql`now() > ${payments.expiresAt} + interval '1 day'`
  await database
    .update(payments)
    .set({
      state: sql`case when ${isOver} then 'ended' else 'ending' end`,
      nextCheckAt: sql`case when ${isOver} then null else now() + ${age} end`,
      email: sql`case when ${isOver} then null else ${payments.email} end`,
    })
    .where(and(eq(payments.requestId, requestId), eq(payments.state, 'ending')))
}

/** Writes to whom no answer has told that the money comes back; of one mail nobody can say more than that it was sent. */
async function sendRefundNotice({ rules, sendMail }: PaymentShop, { email, amount }: Payment): Promise<void> {
  if (email !== null) await sendMail(mailTemplates(rules.name).paymentEnded(email, formatAmount(amount)))
}
