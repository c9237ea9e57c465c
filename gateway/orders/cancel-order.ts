import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { orderLines, orders, payments } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/outbox.ts'
import { isTestProvider } from '../database/provider-name.ts'
import { returnCouponUse, returnStock } from '../stock/reservations.ts'
import { sumOfRefunds } from './refunds.ts'

/** What follows a cancellation. */
export interface CancelledOrder {
  /** The payment that the gateway voids or refunds next; null if nothing was paid online. */
  requestId: string | null
  /** The queued mail to the customer. */
  mail: string
}

/**
 * Cancels an order in one transaction: its goods and its coupon use are returned, its payment is marked to be voided or
 * refunded, and a mail to the customer is queued. The money moves after the transaction, or by the settlement job; it is
 * never captured from then on.
 *
 * @param shopName - for the mail
 * @returns null if the order was cancelled already
 * @throws Error if there is no such order, or it is completed
 */
export const cancelOrder = (database: Database, number: number, shopName: string): Promise<CancelledOrder | null> =>
  database.transaction(async transaction => {
    const isOrder = eq(orders.number, number)
    const [known] = await transaction.select({ id: orders.id }).from(orders).where(isOrder)
    if (known === undefined) throw new Error(`There is no order ${number}.`)
    // The order of locks is payments, orders, products, coupons, as where a payment is captured.
    const [payment] = await transaction.select().from(payments).where(eq(payments.orderId, known.id)).for('update')
    const [order] = await transaction.select().from(orders).where(isOrder).for('update')
    if (order!.status === 'cancelled') return null
    if (order!.status === 'completed') throw new Error(`Order ${number} is completed and can't be cancelled.`)
    await returnGoods(transaction, order!.id)
    if (order!.couponCode !== null) await returnCouponUse(transaction, order!.couponCode)
    await transaction.update(orders).set({ status: 'cancelled' }).where(isOrder)
    if (payment !== undefined)
      await transaction
        .update(payments)
        .set({ state: 'ending', nextCheckAt: sql`now()`, expiresAt: sql`now()`, attempts: 0, email: null })
        .where(eq(payments.requestId, payment.requestId))
    const isPaid = payment !== undefined && !isTestProvider(payment.provider)
    const refunded = await sumOfRefunds(transaction, order!.id)
    const text = mailTemplates(shopName).orderCancelled(
      order!.email,
      number,
      isPaid ? (payment.captureAmount ?? payment.amount) - payment.refundedAmount - refunded : null,
    )
    const mail = await queueMail(transaction, `cancelled order ${number}`, text)
    return { requestId: payment?.requestId ?? null, mail }
  })

async function returnGoods(transaction: Database, orderId: string): Promise<void> {
  const lines = await transaction
    .select({
      productId: orderLines.productId,
      quantity: orderLines.quantity,
      picking: orderLines.picking,
      substitute: orderLines.substitute,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.productId))
  // what was packed: the shelf had none of what was out of stock or replaced
  const packed = lines.flatMap(line => (line.picking === 'out-of-stock' ? [] : [line.substitute ?? line]))
  for (const line of packed.toSorted((a, b) => a.productId - b.productId)) await returnStock(transaction, line)
}
