import type { Address } from '#contract/address'
import { conflictsIn, type Conflict, type SuggestedSuburb } from '#contract/conflict'
import { standardFee, type DeliveryMethod } from '#contract/delivery'
import { meant } from '#contract/fields'
import { toCents } from '#contract/money'
import type { Refusal } from '#contract/refusal'
import { slotText } from '#contract/slot-text'
import type { Slot } from '#contract/slots'
import { missingForMinimum, totalsOf, type Totals } from '#contract/totals'
import { addressErrors, emptyAddress, formOf, type AddressForm } from '../address/address-form.ts'
import { fieldErrors, type ErrorsByField } from '../parts/field-errors.ts'
import { steps, type CheckoutContext, type FormName, type Step } from './context.ts'

/** The chosen delivery method; null until the methods were read. */
export const methodOf = (context: CheckoutContext): DeliveryMethod | null =>
  context.methods.find(method => method.id === context.methodId) ?? null

/** The slot of the order; null if none was chosen for the chosen method. */
export const slotOfOrder = ({ slot, methodId }: CheckoutContext): Slot | null =>
  slot?.methodId === methodId ? slot : null

/** Why the chosen slot can't be ordered for; empty if it can. */
function slotErrors(context: CheckoutContext): Record<string, string> {
  const slot = slotOfOrder(context)
  if (slot === null || slot.slotId !== context.lostSlotId) return {}
  return { slotId: `${slotText(slot)} is no longer available. Choose another time` }
}

/** The customer's saved addresses; none for guests. */
export const savedAddresses = (context: CheckoutContext): Address[] => context.account?.addresses ?? []

/** The delivery address; null for a method that needs none, empty if the chosen saved address no longer exists. */
export function deliveryFormOf(context: CheckoutContext): AddressForm | null {
  return methodOf(context)?.needsAddress ? addressChosen(context) : null
}

/** The address that a delivery goes to, whether or not the chosen method needs one. */
function addressChosen(context: CheckoutContext): AddressForm {
  if (context.deliverTo === 'billing') return context.billing
  if (context.deliverTo === 'other') return context.delivery
  const saved = savedAddresses(context).find(({ addressId }) => addressId === context.savedId)
  return saved ? formOf(saved) : emptyAddress
}

/** Why nothing is delivered to the address in the form, as the gateway said; null if it did not say so. */
export function outsideAreaMessage(context: CheckoutContext): string | null {
  const { outside } = context
  const { city, postCode, regionId } = addressChosen(context)
  const isSame =
    city.trim() === outside?.city && meant('postCode', postCode) === outside.postCode && regionId === outside.regionId
  return isSame ? outside.message : null
}

/** The suburbs that the gateway takes for the one that is meant by an address outside the delivery area. */
export const suggestedSuburbs = (context: CheckoutContext): SuggestedSuburb[] =>
  isOutsideArea(context) ? conflictsIn(feeRefusalOf(context)).flatMap(({ suggestions }) => suggestions ?? []) : []

/** Whether the chosen method delivers, and the address in the form is outside the delivery area. */
export const isOutsideArea = (context: CheckoutContext): boolean =>
  deliveryFormOf(context) !== null && outsideAreaMessage(context) !== null

/** Whether the gateway is being asked for the fee: it may deliver now to an address that it has refused before. */
const isFeeInFlight = ({ quote }: CheckoutContext): boolean => quote?.is === 'asked'

/** Why the gateway has calculated no fee; null if it has, or was not asked. */
export const feeRefusalOf = ({ quote }: CheckoutContext): Refusal | null =>
  quote?.is === 'refused' ? quote.refusal : null

/** Whether the gateway calculates the delivery fee from the address. */
export const isFeeByAddress = (context: CheckoutContext): boolean =>
  context.settings?.calculateDeliveryFee === true && deliveryFormOf(context) !== null

/** The delivery fee in cents; null while it is unknown. */
export function feeOf(context: CheckoutContext): number | null {
  const method = methodOf(context)
  if (method === null || context.settings === null) return null
  if (!isFeeByAddress(context)) return standardFee(context.settings, method)
  return context.quote?.is === 'known' ? context.quote.fee : null
}

/** The amounts of the order, in cents; an unknown delivery fee counts as 0. */
export const checkoutTotals = (context: CheckoutContext): Totals =>
  totalsOf(context.basket.subtotal, context.basket.coupon, feeOf(context) ?? 0)

