/** The message of a refusal without a reason. */
export const standardMessage = 'Something bad happened; please try again later.'

/**
 * Why a call did not give what was asked, as data: `code` for the program, `message` for the person.
 *
 * - `refused`: the gateway answered, and said no (`status` is its statusCode)
 * - `lost`: no answer came, or none that could be read; what happened on the other side is not known
 * - `interrupted`: the page was left before an answer came
 */
export interface Refusal {
  code: 'refused' | 'lost' | 'interrupted'
  message: string
  /** HTTP status or `statusCode`; 0 where there was no answer. */
  status: number
  /** Milliseconds after which the gateway asks to be called again; only with 429. */
  retryAfter?: number
  /** Why an order can't be placed as it was shown, as it came: `conflictsIn` reads it. */
  conflicts?: unknown[]
}

/** Reads a refusal out of whatever an effect was rejected with. */
export function refusalIn(error: unknown): Refusal {
  const { code, message, status, retryAfter, conflicts } = (error ?? {}) as Partial<Refusal>
  return {
    code: code === 'refused' || code === 'interrupted' ? code : 'lost',
    message: typeof message === 'string' && message !== '' ? message : standardMessage,
    status: typeof status === 'number' ? status : 0,
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
    ...(conflicts && { conflicts }),
  }
}

/** Whether asking again may help: no answer, the gateway's own fault, or too many tries. */
export const isPassing = (refusal: Refusal): boolean =>
  refusal.code !== 'refused' || refusal.status >= 500 || refusal.status === 429
