import type { Page } from 'playwright-core'
import { calls, type Call } from './browser-gateway.ts'

/** An answer of the gateway; its HTTP status is 200 if none is given. */
export interface CallAnswer {
  status?: number
  headers?: Record<string, string>
  json: object
}

/** A call that waits for the test. */
export interface HeldCall {
  call: Call
  /** What the page sent. */
  body: unknown
  /** Answers the call. Nothing happens if it has ended, as when its document is gone. */
  fulfill(answer: CallAnswer): Promise<void>
  /** The call fails as without a network. */
  abort(): Promise<void>
}

/** A call of a page; `id` is null if it does not wait. */
interface MadeCall {
  call: Call
  id: string | null
  body: string | null
}

/** What the page's `fetch` uses. */
interface CallsInPage {
  answers: Partial<Record<Call, CallAnswer>>
  /** Ends a call that waits; null: it fails. */
  end(id: string, answer: CallAnswer | null): void
}
type WithCalls = Window & { testCalls: CallsInPage; reportCall(made: MadeCall): Promise<void> }

/**
 * Answers the calls of a page inside the page, in place of `fetch`. Intercepted requests would turn off the browser's cache, so
 * that each load fetches and compiles the shop's code.
 *
 * @param holds - calls that wait for the test
 * @param answers - the answers of the other calls
 * @param hear - receives each call when it is made; `held` is null if it does not wait
 */
export async function takeCalls(
  page: Page,
  holds: readonly Call[],
  answers: Partial<Record<Call, CallAnswer>>,
  hear: (call: Call, held: HeldCall | null) => void,
): Promise<void> {
  await page.exposeBinding('reportCall', (_source, { call, id, body }: MadeCall) => {
    if (id === null) return hear(call, null)
    const end = (answer: CallAnswer | null) => page.evaluate(endInPage, { id, answer })
    hear(call, { call, body: body && (JSON.parse(body) as unknown), fulfill: end, abort: () => end(null) })
  })
  const known = calls.map(({ name, method, path }) => ({ name, method, path: path.source }))
  await page.addInitScript(answerInPage, { known, holds, answers })
}

/** From the next load on, a call that does not wait gets this answer. */
export const answerAlways = (page: Page, call: Call, answer: CallAnswer): Promise<unknown> =>
  page.addInitScript(
    ({ call, answer }) => void Object.assign((window as unknown as WithCalls).testCalls.answers, { [call]: answer }),
    { call, answer },
  )

/** Runs in the page. */
const endInPage = ({ id, answer }: { id: string; answer: CallAnswer | null }) =>
  (window as unknown as WithCalls).testCalls.end(id, answer)

interface InPage {
  known: { name: Call; method: string; path: string }[]
  holds: readonly Call[]
  answers: Partial<Record<Call, CallAnswer>>
}

/** Runs in the page at each load. */
function answerInPage({ known, holds, answers }: InPage) {
  const shop = window as unknown as WithCalls
  const patterns = known.map(({ path, ...one }) => ({ ...one, path: new RegExp(path) }))
  const held = new Map<string, (answer: CallAnswer | null) => void>()
  shop.testCalls = {
    answers,
    end(id, answer) {
      held.get(id)?.(answer)
      held.delete(id)
    },
  }
  // the browser ends the requests of a document before the document is gone
  addEventListener('beforeunload', () => {
    for (const end of held.values()) end(null)
    held.clear()
  })
  const request = window.fetch.bind(window)
  window.fetch = async (input, options = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const call = patterns.find(({ method, path }) => method === (options.method ?? 'GET') && path.test(pathname))?.name
    if (!call) return request(input, options)
    const { signal, body } = options
    signal?.throwIfAborted()
    const isHeld = holds.includes(call)
    const id = isHeld ? crypto.randomUUID() : null
    const ended = id
      ? new Promise<CallAnswer | null>((resolve, reject) => {
          held.set(id, resolve)
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        })
      : (answers[call] ?? { json: { statusCode: 200 } })
    // the page may be left before the test has heard of the call
    shop.reportCall({ call, id, body: typeof body === 'string' ? body : null }).catch(() => {})
    const answer = await ended
    if (!answer) throw new TypeError('Failed to fetch')
    const { status = 200, headers, json } = answer
    return Response.json(json, { status, headers: headers ?? {} })
  }
}
