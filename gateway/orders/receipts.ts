import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { formatAmount, toCents } from '#contract/money'
import type { Order } from '#contract/order'
import type { Mail } from '../mail/send-mail.ts'
import { readOrderById } from './orders.ts'
import { deliveryMethods, orders } from '../database/schema.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Mails receipts that were not mailed yet: of one order right after it is placed, and of all with every run of the job,
 * since the mail server may have been unavailable. Each order is claimed before its mail is sent, so that several
 * gateways send it once; if sending fails the claim is undone. Orders older than a day are skipped.
 *
 * @param orderId - the order that was just placed
 * @throws the error of the last mail that failed, after all were tried
 */
export async function sendReceipts({ database, sendMail, rules }: Shop, orderId?: string): Promise<void> {
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
  let failure: unknown
  for (const { id, method } of unsent) {
    const claimed = await database
      .update(orders)
      .set({ receiptSentAt: sql`now()` })
      .where(and(eq(orders.id, id), isNull(orders.receiptSentAt)))
      .returning({ id: orders.id })
    if (claimed.length === 0) continue
    try {
      await sendMail(receiptMail(rules.name, await readOrderById(database, id), method ?? 'Delivery'))
    } catch (error) {
      await database.update(orders).set({ receiptSentAt: null }).where(eq(orders.id, id))
      failure = error
    }
  }
  if (failure !== undefined) throw failure
}

const paymentLabels = { 'on-delivery': 'Pay on delivery', online: 'Paid online' } as const

/**
 * The receipt of an order. It contains nothing the shopper typed: they may have entered someone else's address to send
 * them a message.
 */
export function receiptMail(shop: string, order: Order, delivery: string): Mail {
  const money = (dollars: number) => formatAmount(toCents(dollars))
  const lines = order.lines.map(line => `${line.quantity} × ${line.productName}  ${money(line.totalPrice)}`)
  const discount = order.discount > 0 ? [`Discount (${order.couponCode}): -${money(order.discount)}`] : []
  return {
    to: order.customer.email,
    subject: `Your order ${order.orderNumber} at ${shop}`,
    text: `Hello,

thank you for your order ${order.orderNumber} at ${shop}.
We have it, and get it ready for you.

${lines.join('\n')}

Subtotal: ${money(order.subtotal)}
${[...discount, `${delivery}: ${money(order.deliveryFee)}`].join('\n')}
Total: ${money(order.total)}
${paymentLabels[order.payment.method]}

If it was not you who ordered, please tell us.

Your ${shop}
`,
  }
}
