import { meant } from '#contract/fields'
import { toDollars } from '#contract/money'
import type { SeenLine } from '#contract/order'
import { substitutionIn } from '#contract/substitution-text'
import { isEstimate, mostTotal } from '#contract/weight-price'
import { addressIn } from '../address/address-form.ts'
import type { OrderDraft } from '../orders/pending-order.ts'
import type { CheckoutContext } from './context.ts'
import { checkoutTotals, deliveryFormOf, feeOf, hasSubstitutions, slotOfOrder } from './order-rules.ts'

/** `linePrice` tells the gateway that the price with the multi-buy was shown. */
function seenLineOf(line: CheckoutContext['basket']['lines'][number]): SeenLine {
  const { productId, quantity, totalPrice, linePrice } = line
  const substitution = substitutionIn(line)
  const note = meant('note', line.note ?? '')
  return {
    productId,
    quantity,
    totalPrice,
    ...(typeof linePrice === 'number' && { linePrice }),
    ...(substitution && { substitution }),
    ...(note && { note }),
  }
}

/**
 * The order as it is sent. All steps are done.
 *
 * @param total - cents
 */
export function draftOf(context: CheckoutContext, total: number): OrderDraft {
  const { person, basket } = context
  const comment = meant('comment', context.comment)
  const delivery = deliveryFormOf(context)
  const slot = slotOfOrder(context)
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
    ...(slot && { slotId: slot.slotId }),
    deliveryFee: toDollars(feeOf(context) ?? 0),
    couponCode: checkoutTotals(context).discount > 0 ? (basket.coupon?.couponCode ?? null) : null,
    lines: basket.lines.map(seenLineOf),
    payment: { method: context.payment },
    ...(comment && { comment }),
    ...(hasSubstitutions(context) && { substitution: context.substitution }),
    total: toDollars(total),
    ...(isEstimate(basket.lines) && {
      most: toDollars(mostTotal(basket.lines, basket.coupon, checkoutTotals(context))),
    }),
  }
}
