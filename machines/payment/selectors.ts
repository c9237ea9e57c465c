import { paymentRefusals } from '#contract/payment'
import type { PaymentSnapshot } from './payment.ts'
import { isRetryable, type ButtonFailure, type PaymentContext } from './payment-setup.ts'

/** The states of the payment machine as one flat value. */
export interface PaymentProgress {
  button: PaymentSnapshot['value']['button']
  /** `reconciling` also while the authorisation is requested again. */
  attempt:
    | 'ready'
    | 'creating'
    | 'approving'
    | 'approvedByShopper'
    | 'authorizing'
    | 'capturing'
    | 'reconciling'
    | 'approved'
    | 'cancelled'
    | 'abandoned'
    | 'failed'
  /** Only while `reconciling`: `asking` is a request in flight. */
  reconciling: 'pausing' | 'asking' | 'unanswered' | null
}

export function paymentProgress({ value: { button, attempt }, context }: PaymentSnapshot): PaymentProgress {
  if (typeof attempt === 'string') return { button, attempt, reconciling: null }
  if ('open' in attempt) {
    const { open } = attempt
    return { button, attempt: typeof open === 'string' ? open : open.ended, reconciling: null }
  }
  if ('approving' in attempt) return { button, attempt: 'approving', reconciling: null }
  if (attempt.confirming !== 'authorizing') return { button, attempt: 'reconciling', reconciling: attempt.confirming }
  if (context.retries === 0) return { button, attempt: 'authorizing', reconciling: null }
  return { button, attempt: 'reconciling', reconciling: 'asking' }
}

/** Why the last attempt failed. `refused` and `declined` have the gateway's message. */
export type PaymentFailure = ButtonFailure | 'interrupted' | 'declined' | 'refused'

/** @returns null when no attempt failed */
export function paymentFailure({ refusal, buttonFailure }: PaymentContext): PaymentFailure | null {
  if (refusal === null) return null
  if (buttonFailure !== null) return buttonFailure
  if (refusal.code === 'interrupted') return 'interrupted'
  if (refusal.code === 'lost') return 'provider'
  return refusal.status === paymentRefusals.declined ? 'declined' : 'refused'
}

/**
 * Whether the last attempt certainly charged nothing and its message does not say so: it failed before the approval. After
 * an approval the gateway's message says what happened to the money.
 */
export const isUncharged = ({ refusal, isApproved }: PaymentContext): boolean =>
  !isApproved || refusal?.code !== 'refused'

/**
 * Whether the last failure ended the order as well. The checkout shows that refusal until a step is completed; after that it
 * is not shown here either.
 */
export const isOrderEnded = ({ order, refusal, buttonFailure }: PaymentContext): boolean =>
  refusal !== null && buttonFailure === null && (order === null || !isRetryable(refusal))
