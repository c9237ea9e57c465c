import { describe, expect, test } from 'vitest'
import { buys, newCustomer } from '../../kit/customer-shopper.ts'
import { recordShifts, shiftsOn } from '../../kit/layout-shift.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'
import { translatesPages } from '../../kit/translator.ts'

const home = '/main/product-list/0'
const special = 'On special'

const row = ({ main }: Shopper, name: string) => main.getByRole('region', { name, exact: true })
const cards = (shopper: Shopper, name: string) => row(shopper, name).getByRole('article')

/** Scrolls to the end of the page, as a reader does. */
const scrollsDown = ({ page }: Shopper) => page.getByRole('contentinfo').scrollIntoViewIfNeeded()

async function opens(options: ShopperOptions = {}, path = home) {
  const shopper = await openShop(options)
  await shopper.goes(path)
  return shopper
}

/** The names of a row's products, in order. */
const names = (shopper: Shopper, name: string) =>
  row(shopper, name).getByRole('heading', { level: 3 }).allTextContents()

const viewed = ({ page }: Shopper) => page.evaluate(() => localStorage.getItem('shop.own/viewed'))

describe('the rows of the home page', () => {
  test('are read when they come near the view, eight products each, and move nothing', async () => {
    const shopper = await openShop()
    await recordShifts(shopper.page.context())
    await shopper.goes(home)
    expect(shopper.gateway.count('products')).toBe(0)
    await shopper.page.evaluate(() => document.fonts.ready.then(() => {}))
    const before = (await shiftsOn(shopper.page)).length
    await scrollsDown(shopper)
    await expect.poll(() => cards(shopper, special).count()).toBe(8)
    await expect.poll(() => cards(shopper, 'In season').count()).toBeGreaterThan(0)
    expect(await row(shopper, 'Buy again').count()).toBe(0)
    expect((await shiftsOn(shopper.page)).slice(before).flatMap(({ moved }) => moved)).toEqual([])
  })

  test('lead to their whole lists', async () => {
    const shopper = await opens()
    await scrollsDown(shopper)
    await shopper.follows('See all: On special')
    await shopper.seesHeading(/On special/)
    await shopper.seesPath('/main/product-list/0?by=special')
    await shopper.goes(home)
    await scrollsDown(shopper)
    await shopper.follows('See all: In season')
    await shopper.seesHeading(/In season/)
  })

  test('slide by their buttons and by the keyboard', async () => {
    const shopper = await opens()
    await scrollsDown(shopper)
    await cards(shopper, special).first().waitFor()
    const list = row(shopper, special).getByRole('list')
    const left = () => list.evaluate(one => one.scrollLeft)
    const next = row(shopper, special).getByRole('button', { name: 'Next: On special' })
    await next.press('Enter')
    await expect.poll(left).toBeGreaterThan(100)
    while ((await next.getAttribute('aria-disabled')) === null) {
      const before = await left()
      await next.press('Enter')
      await expect.poll(left).toBeGreaterThan(before)
    }
    // it keeps the focus at the end
    expect(await next.evaluate(one => one === document.activeElement)).toBe(true)
    await cards(shopper, special).first().getByRole('link').first().focus()
    await expect.poll(left).toBeLessThan(10)
  })

  test('have what a customer has bought, until the logout', async () => {
    const customer = await newCustomer()
    await buys(customer, [
      [101, 2],
      [901, 3],
    ])
    const shopper = await opens({ token: customer.token })
    await scrollsDown(shopper)
    await expect.poll(() => cards(shopper, 'Buy again').count()).toBe(2)
    const tab = await shopper.opensTab()
    await tab.goes('/auth/logout')
    await row(shopper, 'Buy again').waitFor({ state: 'detached' })
    await expect.poll(() => cards(shopper, special).count()).toBe(8)
  })

  test('say that one could not be read, and read it again', async () => {
    const shopper = await opens()
    shopper.gateway.fails('products', 'HTTP 500')
    await scrollsDown(shopper)
    await row(shopper, special).getByRole('alert').waitFor()
    await shopper.gateway.answers()
    await row(shopper, special).getByRole('button', { name: 'Try again: On special' }).click()
    await expect.poll(() => cards(shopper, special).count()).toBe(8)
    // the button is gone
    const heading = row(shopper, special).getByRole('heading', { name: special })
    expect(await heading.evaluate(one => one === document.activeElement)).toBe(true)
  })

  test('are left out if the gateway has no such lists', async () => {
    const shopper = await opens()
    shopper.gateway.says('products', { statusCode: 400, message: 'criteria is not one of the lists.' })
    await scrollsDown(shopper)
    await shopper.gateway.isAsked('products', 2)
    await row(shopper, special).waitFor({ state: 'detached' })
    await row(shopper, 'In season').waitFor({ state: 'detached' })
    expect(await shopper.main.getByRole('article').count()).toBe(8)
  })

  test('are read again after a reload, and keep the cart’s counts', async () => {
    const shopper = await opens()
    await scrollsDown(shopper)
    await cards(shopper, special)
      .first()
      .getByRole('button', { name: /^Add to Cart/ })
      .click()
    await cards(shopper, special).first().getByText('1 in cart').waitFor()
    await shopper.reloads()
    await scrollsDown(shopper)
    await cards(shopper, special).first().getByText('1 in cart').waitFor()
  })

  test('work on a translated page', async () => {
    const shopper = await openShop()
    await translatesPages(shopper.page, 'after hydration')
    await shopper.goes(home)
    await scrollsDown(shopper)
    await expect.poll(() => cards(shopper, special).count()).toBe(8)
    await row(shopper, special).getByRole('button', { name: 'Next: On special' }).click()
    await cards(shopper, special)
      .first()
      .getByRole('button', { name: /^Add to Cart/ })
      .click()
    await cards(shopper, special).first().getByText('1 in cart').waitFor()
  })
})

