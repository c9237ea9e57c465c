import { eq, sql } from 'drizzle-orm'
import { formatAmount, toCents } from '#contract/money'
import { longestRefundNote, refundReasonNames, type NewRefund } from '#contract/refund'
import { recordChange } from '../changes/changes.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { orders, refunds } from '../database/schema.ts'
import { badRequest, fieldRefusal, softRefusal } from '../requests/refusals.ts'
import { lockOrder } from './lock-order.ts'
import { refundableOf } from './refunds.ts'
import { staleRefusal } from './stale-refusal.ts'

/** A refund that a member of staff decided on. */
interface Refunding extends NewRefund {
  number: number
  staffName: string
}

/**
 * Stores a refund and keeps the change, in one transaction. The money moves after it, or by the settlement job. A repeated request returns the
 * same refund.
 *
 * @returns the refund's id
 * @throws Refused 400 for a request without a key or with too long a note, 404 if there is no such order; softly 409 if another person has changed the
 *   order, softly 422 for an amount that can't be refunded
 */
export const refundOrder = (database: Database, refunding: Refunding): Promise<string> =>
  database.transaction(async transaction => {
    const { number, requestId, reason, staffName, version } = refunding
    const amount = toCents(refunding.amount)
    const note = refunding.note?.trim() || null
    if (requestId === '') throw badRequest('The request has no key.')
    if (note !== null && note.length > longestRefundNote) throw badRequest('The note is too long.')
    const { order, payment } = await lockOrder(transaction, number)
    const [known] = await transaction.select().from(refunds).where(eq(refunds.requestId, requestId))
    if (known !== undefined) {
      if (known.orderId !== order.id || known.amount !== amount)
        throw softRefusal(409, 'This request was used for another refund.')
      return known.id
    }
    if (order.version !== version)
      throw await staleRefusal(transaction, number, `You were refunding ${formatAmount(amount)}.`)
    const most = await refundableOf(transaction, order, payment)
    if (most === 0) throw softRefusal(409, `Nothing can be refunded of order ${number}.`)
    if (!isWholeCents(refunding.amount) || amount < 1 || amount > most)
      throw fieldRefusal('amount', `Please enter an amount from $0.01 to ${formatAmount(most)}.`)
    const id = newId()
    await transaction
      .insert(refunds)
      .values({ id, requestId, orderId: order.id, paymentId: payment!.requestId, amount, reason, note, staffName })
    await transaction
      .update(orders)
      .set({ version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
    await recordChange(transaction, {
      staffName,
      orderNumber: number,
      what: `refund of order ${number}`,
      before: null,
      after: `${formatAmount(amount)}, ${refundReasonNames[reason].toLowerCase()}`,
    })
    return id
  })

const isWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6
