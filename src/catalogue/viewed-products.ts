import { array, integer, is, max, min } from 'superstruct'
import { ownKeyPrefix } from '../effects/order-keys.ts'

/** The key in `localStorage` of the products that were viewed. Logging out and 'Forget me' delete it. */
export const viewedKey = `${ownKeyPrefix}viewed`

/** The most products that are kept. */
export const mostViewed = 12

/** The longest stored list, in characters. */
const longestText = 1_000

const ids = array(max(min(integer(), 1), 2 ** 31 - 1))

/**
 * The ids of the products that were viewed on this device, the last one first.
 *
 * @param storage - may throw, as browsers do if storage is blocked
 * @returns none if they can't be read
 */
export function readViewed(storage: () => Storage): number[] {
  try {
    const text = storage().getItem(viewedKey)
    const stored: unknown = text !== null && text.length <= longestText ? JSON.parse(text) : null
    return is(stored, ids) ? [...new Set(stored)].slice(0, mostViewed) : []
  } catch {
    return [] // blocked, or changed by another program
  }
}

/** Puts a product at the beginning; the oldest one beyond the limit is dropped. Begins with what is stored, since other tabs change it too. */
export function addViewed(storage: () => Storage, productId: number): void {
  const viewed = [productId, ...readViewed(storage).filter(id => id !== productId)].slice(0, mostViewed)
  try {
    storage().setItem(viewedKey, JSON.stringify(viewed))
  } catch {
    // blocked or full: the row is left out
  }
}
