import { formatFee } from '#contract/fee-text'
import type { CheckoutContext, Step } from '#machines/checkout/context'
import { checkoutTotals, deliveryFormOf, feeOf, methodOf, reasonsAgainst } from '#machines/checkout/order-rules'
import { addressLines } from '../orders/order-text.ts'
import { moneyText } from '../ui/format-money.ts'

/** The id of the open step's form, for the button outside it on a phone. */
export const stepForm = 'checkout-step'

/** The delivery fee in the summary: cents, or why it is not known. */
export function shownFee(context: CheckoutContext, isAsking: boolean): number | string {
  const fee = feeOf(context)
  if (fee !== null) return fee
  if (isAsking) return 'Calculating…'
  return context.feeRefusal === null ? 'Enter your address' : 'Not available'
}

/** The delivery method and its fee, in one line. */
export function deliverySummary(context: CheckoutContext): string {
  const fee = feeOf(context)
  return [methodOf(context)?.name, fee === null ? null : formatFee(fee)].filter(Boolean).join(', ')
}

/** Why the order cannot be placed, for the shopper; null when it can. */
export function whyNotPlaced(context: CheckoutContext, isAsking: boolean, isConfirming: boolean): string | null {
  if (isConfirming) return 'Your cart is being updated.'
  const reason = reasonsAgainst(context)[0]
  switch (reason?.about) {
    case undefined:
      return null
    case 'empty':
      return 'Your cart is empty.'
    case 'minimum':
      return `The cart is ${moneyText(reason.missing)} below the minimum order.`
    case 'step':
      return `Please check ${stepTitles[reason.step]} first.`
    case 'fee':
      if (isAsking) return 'The delivery fee is being calculated.'
      return context.feeRefusal?.message ?? 'The delivery fee is not known yet.'
    case 'stock':
    case 'coupon':
      return reason.conflict.message
    case 'comment':
      return reason.message
  }
}

/** The steps' headings. */
export const stepTitles = {
  details: 'Your Details',
  delivery: 'Delivery',
  payment: 'Payment',
  review: 'Review',
} as const satisfies Record<Step, string>

/** The lines of the delivery address; empty for a method that needs none. */
export const deliveryLines = (context: CheckoutContext): string[] => {
  const form = deliveryFormOf(context)
  return form === null ? [] : addressLines(form)
}

/** The shown total, in cents. */
export const totalShown = (context: CheckoutContext): number => checkoutTotals(context).total
