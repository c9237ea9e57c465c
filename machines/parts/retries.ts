import type { Refusal } from '#contract/refusal'

/** A request whose outcome is unknown, and which is repeated without the shopper. */
interface Repeated {
  context: { retries: number; refusal: Refusal | null }
}

/** The request was repeated fewer than 4 times. */
export const hasRetriesLeft = ({ context }: Repeated): boolean => context.retries < 4

/** Milliseconds before the next retry: 2, 4, 8 and 16 seconds; at least as long as the gateway asks, up to a minute. */
export const retryPause = ({ context: { retries, refusal } }: Repeated): number =>
  Math.max(1_000 * 2 ** retries, Math.min(refusal?.retryAfter ?? 0, 60_000))

/** The refusal if it is the gateway's rate limit, which says when to ask again; else null. */
export const rateLimit = (refusal: Refusal): Refusal | null => (refusal.status === 429 ? refusal : null)
