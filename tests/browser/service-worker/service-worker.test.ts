import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { isAlive } from '../../kit/begin-test.ts'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { sharedBrowser } from '../../kit/launch.ts'
import { shopUrl } from '../../kit/test-location.ts'

const product = '/main/product-detail/101'
let context: BrowserContext
afterEach(() => context.close())

async function goes(page: Page, path: string) {
  await page.goto(shopUrl() + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** A page that the service worker serves; it is registered some seconds after the first load. */
async function openWithWorker({ width = 1280, token }: { width?: number; token?: string } = {}): Promise<Page> {
  context = await (await sharedBrowser()).newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  if (token) await context.addInitScript(value => localStorage.setItem('shop.token', value), token)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await goes(page, '/main/product-list/0')
  await isAlive(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  return page
}

/** URLs and bodies of everything that is kept. */
const kept = (page: Page): Promise<{ cache: string; url: string; text: string }[]> =>
  page.evaluate(async () => {
    const all = []
    for (const cache of await caches.keys())
      for (const request of await (await caches.open(cache)).keys()) {
        const response = (await (await caches.open(cache)).match(request))!
        const isText = /text|json|javascript/.test(response.headers.get('content-type') ?? '')
        all.push({ cache, url: request.url, text: isText ? await response.text() : '' })
      }
    return all
  })
const keptPaths = async (page: Page) => (await kept(page)).map(({ url }) => new URL(url).pathname)

describe('with the service worker', () => {
  test('pages that were seen before and the cart open without a connection; another one says so, with a way to the cart', async () => {
    const page = await openWithWorker()
    for (const path of [product, '/main/faq']) await goes(page, path)
    await context.setOffline(true)
    for (const path of [product, '/main/faq', '/cart']) {
      const response = await page.goto(shopUrl() + path)
      expect(response!.fromServiceWorker(), path).toBe(true)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByRole('heading', { name: 'You’re offline' }).count(), path).toBe(0)
    }
    await page.goto(`${shopUrl()}/main/product-detail/108`)
    await page.getByRole('status').filter({ hasText: 'You’re offline' }).waitFor()
    await page.getByRole('link', { name: 'View Cart' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shopping Cart' }).waitFor()
    await context.setOffline(false)
    await goes(page, '/main/product-detail/108')
    expect(await page.getByRole('heading', { name: 'You’re offline' }).count()).toBe(0)
  })

  test('a document comes from the network while there is one, so that no shop is older than the last deploy', async () => {
    const page = await openWithWorker()
    await goes(page, product)
    // what a deploy replaces
    await page.evaluate(async path => {
      const name = (await caches.keys()).find(one => one.startsWith('seen-pages-'))!
      const old = new Response('<h1>The old shop</h1>', { headers: { 'content-type': 'text/html' } })
      await (await caches.open(name)).put(path, old)
    }, product)
    await goes(page, product)
    expect(await page.getByText('The old shop').count()).toBe(0)
  })

  test('nothing of a customer is kept: no page of theirs, no answer, no token, name or address', async () => {
    const customer = await newCustomer('Canaryname', 'Canarysurname')
    const page = await openWithWorker({ token: customer.token })
    for (const path of ['/manage-account', '/manage-order', '/check-out', '/cart', '/main/favourites', product])
      await goes(page, path)
    const all = await kept(page)
    expect(all.length).toBeGreaterThan(50)
    const paths = all.filter(({ cache }) => cache.startsWith('seen-pages')).map(({ url }) => new URL(url).pathname)
    expect(new Set(paths)).toEqual(new Set(['/cart', product]))
    expect(all.filter(({ url }) => new URL(url).pathname.startsWith('/v1/'))).toEqual([])
    const secrets = [customer.token, customer.email, 'Canaryname', 'Canarysurname', '1 Test Street']
    expect(all.filter(({ text }) => secrets.some(secret => text.includes(secret)))).toEqual([])
  })

  test('logging out deletes the pages and pictures that were looked at', async () => {
    const page = await openWithWorker({ token: (await newCustomer()).token })
    await goes(page, product)
    expect(await keptPaths(page)).toContain(product)
    await page.goto(`${shopUrl()}/auth/logout`)
    await expect.poll(async () => (await keptPaths(page)).includes(product)).toBe(false)
  })
})
