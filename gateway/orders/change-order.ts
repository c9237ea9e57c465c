import { eq, sql } from 'drizzle-orm'
import type { OrderChange } from '#contract/order-change'
import { recordChange, shopperName } from '../changes/changes.ts'
import type { Database } from '../database/database.ts'
import { orderLines, orders, payments, products } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/outbox.ts'
import type { OrderLinks } from '../shop/order-links.ts'
import type { Payment } from '../stock/payment-rows.ts'
import { returnStock } from '../stock/reservations.ts'
import { differencesOf, sumText } from './change-text.ts'
import { changeTerms, type ChangeContext, type OrderWithLines } from './change-terms.ts'
import { lockOrder } from './lock-order.ts'
import type { OrderLineRow } from './orders.ts'

/** What follows a change. */
export interface ChangedOrder {
  /** The payment that is settled next; null if nothing of it has changed. */
  payment: string | null
  /** The queued mail to the customer. */
  mail: string
}

/** The order as a change would make it. Nothing is changed. @throws Refused as `changeTerms` */
export async function previewChange(
  transaction: Database,
  context: ChangeContext,
  number: number,
  change: OrderChange,
): Promise<OrderWithLines> {
  return changeTerms(transaction, context, await lockOrder(transaction, number), change, null)
}

/**
 * Changes an order for its shopper, in the caller's transaction: stock, lines, amounts, slot, address and what is paid together or not at all. The mail is queued, and
 * the change kept.
 *
 * @returns null if the order is as it is wanted already
 * @throws Refused as `changeTerms`
 */
export async function changeOrder(
  transaction: Database,
  context: ChangeContext & { orderLinks: OrderLinks },
  number: number,
  change: OrderChange,
): Promise<ChangedOrder | null> {
  const before = await lockOrder(transaction, number)
  const after = await changeTerms(transaction, context, before, change, change.total)
  const differences = differencesOf(before, after)
  if (differences.length === 0) return null
  const { order, lines } = after
  await moveStock(transaction, before.lines, lines)
  await transaction.delete(orderLines).where(eq(orderLines.orderId, order.id))
  await transaction.insert(orderLines).values(lines)
  const { subtotal, discount, deliveryFee, total, coupon, most, slot, deliveryAddress, substitution } = order
  await transaction
    .update(orders)
    .set({
      subtotal,
      discount,
      deliveryFee,
      total,
      coupon,
      most,
      slot,
      deliveryAddress,
      substitution,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, order.id))
  const isDue = before.payment !== undefined && (await changePaid(transaction, before.payment, after))
  await recordChange(transaction, {
    staffName: shopperName,
    orderNumber: number,
    what: `contents of order ${number}`,
    before: joined(differences.map(one => one.before)),
    after: joined(differences.map(one => one.after)),
  })
  const text = mailTemplates(context.rules.name).orderChanged(order.email, number, {
    changed: differences.flatMap(one => one.text ?? []),
    amountText: sumText(order),
    isPaid: order.paymentMethod === 'online',
    link: context.orderLinks.urlOf(order),
  })
  const mail = await queueMail(transaction, `changed order ${number}`, text)
  return { payment: isDue ? before.payment!.requestId : null, mail }
}

const joined = (texts: (string | null)[]): string | null => texts.filter(text => text !== null).join('; ') || null

/** Takes the stock of what is added, and returns that of what is removed. The products are locked. */
async function moveStock(
  transaction: Database,
  before: readonly OrderLineRow[],
  after: readonly OrderLineRow[],
): Promise<void> {
  const quantityIn = (lines: readonly OrderLineRow[], id: number) =>
    lines.find(({ productId }) => productId === id)?.quantity ?? 0
  const ids = new Set([...before, ...after].map(({ productId }) => productId))
  for (const productId of [...ids].toSorted((a, b) => a - b)) {
    const quantity = quantityIn(after, productId) - quantityIn(before, productId)
    if (quantity < 0) await returnStock(transaction, { productId, quantity: -quantity })
    // the check constraint of the table keeps it from falling below 0
    if (quantity > 0)
      await transaction
        .update(products)
        .set({ stock: sql`${products.stock} - ${quantity}` })
        .where(eq(products.id, productId))
  }
}

/**
 * Makes what a changed order comes to what is paid: less is captured, or the difference is refunded. A capture of the whole amount may be under way, unless
 * goods had to be weighed; the difference is refunded once it was captured. While goods have to be weighed, the most that they can cost is kept.
 *
 * @returns whether something is due
 */
async function changePaid(transaction: Database, payment: Payment, { order, lines }: OrderWithLines): Promise<boolean> {
  const { requestId, state, amount, captureAmount, finalAmount, awaitsWeighing } = payment
  if (!['authorized', 'pending', 'captured'].includes(state)) return false
  const due = order.most ?? order.total
  const isHeld = state === 'authorized' && awaitsWeighing
  if (isHeld && lines.some(({ weighed }) => weighed !== null)) return false
  const settled = { nextCheckAt: sql`now()`, attempts: 0 }
  const isOne = eq(payments.requestId, requestId)
  if (isHeld) {
    const paid = due > 0 ? { captureAmount: due } : { state: 'ending' as const, expiresAt: sql`now()`, email: null }
    await transaction
      .update(payments)
      .set({ ...settled, ...paid, awaitsWeighing: false })
      .where(isOne)
    return true
  }
  const final = due < (captureAmount ?? amount) ? due : null
  if (final === finalAmount) return false
  await transaction
    .update(payments)
    .set({ ...settled, finalAmount: final })
    .where(isOne)
  return true
}
