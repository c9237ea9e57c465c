import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { BrowserContext, ConsoleMessage, Locator, Page, Request } from 'playwright-core'
import type { NewOrder } from '#contract/order'
import { beginsInBrowser, isAlive, disableIdleLoading } from './begin-test.ts'
import { filledCart, type Wanted } from './buying-shopper.ts'
import { drawSmall, endContext, openPage } from './contexts.ts'
import type { Customer } from './customer-shopper.ts'
import { Gateway } from './browser-gateway.ts'
import { lastEntries } from './kept-journal.ts'
import { shopUrl } from './test-location.ts'

/** How a test opens its shop. */
export interface ShopperOptions {
  /** CSS pixels; default 1280 x 900. */
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  touch?: boolean
  /** Animations run; off by default. */
  motion?: boolean
  /** The initial content of the cart. */
  cart?: readonly Wanted[]
  /** The cart session that the browser has stored initially, instead of `cart`. */
  session?: string
  /** The customer whose token the browser has stored initially. */
  token?: string
  /** The test controls the page's clock. */
  clock?: boolean
  /** Timers of 5 s and more do not fire: held calls do not time out, and messages stay. */
  noTimeouts?: boolean
  /** Storage is blocked: every access throws. */
  blocksStorage?: boolean
  /** Pictures are loaded and shown; off by default. */
  pictures?: boolean
  /** The page loads code while the browser is idle; off by default. */
  loadsWhileIdle?: boolean
  /** Where the first page is rendered: on the server, unless the test controls the clock, which does not apply to the server. */
  begins?: 'on the server' | 'in the browser'
  /** The shop's URL, if it is not the shop under test. */
  url?: string
}

/**
 * Languages and time zones of browsers, none of them the store's: nothing about the store may depend on them. One is hours
 * behind the store; the other is ahead of it and writes numbers with other digits, from right to left.
 */
const locales = [
  { locale: 'de-DE', timezoneId: 'America/New_York' },
  { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati' },
] as const

let localeOfFile: (typeof locales)[number] = locales[0]

/** Chooses the browsers' language and time zone for a test file: always the same for one file. */
export function chooseLocale(file: string): void {
  const sum = [...file].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  localeOfFile = locales[sum % locales.length]!
}

/** A guest's input. */
export const mai = {
  'First name': 'Mai',
  'Last name': 'Tran',
  Email: 'mai.tran@example.com',
  Phone: '0255500188',
  'Address 1': '88 Lantern Lane',
  'Suburb/City': 'Eastwood',
  'Post code': '2122',
}

/** Orders of the checkout's steps, as their headings name them. */
const steps = ['Your Details', 'Delivery', 'Payment', 'Review'] as const
type Step = (typeof steps)[number]

const actionTimeout = 30_000
const logged = /^(?:An error occured|The gateway answered (\d+))/

const opened: Shopper[] = []
/** Shoppers that several tests of the current file share. */
const shared: Shopper[] = []

/** Closes the shoppers that a test opened. Each fails on errors that the test did not cause. */
export async function closeShoppers(): Promise<void> {
  for (const shopper of opened.splice(0)) await shopper.leaves()
  for (const shopper of shared) shopper.expectNoErrors()
}

/** Closes the shared shoppers of the last file. */
export async function closeSharedShoppers(): Promise<void> {
  for (const shopper of shared.splice(0)) await shopper.leaves()
}

/** The open pages of a test as text, for the report of a failure. */
export const describeShoppers = async (): Promise<string> =>
  (await Promise.all([...opened, ...shared].map(shopper => shopper.describe()))).join('\n')

/** Opens a browser for one shopper; the shop itself opens with the first `goes`. */
export async function openShop(options: ShopperOptions = {}): Promise<Shopper> {
  const shopper = await createShopper(options)
  opened.push(shopper)
  return shopper
}

/** One shopper for several tests of a file, which only look at pages they open themselves. The visit continues from test to test. */
export function shareShop(
  options: () => ShopperOptions | Promise<ShopperOptions> = () => ({}),
): () => Promise<Shopper> {
  const open = async () => {
    const shopper = await createShopper(await options())
    shared.push(shopper)
    return shopper
  }
  let shopper: Promise<Shopper> | null = null
  return () => (shopper ??= open())
}

async function createShopper(options: ShopperOptions): Promise<Shopper> {
  const { width = 1280, height = 900, scheme = 'light', touch = false, motion = false, pictures = false } = options
  const page = await openPage({
    pictures,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    hasTouch: touch,
    isMobile: touch,
    ...localeOfFile,
  })
  const context = page.context()
  const gateway = new Gateway(context)
  if (beginsHere(options)) await beginsInBrowser(context)
  if (!options.loadsWhileIdle) await disableIdleLoading(context)
  const session = options.session ?? (options.cart && (await filledCart(options.cart)))
  if (session) await context.addInitScript(keepSession, session)
  if (options.token) await context.addInitScript(keepToken, options.token)
  if (options.noTimeouts) await context.addInitScript(waitOn)
  if (options.blocksStorage) await context.addInitScript(refuseStorage)
  const shopper = new Shopper(context, page, gateway, options)
  if (options.clock) {
    await shopper.page.clock.install()
    await context.addInitScript(timeOutByClock)
  }
  return shopper
}

const beginsHere = ({ begins, clock }: ShopperOptions) =>
  begins === 'in the browser' || (clock === true && begins === undefined)

function keepSession(id: string) {
  if (sessionStorage.getItem('given')) return
  sessionStorage.setItem('given', 'yes')
  localStorage.setItem('shop.session', id)
}

function keepToken(token: string) {
  if (sessionStorage.getItem('named')) return
  sessionStorage.setItem('named', 'yes')
  localStorage.setItem('shop.token', token)
}

/** Time-outs of calls, on the clock that the test controls. */
function timeOutByClock() {
  AbortSignal.timeout = wait => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The call timed out', 'TimeoutError')), wait)
    return controller.signal
  }
}