/** Whether the gateway knows what is wanted if something runs out: its lines say so. */
export const hasSubstitutions = ({ basket }: Pick<CheckoutContext, 'basket'>): boolean =>
  basket.lines.some(({ substitution }) => substitution !== undefined)

/** Cents that the cart lacks to the minimum order. */
export const missingOf = (context: CheckoutContext): number =>
  missingForMinimum(context.basket.subtotal, toCents(context.settings?.minimumOrderLimit ?? 0))

/** Shown with the gateway's message, which names the suburb. */
const outsideArea = 'Choose pick-up, or enter an address that we deliver to'

/** The errors of a step; keys are `form.field`, or the name of the choice. */
export function stepErrors(context: CheckoutContext, step: Step): Record<string, string> {
  const named = (form: FormName, errors: ErrorsByField) =>
    Object.fromEntries(Object.entries(errors).map(([field, error]) => [`${form}.${field}`, error]))
  switch (step) {
    case 'details':
      return {
        ...named('person', fieldErrors(context.person)),
        ...named('billing', addressErrors(context.billing)),
      }
    case 'delivery': {
      const form = deliveryFormOf(context)
      return {
        ...(methodOf(context) === null ? { method: 'Choose a delivery method' } : {}),
        ...(isOutsideArea(context) && !isFeeInFlight(context) ? { method: outsideArea } : {}),
        ...(form === context.delivery ? named('delivery', addressErrors(form)) : {}),
        ...(form === emptyAddress ? { address: 'Choose a delivery address' } : {}),
        ...slotErrors(context),
      }
    }
    case 'payment':
      return context.payment === 'online' && !context.settings?.receivedOnlinePayment
        ? { payment: 'Choose how you want to pay' }
        : {}
    case 'review':
      return fieldErrors({ comment: context.comment }) as Record<string, string>
  }
}

/** Whether a customer can go to the review at once: the saved details, and the choices that follow from them, are complete. */
export const canSkipToReview = (context: CheckoutContext): boolean =>
  context.account !== null && (['details', 'delivery', 'payment'] as const).every(step => isStepValid(context, step))

export const isStepValid = (context: CheckoutContext, step: Step) => Object.keys(stepErrors(context, step)).length === 0
export const isStepDone = (context: CheckoutContext, step: Step) =>
  context.done.includes(step) && isStepValid(context, step)

/** Why the order cannot be placed or paid. The button, its text and the guard use the same list. */
export type Reason =
  | { about: 'empty' }
  | { about: 'minimum'; missing: number }
  | { about: 'step'; step: Step }
  | { about: 'fee' }
  | { about: 'comment'; message: string }
  | { about: 'stock' | 'coupon' | 'slot'; conflict: Conflict }

/** The conflicts that still hold: changing the line, removing the coupon or choosing another time resolves them. */
export function openConflicts(context: CheckoutContext): Conflict[] {
  const { conflicts, basket } = context
  const isOpen = ({ about, productId, left, slotId }: Conflict): boolean => {
    const line = basket.lines.find(one => one.productId === productId)
    if (about === 'stock') return line !== undefined && line.quantity > (left ?? 0)
    if (about === 'price') return line !== undefined
    if (about === 'slot') return slotOfOrder(context)?.slotId === slotId
    return about !== 'coupon' || basket.coupon !== null
  }
  return conflicts.filter(isOpen)
}

/** What prevents the order; empty when it can be placed. The page shows the first. */
export function reasonsAgainst(context: CheckoutContext): Reason[] {
  const { basket } = context
  if (basket.quantity === 0 || basket.sessionId === null) return [{ about: 'empty' }]
  const missing = missingOf(context)
  const undone = steps.filter(step => step !== 'review' && !isStepDone(context, step))
  const comment = stepErrors(context, 'review').comment
  return [
    ...(missing > 0 ? [{ about: 'minimum' as const, missing }] : []),
    ...openConflicts(context).flatMap(conflict => {
      const { about } = conflict
      return about === 'stock' || about === 'coupon' || about === 'slot' ? [{ about, conflict }] : []
    }),
    ...undone.map(step => ({ about: 'step' as const, step })),
    ...(feeOf(context) === null ? [{ about: 'fee' as const }] : []),
    ...(comment ? [{ about: 'comment' as const, message: comment }] : []),
  ]
}
