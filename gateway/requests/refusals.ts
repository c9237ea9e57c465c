import type { Conflict } from '#contract/conflict'
import { standardMessage } from '#contract/refusal'

/**
 * A refused request. A refusal that the shopper can correct is HTTP 200 with another `statusCode` (`softRefusal`); for all
 * others `httpStatus` and `statusCode` are the same.
 */
export class Refused extends Error {
  readonly httpStatus: number
  readonly statusCode: number
  /** Seconds to wait before the next attempt; only with 429 and 503. */
  readonly retryAfter: number | null
  /** Why the order cannot be placed as it was shown. */
  conflicts: Conflict[] = []
  /** The name of the field that the refusal is about; null for no single one. */
  field: string | null = null

  constructor(statusCode: number, message: string, http = statusCode, retryAfter: number | null = null) {
    super(message)
    this.httpStatus = http
    this.statusCode = statusCode
    this.retryAfter = retryAfter
  }

  /** The body of the answer. `data: null` means that nothing was changed. */
  get answer() {
    const { statusCode, message, field, conflicts } = this
    const details = { ...(field && { field }), ...(conflicts.length > 0 && { conflicts }) }
    return this.httpStatus === 200 ? { statusCode, message, data: null, ...details } : { statusCode, message }
  }
}

/** A refusal that the shopper can correct: HTTP 200 with `statusCode`. */
export const softRefusal = (statusCode: number, message: string): Refused => new Refused(statusCode, message, 200)

/** A value that the shopper can correct. @param field - its name in the request */
export const fieldRefusal = (field: string, message: string): Refused =>
  Object.assign(softRefusal(422, message), { field })

/**
 * A refusal that lists all conflicts and joins their messages: 409, or 422 if all are about the delivery area. One that is about the slot alone
 * names its field.
 *
 * @param conflicts - at least one
 * @param words - appended to the messages
 */
export function conflictRefusal(conflicts: Conflict[], words = ''): Refused {
  const isArea = conflicts.every(({ about }) => about === 'area')
  const message = [...conflicts.map(conflict => conflict.message), words].join(' ').trim()
  const field = conflicts.every(({ about }) => about === 'slot') ? 'slotId' : null
  return Object.assign(softRefusal(isArea ? 422 : 409, message), { conflicts, field })
}

/** The request does not match the contract. */
export const badRequest = (message: string): Refused => new Refused(400, message)

export const notFound = (message = 'There is nothing here.'): Refused => new Refused(404, message)

/** The call needs a logged-in customer, and the request has no valid token. */
export const unauthenticated = (): Refused => new Refused(401, 'Please log in again.')

/** A rate limit was reached; the next attempt is possible after `seconds`. */
export const tooManyAttempts = (seconds: number): Refused =>
  new Refused(429, `Too many attempts. Please try again in ${describeWait(seconds)}.`, 429, seconds)

function describeWait(seconds: number): string {
  const [size, unit] = seconds < 120 ? [1, 'second'] : seconds < 7_200 ? [60, 'minute'] : [3_600, 'hour']
  const count = Math.ceil(seconds / Number(size))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The database is overloaded; the next attempt may succeed. */
export const databaseBusy = (): Refused => new Refused(503, standardMessage, 503, 2)

/**
 * SQLSTATEs of temporary failures: a server or session that cannot write (after a failover, or with a full disk), lock, statement
 * and transaction time-outs, deadlocks, serialisation failures, too few connections, memory or disk space, and a server that
 * stops, starts or has closed the connection.
 */
const passingStates = /^(?:25006|25P0[34]|4000[13]|40P01|53...|55P03|57014|57P0.|08...)$/
/** Driver errors without a SQLSTATE: no connection in time, or a broken one. */
const passingMessages =
  /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/
/** Of the network, while a server restarts or its name moves to another. */
const passingCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOTFOUND)$/

/** Whether an error of the database says that another row has the same unique value. */
export const isDuplicate = (error: unknown): boolean =>
  (error as { cause?: { code?: string } } | null)?.cause?.code === '23505'

/** Whether an error of the database is temporary. The outcome of a write is unknown. */
function isTransient(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown }
  const { code = '', message = '', syscall } = (cause ?? {}) as { code?: string; message?: string; syscall?: string }
  const isSocketMissing = code === 'ENOENT' && syscall === 'connect'
  return passingStates.test(code) || passingMessages.test(message) || passingCodes.test(code) || isSocketMissing
}

/**
 * Converts a thrown error into a refusal. The 4xx messages of Fastify and its plugins are passed on; every other error
 * becomes a 500.
 */
export function refusalFrom(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (isTransient(error)) return databaseBusy()
  const { statusCode = 500, message } = error as { statusCode?: number; message?: string }
  return statusCode >= 400 && statusCode < 500 && message
    ? new Refused(statusCode, message)
    : new Refused(statusCode >= 500 ? statusCode : 500, standardMessage)
}
