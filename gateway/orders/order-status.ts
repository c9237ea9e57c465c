import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { formatAmount, toCents } from '#contract/money'
import { statusWords } from '#contract/office'
import type { OrderStatus } from '#contract/order'
import type { Database } from '../database/database.ts'
import { orderLines, orders, payments } from '../database/schema.ts'
import { changedLines } from '#contract/picking-text'
import { mailTemplates } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/outbox.ts'
import { readOrderById } from './orders.ts'
import { recordChange } from '../changes/changes.ts'
import { notFound, softRefusal } from '../requests/refusals.ts'
import { cancelOrder } from './cancel-order.ts'
import { staleRefusal } from './stale-refusal.ts'

/** Statuses of orders whose goods leave the shop: what they cost is known by then. */
const packedStatuses: readonly OrderStatus[] = ['on-its-way', 'ready-for-pickup', 'completed']

/** What decides which statuses an order can get next. */
interface Progress {
  status: OrderStatus
  /** Whether it is delivered, or collected at the shop. */
  isDelivered: boolean
  /** Whether something of it is not weighed yet, or its picking has begun and is not finished. */
  isToPack: boolean
}

/** The statuses that an order can get next, in the office. */
export function nextStatuses({ status, isDelivered, isToPack }: Progress): OrderStatus[] {
  switch (status) {
    case 'received':
      return ['preparing', 'cancelled']
    case 'preparing':
      return isToPack ? ['cancelled'] : [isDelivered ? 'on-its-way' : 'ready-for-pickup', 'cancelled']
    case 'on-its-way':
    case 'ready-for-pickup':
      return ['completed', 'cancelled']
    case 'completed':
    case 'cancelled':
      return []
  }
}

/** The lines of an order of which is decided what becomes of them. */
export const isDecided = (orderId: string) => and(eq(orderLines.orderId, orderId), isNotNull(orderLines.picking))

/** Queues the mail that says what was replaced or left out. @returns null if all is as it was ordered */
async function queuePacked(
  transaction: Database,
  { id, number, email, paymentMethod }: typeof orders.$inferSelect,
  shopName: string,
): Promise<string | null> {
  const { lines, leftOut, total } = await readOrderById(transaction, id)
  const changed = changedLines(lines, leftOut)
  if (changed.length === 0) return null
  const text = mailTemplates(shopName).orderPacked(email, number, {
    changed,
    amountText: formatAmount(toCents(total)),
    isPaid: paymentMethod === 'online',
  })
  return queueMail(transaction, `packed order ${number}`, text)
}

/** A change of an order's status. */
export interface OrderStatusChange {
  number: number
  status: OrderStatus
  /** Who makes it. */
  staffName: string
  /** The version on which it was decided, with which only the next statuses are possible; null for the operator's command. */
  version: number | null
}

/**
 * Sets the status of an order and keeps the change, in one transaction. `cancelled` puts the goods and the coupon back, marks the payment to be voided
 * or refunded and queues the mail to the customer. Repeating a change does nothing.
 *
 * @param shopName - for the mail
 * @returns the queued mail; null without one
 * @throws Refused 404 if there is no such order, softly 409 if another person has changed it, or it can't get this status
 */
export const setOrderStatus = (
  database: Database,
  { number, status, staffName, version }: OrderStatusChange,
  shopName: string,
): Promise<string | null> =>
  database.transaction(async transaction => {
    const isOrder = eq(orders.number, number)
    const [known] = await transaction.select({ id: orders.id }).from(orders).where(isOrder)
    if (known === undefined) throw notFound(`There is no order ${number}.`)
    // The order of locks is payments, orders, as where an order is cancelled.
    await transaction
      .select({ id: payments.requestId })
      .from(payments)
      .where(eq(payments.orderId, known.id))
      .for('update')
    const [order] = await transaction.select().from(orders).where(isOrder).for('update')
    const before = order!.status
    if (version !== null && order!.version !== version)
      throw await staleRefusal(
        transaction,
        number,
        `It is ‘${statusWords[before]}’ now; you chose ‘${statusWords[status]}’.`,
      )
    if (before === status) return null
    if (before === 'cancelled') throw softRefusal(409, `Order ${number} is cancelled.`)
    const toWeigh = and(
      eq(orderLines.orderId, known.id),
      isNotNull(orderLines.weighed),
      isNull(orderLines.weighedGrams),
      sql`coalesce(${orderLines.picking}, 'picked') = 'picked'`,
    )
    const isToWeigh = (await transaction.$count(orderLines, toWeigh)) > 0
    if (packedStatuses.includes(status) && isToWeigh)
      throw softRefusal(409, `Order ${number} has goods to weigh: npm run weigh -- ${number}`)
    const isPicking = order!.pickedAt === null && (await transaction.$count(orderLines, isDecided(known.id))) > 0
    if (packedStatuses.includes(status) && isPicking)
      throw softRefusal(409, `The picking of order ${number} is not finished.`)
    const isDelivered = order!.deliveryAddress !== null
    if (
      version !== null &&
      !nextStatuses({ status: before, isDelivered, isToPack: isToWeigh || isPicking }).includes(status)
    )
      throw softRefusal(409, `Order ${number} is ‘${statusWords[before]}’ and can’t become ‘${statusWords[status]}’.`)
    const cancellation = status === 'cancelled' ? await cancelOrder(transaction, number, shopName) : null
    await transaction
      .update(orders)
      .set({ status, version: sql`${orders.version} + 1` })
      .where(isOrder)
    await recordChange(transaction, {
      staffName,
      orderNumber: number,
      what: `status of order ${number}`,
      before: statusWords[before],
      after: statusWords[status],
    })
    if (status === 'on-its-way' || status === 'ready-for-pickup') return queuePacked(transaction, order!, shopName)
    return cancellation?.mail ?? null
  })
