import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../../kit/begin-test.ts'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const rice = 'Golden Paddy Jasmine Rice 5 kg'

/** How a shop answers when a file is gone. */
const gone = {
  '404 with JSON': (route: Route) => route.fulfill({ status: 404, json: { statusCode: 404 } }),
  '200 with a page': (route: Route) => route.fulfill({ contentType: 'text/html', body: '<div id="root"></div>' }),
  'no answer': (route: Route) => route.abort('connectionrefused'),
}
type Answer = keyof typeof gone

/**
 * Two releases of a shop. The files of the old one have other names: 'old.' before each. It is served until `deploys`.
 */
class Releases {
  /** The documents that were requested. */
  readonly documents: string[] = []
  /** Whether a document is that of the old release. @param isFetched - the page looks which release there is */
  servesOld = (_number: number, _isFetched: boolean) => true
  /** Files that are gone, by their path. */
  isGone = (_path: string) => false
  answer: Answer = '404 with JSON'
  isOffline = false

  /** From now on, the new release is served, and the files of the old one are gone. */
  deploys(answer: Answer = '404 with JSON') {
    this.documents.length = 0
    this.answer = answer
    this.servesOld = () => false
    this.isGone = path => path.includes('/old.')
  }

  async serves({ page }: Shopper) {
    await page.route(
      url => url.pathname.startsWith('/assets/'),
      async route => {
        const url = route.request().url()
        if (this.isGone(url)) return gone[this.answer](route)
        if (!url.includes('/old.')) return route.continue()
        const response = await route.fetch({ url: url.replace('/old.', '/') })
        if (!url.endsWith('.js')) return route.fulfill({ response })
        // the names of other files: `from"./react-abc123.js"`, `["assets/cart-abc123.css"]`
        const body = (await response.text()).replaceAll(/((?:\.|assets)\/)([\w-]+-[\w-]{8}\.(?:js|css))/g, '$1old.$2')
        return route.fulfill({ response, body })
      },
    )
    await page.route(
      url => !url.pathname.includes('.') && !url.pathname.startsWith('/v1/'),
      async route => {
        const isFetched = route.request().resourceType() !== 'document'
        if (!isFetched) this.documents.push(route.request().url())
        if (!this.servesOld(this.documents.length, isFetched)) return this.isOffline ? route.abort() : route.continue()
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(/(\/assets\/)([\w-]+-[\w-]{8}\.(?:js|css))/g, '$1old.$2')
        return route.fulfill({ response, body })
      },
    )
  }
}

async function opens(options: ShopperOptions = {}): Promise<{ shopper: Shopper; releases: Releases }> {
  const shopper = await openShop({ noTimeouts: true, ...options })
  const releases = new Releases()
  await releases.serves(shopper)
  return { shopper, releases }
}

/** Requests that fail are logged by the browser. */
const forgetFailedFiles = (shopper: Shopper) =>
  shopper.errors.splice(
    0,
    Infinity,
    ...shopper.errors.filter(error => !/Failed to load (?:resource|module script)|not journaled/.test(error)),
  )

describe('openfoodfacts/open-prices-frontend#2366: files of an old release are gone', () => {
  test.each<[Answer]>([['404 with JSON'], ['200 with a page']])(
    'a page whose code is gone (%s) is loaded once, from the new release, with what was typed and the cart',
    async answer => {
      const { shopper, releases } = await opens({ cart: [[101, 2]], width: 390, height: 844 })
      await shopper.goes('/check-out')
      await shopper.field('First name').fill('Mai')
      releases.deploys(answer)
      await shopper.follows('Shopping Cart')
      await shopper.seesHeading('Shopping Cart')
      await shopper.sees(rice)
      expect(releases.documents).toEqual([expect.stringMatching(/\/cart$/)])
      await shopper.follows('Checkout')
      expect(await shopper.field('First name').inputValue()).toBe('Mai')
      expect(releases.documents).toHaveLength(1)
      forgetFailedFiles(shopper)
    },
  )

  test('a coupon whose code is gone is applied after one load of the page', async () => {
    const { shopper, releases } = await opens({ cart: [[101, 2]] })
    await shopper.goes('/cart')
    releases.deploys()
    await shopper.appliesCoupon('WELCOME10')
    await shopper.seesAmount('Discount', '−$3.18')
    await shopper.opensCart()
    expect(releases.documents).toHaveLength(1)
    forgetFailedFiles(shopper)
  })

  test('a login whose code is gone keeps the email after one load of the page, and asks for the password', async () => {
    const { shopper, releases } = await opens()
    const { email, password } = await newCustomer()
    await shopper.goes('/auth/login')
    releases.deploys()
    await shopper.logsIn({ email, password })
    await expect.poll(() => releases.documents).toHaveLength(1)
    await isAlive(shopper.page)
    await expect.poll(() => shopper.field('Email').inputValue()).toBe(email)
    await shopper.logsIn({ email, password })
    await shopper.seesHeading('My Account')
    expect(releases.documents).toHaveLength(1)
    forgetFailedFiles(shopper)
  })

  test('a document of the old release that the browser has stored is loaded again, once', async () => {
    const { shopper, releases } = await opens()
    releases.deploys()
    releases.servesOld = (number, isFetched) => number === 1 && !isFetched
    await shopper.goes('/main/product-list/2')
    await shopper.presses(/^Add to Cart: /)
    await shopper.page.getByText(/^Success: You have added/).waitFor()
    expect(releases.documents).toHaveLength(2)
    forgetFailedFiles(shopper)
  })

  test('a file that the new release lacks too shows an error, never a loop, and is loaded by “Try again”', async () => {
    const { shopper, releases } = await opens({ cart: [[101, 2]] })
    await shopper.goes('/')
    releases.deploys()
    releases.isGone = path => path.includes('/old.') || /\/cart-[\w-]+\.js/.test(path)
    await shopper.page.getByRole('button', { name: /item\(s\) - \$/ }).click()
    await expect.poll(() => releases.documents).toHaveLength(1)
    await isAlive(shopper.page)
    await shopper.opensCart()
    await shopper.follows('View Cart', shopper.cartMenu)
    await shopper.seesHeading('We couldn’t load this page')
    expect(releases.documents).toHaveLength(1)
    await shopper.presses('Try again')
    await shopper.seesHeading('We couldn’t load this page')
    releases.isGone = () => false
    await shopper.presses('Try again')
    await shopper.seesHeading('Shopping Cart')
    forgetFailedFiles(shopper)
  })

  test('without a connection the page stays, and “Try again” loads what was missing', async () => {
    const { shopper, releases } = await opens({ cart: [[101, 2]] })
    await shopper.goes('/main/product-list/2')
    releases.deploys('no answer')
    releases.isOffline = true
    await shopper.page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>('footer a[href="/main/faq"]')!
      link.click()
    })
    await shopper.seesHeading('We couldn’t load this page')
    await shopper.presses('Try again')
    await shopper.seesHeading('We couldn’t load this page')
    expect(releases.documents).toEqual([])
    releases.isOffline = false
    await shopper.presses('Try again')
    await shopper.seesHeading('FAQ')
    expect(releases.documents).toHaveLength(1)
    forgetFailedFiles(shopper)
  })
})
