import { afterEach, describe, expect, test } from 'vitest'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { privatePaths, publicPaths } from '#contract/paths'
import { isAlive } from '../../kit/begin-test.ts'
import { endContext, openPage } from '../../kit/contexts.ts'
import { shopUrl } from '../../kit/test-location.ts'

const home = '/main/product-list/0'

let context: BrowserContext
let page: Page
afterEach(() => endContext(context))

async function open(pictures = false) {
  page = await openPage({ pictures, viewport: { width: 390, height: 844 } })
  context = page.context()
}

/** Opens a page and holds its scripts back; returns what lets them through. */
async function opensWithoutScripts(path: string) {
  const waiting: Route[] = []
  let isOpen = false
  await context.route(/\/assets\/.*\.js$/, route => (isOpen ? route.continue() : void waiting.push(route)))
  await page.goto(shopUrl() + path, { waitUntil: 'commit' })
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  return async () => {
    isOpen = true
    for (const route of waiting.splice(0)) await route.continue()
  }
}

describe('pictures', () => {
  /** The names of the products whose pictures are requested, in order. */
  let products: string[] = []
  const listens = () => {
    products = []
    page.on('request', request => {
      const [, name] = /\/pictures\/([\w-]+)-front\./.exec(request.url()) ?? []
      if (name) products.push(name)
    })
  }
  const inList = () =>
    page
      .getByRole('article')
      .locator('img')
      .evaluateAll(all => all.map(one => /\/pictures\/([\w-]+)-front\./.exec((one as HTMLImageElement).src)![1]))

  test('of the first screen are requested before the scripts, those below when the scripts have come', async () => {
    await open(true)
    listens()
    const come = await opensWithoutScripts(home)
    await expect.poll(() => products.length).toBeGreaterThan(3)
    await expect.poll(() => page.getByRole('article').count()).toBe(8)
    // browsers look for lazy pictures in each frame
    await page.evaluate(() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen))))
    const names = await inList()
    expect(names).toHaveLength(8)
    expect(products.toSorted()).toEqual(names.slice(0, 4).toSorted())
    await come()
    await expect.poll(() => products.toSorted()).toEqual(names.toSorted())
  })

  test('of high priority are loaded before the scripts are requested, also if Chromium reports a pointer at rest', async () => {
    await open(true)
    listens()
    const banners: Route[] = []
    await context.route(/\/pictures\/banner-/, route => void banners.push(route))
    const scripts: string[] = []
    page.on('request', request => /\/assets\/shop-.*\.js$/.test(request.url()) && scripts.push(request.url()))
    await page.goto(shopUrl() + home, { waitUntil: 'commit' })
    await expect.poll(() => [banners.length > 0, products.length]).toEqual([true, 4])
    await page.mouse.move(0, 0)
    await page.evaluate(() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen))))
    expect(scripts).toEqual([])
    for (const route of banners) await route.continue()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
  })

  test('below the first screen are requested when the shopper scrolls, without scripts too', async () => {
    await open(true)
    listens()
    await opensWithoutScripts(home)
    await page.mouse.wheel(0, 300)
    const names = await inList()
    await expect.poll(() => products.toSorted()).toEqual(names.toSorted())
  })

  test('below the first screen are displayed if the scripts cannot be loaded', async () => {
    await open(true)
    await context.route(/\/assets\/.*\.js$/, route => route.abort())
    await page.goto(shopUrl() + home)
    await expect.poll(() => page.getByRole('article').last().locator('img').isVisible()).toBe(true)
  })
})

describe('the rules for requesting pages ahead', () => {
  const rules = () => page.locator('script[type=speculationrules]')
  const withNumber = (path: string) => path.replace(/:\w+$/, '7')

  test('name every public page and no other', async () => {
    await open()
    await opensWithoutScripts(home)
    const text = await rules().textContent()
    const { prefetch, ...others } = JSON.parse(text!) as { prefetch: [{ where: { href_matches: object[] } }] }
    expect(others).toEqual({})
    expect(prefetch).toEqual([{ where: { href_matches: expect.any(Array) }, eagerness: 'moderate' }])
    const named = (paths: string[]) =>
      page.evaluate(
        ([patterns, urls]) =>
          urls.filter(url =>
            patterns.some(one => new URLPattern({ ...one, baseURL: location.origin }).test(url, location.origin)),
          ),
        [prefetch[0].where.href_matches, paths] as const,
      )
    const known = publicPaths()
      .filter(path => path !== '*')
      .map(withNumber)
    const links = known.flatMap(path => [path, `${path}?by=category&page=2`])
    expect(await named(links)).toEqual(links)
    expect(
      await named([
        ...privatePaths().map(withNumber),
        '/',
        '/v1/brand',
        '/main/nowhere',
        '/main/product-detail/x',
        '/link/unsubscribe',
      ]),
    ).toEqual([])
  })

  test('make the browser request a product that the mouse rests on', async () => {
    await open()
    await page.setViewportSize({ width: 1280, height: 900 })
    const session = await context.newCDPSession(page)
    const ahead = new Set<string>()
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => ahead.add(new URL(prefetchUrl).pathname))
    await session.send('Preload.enable')
    await opensWithoutScripts(home)
    await page.getByRole('article').getByRole('link').first().hover()
    await expect.poll(() => [...ahead]).toEqual(['/main/product-detail/101'])
  })

  test('are not in pages of one shopper', async () => {
    await open()
    await opensWithoutScripts('/cart')
    expect(await rules().count()).toBe(0)
  })

  test('are removed for a customer who is logged in', async () => {
    await open()
    await context.addInitScript(() => {
      const claims = btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))
      localStorage.setItem('shop.token', `e30.${claims}.sign`)
    })
    await opensWithoutScripts(home)
    expect(await rules().count()).toBe(0)
  })

  test('are removed when the page is hydrated: links open no documents then', async () => {
    await open()
    const come = await opensWithoutScripts(home)
    expect(await rules().count()).toBe(1)
    await come()
    await isAlive(page)
    expect(await rules().count()).toBe(0)
  })
})
