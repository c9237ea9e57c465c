import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { routes } from '#contract/routes'
import { catchCalls, type CaughtCall } from './caught-call.ts'
import { sessionOf } from './contexts.ts'

/** A call of the contract. */
export type Call = keyof typeof routes

/** Ways for a call to fail; `lost`: the gateway executes it and its answer is lost; `twice`: it is sent and answered twice. */
export const faults = {
  down: caught => caught.abort('ConnectionRefused'),
  'HTML with 200': caught => caught.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }),
  'HTTP 500': caught => caught.fulfill({ status: 500, json: { statusCode: 500 } }),
  'HTTP 429': caught => caught.fulfill({ status: 429, json: { statusCode: 429 } }),
  'wrong types': caught => caught.fulfill({ json: { statusCode: 200, listData: 'no list', data: 7 } }),
  'truncated JSON': caught => caught.fulfill({ body: '{"statusCode":200,"listData":[{"id":1,' }),
  hang: () => Promise.resolve(),
  lost: async caught => {
    await caught.fetch()
    await caught.abort('ConnectionReset')
  },
  twice: async caught => {
    await caught.fetch()
    await caught.continue()
  },
} satisfies Record<string, (caught: CaughtCall) => Promise<void>>
export type Fault = keyof typeof faults

/** Faults after which the shop logs a call without a status; statuses from 400 on are read from the responses. */
const withoutStatus: readonly Fault[] = ['down', 'hang', 'lost', 'HTML with 200', 'truncated JSON', 'wrong types']

const patternOf = (path: string) => new RegExp(`^/v1${path.split('?')[0]!.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
/** The calls of the contract, and the paths of their URLs. */
export const calls = Object.entries(routes).map(([name, { method, path }]) => ({
  name: name as Call,
  method,
  path: patternOf(path),
}))

/** The call of a request; null if it is not a call. */
export const callIn = (request: Request): Call | null => callOf(request.method(), request.url())

function callOf(method: string, url: string): Call | null {
  const { pathname } = new URL(url)
  return calls.find(one => one.method === method && one.path.test(pathname))?.name ?? null
}

/** The gateway between shop and test: the test can change, delay or drop its answers. */
export class Gateway {
  /** The calls so far, in order. */
  readonly calls: Call[] = []
  /** The HTTP status of each failed call, in order; 0 without a readable response. */
  readonly failures: number[] = []
  private readonly changed = new Map<Call, (caught: CaughtCall) => Promise<void>>()
  private readonly waiting: { call: Call; caught: CaughtCall }[] = []

  private readonly context: BrowserContext
  /** The pages whose calls are caught; resolved once they are. */
  private readonly catching = new Map<Page, Promise<void>>()

  constructor(context: BrowserContext) {
    this.context = context
    context.on('request', request => {
      const call = callIn(request)
      if (call !== null) this.calls.push(call)
    })
  }

  /**
   * Calls are caught from the first answer that a test changes. With one tab whatever the test does next happens after this, because
   * Playwright sends commands in order.
   */
  private acts(call: Call, act: (caught: CaughtCall) => Promise<void>) {
    this.changed.set(call, act)
    for (const page of this.context.pages()) this.catches(page).catch(() => {}) // the context was closed
  }

  /** Catches the calls of a page. Must be awaited before a second tab opens a path, whose first calls would reach the gateway. */
  catches(page: Page): Promise<void> {
    const known = this.catching.get(page)
    if (known) return known
    const session = sessionOf(page)
    const take = (caught: CaughtCall) =>
      void this.take(caught).catch((error: unknown) => {
        if (!page.isClosed()) throw error
      })
    const catching =
      session instanceof Promise ? session.then(one => catchCalls(one, page, take)) : catchCalls(session, page, take)
    this.catching.set(page, catching)
    return catching
  }

  private async take(caught: CaughtCall) {
    const call = callOf(caught.method, caught.url)
    await ((call && this.changed.get(call)?.(caught)) ?? caught.continue())
  }

  /** From now on these calls fail. */
  fails(calls: Call | readonly Call[], how: Fault) {
    for (const call of [calls].flat()) {
      this.acts(call, caught => {
        if (withoutStatus.includes(how)) this.failures.push(0)
        return faults[how](caught)
      })
    }
  }

  /** From now on a call is refused as if its token were invalid. */
  refusesToken(call: Call) {
    this.acts(call, caught => {
      const message = 'Please log in again.'
      return caught.fulfill({ status: 401, json: { statusCode: 401, message } })
    })
  }

  /** From now on a call gets the test's answer. */
  says(call: Call, answer: object) {
    this.acts(call, caught => caught.fulfill({ json: { statusCode: 200, ...answer } }))
  }

  /** From now on the test changes a call's real answer. */
  changes<Answer>(call: Call, change: (answer: Answer) => unknown) {
    this.acts(call, async caught => {
      const response = await caught.fetch()
      await caught.fulfill({ status: response.status(), json: change((await response.json()) as Answer) })
    })
  }

  /** From now on a call waits until it `answers`. */
  holds(call: Call) {
    this.acts(call, caught => Promise.resolve(void this.waiting.push({ call, caught })))
  }

  /** Refuses the token of every call that is held; later ones are answered as usual. */
  async refusesHeld() {
    this.changed.clear()
    const message = 'Please log in again.'
    const refused = this.waiting.splice(0)
    await Promise.all(refused.map(({ caught }) => caught.fulfill({ status: 401, json: { statusCode: 401, message } })))
  }

  /** Stops changing answers; held calls go through. */
  async answers(...calls: Call[]) {
    const wanted = (call: Call) => calls.length === 0 || calls.includes(call)
    for (const call of this.changed.keys()) if (wanted(call)) this.changed.delete(call)
    const held = this.waiting.filter(({ call }) => wanted(call))
    for (const one of held) {
      this.waiting.splice(this.waiting.indexOf(one), 1)
      await one.caught.continue()
    }
  }

  /** The number of times that a call was made. */
  count = (call: Call) => this.calls.filter(one => one === call).length

  /** Waits until a call was made that many times. */
  async isAsked(call: Call, times = 1) {
    await expect.poll(() => this.count(call), { message: `${call} is called` }).toBe(times)
  }
}
