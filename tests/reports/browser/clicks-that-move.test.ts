import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

/** Where a slide's link leads. */
const linkOf = (carousel: Locator) => carousel.locator('.splide__slide:not([inert]) a[href]').first()

/** Presses a link, moves the mouse and releases it. */
async function presses({ page }: Shopper, link: Locator, pixels: number): Promise<void> {
  const { x, y, width, height } = (await link.boundingBox())!
  const [left, top] = [x + width / 2, y + Math.min(height / 2, 60)]
  await page.mouse.move(left, top)
  await page.mouse.down()
  await page.mouse.move(left - pixels, top, { steps: 3 })
  await page.mouse.up()
}

/** Opens a page and lets Splide take its carousel over. */
async function carouselOn(shopper: Shopper, path: string): Promise<Locator> {
  await shopper.goes(path)
  const carousel = shopper.main.locator('section[aria-roledescription="carousel"]')
  await carousel.hover()
  await carousel.locator('.splide__list').waitFor()
  return carousel
}

describe('Splidejs/splide#409, Splidejs/splide#129, Splidejs/splide#190: a click that moves the mouse a little', () => {
  test.each([
    ['banner', '/main/product-list/0'],
    ['related product', '/main/product-detail/101'],
  ])('a click on a %s follows its link, and dragging it does not', async (_what, path) => {
    const shopper = await openShop()
    const carousel = await carouselOn(shopper, path)
    const [before, first] = [shopper.page.url(), await linkOf(carousel).getAttribute('href')]
    await presses(shopper, linkOf(carousel), 120)
    await expect.poll(() => linkOf(carousel).getAttribute('href')).not.toBe(first)
    expect(shopper.page.url()).toBe(before)
    for (const pixels of [1, 4, 15]) {
      const again = await carouselOn(shopper, path)
      const to = await linkOf(again).getAttribute('href')
      await presses(shopper, linkOf(again), pixels)
      await shopper.page.waitForURL(`**${to}`)
    }
  })
})
