import { array, integer, is, max, min } from 'superstruct'
import { largestOnDevice } from '#contract/favourites'
import { ownKeyPrefix } from './order-keys.ts'

/** The key in `localStorage` of the products that a guest has saved. */
export const favouritesKey = `${ownKeyPrefix}favourites`

/** The longest stored list, in characters. */
const longestText = 10_000

const ids = array(max(min(integer(), 1), 2 ** 31 - 1))

/** The saved products on this device: their ids, the newest first. */
export interface DeviceFavourites {
  list(): number[]
  /** Puts a product at the beginning. The oldest one beyond the limit is dropped. */
  add(productId: number): void
  remove(productIds: readonly number[]): void
}

/**
 * The saved products in a `Storage`; in memory until the next page load if the browser refuses. Each change begins with what is stored,
 * since other tabs change it too.
 *
 * @param storage - may throw, as browsers do if storage is blocked
 */
export function createDeviceFavourites(storage: () => Storage): DeviceFavourites {
  let memory: number[] = []
  const list = () => {
    try {
      const text = storage().getItem(favouritesKey)
      const stored: unknown = text !== null && text.length <= longestText ? JSON.parse(text) : null
      return is(stored, ids) ? [...new Set(stored)].slice(0, largestOnDevice) : memory
    } catch {
      return memory
    }
  }
  const write = (productIds: number[]) => {
    try {
      if (productIds.length > 0) storage().setItem(favouritesKey, JSON.stringify(productIds))
      else storage().removeItem(favouritesKey)
      memory = []
    } catch {
      memory = productIds
    }
  }
  return {
    list,
    add: productId => write([productId, ...list().filter(id => id !== productId)].slice(0, largestOnDevice)),
    remove: productIds => write(list().filter(id => !productIds.includes(id))),
  }
}
