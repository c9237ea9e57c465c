import { describe, expect, test } from 'vitest'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'

const field = ({ header }: Shopper) => header.getByRole('combobox', { name: 'Search product' })
const list = ({ header }: Shopper) => header.getByRole('listbox', { name: 'Suggestions' })
const group = (shopper: Shopper, name: string) => list(shopper).getByRole('group', { name })
const option = (shopper: Shopper, name: string | RegExp) => list(shopper).getByRole('option', { name }).first()
/** The text of the option that the field names as active. */
const active = async (shopper: Shopper) => {
  const id = await field(shopper).getAttribute('aria-activedescendant')
  return id && shopper.page.locator(`[id="${id}"][aria-selected=true]`).textContent()
}

/** Types a text as a person does, and waits for its suggestions. */
async function types(shopper: Shopper, text: string) {
  await field(shopper).click()
  await field(shopper).pressSequentially(text)
}

async function opens(options: ShopperOptions = {}) {
  const shopper = await openShop(options)
  await shopper.goes(home)
  return shopper
}

describe('with the keyboard', () => {
  test('a product is chosen with the arrow keys and Enter, and its page opens', async () => {
    const shopper = await opens()
    await types(shopper, 'jasmine r')
    await group(shopper, 'Products').getByRole('option', { name: rice }).waitFor()
    expect(await field(shopper).getAttribute('aria-expanded')).toBe('true')
    expect(await active(shopper)).toBeNull()
    await field(shopper).press('ArrowDown')
    await expect.poll(() => active(shopper)).toContain(rice)
    await field(shopper).press('Enter')
    await shopper.seesHeading(/Jasmine Rice 5 kg/)
    await expect.poll(() => field(shopper).inputValue()).toBe('')
    await list(shopper).waitFor({ state: 'detached' })
  })

  test('Enter without a chosen option searches, Home and End move the caret, and Escape closes the list and keeps the text', async () => {
    const shopper = await opens()
    await types(shopper, 'rice')
    await option(shopper, rice).waitFor()
    await field(shopper).press('Home')
    expect(await field(shopper).evaluate((one: HTMLInputElement) => one.selectionStart)).toBe(0)
    await field(shopper).press('End')
    await field(shopper).press('ArrowUp')
    await expect.poll(() => active(shopper)).not.toBeNull()
    await field(shopper).press('Escape')
    await list(shopper).waitFor({ state: 'detached' })
    expect(await field(shopper).inputValue()).toBe('rice')
    await field(shopper).press('ArrowDown')
    await option(shopper, rice).waitFor()
    await field(shopper).press('Enter')
    await shopper.seesHeading('Results for “rice”')
  })

  test('Tab reaches the buttons that add products, and Escape returns to the field', async () => {
    const shopper = await opens()
    await types(shopper, 'jasmine')
    const add = shopper.header.getByRole('button', { name: /^Add .* to cart$/ }).first()
    await add.waitFor()
    await field(shopper).press('Tab')
    await shopper.page.keyboard.press('Tab')
    await expect.poll(() => add.evaluate(one => one === document.activeElement)).toBe(true)
    await shopper.page.keyboard.press('Enter')
    await shopper.header.getByRole('button', { name: /^Add .* to cart, 1 in cart$/ }).waitFor()
    await shopper.header
      .getByText(/^1 item\(s\) - /)
      .first()
      .waitFor()
    await shopper.page.keyboard.press('Escape')
    await list(shopper).waitFor({ state: 'detached' })
    await expect.poll(() => field(shopper).evaluate(one => one === document.activeElement)).toBe(true)
  })

  test('leaving the field closes the list', async () => {
    const shopper = await opens()
    await types(shopper, 'kuro')
    await group(shopper, 'Brands').getByRole('option', { name: 'Kuro' }).waitFor()
    // the list covers the heading
    await shopper.page.mouse.click(2, 400)
    await list(shopper).waitFor({ state: 'detached' })
    expect(await field(shopper).getAttribute('aria-expanded')).toBe('false')
  })
})

test('the number of suggestions is announced', async () => {
  const shopper = await opens()
  await types(shopper, 'noodles')
  await shopper.header
    .getByRole('status')
    .filter({ hasText: /^\d+ suggestions$/ })
    .waitFor({ state: 'attached' })
  await field(shopper).fill('noddles')
  await shopper.header
    .getByRole('status')
    .filter({ hasText: /^\d+ suggestions, similar products$/ })
    .waitFor({ state: 'attached' })
})

