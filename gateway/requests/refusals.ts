import type { Conflict } from '#contract/conflict'
import { standardMessage } from '#contract/refusal'

/**
 * A no to a request. What the shopper can mend is HTTP 200 with another `statusCode` (`softly`); everything else says
 * the same number in both places.
 */
export class Refused extends Error {
  readonly httpStatus: number
  readonly statusCode: number
  /** Seconds after which to try again; only with 429. */
  readonly retryAfter: number | null
  /** Why an order can't be placed as it was shown. */
  conflicts: Conflict[] = []

  constructor(statusCode: number, message: string, http = statusCode, retryAfter: number | null = null) {
    super(message)
    this.httpStatus = http
    this.statusCode = statusCode
    this.retryAfter = retryAfter
  }

  /** The answer's body; `data: null` is what the shop reads as "nothing happened". */
  get answer() {
    const { statusCode, message, conflicts } = this
    const named = conflicts.length === 0 ? {} : { conflicts }
    return this.httpStatus === 200 ? { statusCode, message, data: null, ...named } : { statusCode, message }
  }
}

/** A refusal that the shopper can mend. */
export const softRefusal = (statusCode: number, message: string): Refused => new Refused(statusCode, message, 200)

/**
 * A refusal for all the reasons there are, in their words: 409, or 422 where it is the place of delivery alone.
 *
 * @param conflicts - one at least
 * @param words - what is said after them
 */
export function conflictRefusal(conflicts: Conflict[], words = ''): Refused {
  const isArea = conflicts.every(({ about }) => about === 'area')
  const message = [...conflicts.map(conflict => conflict.message), words].join(' ').trim()
  return Object.assign(softRefusal(isArea ? 422 : 409, message), { conflicts })
}

/** A body or an address that is not what the contract says. */
export const badRequest = (message: string): Refused => new Refused(400, message)

/** There is no such thing. */
export const notFound = (message = 'There is nothing here.'): Refused => new Refused(404, message)

/** A call needs a customer, and who asks has no good token. */
export const unauthenticated = (): Refused => new Refused(401, 'Please log in again.')

/** There were too many tries; `seconds` from now there may be more. */
export const tooManyAttempts = (seconds: number): Refused =>
  new Refused(
    429,
    `Too many tries. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    429,
    seconds,
  )

/**
 * Reads a refusal out of whatever was thrown.
 *
 * @param error - a Refused, or an error of Fastify or a plugin, whose 4xx messages are fit for strangers
 */
export function refusalFrom(error: unknown): Refused {
  if (error instanceof Refused) return error
  const { statusCode = 500, message } = error as { statusCode?: number; message?: string }
  return statusCode >= 400 && statusCode < 500 && message
    ? new Refused(statusCode, message)
    : new Refused(statusCode >= 500 ? statusCode : 500, standardMessage)
}
