import type { ChosenPlace, PaymentContext, PlaceAnswer } from '#machines/payment/payment-setup'
import { paymentFailure } from '#machines/payment/selectors'
import { setupErrors } from '../effects/payment-settings.ts'

/** What went wrong, and what the shopper can do. */
export interface FailureText {
  what: string
  /** Empty if `what` says it. */
  next: string
}

export function failureText(context: PaymentContext): FailureText {
  const message = context.refusal?.message ?? ''
  switch (paymentFailure(context)) {
    case null:
      return { what: 'The payment didn’t go through.', next: 'Press the button to try again.' }
    case 'windowBlocked':
      return {
        what: 'Your browser blocked the payment window.',
        next: 'Allow pop-ups for this shop, then press again.',
      }
    case 'interrupted':
      return {
        what: 'The page was reloaded before the payment window was ready.',
        next: 'Press the button to start again.',
      }
    case 'notBegun':
      return { what: setupErrors.state, next: 'Reload the page, then try again.' }
    case 'declined':
      return { what: message, next: '' }
    case 'refused':
      return { what: message, next: 'Check your order, then try again.' }
    case 'provider':
      return { what: 'The payment provider reported a problem.', next: 'Try again, or choose another payment method.' }
  }
}

/** Why the order is not delivered to the place chosen in the window; null when it is, or nothing was chosen. */
export function placeText(place: ChosenPlace | null, answer: PlaceAnswer): FailureText | null {
  if (place === null || answer === 'accepted') return null
  const where = [place.city, place.state, place.postCode].filter(Boolean).join(' ')
  if (answer === 'outside')
    return { what: `We do not deliver to ${where}.`, next: 'Choose the address of your order in the payment window.' }
  if (answer === 'unknown')
    return {
      what: `We couldn’t check whether we deliver to ${where}.`,
      next: 'Choose the address of your order instead.',
    }
  return {
    what: `Your order isn’t going to ${where}.`,
    next: 'To change that, close the payment window and edit Delivery.',
  }
}
