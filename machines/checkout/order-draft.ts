import { meant } from '#contract/fields'
import { toDollars } from '#contract/money'
import type { SeenLine } from '#contract/order'
import { isEstimate, mostTotal } from '#contract/weight-price'
import { addressIn } from '../address/address-form.ts'
import type { OrderDraft } from '../orders/pending-order.ts'
import type { CheckoutContext } from './context.ts'
import { checkoutTotals, deliveryFormOf, feeOf } from './order-rules.ts'

/** `linePrice` tells the gateway that the price with the multi-buy was shown. */
const seenLineOf = ({ productId, quantity, totalPrice, linePrice }: SeenLine): SeenLine => ({
  productId,
  quantity,
  totalPrice,
  ...(typeof linePrice === 'number' && { linePrice }),
})

/**
 * The order as it is sent. All steps are done.
 *
 * @param total - cents
 */
export function draftOf(context: CheckoutContext, total: number): OrderDraft {
  const { person, basket } = context
  const comment = meant('comment', context.comment)
  const delivery = deliveryFormOf(context)
  return {
    sessionId: basket.sessionId ?? '',
    customer: {
      firstName: person.firstName.trim(),
      lastName: person.lastName.trim(),
      email: meant('email', person.email),
      telephone: meant('telephone', person.telephone),
    },
    billingAddress: addressIn(context.billing),
    deliveryAddress: delivery && addressIn(delivery),
    deliveryMethod: context.methodId ?? '',
    deliveryFee: toDollars(feeOf(context) ?? 0),
    couponCode: checkoutTotals(context).discount > 0 ? (basket.coupon?.couponCode ?? null) : null,
    lines: basket.lines.map(seenLineOf),
    payment: { method: context.payment },
    ...(comment && { comment }),
    total: toDollars(total),
    ...(isEstimate(basket.lines) && {
      most: toDollars(mostTotal(basket.lines, basket.coupon, checkoutTotals(context))),
    }),
  }
}
