import { describe, expect, test } from 'vitest'
import { chooses, hasFocus, tabsTo, focusProblem } from '../../kit/keyboard.ts'
import { mai, openShop, type Shopper } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'

const focusedText = ({ page }: Shopper) => page.evaluate(() => document.activeElement?.textContent ?? '')

describe('by keyboard alone', () => {
  // Specification: S.1.17, S.3.4
  test('a guest buys, and always sees where the focus is', async () => {
    const shopper = await openShop()
    const { page, header, main } = shopper
    await shopper.goes(home)
    await tabsTo(shopper, header.getByRole('combobox', { name: 'Search product' }))
    await page.keyboard.type('jasmine rice 5 kg')
    await page.keyboard.press('Enter')
    await shopper.seesHeading(/^Results for/)
    await hasFocus(shopper.h1, 'the heading of the results')
    const add = main.getByRole('button', { name: `Add to Cart: ${rice}` })
    await tabsTo(shopper, add)
    await page.keyboard.press('Space')
    await shopper.seesCart('1 item(s) - $ 15.90')
    await tabsTo(shopper, main.getByRole('link', { name: `View Item: ${rice}` }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await shopper.seesHeading(rice)
    await hasFocus(shopper.h1, 'the heading of the product')
    const quantity = main.getByRole('spinbutton')
    await tabsTo(shopper, quantity)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => quantity.inputValue()).toBe('2')
    await page.keyboard.press('Enter')
    await shopper.seesCart('3 item(s) - $ 47.70')
    await tabsTo(shopper, main.getByRole('link', { name: 'View Cart' }))
    await page.keyboard.press('Enter')
    await shopper.seesHeading('Shopping Cart')
    await hasFocus(shopper.h1, 'the heading of the cart')
    await tabsTo(shopper, shopper.quantityOf(rice))
    await page.keyboard.press('ArrowDown')
    await shopper.seesCart('2 item(s) - $ 31.80')
    await tabsTo(shopper, main.getByRole('link', { name: 'Checkout', exact: true }).filter({ visible: true }))
    await page.keyboard.press('Enter')
    await shopper.seesStep('Your Details')
    await hasFocus(shopper.h1, 'the heading of the checkout')
    for (const label of ['First name', 'Last name', 'Email', 'Phone'] as const) {
      await tabsTo(shopper, shopper.field(label))
      await page.keyboard.type(mai[label])
    }
    await chooses(shopper, 'Country', 'Australia')
    await chooses(shopper, 'Region/State', 'New South Wales')
    for (const label of ['Address 1', 'Suburb/City', 'Post code'] as const) {
      await tabsTo(shopper, shopper.field(label))
      await shopper.field(label).press('ControlOrMeta+a')
      await page.keyboard.type(mai[label])
    }
    await page.keyboard.press('Enter')
    await shopper.seesStep('Delivery')
    await expect.poll(() => focusedText(shopper)).toContain('Delivery')
    await tabsTo(shopper, main.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await main.getByRole('radio', { name: /Pick up at the shop/, checked: true }).waitFor()
    await tabsTo(shopper, main.getByRole('button', { name: 'Continue' }).filter({ visible: true }))
    await page.keyboard.press('Enter')
    await shopper.seesStep('Payment')
    await tabsTo(shopper, main.getByRole('button', { name: 'Continue' }).filter({ visible: true }))
    await page.keyboard.press('Space')
    await shopper.seesStep('Review')
    await tabsTo(shopper, shopper.placeButton)
    await page.keyboard.press('Enter')
    await shopper.seesOrder()
    await hasFocus(shopper.h1, 'the thanks')
    await shopper.seesAmount('Total', '$31.80')
  })

  test('in a small window the focused element is never covered', async () => {
    const shopper = await openShop({ width: 640, height: 480, cart: [[101, 2]] })
    await shopper.goes('/cart')
    await shopper.seesCart('2 item(s) - $ 31.80')
    await tabsTo(shopper, shopper.page.getByRole('contentinfo').getByRole('link').last())
    await tabsTo(shopper, shopper.header.getByRole('button', { name: 'Menu' }), 'Shift+Tab')
  })

  // Specification: S.1.3
  test('the skip link moves the focus past the header', async () => {
    const shopper = await openShop()
    await shopper.goes('/main/faq')
    await shopper.page.keyboard.press('Tab')
    const skip = shopper.page.getByRole('link', { name: 'Skip to content' })
    await hasFocus(skip, 'the skip link')
    expect(await shopper.page.evaluate(focusProblem)).toBeNull()
    await shopper.page.keyboard.press('Enter')
    await hasFocus(shopper.main, 'the content')
    await shopper.seesPath('/main/faq')
    await shopper.page.keyboard.press('Tab')
    expect(await shopper.main.evaluate(main => main.contains(document.activeElement))).toBe(true)
  })

  test('Escape closes dropdowns and the drawer and returns the focus', async () => {
    const shopper = await openShop()
    const { page, header } = shopper
    await shopper.goes(home)
    await shopper.main.getByRole('article').first().waitFor()
    for (const [name, region] of [
      [/item\(s\)/, 'Shopping Cart'],
      [/Account/, 'Account'],
    ] as const) {
      const button = header.getByRole('button', { name })
      await tabsTo(shopper, button)
      await page.keyboard.press('Enter')
      const sheet = page.getByRole('region', { name: region })
      await sheet.waitFor()
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Tab')
      expect(await sheet.evaluate(one => one.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await hasFocus(button, region)
      await page.keyboard.press('Shift+Tab')
    }
    await page.setViewportSize({ width: 800, height: 800 })
    const menu = header.getByRole('button', { name: 'Menu' })
    await tabsTo(shopper, menu, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.waitFor()
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab')
      expect(await drawer.evaluate(one => one.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await hasFocus(menu, 'the menu button')
  })

  test('removing an element moves the focus to the next one', async () => {
    const shopper = await openShop({
      cart: [
        [101, 2],
        [901, 1],
      ],
    })
    const { main, page } = shopper
    await shopper.goes('/cart')
    await tabsTo(shopper, main.getByRole('button', { name: `Remove ${rice}` }))
    await page.keyboard.press('Enter')
    await shopper.seesCart('1 item(s) - $ 2.20')
    await expect.poll(() => focusedText(shopper)).toContain('Coconut Milk')
    await tabsTo(shopper, main.getByRole('button', { name: /^Remove / }))
    await page.keyboard.press('Enter')
    await shopper.sees('You have no items in your shopping cart.')
    await hasFocus(shopper.h1, 'the heading')
  })

  // Specification: S.1.19
  test('a form with errors focuses the first invalid field', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.checksOut()
    await shopper.field('First name').fill('Mai')
    await shopper.field('First name').press('Enter')
    await hasFocus(shopper.field('Last name'), 'the last name')
    const told = await shopper.field('Last name').getAttribute('aria-describedby')
    await expect
      .poll(() => shopper.page.locator(`[id="${told!.split(' ').at(-1)}"]`).textContent())
      .toBe('Last name is required')
    await shopper.seesTitle('Error: Checkout · Lucky Lantern Grocer')
  })
})

describe('a change of page', () => {
  // Specification: 2.1.31, 2.1.33, S.1.5, S.1.6
  test('moves the focus to the new heading, and going back restores the scroll position', async () => {
    const shopper = await openShop()
    const { page, main } = shopper
    await shopper.goes(home)
    await main.getByRole('article').nth(7).waitFor()
    await page.evaluate(() => scrollTo(0, 700))
    await expect.poll(shopper.scrolledTo).toBe(700)
    await main
      .getByRole('link', { name: /^View Item/ })
      .nth(4)
      .focus()
    const at = await shopper.scrolledTo()
    await page.keyboard.press('Enter')
    await main.getByText('Product Description').waitFor()
    await hasFocus(shopper.h1, 'the heading of the product')
    expect(await shopper.scrolledTo()).toBe(0)
    await page.goBack()
    await shopper.seesHeading(/^Features/)
    await expect.poll(shopper.scrolledTo).toBe(at)
    await hasFocus(shopper.h1, 'the heading of the list')
    expect(await shopper.scrolledTo()).toBe(at)
  })

  test('of a list moves the focus to its heading and announces the page number', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    await tabsTo(shopper, shopper.main.getByRole('link', { name: 'Next' }))
    await shopper.page.keyboard.press('Enter')
    await shopper.seesPath(`${home}?page=2`)
    await hasFocus(shopper.h1, 'the heading')
    await expect.poll(() => shopper.main.getByRole('status').allTextContents()).toContain('Page 2 of 5')
  })
})
