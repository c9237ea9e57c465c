import type { DeliveryFeeQuestion } from '#contract/delivery'
import { toDollars } from '#contract/money'
import type { NewOrder } from '#contract/order'
import { addressIn } from '../address/address-form.ts'
import type { CheckoutContext } from './context.ts'
import { checkoutTotals, deliveryFormOf, feeOf } from './order-rules.ts'

/** The order as it is sent. All steps are done. */
function orderOf(context: CheckoutContext, total: number): NewOrder {
  const { person, basket } = context
  const comment = context.comment.trim()
  const delivery = deliveryFormOf(context)
  return {
    requestId: `${context.flow}/order/${context.orderCount + 1}`,
    sessionId: basket.sessionId ?? '',
    customer: {
      firstName: person.firstName.trim(),
      lastName: person.lastName.trim(),
      email: person.email.trim(),
      telephone: person.telephone.trim(),
    },
    billingAddress: addressIn(context.billing),
    deliveryAddress: delivery && addressIn(delivery),
    deliveryMethod: context.methodId ?? '',
    deliveryFee: toDollars(feeOf(context) ?? 0),
    couponCode: checkoutTotals(context).discount > 0 ? (basket.coupon?.couponCode ?? null) : null,
    lines: basket.lines.map(({ productId, quantity, totalPrice }) => ({ productId, quantity, totalPrice })),
    payment: { method: context.payment },
    ...(comment && { comment }),
    total: toDollars(total),
  }
}

/** The order to send: the unsettled one with its idempotency key if nothing has changed since, else a new one. */
export function pendingOrderOf(
  context: CheckoutContext,
  total: number,
): Pick<CheckoutContext, 'pendingOrder' | 'orderCount'> {
  const { pendingOrder, orderCount } = context
  const order = orderOf(context, total)
  const isSame =
    pendingOrder !== null &&
    JSON.stringify({ ...order, requestId: pendingOrder.requestId }) === JSON.stringify(pendingOrder)
  return isSame ? { pendingOrder, orderCount } : { pendingOrder: order, orderCount: orderCount + 1 }
}

/** The request for the delivery fee. */
export function feeQuestionOf(context: CheckoutContext): DeliveryFeeQuestion {
  const form = deliveryFormOf(context)
  return {
    sessionId: context.basket.sessionId ?? '',
    deliveryMethod: context.methodId ?? '',
    postCode: form?.postCode.trim() ?? '',
    city: form?.city.trim() ?? '',
    regionId: form?.regionId ?? 0,
    countryId: form?.countryId ?? 0,
  }
}

/** What the fee depends on, as JSON: when it changes, the fee is requested again. */
export const feeKeyOf = (context: CheckoutContext): string =>
  JSON.stringify([feeQuestionOf(context), context.basket.subtotal, context.basket.quantity])
