import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { AnyEventObject } from 'xstate'
import type { Entry, Journal } from '#machines/journal/entry'
import { answers, packs, placedOrder, settings } from './outcomes.ts'
import { beginsInBrowser, disableIdleLoading } from './begin-test.ts'
import type { Call } from './browser-gateway.ts'
import { endContext, openPage } from './contexts.ts'
import { takeCalls, type HeldCall } from './page-calls.ts'
import { shopUrl } from './test-location.ts'

/** The default answers: one plausible answer for each call that a page makes on load. */
const plain: Partial<Record<Call, object>> = {
  categoryMenu: { listData: answers.readCategories },
  topBrands: { listData: answers.readTopBrands },
  brands: { listData: answers.readBrands },
  banners: { listData: [] },
  products: { listData: packs },
  countries: { listData: answers.readCountries },
  regions: { listData: answers.readRegions },
  suburbs: { listData: answers.readSuburbs },
  deliveryMethods: { listData: answers.readMethods },
  deliveryFee: { data: answers.readFee },
  slots: { slots: answers.readSlots },
  orders: { listData: answers.readOrders },
  placeOrder: { data: placedOrder },
}

const plainAnswers = Object.fromEntries(
  Object.entries(plain).map(([call, answer]) => [call, { json: { statusCode: 200, ...answer } }]),
)

/** A part of a visit's journal: a checkpoint and the entries after it. */
export interface Segment {
  head: Omit<Journal, 'entries'>
  entries: Entry[]
}

/** Options of a walk's page. */
export interface PageOptions {
  /** Calls that the test answers; every other call is answered at once. */
  answeredCalls: readonly Call[]
  /** CSS pixels; default 1280. */
  width?: number
  /** Pictures are loaded and shown; off by default. */
  pictures?: boolean
}

/** A page of the built shop; the test controls gateway and clock. */
export class ModelPage {
  readonly page: Page
  /** Calls that wait for the test, the oldest first. */
  private readonly waiting: HeldCall[] = []
  /** How often each call has been made. */
  private readonly counts = new Map<Call, number>()
  readonly errors: string[] = []
  private hasVisited = false

  private constructor(page: Page) {
    this.page = page
  }

  static async open(options: PageOptions): Promise<ModelPage> {
    const { width = 1280, pictures = false } = options
    const page = await openPage({ pictures, reducedMotion: 'reduce', viewport: { width, height: 900 } })
    const context = page.context()
    await beginsInBrowser(context)
    await disableIdleLoading(context)
    await context.addInitScript(keepAll)
    await context.addInitScript(waitForEver)
    page.setDefaultTimeout(30_000)
    const opened = new ModelPage(page)
    page.on('pageerror', error => opened.errors.push(error.message))
    await takeCalls(page, options.answeredCalls, plainAnswers, (call, held) => opened.hear(call, held))
    // the clock is stopped from the first moment: timers wait for the test
    await page.clock.install({ time: new Date('2026-11-20T00:00:00Z') })
    await page.clock.pauseAt(new Date('2026-11-20T00:00:01Z'))
    return opened
  }

  private hear(call: Call, held: HeldCall | null) {
    this.counts.set(call, this.made(call) + 1)
    if (held) this.waiting.push(held)
  }

  /** Follows a link of the shop by its path, as a click would. */
  async goes(path: string) {
    if (new URL(this.page.url()).pathname === path) return
    await this.page.locator(`a[href="${path}"]:visible`).first().click()
    await this.page.waitForURL(url => url.pathname === path)
  }

  /** Whether the shop has been opened. */
  isVisited = () => this.hasVisited

  isPending = (call: Call) => this.waiting.some(one => one.call === call)

  /** How often a call has been made so far. */
  made = (call: Call): number => this.counts.get(call) ?? 0

  /** Waits until a call has been made more than a number of times; earlier, obsolete ones are dropped. */
  async waitsForNewCall(call: Call, before: number) {
    await expect.poll(() => this.made(call), { message: `${call} is called again` }).toBeGreaterThan(before)
    const newest = this.waiting.findLast(one => one.call === call)
    const others = this.waiting.filter(one => one.call !== call || one === newest)
    this.waiting.splice(0, this.waiting.length, ...others)
  }

