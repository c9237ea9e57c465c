import { afterEach, describe, expect, test } from 'vitest'
import type { BrowserContext, Page, Route } from 'playwright-core'
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
