import type { BrowserContext, Request, Route as Caught } from 'playwright-core'
import { expect } from 'vitest'
import { routes } from '#contract/routes'

/** A call of the contract. */
export type Call = keyof typeof routes

/** Ways for a call to fail; `lost`: the gateway executes it and its answer is lost; `twice`: it is sent and answered twice. */
export const faults = {
  down: caught => caught.abort('connectionrefused'),
  'HTML with 200': caught => caught.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }),
  'HTTP 500': caught => caught.fulfill({ status: 500, json: { statusCode: 500 } }),
  'wrong types': caught => caught.fulfill({ json: { statusCode: 200, listData: 'no list', data: 7 } }),
  'truncated JSON': caught =>
    caught.fulfill({ contentType: 'application/json', body: '{"statusCode":200,"listData":[{"id":1,' }),
  hang: () => Promise.resolve(),
  lost: async caught => {
    await caught.fetch()
    await caught.abort('connectionreset')
  },
  twice: async caught => {
    await caught.fetch()
    await caught.continue()
  },
} satisfies Record<string, (caught: Caught) => Promise<void>>
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
export function callIn(request: Request): Call | null {
  const { pathname } = new URL(request.url())
  return calls.find(one => one.method === request.method() && one.path.test(pathname))?.name ?? null
}

/** The gateway between shop and test: the test can change, delay or drop its answers. */
export class Gateway {
  /** The calls so far, in order. */
  readonly calls: Call[] = []
  /** The HTTP status of each failed call, in order; 0 without a readable response. */
  readonly failures: number[] = []
  private readonly changed = new Map<Call, (caught: Caught) => Promise<void>>()
  private readonly waiting: { call: Call; caught: Caught }[] = []

  private readonly context: BrowserContext
  private intercepting: Promise<unknown> | null = null

  constructor(context: BrowserContext) {
    this.context = context
    context.on('request', request => {
      const call = callIn(request)
      if (call !== null) this.calls.push(call)
    })
  }

  /**
   * Requests are intercepted from the first answer that a test changes, because interception turns the browser's cache off. With
   * one tab whatever the test does next happens after this, because Playwright sends commands in order.
   */
  private acts(call: Call, act: (caught: Caught) => Promise<void>) {
    this.changed.set(call, act)
    this.intercepts().catch(() => {}) // the context was closed
  }

  /**
   * Intercepts the requests of all tabs. Must be awaited before a second tab is opened: Playwright intercepts the requests of one tab
   * after the other, so the first requests of the second one could reach the gateway.
   */
  async intercepts(): Promise<void> {
    await (this.intercepting ??= this.context.route(/\/v1\//, caught => this.take(caught)))
  }

  private async take(caught: Caught) {
    const call = callIn(caught.request())
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
      await caught.fulfill({ response, json: change((await response.json()) as Answer) })
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
