import type { AddressFields } from '#contract/address'
import type { ContactPerson } from '#contract/customer'
import type { DeliveryMethod } from '#contract/delivery'
import { formatFee } from '#contract/fee-text'
import type { NewOrder } from '#contract/order'
import { substitutions, type Substitution } from '#contract/substitution'
import { slotText } from '#contract/slot-text'
import type { Slot } from '#contract/slots'
import type { Totals } from '#contract/totals'
import type { AddressForm } from '#machines/address/address-form'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals, deliveryFormOf, feeOf, methodOf, slotOfOrder } from '#machines/checkout/order-rules'
import { totalsSent } from '#machines/orders/pending-order'
import { addressLines } from '../orders/order-text.ts'
import { shownFee } from './checkout-view.ts'

/** What an order holds besides its lines, as the summaries of the checkout show it. */
export interface OrderPreview {
  person: ContactPerson
  billing: AddressForm | AddressFields
  /** The delivery method and its fee, in one line. */
  deliveryTitle: string
  /** The lines of the delivery address, if the method needs one, and the chosen time. */
  deliveryLines: string[]
  payment: NewOrder['payment']['method']
  comment: string
  substitution: Substitution
  totals: Totals
  couponCode: string | null
  /** The delivery fee in cents, or why it is not known. */
  fee: number | string
}

const deliveryTitle = (name: string | undefined, fee: number | null): string =>
  [name, fee === null ? null : formatFee(fee)].filter(Boolean).join(', ')

const slotLines = (slot: Slot | null): string[] => (slot === null ? [] : [slotText(slot)])

/** The order as it is filled in. */
export function filledInPreview(context: CheckoutContext, isFeeAsked: boolean): OrderPreview {
  const { person, billing, payment, comment, substitution, basket } = context
  const delivery = deliveryFormOf(context)
  return {
    person,
    billing,
    payment,
    comment,
    substitution,
    deliveryTitle: deliveryTitle(methodOf(context)?.name, feeOf(context)),
    deliveryLines: [...(delivery === null ? [] : addressLines(delivery)), ...slotLines(slotOfOrder(context))],
    totals: checkoutTotals(context),
    couponCode: basket.coupon?.couponCode ?? null,
    fee: shownFee(context, isFeeAsked),
  }
}

/**
 * An order as it was sent, also in an earlier visit, whose forms are no longer known.
 *
 * @param slot - the chosen one, if it is known
 */
export function sentPreview(order: NewOrder, methods: readonly DeliveryMethod[], slot: Slot | null): OrderPreview {
  const { customer, billingAddress, deliveryAddress, deliveryMethod, couponCode } = order
  const totals = totalsSent(order)
  return {
    person: customer,
    billing: billingAddress,
    deliveryTitle: deliveryTitle(methods.find(({ id }) => id === deliveryMethod)?.name, totals.deliveryFee),
    deliveryLines: [
      ...(deliveryAddress === null ? [] : addressLines(deliveryAddress)),
      ...slotLines(slot?.slotId === order.slotId ? slot : null),
    ],
    payment: order.payment.method,
    comment: order.comment ?? '',
    substitution: order.substitution ?? substitutions[0],
    totals,
    couponCode,
    fee: totals.deliveryFee,
  }
}
