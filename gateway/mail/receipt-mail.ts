import { formatFee } from '#contract/fee-text'
import { formatAmount, toCents } from '#contract/money'
import type { Order } from '#contract/order'
import type { Mail } from '../shop/mail.ts'

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
