import type { OrderAttemptSnapshot } from './order-attempt.ts'
import type { OrderAttemptContext } from './order-attempt-setup.ts'

/** What is known of an order whose outcome is unknown. `asking` is a request in flight. */
export type Unknown = 'pausing' | 'asking' | 'unanswered' | 'unplaced' | 'abandoning'

/** The state of the attempt as one flat value. */
export interface OrderProgress {
  /** `unknown` also while the order is sent again. */
  at: 'idle' | 'placed' | 'paying' | 'placing' | 'unknown'
  /** Only while `unknown`. */
  unknown: Unknown | null
}

export function orderProgress({ value, context }: Pick<OrderAttemptSnapshot, 'value' | 'context'>): OrderProgress {
  if (typeof value === 'object' && 'settled' in value) return { at: value.settled, unknown: null }
  if (typeof value === 'object')
    return { at: 'unknown', unknown: value.unknown === 'looking' ? 'asking' : value.unknown }
  if (value === 'placing' && context.retries > 0) return { at: 'unknown', unknown: 'asking' }
  return { at: value, unknown: null }
}

/** Why nothing more is known of an order: the gateway's rate limit, or it could not be discarded. Null for any other reason. */
export const whyUnknown = ({ refusal }: Pick<OrderAttemptContext, 'refusal'>): 'busy' | 'not-discarded' | null =>
  refusal === null ? null : refusal.status === 429 ? 'busy' : 'not-discarded'
