/** The keys in `localStorage` of orders whose outcome is not known: this, and the order's `requestId`. */
export const orderKeyPrefix = 'shop.order/'

/** The keys of the unsettled orders; none if storage is blocked. */
export function orderKeys(storage: () => Storage): string[] {
  try {
    return Object.keys(storage()).filter(key => key.startsWith(orderKeyPrefix))
  } catch {
    return []
  }
}

/** Deletes every unsettled order of this browser. @returns what was stored of them */
export const forgetOrders = (storage: () => Storage): string[] =>
  orderKeys(storage).map(key => {
    const stored = storage().getItem(key)!
    storage().removeItem(key)
    return stored
  })
