import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { formatFee } from '#contract/fee-text'
import { formatAmount, toCents } from '#contract/money'
import type { Order } from '#contract/order'
import type { Database } from '../database/database.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import type { Mail } from '../shop/mail.ts'
import { readOrderById } from './orders.ts'
import { deliveryMethods, orders } from '../database/schema.ts'
import type { Shop } from '../shop/shop.ts'

/** Mails the receipt of an order that was just placed. */
export async function sendReceipt(shop: Shop, orderId: string): Promise<void> {
  deliverMailsLater(shop, await queueReceipts(shop, orderId))
}

/**
 * Queues receipts that were not mailed yet: of one order right after it is placed, and of all with every run of the job,
 * since the gateway may have crashed. Each order is marked and its mail queued in one transaction, so that several
 * gateways send it once. A receipt that fails is logged and stops no other. Orders older than a day are skipped.
 *
 * @param orderId - the order that was just placed
 * @returns the ids of the mails
 */
export async function queueReceipts(shop: Shop, orderId?: string): Promise<string[]> {
  const { database } = shop
  const unsent = await database
    .select({ id: orders.id, method: deliveryMethods.name })
    .from(orders)
    .leftJoin(deliveryMethods, eq(deliveryMethods.id, orders.deliveryMethod))
    .where(
      and(
        isNull(orders.receiptSentAt),
        gt(orders.createdAt, sql`now() - interval '1 day'`),
        orderId === undefined ? undefined : eq(orders.id, orderId),
      ),
    )
  const queued: string[] = []
  for (const { id, method } of unsent) {
    await shop.runLater('Writing a receipt', async () => {
      const mail = await database.transaction(transaction => queueReceipt(transaction, shop.rules.name, id, method))
      if (mail !== null) queued.push(mail)
    })
  }
  return queued
}

/** Returns null if another gateway has queued it. */
async function queueReceipt(
  transaction: Database,
  name: string,
  id: string,
  method: string | null,
): Promise<string | null> {
  const [claimed] = await transaction
    .update(orders)
    .set({ receiptSentAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.receiptSentAt)))
    .returning({ number: orders.number })
  if (claimed === undefined) return null
  const mail = receiptMail(name, await readOrderById(transaction, id), method ?? 'Delivery')
  return queueMail(transaction, `receipt ${claimed.number}`, mail)
}

const paymentLabels = { 'on-delivery': 'Pay on delivery', online: 'Paid online' } as const

const isCollected = ({ deliveryAddress }: Order): boolean => deliveryAddress === null

const testNotice = 'TEST ORDER. No money was moved, and nothing will be delivered.\n\n'

/**
 * The receipt of an order. It contains nothing the shopper typed: they may have entered someone else's address to send
 * them a message.
 */
export function receiptMail(shop: string, order: Order, delivery: string): Mail {
  const money = (dollars: number) => formatAmount(toCents(dollars))
  const lines = order.lines.map(line => `${line.quantity} × ${line.productName}  ${money(line.totalPrice)}`)
  const discount = order.discount > 0 ? [`Discount (${order.couponCode}): -${money(order.discount)}`] : []
  const isTest = order.payment.isTest === true
  return {
    to: order.customer.email,
    subject: `${isTest ? 'TEST: your' : 'Your'} order ${order.orderNumber} at ${shop}`,
    text: `${isTest ? testNotice : ''}Hello,

Thanks, we’ve got your order ${order.orderNumber} at ${shop}.${isCollected(order) ? '\nPlease bring your order number when you collect it.' : ''}

${lines.join('\n')}

Subtotal: ${money(order.subtotal)}
${[...discount, `${delivery}: ${formatFee(toCents(order.deliveryFee))}`].join('\n')}
Total: ${money(order.total)}
${paymentLabels[order.payment.method]}

Didn’t place this order? Let us know.

The ${shop} team
`,
  }
}
