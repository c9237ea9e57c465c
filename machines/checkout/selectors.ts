import type { Address } from '#contract/address'
import { standardFee, type DeliveryMethod } from '#contract/delivery'
import type { CartSnapshot } from '../cart/cart.ts'
import { visibleErrors, type FieldErrors } from '../parts/field-errors.ts'
import type { OrderProgress, Unknown } from '../orders/selectors.ts'
import type { CheckoutSnapshot } from './checkout.ts'
import { steps, type CheckoutContext, type Step } from './context.ts'
import { feeOf, isOutsideArea, missingOf, outsideAreaMessage, savedAddresses, stepErrors } from './order-rules.ts'
import { feeRequestOf, isFeeFor } from './fee-request.ts'

/** The step of the checkout, or the state of its order, as one flat value. */
export interface CheckoutProgress {
  /** `unknown` also while the order is sent again. */
  step: Step | 'paying' | 'placing' | 'unknown' | 'placed'
  /** Only while `unknown`. */
  unknown: Unknown | null
}

/** @param order - the state of the order attempt, which is shown while an order is in flight */
export function checkoutProgress({ value }: Pick<CheckoutSnapshot, 'value'>, order: OrderProgress): CheckoutProgress {
  const form = openFormOf({ value })
  if (form !== null) return { step: form, unknown: null }
  if (value.step === 'placed') return { step: 'placed', unknown: null }
  // the attempt may be settled before the checkout handles its report
  return order.at === 'idle' || order.at === 'placed'
    ? { step: 'placing', unknown: null }
    : { step: order.at, unknown: order.unknown }
}

/** The step that is open; the review while the order is paid, placed or unknown. */
export const openStep = ({ step }: CheckoutProgress): Step => steps.find(name => name === step) ?? 'review'

/** Whether the delivery step is completed and waits for its fee. */
export const isQuoting = (checkout: CheckoutSnapshot): boolean => checkout.matches({ step: { filling: 'quoting' } })

/** Whether the delivery step is open, and there is no delivery method to choose from yet. */
export const isWaitingForMethods = (checkout: CheckoutSnapshot): boolean =>
  checkout.matches({ step: { filling: 'delivery' }, methods: 'reading' }) && checkout.context.methods.length === 0

/** Whether the steps are being filled in: no order is in flight or placed. */
const isFilling = ({ value: { step } }: Pick<CheckoutSnapshot, 'value'>): boolean => typeof step === 'object'

/** Whether an order is in flight, so that nothing can be edited. */
export const isOrdering = ({ value: { step } }: Pick<CheckoutSnapshot, 'value'>): boolean => step === 'ordering'

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
  return checkout.value.tab === 'otherTab' ? 'otherTab' : null
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

/** The step whose form is open; null while an order is in flight or placed. */
function openFormOf({ value: { step } }: Pick<CheckoutSnapshot, 'value'>): Step | null {
  if (typeof step !== 'object') return null
  return step.filling === 'quoting' ? 'delivery' : step.filling
}

/** Whether 'Continue' was pressed in the open step and it still has errors. */
export function hasErrors(checkout: CheckoutSnapshot): boolean {
  const { context } = checkout
  const open = openFormOf(checkout)
  return open !== null && context.tried.includes(open) && Object.keys(stepErrors(context, open)).length > 0
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