describe('recent searches', () => {
  test('are kept on the device, found again, and removed one by one', async () => {
    const shopper = await opens()
    await shopper.searches('tofu')
    await shopper.searches('<b>ginger')
    await shopper.page.reload()
    await shopper.seesHeading('Results for “<b>ginger”')
    await field(shopper).click()
    const options = group(shopper, 'Recent searches').getByRole('option')
    await expect.poll(() => options.allTextContents()).toEqual(['<b>ginger', 'tofu'])
    await shopper.header.getByRole('button', { name: 'Remove <b>ginger from recent searches' }).click()
    await expect.poll(() => options.allTextContents()).toEqual(['tofu'])
    await expect.poll(() => field(shopper).evaluate(one => one === document.activeElement)).toBe(true)
    await options.first().click()
    await shopper.seesHeading('Results for “tofu”')
  })

  test('are shown for a field that has the focus before the shop starts', async () => {
    const shopper = await opens()
    await shopper.searches('tofu')
    await shopper.page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () =>
        document.querySelector<HTMLElement>('header [role=combobox]')!.focus(),
      )
    })
    await shopper.reloads()
    await option(shopper, 'tofu').waitFor()
  })

  test('are removed by ‘Forget me on this device’', async () => {
    const shopper = await opens()
    await shopper.searches('tofu')
    const stored = () => shopper.page.evaluate(() => localStorage.getItem('shop.searches'))
    await expect.poll(stored).toBe('["tofu"]')
    shopper.page.once('dialog', dialog => void dialog.accept())
    await shopper.page.getByRole('button', { name: 'Forget me on this device' }).click()
    await shopper.seesToast('Success: Your data has been removed from this device.')
    expect(await stored()).toBeNull()
    await field(shopper).click()
    await field(shopper).pressSequentially('to')
    await option(shopper, /Tofu/).waitFor()
    expect(await group(shopper, 'Recent searches').count()).toBe(0)
  })

  test('are all that is suggested while the gateway fails, without a message', async () => {
    const shopper = await opens()
    await shopper.searches('tofu')
    await shopper.gateway.catches(shopper.page)
    shopper.gateway.fails('suggestions', 'down')
    await types(shopper, 'to')
    await option(shopper, 'tofu').waitFor()
    expect(await list(shopper).getByRole('option').count()).toBe(1)
    expect(await shopper.page.getByRole('alert').count()).toBe(0)
    await field(shopper).press('Enter')
    await shopper.seesHeading('Results for “to”')
  })
})

test('a newer text drops the answer of an older one', async () => {
  const shopper = await opens()
  await shopper.gateway.catches(shopper.page)
  shopper.gateway.holds('suggestions')
  await types(shopper, 'tofu')
  await shopper.gateway.isAsked('suggestions')
  await field(shopper).fill('ginger')
  await shopper.gateway.isAsked('suggestions', 2)
  await shopper.gateway.answers('suggestions')
  await option(shopper, /^Ginger 250 g/).waitFor()
  expect(await list(shopper).getByRole('option', { name: /Tofu/ }).count()).toBe(0)
})

test.each([
  ['Chinese', ['d', 'do', 'dou', '豆腐'], '豆腐', /Tofu/],
  ['Japanese', ['う', 'うd', 'うど', 'うどn', 'うどん'], 'うどん', /Udon/],
  ['Korean', ['ㄱ', '기', '김', '김ㅊ', '김치'], '김치', /Kimchi/],
] as const)('while %s is composed nothing is asked for', async (_language, steps, text, name) => {
  const shopper = await opens()
  const keyboard = await shopper.page.context().newCDPSession(shopper.page)
  await field(shopper).click()
  await expect.poll(() => field(shopper).getAttribute('aria-autocomplete')).toBe('list')
  const asked: string[] = []
  shopper.page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/suggestions')) asked.push(url.searchParams.get('q')!)
  })
  for (const step of steps)
    await keyboard.send('Input.imeSetComposition', {
      text: step,
      selectionStart: step.length,
      selectionEnd: step.length,
    })
  await keyboard.send('Input.insertText', { text })
  await option(shopper, name).waitFor()
  expect(asked).toEqual([text])
  expect(await field(shopper).inputValue()).toBe(text)
})

test('on a phone the list has the width of the field, and a tap chooses or adds', async () => {
  const shopper = await opens({ width: 390, height: 844, touch: true })
  await field(shopper).tap()
  await field(shopper).pressSequentially('jasmine')
  await option(shopper, rice).waitFor()
  const sheet = (await list(shopper).locator('..').boundingBox())!
  expect([sheet.x >= 0, sheet.x + sheet.width <= 390, sheet.width > 340]).toEqual([true, true, true])
  await shopper.header.getByRole('button', { name: new RegExp(`^Add ${rice}.* to cart$`) }).tap()
  await shopper.header.getByRole('button', { name: /, 1 in cart$/ }).waitFor()
  await option(shopper, rice).tap()
  await shopper.seesHeading(/Jasmine Rice 5 kg/)
})

test('the checkout’s search shows suggestions below its field', async () => {
  const shopper = await openShop({ cart: [[101, 4]] })
  await shopper.goes('/check-out')
  await shopper.presses('Search', shopper.header)
  await field(shopper).click()
  await field(shopper).pressSequentially('tofu')
  await option(shopper, /Tofu/).click()
  await shopper.seesHeading(/Tofu/)
})
