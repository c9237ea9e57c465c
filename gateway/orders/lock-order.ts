import { asc, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { orderLines, orders, payments } from '../database/schema.ts'
import { notFound } from '../requests/refusals.ts'

/**
 * Locks an order and its payment until the end of the transaction, and reads its lines. The order of locks is payments, orders, products, as
 * where an order is cancelled.
 *
 * @throws Refused 404 if there is no such order
 */
export async function lockOrder(transaction: Database, number: number) {
  const isOrder = eq(orders.number, number)
  const [known] = await transaction.select({ id: orders.id }).from(orders).where(isOrder)
  if (known === undefined) throw notFound(`There is no order ${number}.`)
  const [payment] = await transaction.select().from(payments).where(eq(payments.orderId, known.id)).for('update')
  const [order] = await transaction.select().from(orders).where(isOrder).for('update')
  const lines = await transaction
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, known.id))
    .orderBy(asc(orderLines.position))
  return { order: order!, lines, payment }
}
