import { afterEach, describe, expect, test } from 'vitest'
import type { BrowserContext, Page, Route } from 'playwright-core'
import type { AnyActorRef } from 'xstate'
import { quantityOf, type CartLine } from '#contract/cart'
import { register } from '#machines/journal/registry'
import { replay } from '#machines/journal/replay'
import { productMachine } from '#machines/product/product'
import { shopMachine } from '#machines/shop/shop'
import { ask, filledCart } from '../../kit/buying-shopper.ts'
import { beginsInBrowser, isAlive } from '../../kit/begin-test.ts'
import { callIn } from '../../kit/browser-gateway.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { endContext, openPage } from '../../kit/contexts.ts'
import { shopUrl } from '../../kit/test-location.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'

register(shopMachine, 'product', productMachine)

let context: BrowserContext
let page: Page
/** Errors of the browser and of the page. */
let errors: string[] = []
/** The errors that the test causes: the pages may have more of them until they are closed. */
let expectedErrors: readonly string[] = []
afterEach(async () => {
  await endContext(context)
  expect(errors.filter(error => !expectedErrors.some(text => error.includes(text)))).toEqual([])
})

async function open(options: { javaScriptEnabled?: boolean; width?: number; pictures?: boolean } = {}) {
  const { javaScriptEnabled = true, width = 1280, pictures = false } = options
  errors = []
  expectedErrors = []
  page = await openPage({
    pictures,
    javaScriptEnabled,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: 'de-DE',
    timezoneId: 'America/New_York',
  })
  context = page.context()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
}
const goes = (path: string) => page.goto(shopUrl() + path)
/** Waits until the page is painted; its scripts may still be loading. */
async function sees(path: string) {
  await page.goto(shopUrl() + path, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const cartLine = () =>
  page
    .getByRole('banner')
    .getByText(/item\(s\) - \$/)
    .first()
const addRice = () => page.getByRole('button', { name: `Add to Cart: ${rice}` }).click()

/** Holds the shop's scripts back until `come` is called. */
async function holdScripts() {
  const waiting: Route[] = []
  let open = false
  await context.route(/\/assets\/.*\.js$/, route => (open ? route.continue() : void waiting.push(route)))
  return {
    asked: () => expect.poll(() => waiting.length, { message: 'scripts are asked for' }).toBeGreaterThan(0),
    come: async () => {
      open = true
      for (const route of waiting.splice(0)) await route.continue()
    },
    fail: async () => {
      for (const route of waiting.splice(0)) await route.abort()
    },
  }
}

describe('without JavaScript', () => {
  test('lists, products, searches and information pages can be read, and links work', async () => {
    await open({ javaScriptEnabled: false })
    await goes(home)
    expect(await page.getByRole('article').count()).toBe(8)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL(/page=2/)
    expect(await page.title()).toBe('Features · Page 2 · Lucky Lantern Grocer')
    await page
      .getByRole('article')
      .getByRole('link', { name: /^View Item/ })
      .first()
      .click()
    await page.waitForURL(/product-detail/)
    expect(await page.getByRole('tab', { name: 'Product Description' }).count()).toBe(1)
    expect(
      await page.getByRole('spinbutton', { name: 'Quantity' }).or(page.getByLabel('Quantity')).count(),
    ).toBeGreaterThan(0)
    await page.getByRole('combobox', { name: 'Search product' }).fill('jasmine rice')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(/by=search/)
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toContain('Results for “jasmine rice”')
    await page.getByRole('link', { name: 'Contact Us' }).last().click()
    await page.waitForURL(/contact-us/)
    await expect.poll(() => page.getByRole('main').textContent()).toContain('88 Lantern Lane')
    const hint = page.locator('[data-no-script]')
    expect(await hint.textContent()).toContain('To fill a cart and to order, please turn it on.')
    expect((await hint.boundingBox())!.y).toBe(0)
    const looks = (name: string) =>
      page
        .getByRole('main')
        .getByRole('button', { name })
        .first()
        .evaluate(button => [getComputedStyle(button).pointerEvents, getComputedStyle(button).opacity])
    await goes('/main/product-detail/101')
    expect(await looks('Add to Cart')).toEqual(['none', '0.4'])
    expect(
      await page
        .getByRole('main')
        .getByRole('list')
        .filter({ hasText: 'Storage' })
        .or(page.locator('#description-text li'))
        .count(),
    ).toBeGreaterThan(0)
  })

  test('all that a label says can be read, each part with its title', async () => {
    await open({ javaScriptEnabled: false, width: 390 })
    await goes('/main/product-detail/601')
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Product Description'])
    expect(await page.getByRole('tab').evaluate(tab => getComputedStyle(tab).opacity)).toBe('1')
    const panels = page.locator('[role=tabpanel]')
    const texts = await panels.evaluateAll(all => all.map(panel => (panel as HTMLElement).innerText))
    expect(texts.map(text => /To use|Contains\s+gluten, wheat|Energy/.exec(text)?.[0].split(/\s/)[0])).toEqual([
      'To',
      'Contains',
      'Energy',
    ])
    // texts in `noscript` are no texts to Playwright
    expect(await panels.locator('h2').evaluateAll(all => all.map(one => (one as HTMLElement).innerText))).toEqual([
      'Ingredients & allergens',
      'Nutrition',
    ])
  })

  test('the categories of the side menu are links, and nothing is drawn over the stock filter', async () => {
    await open({ javaScriptEnabled: false })
    await goes(home)
    // texts in `noscript` are no texts to Playwright
    const menu = page.getByRole('navigation', { name: 'Categories and brands' })
    const links = menu.locator('a[href$="by=category"]').filter({ visible: true })
    expect(await links.count()).toBe(10)
    expect(await menu.locator('button').filter({ visible: true }).count()).toBe(0)
    const filter = page.locator('[role="switch"]')
    expect(await filter.evaluate(one => getComputedStyle(one).opacity)).toBe('0')
    expect(await filter.locator('+ i').evaluate(one => getComputedStyle(one).opacity)).toBe('0.4')
    await links.nth(1).click()
    await page.waitForURL(/product-list\/2\?by=category/)
  })

  test('the hint of the login page is in its panel, without a second panel', async () => {
    await open({ javaScriptEnabled: false })
    await goes('/auth/login')
    const hint = page.locator('[data-needs-script]')
    const drawn = await hint.evaluate(one => [
      getComputedStyle(one).boxShadow,
      getComputedStyle(one).paddingInlineStart,
    ])
    expect(drawn).toEqual(['none', '0px'])
  })

  test.each([
    ['/cart', 'use your cart'],
    ['/auth/login', 'log in'],
    ['/main/register', 'create an account'],
    ['/check-out', 'check out'],
  ])('%s says what to do, with a link to the products', async (path, purpose) => {
    await open({ javaScriptEnabled: false, width: 390 })
    await goes(path)
    // texts in `noscript` are no texts to Playwright
    const panel = page.locator('[data-needs-script]')
    expect(await panel.innerText()).toContain(`Please turn on JavaScript to ${purpose}.`)
    expect(await page.locator('[data-skeleton]').isVisible()).toBe(false)
    await panel.locator('a').click()
    await page.waitForURL(shopUrl() + home)
  })

  test('the first product is shown before any script is requested, and the page can be read without scripts', async () => {
    await open({ pictures: true })
    const scripts = await holdScripts()
    await sees(home)
    expect(await page.getByRole('article').count()).toBe(8)
    await expect
      .poll(() =>
        page
          .getByRole('article')
          .locator('img')
          .first()
          .evaluate(image => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)
    await scripts.asked()
    await scripts.come()
    await isAlive(page)
  })
})

describe('the browser continues', () => {
  test.each([
    [home, []],
    ['/main/product-detail/101', []],
    ['/main/product-list/0?by=search&q=tea', []],
    ['/main/brands', []],
    ['/main/faq', []],
  ])('at %s, and requests no data that is in the page', async path => {
    await open({ pictures: path.startsWith('/main/product-detail') }) // a missing picture would be an error
    const calls: string[] = []
    page.on('request', request => {
      const call = callIn(request)
      if (call) calls.push(call)
    })
    await goes(path)
    await isAlive(page)
    await expect.poll(() => calls).toEqual(['begin'])
    await page.getByRole('link', { name: 'About Us' }).first().click()
    await page.waitForURL(/about-us/)
    await page.goBack()
    await page.waitForURL(shopUrl() + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('with the cart of a returning shopper', async () => {
    await open()
    const session = await filledCart([[101, 2]])
    await context.addInitScript(id => localStorage.setItem('shop.session', id), session)
    const scripts = await holdScripts()
    await sees(home)
    const button = page.getByRole('banner').getByRole('button', { name: 'Shopping Cart' })
    const before = await button.boundingBox()
    expect(await cartLine().count()).toBe(0)
    await scripts.come()
    await expect.poll(() => cartLine().textContent()).toBe('2 item(s) - $ 31.80')
    expect(await button.boundingBox()).toEqual(before)
    await page.reload()
    await expect.poll(() => cartLine().textContent()).toBe('2 item(s) - $ 31.80')
  })

  test('with the description as the server has formatted it', async () => {
    await open()
    const scripts = await holdScripts()
    await sees('/main/product-detail/101')
    const description = page.locator('#description-text')
    const seen = async () => [await description.innerHTML(), (await description.boundingBox())!.height]
    const before = await seen()
    await scripts.come()
    await isAlive(page)
    expect(await seen()).toEqual(before)
  })

  // Specification: 2.1.32
  test('with Trusted Types: text is not inserted as HTML, unless the shop has sanitized it', async () => {
    await open()
    await goes('/main/product-detail/101')
    await isAlive(page)
    const inserts = (html: string) =>
      page.evaluate(text => {
        try {
          document.createElement('div').innerHTML = text
          return 'inserted'
        } catch (error) {
          return (error as Error).name
        }
      }, html)
    expect(await inserts('<img src=x onerror=alert(1)>')).toBe('TypeError')
    // a library empties an element that way
    expect(await inserts('')).toBe('inserted')
    expect(errors.splice(0)).toEqual([expect.stringContaining('TrustedHTML')])
    await page.locator('#description-text').waitFor()
  })

  test('where the page was scrolled to, after a reload', async () => {
    await open()
    await goes(home)
    await isAlive(page)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
    await page.reload()
    await isAlive(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  })

  test('with a journal whose replay has the state that the page shows', async () => {
    await open()
    await goes(home)
    await addRice()
    await expect.poll(() => cartLine().textContent()).toContain('1 item(s)')
    await page
      .getByRole('article')
      .getByRole('link', { name: /^View Item: Red Crane/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /Red Crane/ }).waitFor()
    await page.getByRole('combobox', { name: 'Search product' }).fill('麵')
    const replayed = async () => {
      const { head, entries } = await keptJournal(page)
      const { root } = replay(shopMachine, { checkpoint: head.checkpoint, entries })
      const { cart, search } = root.getSnapshot().children as Record<string, AnyActorRef>
      return [
        root.getSnapshot().context.shown.pathname,
        quantityOf(cart!.getSnapshot().context.lines),
        search!.getSnapshot().context.text,
        (head.checkpoint!.snapshot as { context: { shown: unknown } }).context.shown,
      ]
    }
    await expect
      .poll(replayed)
      .toEqual([new URL(page.url()).pathname, 1, '麵', expect.objectContaining({ pathname: home })])
  })

  test('in the same way from a page that was not rendered on the server', async () => {
    await open()
    await beginsInBrowser(context)
    await goes('/main/product-detail/101')
    await page.getByRole('heading', { level: 1, name: rice }).waitFor()
    await isAlive(page)
  })
})

/** Types two letters at the moment when hydration ends, before the next frame. */
function typesOnHydration() {
  const mark = performance.mark.bind(performance)
  performance.mark = (name, options) => {
    if (name === 'alive')
      queueMicrotask(() => {
        document.querySelector<HTMLInputElement>('input[name=q]')!.focus()
        for (const letter of 'te') document.execCommand('insertText', false, letter)
      })
    return mark(name, options)
  }
}

describe('input before the scripts have loaded', () => {
  test('is replayed once and in order: typed text and clicks', async () => {
    await open()
    const scripts = await holdScripts()
    const added: string[] = []
    page.on('request', request => callIn(request) === 'addLine' && added.push(request.postDataJSON().productName))
    await sees(home)
    await page.getByRole('textbox', { name: 'Email' }).pressSequentially('mai@example.com')
    await addRice()
    await page.getByRole('button', { name: 'Noodles' }).click()
    await page.getByRole('combobox', { name: 'Search product' }).pressSequentially('茶 tea')
    await scripts.come()
    await isAlive(page)
    await expect.poll(() => cartLine().textContent()).toBe('1 item(s) - $ 15.90')
    await expect.poll(() => page.getByRole('button', { name: 'Noodles' }).getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => page.getByRole('combobox', { name: 'Search product' }).inputValue()).toBe('茶 tea')
    await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('mai@example.com')
    expect(added).toEqual([expect.stringContaining(rice)])
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(/by=search/)
    expect(new URL(page.url()).searchParams.get('q')).toBe('茶 tea')
    expect(await page.locator('[data-early]').count()).toBe(0)
  })

  test('is replayed one step at a time: a typed quantity is the one that is added', async () => {
    await open()
    const scripts = await holdScripts()
    await sees('/main/product-detail/101')
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await scripts.come()
    await isAlive(page)
    await expect.poll(() => cartLine().textContent()).toBe('3 item(s) - $ 47.70')
  })

  test('is kept with text that is typed at the moment of hydration', async () => {
    await open()
    await context.addInitScript(typesOnHydration)
    await goes(home)
    await isAlive(page)
    const search = page.getByRole('combobox', { name: 'Search product' })
    await search.press('a')
    await expect.poll(() => search.inputValue()).toBe('tea')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(/by=search/)
    expect(new URL(page.url()).searchParams.get('q')).toBe('tea')
  })

  test('is delivered only after hydration', async () => {
    await open()
    await context.addInitScript(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      for (const type of ['input', 'change', 'click'])
        document.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as Element).localName}`))
    })
    await holdScripts()
    await sees(home)
    await page.getByRole('combobox', { name: 'Search product' }).pressSequentially('tea')
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Price: low to high' })
    await page.getByRole('switch', { name: 'In stock only' }).press('Space')
    await expect.poll(() => page.getByRole('switch', { name: 'In stock only' }).isChecked()).toBe(true)
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([])
  })

  test('is not lost or doubled, whatever the timing of the clicks', async () => {
    const lost: unknown[] = []
    for (let at = 0; at < 6; at += 1) {
      await open()
      await goes(home)
      await addRice()
      if (at % 2) await page.getByRole('button', { name: /^Add to Cart: Red Crane Light Soy/ }).click()
      const wanted = at % 2 ? 2 : 1
      await expect.poll(() => cartLine().textContent()).toContain(`${wanted} item(s)`)
      const session = await page.evaluate(() => localStorage.getItem('shop.session'))
      const { listData } = await ask<CartLine>('GET', `/cart/${session}`)
      if (listData.length !== wanted || listData.some(({ quantity }) => quantity !== 1)) lost.push(listData)
      expect(errors).toEqual([])
      if (at < 5) await endContext(context)
    }
    expect(lost).toEqual([])
  })

  test('is replayed for selects and checkboxes', async () => {
    await open()
    const scripts = await holdScripts()
    await sees(home)
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Price: low to high' })
    await scripts.come()
    await page.waitForURL(/sort=price(?!-)/)
    await open()
    const later = await holdScripts()
    await sees(home)
    await page.getByText('In stock only').click()
    await later.come()
    await page.waitForURL(/stock=1/)
    await expect.poll(() => page.getByRole('switch', { name: 'In stock only' }).isChecked()).toBe(true)
  })

  test('on a link is handled by the browser at once', async () => {
    await open()
    await holdScripts()
    await sees(home)
    await page.getByRole('link', { name: 'FAQ' }).first().click()
    await page.waitForURL(/faq/, { waitUntil: 'commit' })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('')
  })

  test('is handled by the browser again if the shop fails to start', async () => {
    await open()
    expectedErrors = ['broken', 'does not provide an export']
    await context.route(/\/assets\/shop-.*\.js$/, route =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
    )
    await goes(home)
    await page.getByRole('combobox', { name: 'Search product' }).fill('tofu')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(/q=tofu/)
  })

  test('is handled by the browser again if the scripts can’t be loaded: a search works', async () => {
    await open()
    expectedErrors = ['Failed to load resource']
    const scripts = await holdScripts()
    await sees(home)
    await page.getByRole('combobox', { name: 'Search product' }).fill('tofu')
    await page.getByRole('button', { name: 'Search' }).click()
    await scripts.asked()
    await scripts.fail()
    await page.waitForURL(/q=tofu/, { waitUntil: 'commit' })
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('tofu')
  })
})
