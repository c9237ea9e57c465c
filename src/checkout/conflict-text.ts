import type { Conflict } from '#contract/conflict'
import { toCents } from '#contract/money'
import type { CouponStatus } from '#machines/cart/selectors'
import type { LineChange } from '../orders/OrderLines.tsx'

/** The data of the cart that the review needs besides the lines. */
export interface CartStatus {
  /** The ids of lines with pending commands. */
  changing: readonly string[]
  /** Nothing in the cart is being read or changed. */
  isSettled: boolean
  coupon: CouponStatus
}

/** The id of a changed line's element. */
export const linePlace = (productId: number | null | undefined): string => `changed-line-${productId}`

/** The id of the element that shows a conflict; the summary links to it. */
export const conflictPlace = ({ about, productId }: Conflict): string =>
  about === 'price' || about === 'stock' ? linePlace(productId) : `changed-${about}`

/** The changes of the lines, by product id. */
export function lineChanges(conflicts: readonly Conflict[]): Map<number, LineChange> {
  const changes = new Map<number, LineChange>()
  for (const { about, productId, message, was, now } of conflicts) {
    if (typeof productId !== 'number' || (about !== 'price' && about !== 'stock')) continue
    const before = changes.get(productId) ?? { words: [], price: null }
    const price = typeof was === 'number' && typeof now === 'number' ? { was: toCents(was), now: toCents(now) } : null
    changes.set(productId, {
      words: [...before.words, about === 'price' && price ? 'The price has changed.' : message],
      price: about === 'price' ? price : before.price,
    })
  }
  return changes
}
