import { quantityOf, subtotalOf, type CartLine } from '#contract/cart'
import { toCents, toDollars } from '#contract/money'
import type { NewOrder } from '#contract/order'
import { emptyAddress, formOf } from '../address/address-form.ts'
import { steps, type CheckoutContext } from './context.ts'

/**
 * The checkout with the data of its pending order in place of the forms and the cart. The order may have been sent in an
 * earlier visit, whose forms are no longer known.
 */
export function asSent(context: CheckoutContext): CheckoutContext {
  const { pendingOrder: order, settings } = context
  if (order === null) return context
  const { customer, deliveryAddress, deliveryMethod: id, deliveryFee: fee } = order
  const method = context.methods.find(one => one.id === id) ?? { id, name: '', description: '' }
  return {
    ...context,
    person: customer,
    billing: formOf(order.billingAddress),
    delivery: deliveryAddress ? formOf(deliveryAddress) : emptyAddress,
    deliverTo: 'other',
    methods: [{ ...method, needsAddress: deliveryAddress !== null, fee }],
    methodId: id,
    settings: settings && { ...settings, calculateDeliveryFee: false },
    payment: order.payment.method,
    comment: order.comment ?? '',
    done: steps.filter(step => step !== 'review'),
    basket: { ...context.basket, ...amountsOf(order) },
  }
}

/** The lines and the coupon of an order; empty if it was sent without lines. */
function amountsOf({ lines, couponCode, deliveryFee, total }: NewOrder): Partial<CheckoutContext['basket']> {
  if (lines === undefined) return {}
  const subtotal = subtotalOf(lines)
  const discount = subtotal + toCents(deliveryFee) - toCents(total)
  const coupon =
    couponCode === null
      ? null
      : { couponCode, discountType: 'amount' as const, discountValue: toDollars(Math.max(discount, 0)) }
  return { lines, quantity: quantityOf(lines), subtotal, coupon }
}

/** The lines of the cart as an order has them. Products that the cart no longer holds have no name to show. */
export const linesSent = (order: NewOrder | null, lines: readonly CartLine[]): readonly CartLine[] =>
  order?.lines === undefined
    ? lines
    : order.lines.flatMap(({ productId, quantity, totalPrice }) =>
        lines.filter(line => line.productId === productId).map(line => ({ ...line, quantity, totalPrice })),
      )

/**
 * The checkout with the amounts of the cart once its pending changes are confirmed. Its lines stay the confirmed ones: a
 * change settles a conflict when the gateway has confirmed it, and no order can be placed before.
 */
export const withExpectedCart = (context: CheckoutContext, lines: CartLine[]): CheckoutContext => ({
  ...context,
  basket: { ...context.basket, quantity: quantityOf(lines), subtotal: subtotalOf(lines) },
})

/** The expected lines, and those that are being removed because too few are left: their conflict holds until then. */
export const linesShown = (
  { conflicts }: CheckoutContext,
  held: readonly CartLine[],
  expected: readonly CartLine[],
): CartLine[] =>
  held.flatMap(line => {
    const isRefused = conflicts.some(({ about, productId }) => about === 'stock' && productId === line.productId)
    return expected.find(({ id }) => id === line.id) ?? (isRefused ? line : [])
  })
