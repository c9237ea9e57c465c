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

/**
 * Deletes the unsettled orders of this browser; they are not sent again.
 *
 * @param isExpired - a login has ended by itself: of its customer's orders the outline stays, with which their outcome is looked up
 * after the next login; a guest's orders stay
 */
export function forgetOrders(storage: () => Storage, isExpired: boolean): void {
  for (const key of orderKeys(storage)) {
    if (isExpired) outlineOrder(storage(), key)
    else storage().removeItem(key)
  }
}

/** Leaves time, customer and session of a customer's order. */
function outlineOrder(storage: Storage, key: string): void {
  try {
    const { sentAt, customerId, body } = JSON.parse(storage.getItem(key)!)
    if (customerId && body) storage.setItem(key, JSON.stringify({ sentAt, customerId, sessionId: body.sessionId }))
  } catch {
    storage.removeItem(key)
  }
}
