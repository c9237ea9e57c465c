import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { formatAmount, toCents } from '#contract/money'
import type { Order } from '#contract/order'
import type { Mail } from '../mail/send-mail.ts'
import { readOrderById } from './orders.ts'
import { deliveryMethods, orders } from '../database/schema.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Mails the receipts of orders that have none yet: of one right after it was placed, and of all with every sweep, since a
 * mail server may have been away. Each order is claimed before its mail leaves, so that several gateways send it once; where sending fails the
 * claim is given back. Older orders than a day were not waiting for a mail.
 *
 * @param orderId - the one that was just placed
 * @throws what the last mail failed with, after all have been tried
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
 * A receipt as a letter. Nothing that was typed stands in it: whoever ordered may have given somebody else's address to make
 * them read it.
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
