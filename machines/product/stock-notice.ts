import type { SnapshotFrom } from 'xstate'
import { fieldError, meant } from '#contract/fields'
import { isTransient, type Refusal } from '#contract/refusal'
import type { Account } from '../messages/customer.ts'
import { isBlank } from '#contract/visible-text'
import type { productMachine } from './product.ts'

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

export interface StockNoticeView {
  step: 'form' | 'asking' | 'asked'
  email: string
  /** Why the email can't be used; null before it was submitted. */
  error: string | null
  refusal: Refusal | null
  /** The address has to be confirmed by a link first. */
  isConfirmedByLink: boolean
}

/** What the page shows of it. */
export function stockNoticeIn(snapshot: SnapshotFrom<typeof productMachine>): StockNoticeView {
  const { email, ownEmail, refusal } = snapshot.context.notice
  const isAsked = snapshot.matches({ ready: 'asked' })
  return {
    step: isAsked ? 'asked' : snapshot.matches({ ready: 'asking' }) ? 'asking' : 'form',
    email,
    error: snapshot.matches({ ready: { form: 'invalid' } }) ? fieldError('email', email) : null,
    refusal: snapshot.matches({ ready: { form: 'refused' } }) ? refusal : null,
    isConfirmedByLink: meant('email', email).toLowerCase() !== ownEmail?.toLowerCase(),
  }
}
