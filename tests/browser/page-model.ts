import { expect, inject } from 'vitest'
import { chromium, type Browser, type Page, type Route } from 'playwright-core'
import { answers, packs, placedOrder, settings } from '../model/outcomes.ts'
import { beginsInBrowser } from './begin.ts'
import { keptJournal } from './kept.ts'
import { shopUrl } from './where.ts'

/** Calls that a path of a model ends when it says so; every other call is answered at once. */
const held: [name: string, method: string, path: RegExp][] = [
  ['begin', 'GET', /^\/customer\/init\//],
  ['addLine', 'POST', /^\/cart$/],
  ['readCart', 'GET', /^\/cart\//],
  ['changeLine', 'PUT', /^\/cart\//],
  ['removeLine', 'DELETE', /^\/cart\//],
  ['validateCoupon', 'GET', /^\/coupon\/validate\//],
  ['removeCoupon', 'DELETE', /^\/coupon\//],
]

const lists: [path: RegExp, answer: unknown][] = [
  [/^\/category-menu$/, answers.readCategories],
  [/^\/brand/, answers.readBrands],
  [/^\/banner$/, []],
  [/^\/product\/criteria$/, packs],
  [/^\/country$/, answers.readCountries],
  [/^\/region\//, answers.readRegions],
  [/^\/suburb\//, answers.readSuburbs],
  [/^\/delivery-method$/, answers.readMethods],
]

const cors = { 'access-control-allow-origin': '*' }
const json = (body: object) => ({
  status: 200,
  contentType: 'application/json',
  headers: cors,
  body: JSON.stringify(body),
})

/** A page of the built shop whose gateway and clock are in the test's hands. */
export class ModelPage {
  readonly page: Page
  /** Calls that wait for the test. */
  private readonly waiting: { name: string; route: Route }[] = []
  readonly errors: string[] = []

  private constructor(page: Page) {
    this.page = page
  }

  static async open(browser: Browser): Promise<ModelPage> {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
    await beginsInBrowser(context)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const opened = new ModelPage(page)
    page.on('pageerror', error => opened.errors.push(error.message))
    await page.route('**/v1/**', route => opened.take(route))
    await page.route('**/pictures/**', route =>
      route.fulfill({ status: 200, contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    // time stands still from the first moment: what waits, waits for the test
    await page.clock.install({ time: new Date('2026-11-20T00:00:00Z') })
    await page.clock.pauseAt(new Date('2026-11-20T00:00:01Z'))
    return opened
  }

  private async take(route: Route) {
    const request = route.request()
    const path = new URL(request.url()).pathname.replace(/^\/v1/, '')
    const name = held.find(([, method, pattern]) => method === request.method() && pattern.test(path))?.[0]
    if (name) return void this.waiting.push({ name, route })
    const list = lists.find(([pattern]) => pattern.test(path))
    if (list) return route.fulfill(json({ statusCode: 200, listData: list[1] }))
    if (path === '/order') return route.fulfill(json({ statusCode: 200, data: placedOrder }))
    return route.fulfill(json({ statusCode: 200 }))
  }

  /** Follows a link of the shop by its address, as a click would. */
  async goes(path: string) {
    if (new URL(this.page.url()).pathname === path) return
    await this.page.locator(`a[href="${path}"]:visible`).first().click()
    await this.page.waitForURL(url => url.pathname === path)
  }

  isVisited = () => this.page.url() !== 'about:blank'

  isPending = (name: string) => this.waiting.some(one => one.name === name)

  /** The oldest call of a name, once it has been made. */
  async taken(name: string): Promise<Route> {
    await expect.poll(() => this.isPending(name), { message: `${name} is called` }).toBe(true)
    const at = this.waiting.findIndex(one => one.name === name)
    return this.waiting.splice(at, 1)[0]!.route
  }

  async answers(name: string, body: object) {
    await (await this.taken(name)).fulfill(json({ statusCode: 200, ...body }))
  }

  async refuses(name: string, statusCode: number, message: string) {
    await (await this.taken(name)).fulfill(json({ statusCode, message }))
  }

  /** The answer is lost; a read is tried once more by the client, and that answer is lost too. */
  async loses(name: string, tries: number) {
    for (let count = 0; count < tries; count += 1) {
      await (await this.taken(name)).abort()
      if (count + 1 < tries) await this.letsPass(name, 500)
    }
  }

  /** Lets time pass until a call has been made. */
  async letsPass(name: string, step: number) {
    await expect
      .poll(
        async () => {
          await this.page.clock.runFor(step)
          return this.isPending(name)
        },
        { message: `${name} is called in time` },
      )
      .toBe(true)
  }

  /** Starts the visit, with a stored session. */
  async visits(path: string, sessionId: string | null) {
    if (sessionId)
      await this.page.addInitScript(
        id => localStorage.getItem('shop.session') ?? localStorage.setItem('shop.session', id),
        sessionId,
      )
    await this.page.goto(shopUrl() + path)
    await this.page.getByRole('heading', { level: 1 }).waitFor()
    await this.page.clock.runFor(1_000)
  }

  /** Another tab says that the cart has changed. */
  async hearsOfAnotherTab() {
    await this.page.evaluate(
      () =>
        new Promise<void>(resolve => {
          const ear = new BroadcastChannel('shop')
          const mouth = new BroadcastChannel('shop')
          ear.addEventListener('message', () => {
            ear.close()
            mouth.close()
            resolve()
          })
          mouth.postMessage({ type: 'cart.changed' })
        }),
    )
  }

  /** Another tab has begun or ended the session: settings and cart are asked for again. */
  async hearsOfAnotherSession() {
    await this.page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'shop.session' })))
  }

  /** The stored token turns out to have expired: whoever was here has left. */
  async expires() {
    await this.page.evaluate(() => {
      const claims = btoa(JSON.stringify({ sub: 'mai', firstName: 'Mai', lastName: 'Tran', exp: 1 }))
      localStorage.setItem('shop.token', `e30.${claims}.sign`)
      window.dispatchEvent(new StorageEvent('storage', { key: 'shop.token' }))
    })
  }

  /** Settings and cart arrive; where nobody asks for them, another tab gives the reason to ask. */
  async begins(lines: readonly object[]) {
    if (!this.isPending('begin')) await this.hearsOfAnotherSession()
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

  /** The visit's journal, as the browser has stored it by now. */
  journal = () => keptJournal(this.page)

  close = () => this.page.context().close()
}

/** Chromium, as every browser test starts it. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: inject('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