  /** The oldest call of a name, once it has been made. */
  async taken(call: Call): Promise<HeldCall> {
    await expect.poll(() => this.isPending(call), { message: `${call} is called` }).toBe(true)
    const at = this.waiting.findIndex(one => one.call === call)
    return this.waiting.splice(at, 1)[0]!
  }

  async answers(call: Call, body: object) {
    await (await this.taken(call)).fulfill({ json: { statusCode: 200, ...body } })
  }

  async refuses(call: Call, statusCode: number, message: string) {
    await (await this.taken(call)).fulfill({ json: { statusCode, message } })
  }

  /** The answer is lost; the client repeats a read once, and that answer is lost too. */
  async loses(call: Call, tries = 1) {
    for (let count = 0; count < tries; count += 1) {
      await (await this.taken(call)).abort()
      if (count + 1 < tries) await this.letsPass(call, 500)
    }
  }

  /** Lets time pass until a call has been made. */
  async letsPass(call: Call, step: number) {
    await expect
      .poll(
        async () => {
          await this.page.clock.runFor(step)
          return this.isPending(call)
        },
        { message: `${call} is called in time` },
      )
      .toBe(true)
  }

  /** Starts the visit, with a stored session. @param shown - what is shown first; null if the page waits for a call that the test answers */
  async visits(path: string, sessionId: string | null, shown: 'heading' | null = 'heading') {
    if (sessionId)
      await this.page.addInitScript(
        id => localStorage.getItem('shop.session') ?? localStorage.setItem('shop.session', id),
        sessionId,
      )
    this.hasVisited = true
    await this.loads(() => this.page.goto(shopUrl() + path), shown)
    await this.page.clock.runFor(1_000)
  }

