/** The keys in `localStorage` of orders whose outcome is not known: this, and the order's `requestId`. */
export const orderKeyPrefix = 'shop.order/'

/** The keys of the unsettled orders; none if storage is blocked. */
export function orderKeys(storage: () => Storage): string[] {
  try {
    const { length } = storage()
    return Array.from({ length }, (_, at) => storage().key(at)!).filter(key => key.startsWith(orderKeyPrefix))
  } catch {
    return []
  }
}

/** Deletes every unsettled order of this browser. They are not sent or looked up again. */
export function forgetOrders(storage: () => Storage): void {
  for (const key of orderKeys(storage)) storage().removeItem(key)
}
