import { paymentRefusals } from '#contract/payment'
import { isWindowBlocked, type PaymentContext, type PlaceAnswer, type WantedPlace } from '#machines/payment/payment'
import { setupErrors } from './payment-settings.ts'

/** What went wrong, and what to do about it. */
export interface Words {
  what: string
  next: string
}

/** A payment that came to nothing, in words: what happened, and the way on. */
export function failureWords({ refusal }: Pick<PaymentContext, 'refusal'>): Words {
  if (refusal === null) return { what: 'The payment came to nothing.', next: 'Press the button to try again.' }
  if (isWindowBlocked(refusal))
    return { what: 'Your browser blocked the payment window.', next: 'Allow pop-ups for this shop, then press again.' }
  if (refusal.code === 'interrupted')
    return {
      what: 'The page was reloaded before the payment window was ready.',
      next: 'Press the button to begin again.',
    }
  if (refusal.message === setupErrors.state)
    return { what: setupErrors.state, next: 'Load the page again, then try again.' }
  if (refusal.code === 'refused') return { what: refusal.message, next: nextAfter(refusal.status) }
  return { what: 'The payment provider reported a problem.', next: 'Try again, or choose another way to pay.' }
}

const nextAfter = (status: number): string =>
  status === paymentRefusals.declined
    ? 'Press the button to pay in another way there, or choose another way to pay.'
    : 'Look at your order, then try again.'

/** Why the place that was chosen in the window is not taken; null while nothing stands against it. */
export function placeWords(place: WantedPlace | null, answer: PlaceAnswer): Words | null {
  if (place === null || answer === 'accepted') return null
  const where = [place.city, place.state, place.postCode].filter(Boolean).join(' ')
  if (answer === 'outside')
    return { what: `We do not deliver to ${where}.`, next: 'Choose the address of your order in the payment window.' }
  if (answer === 'unknown')
    return {
      what: `Nobody could say whether we deliver to ${where}.`,
      next: 'Choose the address of your order instead.',
    }
  return {
    what: `Your order goes to another address than ${where}.`,
    next: 'To change that, close the payment window and edit Delivery.',
  }
}