  /**
   * Loads the shop, and waits until it has asked for the session. The server's document has a heading before the shop has started: a test
   * that causes the call because it is not pending yet would cause a second one, and answer the first.
   */
  async loads(load: () => Promise<unknown>, shown: 'heading' | null = 'heading') {
    const before = this.made('begin')
    await load()
    if (shown !== null) await this.page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => this.made('begin'), { message: 'the session is asked for' }).toBeGreaterThan(before)
  }

  /** Another tab reports a changed cart, or that it was ordered. */
  async receivesCartChange(what: 'cart.changed' | 'order.placed' = 'cart.changed') {
    await this.page.evaluate(
      what =>
        new Promise<void>(resolve => {
          const receiver = new BroadcastChannel('shop')
          const sender = new BroadcastChannel('shop')
          receiver.addEventListener('message', () => {
            receiver.close()
            sender.close()
            resolve()
          })
          sender.postMessage(what)
        }),
      what,
    )
  }

  /** Another tab has begun or ended the session: settings and cart are asked for again. */
  async receivesSessionChange() {
    await this.page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'shop.session' })))
  }

  /** The stored token has expired: the customer is logged out. */
  async expires() {
    await this.page.evaluate(() => {
      const claims = btoa(JSON.stringify({ sub: 'mai', firstName: 'Mai', lastName: 'Tran', exp: 1 }))
      localStorage.setItem('shop.token', `e30.${claims}.sign`)
      window.dispatchEvent(new StorageEvent('storage', { key: 'shop.token' }))
    })
  }

  /** Settings and cart arrive; if they were not requested, another tab causes the request. */
  async begins(lines: readonly object[]) {
    if (!this.isPending('begin')) await this.receivesSessionChange()
    const flag = (is: boolean) => (is ? 'T' : 'F')
    await this.answers('begin', {
      shoppingCart: lines,
      customerInfo: null,
      billingAddress: null,
      deliveryAddress: [],
      limitAreaShipping: flag(settings.limitAreaShipping),
      receivedOnlinePayment: 'F',
      calculateDeliveyFee: 'F',
      deliveryFee: String(settings.deliveryFee),
      minimumOrderLimit: '0',
    })
  }

  /** Goes through the checkout to a placed order. */
  async orders() {
    const { page } = this
    await this.goes('/cart')
    await page.getByRole('main').getByRole('link', { name: 'Checkout' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
    if ((await page.getByLabel('First name').inputValue()) === '') {
      await page.getByLabel('First name').fill('Mai')
      await page.getByLabel('Last name').fill('Tran')
      await page.getByRole('main').getByLabel('Email').fill('mai@example.com')
      await page.getByLabel('Phone').fill('0255500188')
      await page.getByLabel('Country').selectOption({ label: 'Australia' })
      await page.getByLabel('Region/State').selectOption({ label: 'New South Wales' })
      await page.getByLabel('Address 1').fill('88 Lantern Lane')
      await page.getByLabel('Suburb/City').fill('Eastwood')
      await page.getByLabel('Post code').fill('2122')
    }
    for (const step of ['Delivery', 'Payment', 'Review']) {
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { level: 2, name: step }).waitFor()
    }
    await page.getByRole('button', { name: /Place Order/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Thank you for your order' }).waitFor()
  }

  /** Sends an event that the page has no control for to the actor at a path such as `shop/cart`. */
  sends = (actorPath: string, event: AnyEventObject) => this.page.evaluate(sendInPage, { actorPath, event })

  /** The state value of the actor at a path. */
  valueOf = (actorPath: string) => this.page.evaluate(sendInPage, { actorPath, event: null })

  /** Writes the journal's buffered entries, as on leaving the page, regardless of the clock. */
  writes = () => this.page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pagehide')))

  /** Everything that the visit's journals have held so far, over reloads and truncation. */
  kept = () => this.heard('kept')

  /** Everything that was written to the visit's journals so far, including deleted parts. */
  told = () => this.heard('told')

  private async heard(what: keyof Heard): Promise<Segment[]> {
    await this.writes()
    const read = () => this.page.evaluate(name => (window as unknown as { heard: Heard }).heard[name], what)
    await expect.poll(async () => (await read()).length, { message: 'the journal is opened' }).toBeGreaterThan(0)
    return read()
  }

  close = () => endContext(this.page.context())
}

/** Copies of a page's journals, kept over reloads. */
interface Heard {
  kept: Segment[]
  told: Segment[]
}

/** Runs in the page: copies every entry that the journal records and writes. */
function keepAll() {
  const key = 'test.heard'
  const heard = JSON.parse(sessionStorage.getItem(key) ?? '{"kept":[],"told":[]}') as Heard
  const { kept, told } = heard
  const copied = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value
  // as the inspector receives it: the checkpoint first, then every entry
  const push = (one: Entry | { from: Journal['checkpoint'] }) => {
    if ('from' in one) told.push({ head: { checkpoint: copied(one.from) } as Segment['head'], entries: [] })
    else told.at(-1)!.entries.push(copied(one))
  }
  Object.assign(window, { heard, inspection: { push } })
  addEventListener('pagehide', ({ isTrusted }) => isTrusted && sessionStorage.setItem(key, JSON.stringify(heard)))
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, name?: IDBValidKey) {
    if (this.name === 'head') {
      const head = value as Segment['head']
      const from = head.checkpoint?.seq ?? 0
      // entries after the checkpoint may have been written before it
      const written = from > 0 ? (kept.at(-1)?.entries ?? []).filter(({ seq }) => seq > from) : []
      kept.push({ head, entries: written })
    }
    if (this.name === 'entries') kept.at(-1)!.entries.push(value as Entry)
    return name === undefined ? put.call(this, value) : put.call(this, value, name)
  }
}

/** Runs in the page: no call times out, however slow the machine is, because the clock is stopped. */
function waitForEver() {
  AbortSignal.timeout = () => new AbortController().signal
}

/** Runs in the page: finds the shop where React has it, and sends to one of its actors. @returns its state value */
function sendInPage({ actorPath, event }: { actorPath: string; event: AnyEventObject | null }): unknown {
  interface Actor {
    send(event: AnyEventObject): void
    getSnapshot(): { children: Record<string, Actor | undefined>; value: unknown }
  }
  interface Fiber {
    memoizedProps: { value?: { shop?: Actor } } | null
    child: Fiber | null
  }
  interface Container {
    stateNode: { current: Fiber }
  }
  const root = document.getElementById('root')!
  const key = Object.keys(root).find(name => name.startsWith('__reactContainer'))!
  // the element's own tree is one render behind, and empty before the second render
  let fiber: Fiber | null = (root as unknown as Record<string, Container>)[key]!.stateNode.current
  while (fiber && !fiber.memoizedProps?.value?.shop) fiber = fiber.child
  let actor = fiber?.memoizedProps?.value?.shop
  for (const id of actorPath.split('/').slice(1)) actor = actor?.getSnapshot().children[id]
  if (!actor) throw new Error(`No actor at ${actorPath}`)
  if (event !== null) actor.send(event)
  return actor.getSnapshot().value
}