function waitOn() {
  const wait = window.setTimeout.bind(window)
  const waitLonger = (then: TimerHandler, time = 0, ...rest: unknown[]) =>
    wait(then, time < 5_000 ? time : 1e9, ...rest)
  Object.assign(window, { setTimeout: waitLonger })
  AbortSignal.timeout = () => new AbortController().signal
}

function refuseStorage() {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Storage is blocked', 'SecurityError')
      },
    })
  }
}

/**
 * Runs in the page: fills the text fields with these labels, in order. One call, because Playwright's takes ten times as long for each
 * field; tests that are about typing call that.
 */
function fillFields(main: Element, values: Record<string, string>) {
  const { set: setValue } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  for (const [label, value] of Object.entries(values)) {
    const found = [...main.querySelectorAll('label')].filter(one => one.textContent.trim() === label && one.control)
    const field = found[0]?.control as HTMLInputElement
    if (found.length !== 1 || field.readOnly || !field.checkVisibility() || field.matches(':disabled'))
      throw new Error(`${found.length} fields have the label ${label}, or it can't be filled`)
    field.focus()
    setValue!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Drives a page as a shopper does. */
export class Shopper {
  readonly page: Page
  readonly gateway: Gateway
  /** Errors of the page that the shop did not log. */
  readonly errors: string[] = []
  /** Failed calls that the shop logged: the text, and the HTTP status; 0 without a readable response. */
  readonly logged: { text: string; status: number }[] = []
  readonly requests: Request[] = []
  private readonly ended = new Set<Request>()
  private readonly context: BrowserContext
  private readonly options: ShopperOptions

  constructor(context: BrowserContext, page: Page, gateway: Gateway, options: ShopperOptions) {
    this.context = context
    this.page = page
    this.gateway = gateway
    this.options = options
    this.watch(page)
  }

  private watch(page: Page) {
    page.setDefaultTimeout(actionTimeout)
    page.on('pageerror', error => this.errors.push(`uncaught: ${error.message}`))
    page.on('console', message => this.hear(message))
    page.on('request', request => this.requests.push(request))
    page.on('requestfinished', request => this.ended.add(request))
    page.on('requestfailed', request => this.ended.add(request))
    page.on('response', response => {
      if (response.status() >= 400 && response.url().includes('/v1/')) this.gateway.failures.push(response.status())
    })
  }

  /** The page's location, its text, the end of its journal, and the calls that have no answer. */
  async describe(): Promise<string> {
    const page = await this.main.innerText({ timeout: 2_000 }).catch((error: Error) => `No text: ${error.message}`)
    const unanswered = this.unanswered.map(one => `${one.method()} ${one.url()}`)
    const nothing = sleep(2_000, ['No answer in time'])
    const entries = await Promise.race([lastEntries(this.page), nothing]).catch(({ message }: Error) => [message])
    return [
      `\n— ${this.page.url()}`,
      page,
      'The last events:',
      ...entries,
      'Calls without an answer:',
      ...unanswered,
      '',
    ].join('\n')
  }

  /** The calls that have no answer yet. */
  get unanswered(): Request[] {
    return this.requests.filter(one => one.url().includes('/v1/') && !this.ended.has(one))
  }

  private hear(message: ConsoleMessage) {
    if (message.type() !== 'error') return
    const text = message.text()
    const call = logged.exec(text)
    if (call !== null) this.logged.push({ text, status: Number(call[1] ?? 0) })
    else if (!text.startsWith('Failed to load resource') || !this.mayFail(message.location().url))
      this.errors.push(`${text} ${message.location().url}`)
  }

  /** Failed calls and unknown pages are logged by the browser as well. */
  private mayFail = (url: string) => url.includes('/v1/') || url === this.page.url()

  /** Closes the browser; fails if anything failed that the test did not make fail. */
  async leaves() {
    await endContext(this.context)
    this.expectNoErrors()
  }

  /** Fails if anything failed that the test did not make fail. */
  expectNoErrors() {
    expect(this.errors).toEqual([])
    const failures = [...this.gateway.failures]
    const unexpected = this.logged.filter(({ status }) => {
      const at = failures.indexOf(status)
      if (at >= 0) failures.splice(at, 1)
      return at < 0
    })
    expect(unexpected).toEqual([])
  }

  /** The same shopper, in another tab. */
  async opensTab(): Promise<Shopper> {
    const page = await this.context.newPage()
    await this.gateway.catches(page)
    if (!this.options.pictures && !this.options.touch) await drawSmall(page)
    const tab = new Shopper(this.context, page, this.gateway, this.options)
    opened.push(tab)
    return tab
  }

  get header() {
    return this.page.getByRole('banner')
  }
  /** The side menu of categories and brands. */
  get aisles() {
    return this.page.getByRole('navigation', { name: 'Categories and brands' })
  }
  get main() {
    return this.page.getByRole('main')
  }
  get h1() {
    return this.page.getByRole('heading', { level: 1 })
  }

  /** Navigates to a path by the address bar. */
  async goes(path: string) {
    await this.page.goto((this.options.url ?? shopUrl()) + path)
    await this.arrives()
  }

  /** Navigates to a path by a link that no page has to show. The page of before may still be shown afterwards. */
  async goesByLink(path: string) {
    await this.page.evaluate(href => {
      const link = document.querySelector('main')!.appendChild(document.createElement('a'))
      link.href = href
      link.click()
      link.remove()
    }, path)
    await this.seesPath(path)
  }

  async reloads() {
    await this.page.reload()
    await this.arrives()
  }

  private async arrives() {
    await this.h1.waitFor()
    // a page rendered in the browser is interactive; one from the server only after hydration
    if (!beginsHere(this.options)) await isAlive(this.page)
    // of a shopper's own pages the server renders the frame only
    await this.page.locator('[data-shell]').waitFor({ state: 'detached' })
  }

  /** Presses the visible button of that name. */
  presses = (name: string | RegExp, within: Locator = this.main) => this.tap(within.getByRole('button', { name }))

  /** Follows the first visible link of that name. */
  follows = (name: string | RegExp, within: Locator = this.main) =>
    this.tap(within.getByRole('link', { name }).filter({ visible: true }).first())

  private async tap(target: Locator) {
    const seen = target.filter({ visible: true }).first()
    await (this.options.touch ? seen.tap() : seen.click())
  }

  /** Types email and password into the login, and sends them. */
  async logsIn({ email, password }: Pick<Customer, 'email' | 'password'>) {
    await this.field('Email').fill(email)
    await this.field('Password').fill(password)
    await this.presses('Login')
  }

  async searches(words: string) {
    const box = this.header.getByRole('combobox', { name: 'Search product' })
    await box.fill(words)
    await this.presses('Search', this.header)
    await this.seesHeading(/^Results for/)
  }

  /** Adds a product of the list to the cart, and waits for the message. */
  async adds(name: string) {
    await this.presses(`Add to Cart: ${name}`)
    await this.seesToast(`Success: You have added ${name}`)
  }

  async opensCart() {
    await this.page.getByRole('button', { name: /item\(s\) - \$/ }).click()
    await this.cartMenu.waitFor()
  }
  get cartMenu() {
    return this.page.getByRole('region', { name: 'Shopping Cart' })
  }

  quantityOf = (name: string) => this.main.getByRole('spinbutton', { name: `Quantity: ${name}` })

  async appliesCoupon(code: string) {
    await this.page.getByLabel('Coupon code').fill(code)
    await this.presses('Apply Coupon')
  }

  /** Fills in the first step of the checkout. */
  async fillsDetails(details: Partial<typeof mai> = {}) {
    await this.field('Country').selectOption({ label: 'Australia' })
    await this.field('Region/State').selectOption({ label: 'New South Wales' })
    await this.main.evaluate(fillFields, { ...mai, ...details })
  }

  /** Fills in the registration and accepts the terms, without submitting it. */
  async fillsRegistration(details: Partial<typeof mai & { Password: string }> = {}) {
    const { 'Suburb/City': city, ...texts } = { ...mai, ...details }
    const secret = details.Password ?? 'lantern-hotpot'
    await this.field('Country').selectOption({ label: 'Australia' })
    await this.field('Region/State').selectOption({ label: 'New South Wales' })
    await this.field('Suburb/City').selectOption({ label: city })
    await this.main.evaluate(fillFields, { ...texts, Password: secret, 'Confirm password': secret })
    await this.main.getByRole('checkbox', { name: /^I have read and accept/ }).check()
  }

  /** A field of the page by its label. */
  field = (label: string) =>
    this.main.getByLabel(label, { exact: true }).and(this.page.locator('input, select, textarea'))

  /** Ends a step of the checkout; the next one opens. */
  async continues(to: Step) {
    await this.presses('Continue')
    await this.seesStep(to)
    // the shop scrolls to the step when it focuses it, which would move a button away from a press
    await this.main.locator('[aria-current="step"] :focus').waitFor()
  }

  seesStep = (step: Step) => this.main.locator('[aria-current="step"]').getByRole('heading', { name: step }).waitFor()

  /** Goes from the cart to the checkout's first step. */
  async checksOut() {
    await this.goes('/cart')
    await this.follows('Checkout')
    await this.seesStep('Your Details')
  }

  /** Opens the checkout and goes through it to the review. */
  async reviews(details: Partial<typeof mai> = {}) {
    await this.goes('/check-out')
    await this.seesStep('Your Details')
    await this.fillsCheckout(details)
  }

  /** Fills in the checkout from its first step to the review. */
  async fillsCheckout(details: Partial<typeof mai> = {}) {
    await this.fillsDetails(details)
    for (const step of steps.slice(1)) await this.continues(step)
    await this.mayPlace()
  }

  /** Waits until the order can be placed: the fee is known. */
  mayPlace = () => this.placeButton.and(this.page.locator(':not([aria-disabled])')).waitFor()
  get placeButton() {
    return this.main.getByRole('button', { name: /^Place Order/ }).filter({ visible: true })
  }
  placesOrder = () => this.tap(this.placeButton)

  /** Asks about the order or payment again, unless the shop has already done so: its pauses are short. @param text - shown then */
  asksAgain = (text: string) =>
    Promise.any([this.presses('Ask again'), this.page.getByText(text).filter({ visible: true }).first().waitFor()])

  /** The bodies of the sent orders. */
  get ordersSent(): NewOrder[] {
    const sent = this.requests.filter(one => one.method() === 'POST' && new URL(one.url()).pathname === '/v1/order')
    return sent.map(request => request.postDataJSON() as NewOrder)
  }

  /** Waits for the confirmation. @returns the order's number */
  async seesOrder(): Promise<string> {
    await this.seesHeading('Thank you for your order')
    const words = await this.main.getByText(/^Order number \d+$/).textContent()
    return /\d+/.exec(words ?? '')![0]
  }

  seesHeading = (name: string | RegExp) => this.page.getByRole('heading', { level: 1, name }).waitFor()
  sees = (text: string | RegExp, within: Locator = this.main) =>
    within.getByText(text).filter({ visible: true }).first().waitFor()
  seesNot = (text: string | RegExp, within: Locator = this.main) =>
    within.getByText(text).filter({ visible: true }).first().waitFor({ state: 'hidden' })
  seesToast = (text: string) =>
    this.page
      .locator('[data-sonner-toaster] [data-kind], [data-plain-toast]')
      .filter({ hasText: text })
      .first()
      .waitFor()

  /** Waits until the header's cart line has this text. */
  async seesCart(text: string) {
    const line = this.header.getByText(/item\(s\) - \$/).first()
    await expect.poll(() => line.textContent(), { timeout: actionTimeout }).toBe(text)
  }

  /** The amount beside a label, such as 'Total'. */
  async seesAmount(name: string, amount: string, within: Locator = this.main) {
    const term = within
      .locator('dl > div')
      .filter({ has: this.page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    await expect
      .poll(() => term.locator('dd').first().textContent(), { timeout: actionTimeout, message: name })
      .toBe(amount)
  }

  /** The current URL without the shop's origin. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url())
    return pathname + search
  }
  seesPath = (path: string) => expect.poll(() => this.path, { timeout: actionTimeout }).toBe(path)

  seesTitle = (title: string) => expect.poll(() => this.page.title(), { timeout: actionTimeout }).toBe(title)

  /** The number of pixels by which the page is wider than the window. */
  horizontalOverflow = () =>
    this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  /** The same in light and in dark mode, without another load. */
  async overflowInSchemes(): Promise<number[]> {
    const found: number[] = []
    for (const colorScheme of ['dark', 'light'] as const) {
      await this.page.emulateMedia({ colorScheme })
      found.unshift(await this.horizontalOverflow())
    }
    return found
  }

  scrolledTo = () => this.page.evaluate(() => Math.round(scrollY))
}
