import { createFetch, ofetch, type FetchError } from 'ofetch'
import { create, type Struct } from 'superstruct'
import { reasonIn, type Refusal } from '#contract/refusal'
import { envelope, type AnswerOf, type AnyRoute, type BodyOf } from '#contract/route'
import { waits } from '#contract/waits'
import { identityIn } from './token.ts'
import { unanswered } from './unanswered.ts'

/** Parameters of a call. */
export interface CallOptions<Body> {
  /** Fill the `{names}` of the path. */
  params?: Record<string, string | number>
  body?: Body
  signal?: AbortSignal
  /** Overrides the stored token. */
  bearer?: string
}

/** The gateway's answer to a call: success, or a refusal with its `statusCode` (section 8). */
export type Outcome<Answer> = { done: true; answer: Answer } | { done: false; refusal: Refusal }

/** Makes a call of the contract. Rejects with a `Refusal` if the request failed or the answer can't be read. */
export type Client = <R extends AnyRoute>(route: R, asking?: CallOptions<BodyOf<R>>) => Promise<Outcome<AnswerOf<R>>>

/** What the client needs from its environment. */
export interface ClientEnvironment {
  /** Base URL of the gateway, such as `/v1`. */
  base: string
  /** Overrides the global `fetch`. */
  fetch?: typeof fetch
  token(): string | null
  /** Milliseconds since the epoch, at the gateway. */
  now(): number
  log(...words: unknown[]): void
  /** Called when the gateway rejects the stored token. */
  refused?(): void
  /** Called before an answer is used, with its `Date` header and the milliseconds since its request was sent. A cached answer has no date. */
  answered?(date: string | null, took: number): void
}

const pathOf = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

/** Milliseconds of a `Retry-After` header in seconds (RFC 9110 10.2.3); empty if the header is absent or a date. */
const pauseIn = (headers: Headers | undefined): { retryAfter?: number } => {
  const seconds = headers?.get('retry-after')
  return seconds && /^\d+$/.test(seconds) ? { retryAfter: Number(seconds) * 1_000 } : {}
}

/** A failed call as data. After a 5xx it is unknown what the gateway has done, so it counts as a lost response. */
function refusalFor({ response, data }: Partial<FetchError>): Refusal {
  if (!response) return unanswered()
  const code = response.status >= 500 ? 'lost' : 'refused'
  const isGateways = (data as { statusCode?: number } | null | undefined)?.statusCode
  return {
    code,
    ...reasonIn(data),
    status: response.status,
    ...(!isGateways && { isForeign: true }),
    ...pauseIn(response.headers),
  }
}

/** Parses an answer: ignores unknown fields, rejects missing or mistyped ones. */
function outcomeOf<R extends AnyRoute>(route: R, body: unknown): Outcome<AnswerOf<R>> {
  const { statusCode, message } = create(body, envelope)
  if (!route.success.includes(statusCode)) {
    const { field, conflicts } = body as { field?: unknown; conflicts?: unknown[] }
    const refusal = { code: 'refused' as const, ...reasonIn({ message }), status: statusCode }
    const details = { ...(typeof field === 'string' && { field }), ...(conflicts && { conflicts }) }
    return { done: false, refusal: { ...refusal, ...details } }
  }
  return { done: true, answer: create(body, route.answer as Struct<AnswerOf<R>, unknown>) }
}

/**
 * Creates the client of the gateway.
 *
 * Time-outs and retries of a call come from `contract/waits.ts`; lookups are retried by their machine instead. A failed
 * request and an unreadable answer reject with a `Refusal`; a refusal in the answer's body is an outcome.
 */
export function createClient({ base, fetch, token, now, log, refused, answered }: ClientEnvironment): Client {
  const ask = fetch ? createFetch({ fetch }) : ofetch
  return async (route, { params, body, signal, bearer } = {}) => {
    const { timeout, retries, pause } = waits[route.wait]
    const stored = token()
    let sentAt = 0
    try {
      const answer: unknown = await ask(pathOf(route.path, params), {
        baseURL: base,
        method: route.method,
        retry: route.wait === 'lookup' ? 0 : retries,
        retryDelay: pause,
        retryStatusCodes: [429, 500, 502, 503, 504],
        // a time-out for each attempt: ofetch ignores its own when a signal is given
        onRequest: ({ options }) => {
          sentAt = performance.now()
          options.signal = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
          // the token may expire in the pause before a retry
          const sent = bearer ?? (identityIn(stored, now()).is === 'customer' ? stored : null)
          if (sent) options.headers.set('authorization', `Bearer ${sent}`)
          else options.headers.delete('authorization')
        },
        onResponse: ({ response: { headers } }) =>
          answered?.(headers.has('age') ? null : headers.get('date'), performance.now() - sentAt),
        responseType: 'json',
        // the calls that end a login outlive the page
        keepalive: bearer !== undefined,
        ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
      })
      return outcomeOf(route, answer)
    } catch (error) {
      const refusal = refusalFor(error as Partial<FetchError>)
      // the token may have been replaced since the request was sent
      if (refusal.status === 401 && stored !== null && stored === token()) refused?.()
      if (signal?.aborted !== true) {
        if (refusal.status === 0) log('An error occured', error instanceof Error ? error.message : error)
        else log(`The gateway answered ${refusal.status}: ${refusal.message}`)
      }
      throw refusal
    }
  }
}

/** The answer of a successful call. @throws the refusal, if there is one */
export async function requireSuccess<Answer>(outcome: Promise<Outcome<Answer>>): Promise<Answer> {
  const result = await outcome
  if (!result.done) throw result.refusal
  return result.answer
}

/** The items of a list; a refusal counts as an empty list (section 7). */
export async function listOrEmpty<Item>(outcome: Promise<Outcome<{ listData: Item[] }>>): Promise<Item[]> {
  const result = await outcome
  return result.done ? result.answer.listData : []
}
