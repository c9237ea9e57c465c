import {
  checkoutTotals,
  deliveryFormOf,
  feeOf,
  methodOf,
  missingOf,
  stepMistakes,
  steps,
  type CheckoutContext,
  type Step,
} from '#machines/checkout'
import type { MistakesByField } from '../form/mistakes.ts'
import { addressLines } from '../order/words.ts'
import { moneyText } from '../ui/moneyText.ts'

/** The id of the open step's form, for the button that stands outside it on a phone. */
export const stepForm = 'checkout-step'

/** The mistakes of a step that may be said: of fields that were left, and of all once 'Continue' was tried. */
export function saidMistakes(context: CheckoutContext, step: Step): MistakesByField {
  const mistakes = Object.entries(stepMistakes(context, step))
  const said = context.tried.includes(step) ? mistakes : mistakes.filter(([name]) => context.touched.includes(name))
  return Object.fromEntries(said)
}

/** What stands beside 'Delivery' in the summary. */
export function deliveryText(context: CheckoutContext, isAsking: boolean): string {
  const fee = feeOf(context)
  if (fee !== null) return moneyText(fee)
  if (isAsking) return 'Being worked out'
  return context.feeRefusal === null ? 'Needs your address' : 'Not known'
}

/** How the order gets to the shopper, and what that costs, in one line. */
export function deliverySummary(context: CheckoutContext): string {
  const fee = feeOf(context)
  return [methodOf(context)?.name, fee === null ? null : moneyText(fee)].filter(Boolean).join(', ')
}

/** Why an order can't be placed as it is; null when it can. */
export function whyNotPlaced(context: CheckoutContext, isAsking: boolean): string | null {
  if (context.basket.quantity === 0 || context.basket.sessionId === null) return 'Your cart is empty.'
  if (missingOf(context) > 0) return `The cart is ${moneyText(missingOf(context))} below the minimum order.`
  const step = steps.find(name => name !== 'review' && Object.keys(stepMistakes(context, name)).length > 0)
  if (step !== undefined) return `${stepTitles[step]} needs another look first.`
  if (feeOf(context) === null) {
    if (isAsking) return 'The delivery fee is being worked out.'
    return context.feeRefusal?.message ?? 'The delivery fee is not known yet.'
  }
  return Object.values(stepMistakes(context, 'review'))[0] ?? null
}

/** The steps' headings. */
export const stepTitles = {
  details: 'Your Details',
  delivery: 'Delivery',
  payment: 'Payment',
  review: 'Review',
} as const satisfies Record<Step, string>

/** What the order goes to; empty for a method that needs no address. */
export const deliveryLines = (context: CheckoutContext): string[] => {
  const form = deliveryFormOf(context)
  return form === null ? [] : addressLines(form)
}

/** The total that stands on the screen, in cents. */
export const totalShown = (context: CheckoutContext): number => checkoutTotals(context).total
