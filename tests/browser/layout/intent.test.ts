import { describe, expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const code = '**/assets/sheets-*.js'

describe('the code of the header’s menus', () => {
  test('is not part of the first load, and is loaded before its button is pressed', async () => {
    const shopper = await openShop()
    const { page, header } = shopper
    await shopper.goes(home)
    await shopper.main.getByRole('article').first().waitFor()
    const asked = () => shopper.requests.filter(request => /\/sheets-[^/]*\.js$/.test(request.url())).length
    expect(asked()).toBe(0)
    const button = header.getByRole('button', { name: /item\(s\)/ })
    const loaded = page.waitForResponse(code)
    await button.hover()
    await (await loaded).finished()
    expect(asked()).toBe(1)
    await button.click()
    await shopper.cartMenu.waitFor()
    expect(asked()).toBe(1)
  })

  test('is also loaded on focus and on touch', async () => {
    const shopper = await openShop({ width: 390, touch: true })
    await shopper.goes(home)
    await shopper.header.getByRole('button', { name: 'Menu' }).tap()
    await shopper.page.getByRole('dialog', { name: 'Menu' }).getByRole('heading', { name: 'BRAND' }).waitFor()
    const other = await openShop()
    await other.goes(home)
    const brought = other.page.waitForRequest(code)
    await other.header.getByRole('button', { name: /Account/ }).focus()
    await brought
  })

  test('is loaded by a press, and the button is announced as expanded meanwhile', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    let send = () => {}
    const held = new Promise<void>(resolve => {
      send = resolve
    })
    await shopper.page.route(code, async route => {
      await held
      await route.continue()
    })
    const button = shopper.header.getByRole('button', { name: /item\(s\)/ })
    await button.click()
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    expect(await shopper.cartMenu.isVisible()).toBe(false)
    send()
    await shopper.sees('You have no items in your shopping cart.', shopper.cartMenu)
  })

  test('closes the menu if it can’t be loaded, and the next press tries again', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    await shopper.page.route(code, route => route.abort())
    const button = shopper.header.getByRole('button', { name: /item\(s\)/ })
    await button.click()
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    // this is a message of the browser, not of the shop
    await expect.poll(() => shopper.errors.length).toBeGreaterThan(0)
    expect(shopper.errors.splice(0).filter(words => !/ERR_FAILED .*\/sheets-/.test(words))).toEqual([])
    await shopper.page.unroute(code)
    await button.click()
    await shopper.sees('You have no items in your shopping cart.', shopper.cartMenu)
  })
})
