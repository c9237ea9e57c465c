import { formOf, type AddressForm } from '../address/address-form.ts'
import { hasSameFields } from '../parts/same-fields.ts'
import type { CheckoutContext, Step } from './context.ts'
import { feeOf, isFeeByAddress, isOutsideArea, methodOf, savedAddresses } from './order-rules.ts'

/** The chosen saved address as a form; null if another address is chosen, or there is none with its id. */
export function savedFormOf(context: CheckoutContext): AddressForm | null {
  const saved = savedAddresses(context).find(({ addressId }) => addressId === context.savedId)
  return context.deliverTo === 'saved' && saved ? formOf(saved) : null
}

/** Whether the chosen method no longer exists, or needs another address or fee than before. */
function hasMethodChanged(before: CheckoutContext, after: CheckoutContext): boolean {
  const [was, now] = [methodOf(before), methodOf(after)]
  if (now === null) return true
  return was !== null && (was.needsAddress !== now.needsAddress || (was.fee ?? null) !== (now.fee ?? null))
}

/** Whether the saved address is not the one of the last 'Continue'. While the account is being read, nothing is known of it. */
const hasAddressChanged = (after: CheckoutContext): boolean =>
  after.account !== null &&
  after.confirmed.saved !== null &&
  methodOf(after)?.needsAddress === true &&
  !hasSameFields(after.confirmed.saved, savedFormOf(after))

/** Whether the standard fee of the chosen method has changed. */
const hasFeeChanged = (before: CheckoutContext, after: CheckoutContext): boolean =>
  before.settings !== null && !isFeeByAddress(after) && feeOf(before) !== feeOf(after)

const withoutDelivery = (done: readonly Step[]): Step[] => done.filter(step => step !== 'delivery')

/**
 * Applies a change that the shopper did not make here: it undoes the delivery step if a choice made there has changed.
 *
 * @param change - the reported data
 */
export function invalidateDelivery(
  before: CheckoutContext,
  change: Partial<CheckoutContext>,
): Partial<CheckoutContext> {
  const after = { ...before, ...change }
  if (!before.done.includes('delivery')) return change
  if (change.outside && isOutsideArea(after)) return { ...change, done: withoutDelivery(before.done) }
  const undone =
    change.methods && hasMethodChanged(before, after)
      ? ('method' as const)
      : hasAddressChanged(after)
        ? ('address' as const)
        : change.settings && hasFeeChanged(before, after)
          ? ('fee' as const)
          : null
  return undone === null ? change : { ...change, undone, done: withoutDelivery(before.done) }
}
