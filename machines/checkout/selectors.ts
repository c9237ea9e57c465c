import type { Address } from '#contract/address'
import { standardFee, type DeliveryMethod } from '#contract/delivery'
import type { CartSnapshot } from '../cart/cart.ts'
import { visibleErrors, type FieldErrors } from '../parts/field-errors.ts'
import type { CheckoutSnapshot } from './checkout.ts'
import { steps, type CheckoutContext, type Step } from './context.ts'
import { feeOf, isOutsideArea, missingOf, outsideAreaMessage, savedAddresses, stepErrors } from './order-rules.ts'
import { feeRequestOf, isFeeFor } from './pending-order.ts'

/** Why nothing more is known of an order: the gateway's rate limit, or it could not be discarded. Null for any other reason. */
export const whyUnknown = ({ refusal }: CheckoutContext): 'busy' | 'not-discarded' | null =>
  refusal === null ? null : refusal.status === 429 ? 'busy' : 'not-discarded'

export type Unknown = 'pausing' | 'asking' | 'unanswered' | 'unplaced' | 'abandoning'

/** The step of the checkout as one flat value. */
export interface CheckoutProgress {
  /** `unknown` also while the order is sent again. */
  step: Step | 'paying' | 'placing' | 'unknown' | 'placed'
  /** Only while `unknown`: `asking` is a request in flight. */
  unknown: Unknown | null
}

export function checkoutProgress({
  value: { step },
  context,
}: Pick<CheckoutSnapshot, 'value' | 'context'>): CheckoutProgress {
  if (step === 'placed') return { step, unknown: null }
  if ('filling' in step) return { step: step.filling === 'quoting' ? 'delivery' : step.filling, unknown: null }
  const { ordering } = step
  if (typeof ordering === 'object')
    return { step: 'unknown', unknown: ordering.unknown === 'looking' ? 'asking' : ordering.unknown }
  if (ordering === 'placing' && context.retries > 0) return { step: 'unknown', unknown: 'asking' }
  return { step: ordering, unknown: null }
}

/** The step that is open; the review while the order is paid, placed or unknown. */
export const openStep = ({ step }: CheckoutProgress): Step => steps.find(name => name === step) ?? 'review'

/** Whether the delivery step is completed and waits for its fee. */
export const isQuoting = (checkout: CheckoutSnapshot): boolean => checkout.matches({ step: { filling: 'quoting' } })

/** Whether the delivery step is open, and there is no delivery method to choose from yet. */
export const isWaitingForMethods = (checkout: CheckoutSnapshot): boolean =>
  checkout.matches({ step: { filling: 'delivery' }, methods: 'reading' }) && checkout.context.methods.length === 0

/** Whether the steps are being filled in: no order is in flight or placed. */
const isFilling = ({ value: { step } }: Pick<CheckoutSnapshot, 'value'>): boolean =>
  typeof step === 'object' && 'filling' in step

/** Whether an order is in flight, so that nothing can be edited. */
export const isOrdering = ({ value: { step } }: Pick<CheckoutSnapshot, 'value'>): boolean =>
  typeof step === 'object' && 'ordering' in step

/** The refusal of the last order while the steps are filled in again; null if there was none. */
export const notPlacedBecause = (checkout: Pick<CheckoutSnapshot, 'value' | 'context'>): string | null =>
  isFilling(checkout) ? (checkout.context.refusal?.message ?? null) : null

/** The state that is shown instead of the steps. */
export type Obstacle = 'loading' | 'unreachable' | 'empty' | 'tooLittle' | 'otherTab'

/**
 * Why the steps cannot be shown; null when they can. An order in flight is shown whatever the cart holds.
 *
 * @param start - whether the session has read the settings
 * @param lines - whether the cart has read its lines
 */
export function obstacle(
  checkout: Pick<CheckoutSnapshot, 'value' | 'context'>,
  start: string,
  lines: CartSnapshot['value']['lines'],
): Obstacle | null {
  const { context } = checkout
  if (!isFilling(checkout)) return null
  if (context.settings === null) return start === 'unreachable' ? 'unreachable' : 'loading'
  if (context.basket.quantity === 0) {
    if (lines === 'unreachable') return 'unreachable'
    return lines === 'unopened' || lines === 'loading' ? 'loading' : 'empty'
  }
  if (missingOf(context) > 0) return 'tooLittle'
  return context.isInOtherTab ? 'otherTab' : null
}

/**
 * The errors of a step that are shown: of fields that lost focus, and all of them once 'Continue' was pressed. The gateway's
 * message about the delivery area is shown instead of the error of the method.
 */
export function visibleStepErrors(context: CheckoutContext, step: Step): FieldErrors {
  const { method, ...errors } = stepErrors(context, step)
  const isSaid = method === undefined || isOutsideArea(context)
  return visibleErrors(isSaid ? errors : { ...errors, method }, context.touched, context.tried.includes(step))
}

/** The delivery methods in the order in which they are offered: outside the delivery area those without an address are first. */
export function offeredMethods(context: CheckoutContext): readonly DeliveryMethod[] {
  const { methods } = context
  if (outsideAreaMessage(context) === null) return methods
  return methods.toSorted((one, other) => Number(one.needsAddress) - Number(other.needsAddress))
}

/** Whether 'Continue' was pressed in the open step and it still has errors. */
export function hasErrors(checkout: CheckoutSnapshot): boolean {
  const { context } = checkout
  const open = steps.find(step => step === checkoutProgress(checkout).step)
  return open !== undefined && context.tried.includes(open) && Object.keys(stepErrors(context, open)).length > 0
}

/**
 * The fee of a delivery method in cents; null while it depends on the address. The chosen method has the order's fee; another one has
 * the last fee that the gateway calculated for it, if that was for this cart and address.
 */
export function methodFee(context: CheckoutContext, method: DeliveryMethod): number | null {
  const { settings, methodId, feesKnown } = context
  const isChosen = method.id === methodId
  const fee = (isChosen ? feeOf(context) : null) ?? (settings === null ? null : standardFee(settings, method))
  if (fee !== null || isChosen) return fee
  return feesKnown.find(known => isFeeFor({ ...context, methodId: method.id }, known.request))?.fee ?? null
}

/** Whether the address is complete, so that the gateway can calculate the fee of a method as soon as it is chosen. */
export const isFeeAskable = (context: CheckoutContext, method: DeliveryMethod): boolean =>
  feeRequestOf({ ...context, methodId: method.id }) !== null

/** The saved addresses besides the billing address. */
export const otherSavedAddresses = (context: CheckoutContext): Address[] =>
  savedAddresses(context).filter(({ addressId }) => addressId !== context.account?.billingId)

/** The saved address that delivery elsewhere starts with: the one chosen last, else the first; null without any. */
export function defaultSavedId(context: CheckoutContext): string | null {
  const saved = otherSavedAddresses(context)
  return (saved.find(({ addressId }) => addressId === context.savedId) ?? saved[0])?.addressId ?? null
}