describe('viewed products', () => {
  test('are on the pages of others, the last one first, after a reload and in another tab', async () => {
    const shopper = await opens({}, '/main/product-detail/101')
    await expect.poll(() => viewed(shopper)).toBe('[101]')
    expect(await row(shopper, 'Recently viewed').count()).toBe(0)
    await shopper.goes('/main/product-detail/901')
    await expect.poll(() => viewed(shopper)).toBe('[901,101]')
    await shopper.goes('/main/product-detail/419')
    await scrollsDown(shopper)
    await expect.poll(() => cards(shopper, 'Recently viewed').count()).toBe(2)
    expect((await names(shopper, 'Recently viewed'))[1]).toContain('Jasmine Rice 5 kg')
    await shopper.reloads()
    await scrollsDown(shopper)
    await expect.poll(() => cards(shopper, 'Recently viewed').count()).toBe(2)
    const tab = await shopper.opensTab()
    await tab.goes('/nowhere')
    await scrollsDown(tab)
    await expect.poll(() => cards(tab, 'Recently viewed').count()).toBe(3)
  })

  test('are below a search without results', async () => {
    const shopper = await opens({}, '/main/product-detail/101')
    await expect.poll(() => viewed(shopper)).toBe('[101]')
    await shopper.goes('/main/product-list/0?by=search&q=xyzxyz')
    await scrollsDown(shopper)
    await expect.poll(() => cards(shopper, 'Recently viewed').count()).toBe(1)
  })

  test('are forgotten by a logout, and the shown product is not stored again', async () => {
    const customer = await newCustomer()
    const shopper = await opens({ token: customer.token }, '/main/product-detail/101')
    await expect.poll(() => viewed(shopper)).toBe('[101]')
    const tab = await shopper.opensTab()
    await tab.goes('/auth/logout')
    await expect.poll(() => viewed(shopper)).toBeNull()
    await shopper.header.getByRole('button', { name: 'Account' }).first().waitFor()
    expect(await viewed(shopper)).toBeNull()
  })
})

describe('a product’s page', () => {
  test('has similar products in stock if it is out of stock', async () => {
    const shopper = await openShop({ begins: 'in the browser' })
    shopper.gateway.changes<{ data: object }>('product', answer => ({
      ...answer,
      data: { ...answer.data, stockStatusId: 2 },
    }))
    await shopper.goes('/main/product-detail/101')
    await scrollsDown(shopper)
    await expect.poll(() => cards(shopper, 'Similar products').count()).toBeGreaterThan(1)
    expect((await names(shopper, 'Similar products'))[0]).toContain('Jasmine Rice 10 kg')
    await row(shopper, 'Similar products')
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click()
    await row(shopper, 'Similar products').getByText('1 in cart').waitFor()
  })

  test('has no similar products if it can be bought, and copies its link without the browser’s share dialog', async () => {
    const shopper = await opens({}, '/main/product-detail/101')
    await scrollsDown(shopper)
    expect(await row(shopper, 'Similar products').count()).toBe(0)
    await shopper.page.evaluate(() => {
      Object.defineProperty(navigator, 'share', { value: undefined })
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await shopper.presses(/^Share /)
    await shopper.page.getByText('The link to this product is copied.').first().waitFor()
  })
})
