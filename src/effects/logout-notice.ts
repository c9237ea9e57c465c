import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { Identity } from '#machines/messages/customer'

/** Remembers over one reload that the gateway refused the token, so that the page can say why the shopper is logged out. */
export interface LogoutNotice {
  /** `method` is the payment method of the order in flight; empty without one. */
  note(method: string): void
  /** Reads the note and deletes it; null if there is none. */
  take(): { method: string } | null
}

const key = 'shop.refused'
const methods = ['', 'online', 'on-delivery']

/** @param storage - returns the storage of this tab; may throw, as browsers do if storage is blocked */
export const createLogoutNotice = (storage: () => Storage): LogoutNotice => ({
  note(method) {
    try {
      storage().setItem(key, method)
    } catch {
      // storage is blocked: after the reload the shopper is a guest, without a message
    }
  },
  take() {
    try {
      const noted = storage().getItem(key)
      if (noted !== null) storage().removeItem(key)
      return noted !== null && methods.includes(noted) ? { method: noted } : null
    } catch {
      return null
    }
  },
})

/** The payment method of an order in flight that is certainly not paid; empty if it may be, or without an order. */
export function unpaidMethod(checkout: CheckoutSnapshot | undefined): string {
  const attempt = checkout?.children.orderAttempt?.getSnapshot()
  const isApproved = attempt?.children.payment?.getSnapshot().context.isApproved ?? false
  return isApproved ? '' : (attempt?.context.pendingOrder?.payment.method ?? '')
}

/** The identity at the start of a visit. A customer who has logged in in another tab since the refusal stays logged in. */
export const identityAfter = (refusal: { method: string } | null, stored: Identity): Identity =>
  refusal && stored.is !== 'customer' ? { is: 'expired', ...refusal } : stored
