import type { CheckoutContext, Step } from '#machines/checkout/context'
import { changesSinceReview } from '#machines/checkout/reviewed'
import { feeOf, feeRefusalOf, reasonsAgainst } from '#machines/checkout/order-rules'
import { formatAmount } from '#contract/money'

/** The id of the open step's form, for the button outside it on a phone. */
export const stepForm = 'checkout-step'

/** The delivery fee in the summary: cents, or why it is not known. */
export function shownFee(context: CheckoutContext, isAsking: boolean): number | string {
  const fee = feeOf(context)
  if (fee !== null) return fee
  if (isAsking) return 'Calculating…'
  return feeRefusalOf(context) === null ? 'Enter your address' : 'Not available'
}

/** Why the order cannot be placed, for the shopper. */
export interface WhyNotPlaced {
  text: string
  /** The same in the few words that the pinned bar of a phone has room for. */
  short: string
}

/** Why the order cannot be placed; null when it can. */
export function whyNotPlaced(context: CheckoutContext, isAsking: boolean, isConfirming: boolean): WhyNotPlaced | null {
  if (isConfirming) return { text: 'Your cart is being updated.', short: 'Updating your cart…' }
  const reasons = reasonsAgainst(context)
  const reason = reasons[0]
  switch (reason?.about) {
    case undefined:
      return changesSinceReview(context).length > 0
        ? { text: 'Check what has changed first.', short: 'Check what has changed' }
        : null
    case 'empty':
      return { text: 'Your cart is empty.', short: 'Your cart is empty' }
    case 'minimum':
      return {
        text: `The cart is ${formatAmount(reason.missing)} below the minimum order.`,
        short: `Add ${formatAmount(reason.missing)} more`,
      }
    case 'step':
      return { text: `Please check ${stepTitles[reason.step]} first.`, short: `Check ${stepTitles[reason.step]}` }
    case 'fee':
      if (isAsking) return { text: 'The delivery fee is being calculated.', short: 'Calculating the fee…' }
      return {
        text: feeRefusalOf(context)?.message ?? 'The delivery fee is not known yet.',
        short: `Check ${stepTitles.delivery}`,
      }
    case 'stock': {
      const count = reasons.filter(({ about }) => about === 'stock').length
      return {
        text: reason.conflict.message,
        short: `Change ${count} ${count === 1 ? 'item' : 'items'} to continue`,
      }
    }
    case 'coupon':
      return { text: reason.conflict.message, short: 'Check the coupon' }
    case 'slot':
      return { text: reason.conflict.message, short: 'Choose another time' }
    case 'comment':
      return { text: reason.message, short: 'Check the comment' }
  }
}

/** The steps' headings. */
export const stepTitles = {
  details: 'Your Details',
  delivery: 'Delivery',
  payment: 'Payment',
  review: 'Review',
} as const satisfies Record<Step, string>
