import { formOf, type AddressForm } from '../address/address-form.ts'
import type { CheckoutContext, Step } from './context.ts'
import { feeOf, isFeeByAddress, isOutsideArea, methodOf, savedAddresses } from './order-rules.ts'

/** The chosen saved address as a form; null if another address is chosen, or there is none with its id. */
export function savedFormOf(context: CheckoutContext): AddressForm | null {
  const saved = savedAddresses(context).find(({ addressId }) => addressId === context.savedId)
  return context.deliverTo === 'saved' && saved ? formOf(saved) : null
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether the chosen method no longer exists, or needs another address or fee than before. */
function isMethodOther(before: CheckoutContext, after: CheckoutContext): boolean {
  const [was, now] = [methodOf(before), methodOf(after)]
  if (now === null) return true
  return was !== null && !isSame([was.needsAddress, was.fee], [now.needsAddress, now.fee])
}

/** Whether the saved address is not the one of the last 'Continue'. While the account is being read, nothing is known of it. */
const isAddressOther = (after: CheckoutContext): boolean =>
  after.account !== null &&
  after.confirmed.saved !== null &&
  methodOf(after)?.needsAddress === true &&
  !isSame(after.confirmed.saved, savedFormOf(after))

/** Whether the standard fee of the chosen method has changed. */
const isFeeOther = (before: CheckoutContext, after: CheckoutContext): boolean =>
  before.settings !== null && !isFeeByAddress(after) && feeOf(before) !== feeOf(after)

const withoutDelivery = (done: readonly Step[]): Step[] => done.filter(step => step !== 'delivery')

/**
 * Applies a change that the shopper did not make here: it undoes the delivery step if a choice made there has changed.
 *
 * @param change - the reported data
 */
export function withUndone(before: CheckoutContext, change: Partial<CheckoutContext>): Partial<CheckoutContext> {
  const after = { ...before, ...change }
  if (!before.done.includes('delivery')) return change
  if (change.outside && isOutsideArea(after)) return { ...change, done: withoutDelivery(before.done) }
  const undone =
    change.methods && isMethodOther(before, after)
      ? ('method' as const)
      : isAddressOther(after)
        ? ('address' as const)
        : change.settings && isFeeOther(before, after)
          ? ('fee' as const)
          : null
  return undone === null ? change : { ...change, undone, done: withoutDelivery(before.done) }
}
