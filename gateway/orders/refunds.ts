import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import type { ReceivedRefund } from '#contract/order'
import type { OrderRefund } from '#contract/refund'
import type { Database } from '../database/database.ts'
import { orders, payments, refunds } from '../database/schema.ts'
import type { Payment } from '../stock/payment-rows.ts'

/** What was refunded of an order by members of staff, in cents; also what the provider has not confirmed yet. */
export async function sumOfRefunds(database: Database, orderId: string): Promise<number> {
  const [row] = await database
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)::integer` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.state, ['pending', 'done'])))
  return row!.sum
}

/**
 * What can still be refunded of an order, in cents: what its payment captured, without what is refunded anyway because less was packed, and without
 * earlier refunds. Nothing before the order is packed: then its lines can still change.
 */
export async function refundableOf(
  database: Database,
  order: Pick<typeof orders.$inferSelect, 'id' | 'status'>,
  payment: Payment | undefined,
): Promise<number> {
  const isPacked = order.status !== 'received' && order.status !== 'preparing'
  if (payment?.state !== 'captured' || !isPacked) return 0
  const kept = payment.finalAmount ?? payment.captureAmount ?? payment.amount
  return Math.max(0, kept - (await sumOfRefunds(database, order.id)))
}

/** The refunds of an order, oldest first, and what can still be refunded. */
export async function readRefunds(
  database: Database,
  order: Pick<typeof orders.$inferSelect, 'id' | 'status'>,
): Promise<{ refunds: OrderRefund[]; refundable: number }> {
  const [payment] = await database.select().from(payments).where(eq(payments.orderId, order.id))
  if (payment === undefined) return { refunds: [], refundable: 0 }
  const rows = await database
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, order.id))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  return {
    refundable: toDollars(await refundableOf(database, order, payment)),
    refunds: rows.map(({ createdAt, staffName, amount, reason, note, state }) => ({
      at: createdAt.toISOString(),
      staffName,
      amount: toDollars(amount),
      reason,
      note,
      state,
    })),
  }
}

/** The refunds of an order that the provider has made, oldest first. */
export async function readReceivedRefunds(database: Database, orderId: string): Promise<ReceivedRefund[]> {
  const rows = await database
    .select({ amount: refunds.amount, createdAt: refunds.createdAt })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'done')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  return rows.map(({ amount, createdAt }) => ({ amount: toDollars(amount), at: createdAt.toISOString() }))
}
