import { createFetch, ofetch, type FetchError } from 'ofetch'
import { create, type Struct } from 'superstruct'
import { standardMessage, type Refusal } from '#contract/refusal'
import { envelope, type AnswerOf, type AnyRoute, type BodyOf } from '#contract/route'
import { waits } from '#contract/waits'
import { identityIn } from './token.ts'

/** What a call is asked with. */
export interface Asking<Body> {
  /** Fill the `{names}` of the path. */
  params?: Record<string, string | number>
  body?: Body
  signal?: AbortSignal
  /** In place of the stored token. */
  bearer?: string
}

/** How a call ended that the gateway answered: as asked, or with a `statusCode` that is no success (section 8). */
export type Outcome<Answer> = { done: true; answer: Answer } | { done: false; refusal: Refusal }

/** Makes the calls of the contract. */
export type Client = <R extends AnyRoute>(route: R, asking?: Asking<BodyOf<R>>) => Promise<Outcome<AnswerOf<R>>>

/** What the client needs of its surroundings. */
export interface Surroundings {
  /** The base address of the gateway, such as `/v1`. */
  base: string
  /** In place of the browser's own. */
  fetch?: typeof fetch
  token(): string | null
  /** Milliseconds since the epoch. */
  now(): number
  log(...words: unknown[]): void
  /** The gateway does not take the stored token any more. */
  refused?(): void
}

const pathOf = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

const messageIn = (body: unknown): string => {
  const message = (body as { message?: unknown } | null)?.message
  return typeof message === 'string' && message !== '' ? message : standardMessage
}

/** Milliseconds that a `Retry-After` of whole seconds asks for (RFC 9110 10.2.3). */
const pauseIn = (headers: Headers | undefined): { retryAfter?: number } => {
  const seconds = headers?.get('retry-after')
  return seconds && /^\d+$/.test(seconds) ? { retryAfter: Number(seconds) * 1_000 } : {}
}

/** A failed call as data. What a 5xx left behind on the other side is not known, so it counts as a lost answer. */
function refusalFor({ response, data }: Partial<FetchError>): Refusal {
  if (!response) return { code: 'lost', message: standardMessage, status: 0 }
  const code = response.status >= 500 ? 'lost' : 'refused'
  return { code, message: messageIn(data), status: response.status, ...pauseIn(response.headers) }
}

/** Reads an answer: tolerant of what is too much, strict about what is missing or mistyped. */
function outcomeOf<R extends AnyRoute>(route: R, body: unknown): Outcome<AnswerOf<R>> {
  const { statusCode, message } = create(body, envelope)
  if (!route.success.includes(statusCode)) {
    const { conflicts } = body as Pick<Refusal, 'conflicts'>
    const refusal = { code: 'refused' as const, message: messageIn({ message }), status: statusCode }
    return { done: false, refusal: { ...refusal, ...(conflicts && { conflicts }) } }
  }
  return { done: true, answer: create(body, route.answer as Struct<AnswerOf<R>, unknown>) }
}

/**
 * The shop's client of the gateway.
 *
 * Every call has its time-out and its retries from `contract/waits.ts`; lookups are retried by their chart. A call that
 * failed, or whose answer can't be read, rejects with a `Refusal`; an answer that says no is an outcome.
 */
export function createClient({ base, fetch, token, now, log, refused }: Surroundings): Client {
  const ask = fetch ? createFetch({ fetch }) : ofetch
  return async (route, { params, body, signal, bearer } = {}) => {
    const { timeout, retries, pause } = waits[route.wait]
    const stored = token()
    const sent = bearer ?? (identityIn(stored, now()).is === 'customer' ? stored : null)
    try {
      const answer: unknown = await ask(pathOf(route.path, params), {
        baseURL: base,
        method: route.method,
        retry: route.wait === 'lookup' ? 0 : retries,
        retryDelay: pause,
        retryStatusCodes: [429, 500, 502, 503, 504],
        // each try has its own time-out: the library's own does not count where a signal is given
        onRequest: ({ options }) => {
          options.signal = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
        },
        responseType: 'json',
        ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
        ...(sent && { headers: { authorization: `Bearer ${sent}` } }),
      })
      return outcomeOf(route, answer)
    } catch (error) {
      const refusal = refusalFor(error as Partial<FetchError>)
      // an answer to an earlier token says nothing about today's
      if (refusal.status === 401 && stored !== null && stored === token()) refused?.()
      if (signal?.aborted !== true) {
        if (refusal.status === 0) log('An error occured', error instanceof Error ? error.message : error)
        else log(`The gateway answered ${refusal.status}: ${refusal.message}`)
      }
      throw refusal
    }
  }
}

/** What was asked for; an answer that says no is thrown, for those who have to tell somebody. */
export async function needed<Answer>(outcome: Promise<Outcome<Answer>>): Promise<Answer> {
  const ended = await outcome
  if (!ended.done) throw ended.refusal
  return ended.answer
}

/** A list; an answer that says no is an empty one (section 7). */
export async function listed<Item>(outcome: Promise<Outcome<{ listData: Item[] }>>): Promise<Item[]> {
  const ended = await outcome
  return ended.done ? ended.answer.listData : []
}
