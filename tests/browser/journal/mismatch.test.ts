import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Page } from 'playwright-core'
import { buildPages } from '#gateway/cli/build'
import { isAlive } from '../../kit/begin-test.ts'
import { callIn } from '../../kit/browser-gateway.ts'
import { closeUsedContexts, endContext, openPage } from '../../kit/contexts.ts'
import { serveTestShop } from '../../kit/shop-server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'shop-development-'))
let url = ''
/** The same shop with a server that does not wait for data: all of its pages continue in the browser. */
let hastyUrl = ''

const closing: (() => Promise<void>)[] = []
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  const dist = join(folder, 'dist')
  await buildPages(root, dist, 'development')
  const serve = async (name: string, timeout: number) => {
    const dataDir = join(folder, name)
    cpSync(inject('seededFolder'), dataDir, { recursive: true })
    const shop = await serveTestShop({ dist, dataDir, timeout, environment: { INSPECTOR: 'off' } })
    closing.push(shop.close)
    return shop.url
  }
  url = await serve('waiting', 20_000)
  hastyUrl = await serve('hasty', 1)
})
afterAll(async () => {
  await closeUsedContexts()
  for (const close of closing) await close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  complaints = []
  page = await openPage({ viewport: { width: 1280, height: 900 }, shop: url })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
})
afterEach(() => endContext(page.context()))

const goes = async (path: string) => {
  await page.goto(url + path)
  await isAlive(page)
  // parts that are hydrated later can also report errors
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise(resolve => void requestIdleCallback(() => resolve(null), { timeout: 1_000 })))
}
const rice = () => page.getByRole('button', { name: /^Add to Cart: Golden Paddy Jasmine Rice 5 kg/ })
const cartLine = () =>
  page
    .getByRole('banner')
    .getByText(/item\(s\) - \$/)
    .first()

describe('React’s own checks, in its development code', () => {
  test('are enabled', async () => {
    await page.route(`${url}/main/faq`, async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<h1', '<h1 data-more="1"').replace('>Home<', '>Hut<')
      await route.fulfill({ response, body })
    })
    await goes('/main/faq')
    await expect.poll(() => complaints.join()).toContain('hydrat')
  })

  test.each([
    '/main/product-list/0',
    '/main/product-list/2?by=category&view=list&sort=name&stock=1',
    '/main/product-list/2?by=category&sort=price-asc&stock=in&diet=vegan&without=peanut&max=9',
    '/main/product-list/8?by=category&diet=halal&max=0.01',
    '/main/product-list/0?by=search&q=tea',
    '/main/product-list/0?by=search&q=zzzzqqq',
    '/main/product-detail/101',
    '/main/brands',
    '/main/contact-us',
    '/main/about-us',
    '/main/delivery-info',
    '/main/terms-conditions',
    '/main/privacy-policy',
    '/main/faq',
  ])('find no mismatch between server and browser at %s', async path => {
    await goes(path)
    expect(complaints).toEqual([])
  })

  test.each(['/main/product-detail/999999', '/main/nowhere'])(
    'find no mismatch at %s, which does not exist',
    async path => {
      await goes(path)
      expect(complaints.filter(words => !words.startsWith('Failed to load resource'))).toEqual([])
    },
  )

  test.each(['/main/product-list/0', '/main/product-detail/101', '/main/brands'])(
    'find no mismatch when the gateway was too slow for the server, and the browser continues at %s',
    async path => {
      const calls: (string | null)[] = []
      page.on('request', request => calls.push(callIn(request)))
      await page.goto(hastyUrl + path)
      await isAlive(page)
      await expect.poll(() => page.getByRole('main').textContent()).toContain('Golden Paddy')
      await expect.poll(() => page.getByRole('button', { name: 'Noodles' }).count()).toBe(1)
      for (const call of ['products', 'product', 'brands', 'banners'])
        expect(calls.filter(one => one === call).length, call).toBeLessThan(2)
      expect(complaints).toEqual([])
    },
  )

  test('find no mismatch for a shopper who returns with a cart, text in a field, and an expanded category', async () => {
    await goes('/main/product-list/0')
    await rice().click()
    await expect.poll(() => cartLine().textContent()).toContain('1 item(s)')
    await page.waitForFunction(() => localStorage.getItem('shop.journaled') !== null)
    await page.getByRole('combobox', { name: 'Search product' }).fill('茶')
    await page.reload()
    await isAlive(page)
    await expect.poll(() => cartLine().textContent()).toContain('1 item(s)')
    await expect.poll(() => page.getByRole('combobox', { name: 'Search product' }).inputValue()).toBe('茶')
    expect(complaints).toEqual([])
  })

  test('find no mismatch with keys and clicks before hydration', async () => {
    await page.goto(`${url}/main/product-list/0`)
    await page.getByRole('combobox', { name: 'Search product' }).pressSequentially('mochi')
    await rice().click()
    await isAlive(page)
    await expect.poll(() => cartLine().textContent()).toContain('1 item(s)')
    await expect.poll(() => page.getByRole('combobox', { name: 'Search product' }).inputValue()).toBe('mochi')
    expect(complaints).toEqual([])
  })
})
