import { isTransient, type Refusal } from '#contract/refusal'
import type { Account } from '../messages/customer.ts'
import { isBlank } from '#contract/visible-text'

/** Asking for a mail when a product is in stock again. */
export interface StockNotice {
  /** As it was typed. */
  email: string
  /** The address of the customer's account, which needs no confirmation; null for a guest. */
  ownEmail: string | null
  /** The idempotency key of a request whose answer was lost; null if the next one is another request. */
  requestId: string | null
  refusal: Refusal | null
}

export const emptyNotice: StockNotice = { email: '', ownEmail: null, requestId: null, refusal: null }

/** What was typed stays; an empty field gets the address of the account. */
export const withAccount = (notice: StockNotice, account: Account | null): StockNotice => {
  const ownEmail = account?.info.email ?? null
  return { ...notice, ownEmail, email: isBlank(notice.email) ? (ownEmail ?? '') : notice.email }
}

/** The same key is sent again only if it is not known whether the gateway has stored the request. */
export const withRefusal = (notice: StockNotice, refusal: Refusal): StockNotice => ({
  ...notice,
  refusal,
  requestId: isTransient(refusal) ? notice.requestId : null,
})
