/** The keys in `localStorage` of orders whose outcome is not known: this, and the order's `requestId`. */
export const orderKeyPrefix = 'shop.order/'

/** The keys in `localStorage` of what the shopper has saved on this device: this, and a name. */
export const ownKeyPrefix = 'shop.own/'

/** The keys of the unsettled orders, or those that match; none if storage is blocked. */
export function orderKeys(storage: () => Storage, wanted = /^shop\.order\//): string[] {
  try {
    return Object.keys(storage()).filter(key => wanted.test(key))
  } catch {
    return []
  }
}

/**
 * Deletes every unsettled order of this browser, and what the shopper has saved on this device.
 *
 * @returns what was stored; who reads orders in it ignores the rest
 */
export const forgetOrders = (storage: () => Storage): string[] =>
  orderKeys(storage, /^shop\.o(rder|wn)\//).map(key => {
    const stored = storage().getItem(key)!
    storage().removeItem(key)
    return stored
  })
