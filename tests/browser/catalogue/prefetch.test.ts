import { describe, expect, test } from 'vitest'
import { idleDelay } from '#src/start/idle-loading.ts'
import { maxInView, readingAfter, restingAfter } from '#src/product/prefetch-likely.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

/** Answers take real time: a clock that the test moves on meanwhile would time them out. */
const answered = (shopper: Shopper) => expect.poll(() => shopper.unanswered).toEqual([])

test('a product is requested once while its link is pressed, and its code when the pointer is over the link', async () => {
  const shopper = await openShop()
  const { page } = shopper
  const asked = (path: string | RegExp) =>
    shopper.requests.filter(one => new URL(one.url()).pathname.match(path)).length
  await shopper.goes('/main/product-list/0')
  await shopper.seesCart('0 item(s) - $ 0')
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /^Golden Paddy Jasmine Rice 5 kg/ })
    .first()
  expect(asked(/\/product-page-[^/]*\.js$/)).toBe(0)
  await link.hover()
  await expect.poll(() => asked(/\/product-page-[^/]*\.js$/)).toBe(1)
  expect(asked(/^\/v1\/product\/101$/)).toBe(0)
  await page.mouse.down()
  await expect.poll(() => asked(/^\/v1\/product\/101$/)).toBe(1)
  await page.mouse.up()
  await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
  expect(asked(/^\/v1\/product\/101$/)).toBe(1)
})

test('the code of a product page is loaded once the page is idle', async () => {
  const shopper = await openShop({ clock: true, loadsWhileIdle: true })
  const asked = () => shopper.requests.filter(one => /\/product-page-[^/]*\.js$/.test(one.url())).length
  await shopper.goes('/main/product-list/0')
  await shopper.seesCart('0 item(s) - $ 0')
  await expect
    .poll(async () => {
      await answered(shopper)
      await shopper.page.clock.runFor(idleDelay)
      return asked()
    })
    .toBe(1)
})

describe('products that the shopper probably opens next', () => {
  /** Opens the home page, stops its clock, and acts until the first product is requested ahead. */
  async function requestsOne(options: ShopperOptions, act: (shopper: Shopper) => Promise<void>) {
    const shopper = await openShop({ clock: true, loadsWhileIdle: true, ...options })
    const { clock } = shopper.page
    await shopper.goes('/main/product-list/0')
    await shopper.seesCart('0 item(s) - $ 0')
    await shopper.main.getByRole('article').first().waitFor()
    await answered(shopper)
    await clock.pauseAt(Date.now() + 60_000)
    const products = () =>
      shopper.requests.map(one => new URL(one.url()).pathname).filter(path => /^\/v1\/product\/\d+$/.test(path))
    await expect
      .poll(async () => {
        await answered(shopper)
        await clock.runFor(idleDelay)
        await act(shopper)
        return products().length
      })
      .toBeGreaterThan(0)
    await answered(shopper)
    return { shopper, clock, products }
  }

  test('are those in view on a phone, at most four, once the shopper reads', async () => {
    const { shopper, products } = await requestsOne({ width: 390, touch: true }, async () => {})
    expect(products().length).toBeLessThanOrEqual(maxInView)
    expect(products()).toContain('/v1/product/101')
    await shopper.main
      .getByRole('link', { name: /^Golden Paddy Jasmine Rice 5 kg/ })
      .first()
      .tap()
    await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
    // the tap found its product
    expect(products().filter(path => path === '/v1/product/101')).toHaveLength(1)
  })

  test('are not requested while the shopper scrolls', async () => {
    const { shopper, clock, products } = await requestsOne({ width: 390, touch: true }, async () => {})
    const before = products().length
    for (const top of [300, 600, 900]) {
      await shopper.page.evaluate(async place => {
        const scrolled = new Promise(done => addEventListener('scroll', done, { once: true }))
        scrollTo({ top: place, behavior: 'instant' })
        await scrolled
      }, top)
      await clock.runFor(readingAfter - 1)
    }
    expect(products()).toHaveLength(before)
    await clock.runFor(1)
    await expect.poll(() => products().length).toBeGreaterThan(before)
  })

  test('are the one under the resting mouse on a desktop', async () => {
    const link = (shopper: Shopper, at: number) =>
      shopper.main.getByRole('article').getByRole('heading').getByRole('link').nth(at)
    const { shopper, clock, products } = await requestsOne({}, async shopper => {
      await shopper.page.mouse.move(1, 1)
      await link(shopper, 2).hover()
      await shopper.page.clock.runFor(restingAfter)
    })
    const before = products()
    await link(shopper, 0).hover()
    await clock.runFor(restingAfter - 1)
    await link(shopper, 1).hover()
    await clock.runFor(restingAfter - 1)
    expect(products()).toEqual(before)
    const path = await link(shopper, 1).getAttribute('href')
    await clock.runFor(1)
    await expect.poll(products).toEqual([...before, `/v1/product/${/\d+$/.exec(path!)![0]}`])
  })
})

/** Notes what each view transition moves by itself. */
function noteGroups() {
  const start = document.startViewTransition.bind(document)
  const groups: string[][] = []
  Object.assign(window, { groups })
  document.startViewTransition = update => {
    const transition = start(update)
    const animated = () =>
      document.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? [])
    void transition.ready.then(() => groups.push([...new Set(animated())]))
    return transition
  }
}

test('a view transition moves the picture of a product from the list to its page, and back', async () => {
  const shopper = await openShop({ motion: true })
  const { page } = shopper
  await page.addInitScript(noteGroups)
  await shopper.goes('/main/product-list/0')
  const moved = () =>
    page.evaluate(() =>
      (window as unknown as { groups: string[][] }).groups.map(all => all.includes('::view-transition-group(picture)')),
    )
  await shopper.follows(/^Golden Paddy Jasmine Rice 5 kg/)
  await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
  await expect.poll(moved).toEqual([true])
  await page.goBack()
  await shopper.main.getByRole('article').first().waitFor()
  await expect.poll(moved).toEqual([true, true])
})
