import { describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { openShop } from '../../kit/shopper.ts'

const rice = 'Golden Paddy Jasmine Rice 5 kg'

/** Whether an element is drawn in a colour of the tokens, given by its custom property. */
const hasColour = (element: Locator, property: string, colour: 'color' | 'backgroundColor' = 'color') =>
  element.evaluate(
    (one, [property, colour]) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${property})`
      const wanted = getComputedStyle(probe).color
      probe.remove()
      return getComputedStyle(one)[colour] === wanted
    },
    [property, colour] as const,
  )

const textAfter = (element: Locator) => element.evaluate(one => getComputedStyle(one, '::after').content)

describe('on a phone', () => {
  // Specification: S.4.21
  test('the bar with the disabled button “Checkout” says what is missing, or that a quantity is invalid', async () => {
    const shopper = await openShop({ cart: [[101, 1]], width: 390, height: 844 })
    await shopper.goes('/cart')
    const bar = shopper.page.locator('[data-pinned]')
    const reason = bar.getByRole('status')
    await expect.poll(() => reason.textContent()).toBe('Add $14.10 more')
    await shopper.page.evaluate(() => scrollTo(0, 0))
    const { y, height } = (await reason.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(844)
    await shopper.quantityOf(rice).fill('0')
    await expect.poll(() => reason.textContent()).toBe('Check the quantities')
    await shopper.quantityOf(rice).fill('2')
    await bar.getByRole('link', { name: 'Checkout' }).waitFor()
    expect(await reason.textContent()).toBe('')
  })
})

// 101 is a special, 614 is not
test.each([
  [390, 101],
  [390, 614],
  [1280, 101],
  [1280, 614],
])('at %i px the amounts that follow from a new quantity of product %i look unconfirmed', async (width, product) => {
  const shopper = await openShop({ cart: [[product, 3]], width, height: 844 })
  const { main, header, page, gateway } = shopper
  await shopper.goes('/cart')
  const line = main.getByRole('listitem').filter({ has: page.getByRole('spinbutton') })
  const amount = line.locator('b').last()
  const total = page.locator(width === 390 ? '[data-pinned] b' : 'aside [data-total] dd')
  const inHeader = header.locator(width === 390 ? '[class*=badge]' : '[class*=words] b').last()
  const drawn = async () => ({
    amount: await hasColour(amount, '--ink-soft'),
    highlighted: await hasColour(amount, '--gold', 'backgroundColor'),
    total: await hasColour(total, '--ink-soft'),
    header: await hasColour(inHeader, '--ink-soft'),
  })
  await amount.waitFor()
  const confirmed = { amount: false, highlighted: product === 101, total: false, header: false }
  await expect.poll(drawn).toEqual(confirmed)
  gateway.holds('changeLine')
  await line.getByRole('spinbutton').fill('4')
  await expect.poll(drawn).toEqual({ amount: true, highlighted: false, total: true, header: true })
  if (width === 390) expect(await textAfter(total)).toMatch(/…/)
  if (product === 614) expect(await textAfter(amount)).toMatch(/…/)
  await gateway.answers('changeLine')
  await expect.poll(drawn).toEqual(confirmed)
})

test('what a special saves on a line of the cart has the colour of specials', async () => {
  const shopper = await openShop({ cart: [[101, 1]] })
  await shopper.goes('/cart')
  const saving = shopper.main.getByText('Save $3.00')
  await saving.waitFor()
  expect(await hasColour(saving, '--gold-text')).toBe(true)
})
