import { asc, eq, sql } from 'drizzle-orm'
import { discountOf } from '#contract/coupon'
import { formatAmount } from '#contract/money'
import { priceOfWeighed } from '#contract/weight-price'
import { formatWeight } from '#contract/weight-text'
import type { Database } from '../database/database.ts'
import { orderLines, orders, payments } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/outbox.ts'
import { recordChange } from '../changes/changes.ts'
import { isUnweighed, type OrderLineRow } from './orders.ts'

/** What a line weighs. */
export interface Weighing {
  /** The order's number. */
  number: number
  /** The line, from 1, in the order of the receipt. */
  line: number
  grams: number
  /** Who has weighed it. */
  staffName: string
}

/** The order after a weighing. */
export interface WeighedOrder {
  lines: OrderLineRow[]
  /** Cents: final once nothing is left to weigh, else an estimate. */
  total: number
  /** The queued mail with the final amount; null before, and for a repeated weighing. */
  mail: string | null
}

/**
 * Stores what a line of an order weighs, in one transaction with the order's new amounts. With the last line the amounts are final: the payment is
 * marked to be captured, after the transaction or by the settlement job, and a mail to the customer is queued.
 *
 * The amounts follow from the weights alone, so the order of weighing does not matter, and repeating one changes nothing. A weight can be corrected
 * until the amounts are final.
 *
 * @param shopName - for the mail
 * @throws Error if there is no such order or line, it is not sold by weight, or the amounts are final
 */
export const weighLine = (
  database: Database,
  { number, line: place, grams, staffName }: Weighing,
  shopName: string,
): Promise<WeighedOrder> =>
  database.transaction(async transaction => {
    const isOrder = eq(orders.number, number)
    const [known] = await transaction.select({ id: orders.id }).from(orders).where(isOrder)
    if (known === undefined) throw new Error(`There is no order ${number}.`)
    // The order of locks is payments, orders, as where an order is cancelled.
    const [payment] = await transaction.select().from(payments).where(eq(payments.orderId, known.id)).for('update')
    const [order] = await transaction.select().from(orders).where(isOrder).for('update')
    const lines = await transaction
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, known.id))
      .orderBy(asc(orderLines.position))
    const line = lines[place - 1]
    if (line === undefined) throw new Error(`Order ${number} has no line ${place}.`)
    if (line.weighed === null) throw new Error(`${line.productName} is not sold by weight.`)
    if (line.weighedGrams === grams) return { lines, total: order!.total, mail: null }
    if (order!.status === 'cancelled') throw new Error(`Order ${number} is cancelled.`)
    if (!lines.some(isUnweighed)) throw new Error(`All of order ${number} is weighed: its amount is final.`)

    const weighed = { weighedGrams: grams, total: priceOfWeighed(line.price, line.quantity, line.weighed, grams) }
    await transaction
      .update(orderLines)
      .set(weighed)
      .where(sql`${orderLines.orderId} = ${known.id} and ${orderLines.productId} = ${line.productId}`)
    const now = lines.map(one => (one === line ? { ...line, ...weighed } : one))
    const subtotal = now.reduce((sum, { total }) => sum + total, 0)
    const discount = discountOf(order!.coupon, subtotal)
    const total = subtotal - discount + order!.deliveryFee
    await transaction
      .update(orders)
      .set({ subtotal, discount, total, version: sql`${orders.version} + 1` })
      .where(isOrder)
    await recordChange(transaction, {
      staffName,
      orderNumber: number,
      what: `weight of ${line.productName} in order ${number}`,
      before: line.weighedGrams === null ? null : formatWeight(line.weighedGrams),
      after: formatWeight(grams),
    })
    if (now.some(isUnweighed)) return { lines: now, total, mail: null }

    if (payment !== undefined) await makeDue(transaction, payment.requestId, total)
    const isPaid = order!.paymentMethod === 'online'
    const text = mailTemplates(shopName).orderWeighed(order!.email, number, formatAmount(total), isPaid)
    const mail = await queueMail(transaction, `weighed order ${number}`, text)
    return { lines: now, total, mail }
  })

/** Schedules the capture of the final amount, or the release of the authorization if nothing is left to pay. */
async function makeDue(transaction: Database, requestId: string, total: number): Promise<void> {
  const due = { awaitsWeighing: false, nextCheckAt: sql`now()`, attempts: 0 }
  await transaction
    .update(payments)
    .set(total > 0 ? { ...due, captureAmount: total } : { ...due, state: 'ending', expiresAt: sql`now()`, email: null })
    .where(sql`${payments.requestId} = ${requestId} and ${payments.state} = 'authorized'`)
}
