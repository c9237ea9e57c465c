import { describe, expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

/** The page under the shopper's finger and wheel: nothing lies over its heading, and it scrolls. */
async function isUsable({ page }: Shopper): Promise<boolean> {
  return page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    const heading = document.querySelector('main h1')!
    const { left, top, height } = heading.getBoundingClientRect()
    const hit = document.elementFromPoint(left + 5, top + height / 2)
    return heading.contains(hit) && getComputedStyle(document.documentElement).overflow !== 'hidden'
  })
}

describe('mui/material-ui#32251: an overlay that outlives the layout it belongs to', () => {
  test('the open menu of a phone closes when the window grows, and stays closed when it shrinks', async () => {
    const shopper = await openShop(phone)
    const { page } = shopper
    await shopper.goes('/main/faq')
    await shopper.header.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByText('CATEGORY').waitFor()
    await page.setViewportSize(desktop)
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await isUsable(shopper)).toBe(true)
    await shopper.follows('Contact Us', shopper.header)
    await shopper.seesHeading('Contact Us')
    await page.setViewportSize(phone)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect(await isUsable(shopper)).toBe(true)
  })

  test('it opens as before where the window has it', async () => {
    const shopper = await openShop(phone)
    const { page } = shopper
    await shopper.goes('/main/faq')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await shopper.header.getByRole('button', { name: 'Menu' }).click()
    await menu.getByText('CATEGORY').waitFor()
    await page.setViewportSize({ width: 1024, height: 600 })
    expect(await menu.isVisible()).toBe(true)
  })

  test('the open dropdown of the account closes when the window shrinks, and stays closed when it grows', async () => {
    const shopper = await openShop(desktop)
    const { page } = shopper
    await shopper.goes('/main/faq')
    const button = shopper.header.getByRole('button', { name: /Account/ })
    await button.click()
    await page.getByRole('region', { name: 'Account' }).getByText('Register').waitFor()
    await page.setViewportSize(phone)
    await page.getByRole('region', { name: 'Account' }).waitFor({ state: 'detached' })
    await page.setViewportSize(desktop)
    expect(await button.getAttribute('aria-expanded')).toBe('false')
  })

  test.each([
    [phone, desktop],
    [desktop, phone],
  ])('the cart’s dropdown leaves the page usable from %j to %j', async (from, to) => {
    const shopper = await openShop({ ...from, cart: [[101, 1]] })
    const { page } = shopper
    await shopper.goes('/main/faq')
    await shopper.opensCart()
    await page.setViewportSize(to)
    const { x, width } = (await shopper.cartMenu.boundingBox())!
    expect([x >= 0, x + width <= to.width]).toEqual([true, true])
    await page.keyboard.press('Escape')
    expect(await isUsable(shopper)).toBe(true)
  })

  test('the search row of the checkout leaves the page usable when the window grows', async () => {
    const shopper = await openShop({ ...phone, cart: [[101, 2]] })
    const { page } = shopper
    await shopper.checksOut()
    await shopper.header.getByRole('button', { name: 'Search', exact: true }).first().click()
    await shopper.header.getByRole('combobox', { name: 'Search product' }).waitFor()
    await page.setViewportSize(desktop)
    await page.keyboard.press('Escape')
    expect(await isUsable(shopper)).toBe(true)
  })
})
