import { untilText } from '#contract/cancellation-text'
import { formatFee } from '#contract/fee-text'
import { lineCents } from '#contract/cart'
import { formatAmount, toCents } from '#contract/money'
import { multiBuySaving } from '#contract/multi-buy-text'
import type { Order, OrderLine } from '#contract/order'
import { substitutionIn, substitutionLabel, substitutionNames, substitutionPromise } from '#contract/substitution-text'
import { slotOf, slotText } from '#contract/slot-text'
import { formatWeight, quantityText } from '#contract/weight-text'
import type { Mail } from '../shop/mail.ts'

/** What the receipt says besides the order. */
export interface ReceiptFacts {
  /** The name of the delivery method. */
  delivery: string
  /** The URL of the order's page. */
  link: string
  /** Where it is collected; empty if the store has no address in its rules. */
  place: string
  /** When the store is open, in one line. */
  hours: string
}

const isCollected = ({ deliveryAddress }: Order): boolean => deliveryAddress === null

const testNotice = 'TEST ORDER. No money was moved, and nothing will be delivered.\n\n'

/**
 * The receipt of an order. It contains nothing the shopper typed: they may have entered someone else's address to send
 * them a message.
 */
export function receiptMail(shop: string, order: Order, facts: ReceiptFacts): Mail {
  const money = (dollars: number) => formatAmount(toCents(dollars))
  const lines = order.lines.flatMap(line => [
    `${quantityOf(line)} ${line.productName}  ${amountOf(line)}`,
    ...[multiBuySaving(line), wantedFor(line)].flatMap(text => (text === null ? [] : [`   ${text}`])),
  ])
  const discount = order.discount > 0 ? [`Discount (${order.couponCode}): -${money(order.discount)}`] : []
  const isTest = order.payment.isTest === true
  const slot = slotOf(order)
  const when = slot === null ? [] : [`${isCollected(order) ? 'Collect it' : 'We deliver'}: ${slotText(slot)}.`]
  const where = isCollected(order) ? [...pickUpLines(facts), 'Please bring your order number when you collect it.'] : []
  return {
    to: order.customer.email,
    subject: `${isTest ? 'TEST: your' : 'Your'} order ${order.orderNumber} at ${shop}`,
    text: `${isTest ? testNotice : ''}Hello,

Thanks, we’ve got your order ${order.orderNumber} at ${shop}.
${[...when, ...where].map(line => `${line}\n`).join('')}
${lines.join('\n')}

Subtotal: ${money(order.subtotal)}
${[...discount, `${facts.delivery}: ${formatFee(toCents(order.deliveryFee))}`].join('\n')}
${totalOf(order, money)}
${paymentText(order)}
${wantedForOrder(order)}
${linkText(order, facts.link)}

Didn’t place this order? Let us know.

The ${shop} team
`,
  }
}

const pickUpLines = ({ place, hours }: ReceiptFacts): string[] => [
  ...(place === '' ? [] : [`Where: ${place}.`]),
  ...(hours === '' ? [] : [`Open: ${hours}.`]),
]

function paymentText(order: Order): string {
  if (order.payment.method === 'online') return 'Paid online'
  return isCollected(order) ? 'Pay when you collect it' : 'Pay on delivery, when your order arrives'
}

/** How to see and cancel the order. */
function linkText({ cancellation }: Order, link: string): string {
  const what =
    !cancellation || cancellation.refusal !== null ? '' : `\nYou can cancel it there ${untilText(cancellation)}.`
  return `See your order here:\n\n${link}\n${what}\nAnyone who has this link can see your order: please don’t pass it on.`
}

const isWeighedLater = ({ weighed, weighedGrams }: OrderLine): boolean =>
  Boolean(weighed) && typeof weighedGrams !== 'number'

/** What the shopper wants for a line that has run out, without the note, which they have typed. */
function wantedFor(line: OrderLine): string | null {
  const own = substitutionIn(line)
  return own && `${substitutionLabel}: ${substitutionNames[own]}`
}

function wantedForOrder(order: Order): string {
  const wanted = substitutionIn(order)
  return wanted === null ? '' : `${substitutionLabel}: ${substitutionNames[wanted]}. ${substitutionPromise}\n`
}

/** '2 ×', '2 pieces, about 600 g each:'; what was weighed, once it is. */
function quantityOf({ weighed, weighedGrams, quantity }: OrderLine): string {
  if (!weighed) return `${quantity} ×`
  return `${typeof weighedGrams === 'number' ? formatWeight(weighedGrams) : quantityText(weighed, quantity)}:`
}

const amountOf = (line: OrderLine): string => `${isWeighedLater(line) ? 'about ' : ''}${formatAmount(lineCents(line))}`

function totalOf({ total, most, lines }: Order, money: (dollars: number) => string): string {
  if (!lines.some(isWeighedLater)) return `Total: ${money(total)}`
  return `Estimated total: ${money(total)}\nYou pay for what we weigh, at most ${money(most ?? total)}. We’ll email you the final amount.`
}
