import {
  checkoutTotals,
  deliveryFormOf,
  feeOf,
  methodOf,
  reasonsAgainst,
  stepMistakes,
  type CheckoutContext,
  type Step,
} from '#machines/checkout/checkout'
import type { FieldErrors } from '../form/field-errors.ts'
import { addressLines } from '../orders/order-text.ts'
import { moneyText } from '../ui/format-money.ts'

/** The id of the open step's form, for the button that stands outside it on a phone. */
export const stepForm = 'checkout-step'

/** The mistakes of a step that may be said: of fields that were left, and of all once 'Continue' was tried. */
export function saidMistakes(context: CheckoutContext, step: Step): FieldErrors {
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

/** Why an order can't be placed as it is, in words; null when it can. */
export function whyNotPlaced(context: CheckoutContext, isAsking: boolean): string | null {
  const reason = reasonsAgainst(context)[0]
  switch (reason?.about) {
    case undefined:
      return null
    case 'empty':
      return 'Your cart is empty.'
    case 'minimum':
      return `The cart is ${moneyText(reason.missing)} below the minimum order.`
    case 'step':
      return `${stepTitles[reason.step]} needs another look first.`
    case 'fee':
      if (isAsking) return 'The delivery fee is being worked out.'
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

/** What the order goes to; empty for a method that needs no address. */
export const deliveryLines = (context: CheckoutContext): string[] => {
  const form = deliveryFormOf(context)
  return form === null ? [] : addressLines(form)
}

/** The total that stands on the screen, in cents. */
export const totalShown = (context: CheckoutContext): number => checkoutTotals(context).total
