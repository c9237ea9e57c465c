import { orderProgress } from '../orders/selectors.ts'
import { handedFields, type HandedCheckout } from './context.ts'
import type { CheckoutSnapshot } from './checkout.ts'
import { checkoutProgress } from './selectors.ts'

/**
 * Version of the data that one tab hands to another; the two may be of different builds. Raise it when a field of `handedFields` is added
 * or means something else: tests/journals keeps a checkout as it was handed over in this version.
 */
export const handoverVersion = 4

/** The customer id of a checkout; null for a guest's and without a checkout. */
export const ownerOf = (checkout: CheckoutSnapshot | undefined): string | null =>
  checkout?.context.account?.info.customerId ?? null

/**
 * The checkout for another tab, with its unsettled order.
 *
 * @param owner - of the other tab's checkout; the two differ while one of them has not noticed a login yet
 * @returns null when the order is placed or the owners differ
 */
export function handedBy(checkout: CheckoutSnapshot, owner: string | null): HandedCheckout | null {
  const { context, children } = checkout
  const attempt = children.orderAttempt!.getSnapshot()
  const { step } = checkoutProgress(checkout, orderProgress(attempt))
  if (step === 'placed' || ownerOf(checkout) !== owner) return null
  return {
    at: step,
    checkout: Object.fromEntries(handedFields.map(name => [name, context[name]])) as HandedCheckout['checkout'],
    order: attempt.context.pendingOrder,
  }
}
