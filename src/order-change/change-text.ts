import type { Conflict } from '#contract/conflict'
import type { whyNotSavable } from '#machines/order-change/selectors'
import { isTransient, type Refusal } from '#contract/refusal'

/** Why 'Save changes' can't be used. */
export const notSavableText: Record<NonNullable<ReturnType<typeof whyNotSavable>>, string> = {
  unchanged: 'You have not changed anything yet.',
  updating: 'The amounts are being updated.',
  empty: 'An order needs at least one product. To get nothing, discard your changes, then cancel the order.',
  address: 'Please fix the delivery address.',
  refused: 'Your order can’t be changed like this.',
  unreachable: 'The amounts are not known.',
}

/** What is said when it is not known whether the order was changed. */
export const unansweredText = (refusal: Refusal | null): { what: string; next: string } =>
  refusal?.status === 429 && isTransient(refusal)
    ? { what: 'The shop has too many requests at the moment.', next: 'Wait a moment, then try again.' }
    : {
        what: 'We didn’t get an answer.',
        next: 'Your order may already be changed. Trying again changes it only once.',
      }

/** The places in which the draft names conflicts. */
export type ConflictPlace = 'line' | 'slot' | 'address' | 'amounts'

const placeOf = ({ about, productId }: Conflict, productIds: readonly number[]): ConflictPlace => {
  if (typeof productId === 'number' && productIds.includes(productId)) return 'line'
  return about === 'slot' ? 'slot' : about === 'area' ? 'address' : 'amounts'
}

/**
 * The messages of conflicts in one place.
 *
 * @param productIds - of the draft's lines
 * @param productId - of the line, for the place `line`
 */
export function conflictTexts(
  conflicts: readonly Conflict[],
  productIds: readonly number[],
  place: ConflictPlace,
  productId?: number,
): string[] {
  const here = conflicts.filter(
    one => placeOf(one, productIds) === place && (place !== 'line' || one.productId === productId),
  )
  return [...new Set(here.map(({ message }) => message))]
}
