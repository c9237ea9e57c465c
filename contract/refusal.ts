/** The message of a refusal without a reason. */
export const standardMessage = 'Something bad happened; please try again later.'

/** The message of a call that failed while the browser has no connection. */
export const offlineMessage = 'You seem to be offline.'

/**
 * Why a call failed, as data: `code` for the program, `message` for the person.
 *
 * - `refused`: the gateway refused it (`status` is its statusCode)
 * - `lost`: the response was lost or unreadable; whether the gateway carried the request out is unknown
 * - `interrupted`: the page was left before the answer arrived
 */
export interface Refusal {
  code: 'refused' | 'lost' | 'interrupted'
  message: string
  /** HTTP status or `statusCode`; 0 without an answer. */
  status: number
  /** The answer is not the gateway's: a proxy, for example, answers 404 while the gateway restarts. It says nothing about an order. */
  isForeign?: true
  /** The gateway gave no reason: `message` is the standard one. */
  isUnexplained?: true
  /** Milliseconds to wait before the next try, as the gateway requests; only with 429. */
  retryAfter?: number
  /** The name of the field that the refusal is about, such as `currentPassword`; absent if it is about no single one. */
  field?: string
  /** Why an order can't be placed as it was shown. Not validated: `conflictsIn` reads it. */
  conflicts?: unknown[]
}

/** The reason in the body of a response; the standard message without one. */
export function reasonIn(body: unknown): Pick<Refusal, 'message' | 'isUnexplained'> {
  const message = (body as { message?: unknown } | null)?.message
  return typeof message === 'string' && message ? { message } : { message: standardMessage, isUnexplained: true }
}

/** The refusal that an effect was rejected with; any other error counts as a lost response. */
export function refusalIn(error: unknown): Refusal {
  const { code, status, isForeign, isUnexplained, retryAfter, field, conflicts } = (error ?? {}) as Partial<Refusal>
  return {
    code: code === 'refused' || code === 'interrupted' ? code : 'lost',
    ...reasonIn(error),
    status: typeof status === 'number' ? status : 0,
    ...(isForeign && { isForeign }),
    ...(isUnexplained && { isUnexplained }),
    ...(retryAfter && { retryAfter }),
    ...(field && { field }),
    ...(conflicts && { conflicts }),
  }
}

/** Whether a retry may succeed: after a lost response, a server error, or a rate limit. */
export const isTransient = (refusal: Refusal): boolean =>
  refusal.code !== 'refused' || refusal.status >= 500 || refusal.status === 429

/** Why a page could not be read. A refusal of its request says nothing to a person. */
export const readFailureMessage = (refusal: Refusal | null): string =>
  refusal?.code === 'lost' ? refusal.message : standardMessage
