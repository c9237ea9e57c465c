import { meant } from '#contract/fields'
import type { DeliveryFeeQuestion } from '#contract/delivery'
import { addressErrors } from '../address/address-form.ts'
import { hasSameFields } from '../parts/same-fields.ts'
import type { CheckoutContext, FeeRequest } from './context.ts'
import { deliveryFormOf, isFeeByAddress, isStepDone } from './order-rules.ts'

/** The delivery address as of the last 'Continue'; null if the method needs none. */
const confirmedFormOf = (context: CheckoutContext) => deliveryFormOf({ ...context, ...context.confirmed })

/**
 * The values that the delivery fee depends on, for the address of the last 'Continue'.
 *
 * @returns null if the gateway does not calculate the fee, or the cart is empty or the confirmed address incomplete
 */
export function feeRequestOf(context: CheckoutContext): FeeRequest | null {
  const { basket, methodId } = context
  const form = confirmedFormOf(context)
  const isComplete = form !== null && Object.keys(addressErrors(form)).length === 0
  if (!isFeeByAddress(context) || !isComplete || basket.quantity === 0) return null
  return {
    sessionId: basket.sessionId ?? '',
    deliveryMethod: methodId ?? '',
    postCode: meant('postCode', form.postCode),
    city: form.city.trim(),
    regionId: form.regionId ?? 0,
    countryId: form.countryId ?? 0,
    subtotal: basket.subtotal,
    quantity: basket.quantity,
  }
}

/** Whether the fee of a request applies to a checkout: nothing that the fee depends on differs. */
export const isFeeFor = (context: CheckoutContext, request: FeeRequest | null): boolean =>
  hasSameFields(feeRequestOf(context), request)

/** Whether the requested fee is current: nothing that it depends on has changed since. */
export const isFeeCurrent = (context: CheckoutContext): boolean => isFeeFor(context, context.quote?.request ?? null)

/** Whether the delivery address is that of the last 'Continue'. */
export const isConfirmed = (context: CheckoutContext): boolean =>
  hasSameFields(deliveryFormOf(context), confirmedFormOf(context))

/** Whether details and delivery are done, and the fee of their address is known, is not needed, or can't be had. */
export function isDeliverySettled(context: CheckoutContext): boolean {
  const isFeeSettled = feeRequestOf(context) === null || (isFeeCurrent(context) && context.quote?.is !== 'asked')
  return isStepDone(context, 'details') && isStepDone(context, 'delivery') && isConfirmed(context) && isFeeSettled
}

/** The request for the delivery fee. */
export function feeQuestionOf({ quote }: CheckoutContext): DeliveryFeeQuestion {
  const { subtotal: _subtotal, quantity: _quantity, ...question } = quote!.request
  return question
}
