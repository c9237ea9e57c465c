import { eq, sql } from 'drizzle-orm'
import { formatAmount } from '#contract/money'
import { priceOfWeighed } from '#contract/weight-price'
import { formatWeight } from '#contract/weight-text'
import type { Database } from '../database/database.ts'
import { orderLines, orders } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/outbox.ts'
import { recordChange } from '../changes/changes.ts'
import { notFound, softRefusal } from '../requests/refusals.ts'
import { isUnweighed, type OrderLineRow } from './orders.ts'
import { amountsOf, makeDue } from './pick-line.ts'
import { lockOrder } from './lock-order.ts'
import { staleRefusal } from './stale-refusal.ts'

/** What a line weighs. */
export interface Weighing {
  /** The order's number. */
  number: number
  /** The line, from 1, in the order of the receipt, or the product of the line. */
  line: number | { productId: number }
  grams: number
  /** Who has weighed it. */
  staffName: string
  /** The version that was shown; null for the operator's command. */
  version: number | null
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
 * @throws Refused 404 if there is no such order or line, softly 409 if another person has changed the order, the line is not sold by weight, or the amounts
 *   are final
 */
export const weighLine = (
  database: Database,
  { number, line: place, grams, staffName, version }: Weighing,
  shopName: string,
): Promise<WeighedOrder> =>
  database.transaction(async transaction => {
    const { order, lines, payment } = await lockOrder(transaction, number)
    const line =
      typeof place === 'number' ? lines[place - 1] : lines.find(({ productId }) => productId === place.productId)
    if (line === undefined)
      throw notFound(`Order ${number} has no ${typeof place === 'number' ? `line ${place}` : 'line of this product'}.`)
    if (line.weighed === null) throw softRefusal(409, `${line.productName} is not sold by weight.`)
    if (version !== null && order.version !== version) {
      const now = line.weighedGrams === null ? 'not weighed' : formatWeight(line.weighedGrams)
      throw await staleRefusal(
        transaction,
        number,
        `${line.productName} is ‘${now}’ now; you entered ‘${formatWeight(grams)}’.`,
      )
    }
    if (line.weighedGrams === grams) return { lines, total: order.total, mail: null }
    if (order.status === 'cancelled') throw softRefusal(409, `Order ${number} is cancelled.`)
    if (order.pickedAt !== null || line.charged !== null || !lines.some(isUnweighed))
      throw softRefusal(409, `All of order ${number} is weighed: its amount is final.`)

    const weighed = { weighedGrams: grams, total: priceOfWeighed(line.price, line.quantity, line.weighed, grams) }
    await transaction
      .update(orderLines)
      .set(weighed)
      .where(sql`${orderLines.orderId} = ${order.id} and ${orderLines.productId} = ${line.productId}`)
    const now = lines.map(one => (one === line ? { ...line, ...weighed } : one))
    const { subtotal, discount, total } = amountsOf(now, order)
    await transaction
      .update(orders)
      .set({ subtotal, discount, total, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
    await recordChange(transaction, {
      staffName,
      orderNumber: number,
      what: `weight of ${line.productName} in order ${number}`,
      before: line.weighedGrams === null ? null : formatWeight(line.weighedGrams),
      after: formatWeight(grams),
    })
    if (now.some(isUnweighed)) return { lines: now, total, mail: null }

    if (payment !== undefined) await makeDue(transaction, payment, total)
    const isPaid = order.paymentMethod === 'online'
    const text = mailTemplates(shopName).orderWeighed(order.email, number, formatAmount(total), isPaid)
    const mail = await queueMail(transaction, `weighed order ${number}`, text)
    return { lines: now, total, mail }
  })
