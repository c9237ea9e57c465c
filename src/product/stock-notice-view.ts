import type { SnapshotFrom } from 'xstate'
import { fieldError, meant } from '#contract/fields'
import type { Refusal } from '#contract/refusal'
import type { productMachine } from '#machines/product/product'

/** What the page shows of asking for a mail. */
export interface StockNoticeView {
  step: 'form' | 'asking' | 'asked'
  email: string
  /** Why the email can't be used; null before it was submitted. */
  error: string | null
  refusal: Refusal | null
  /** The address has to be confirmed by a link first. */
  isConfirmedByLink: boolean
}

/** Selects it from the product's snapshot. */
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
