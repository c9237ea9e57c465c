import { describe, expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

/** Opens the checkout, which starts with the store's region. */
async function opens(shopper: Shopper) {
  await shopper.checksOut()
  await shopper.field('Suburb/City').focus()
}

/** Waits until the suburbs are suggested. */
const seesSuburbs = (shopper: Shopper) => shopper.page.locator('datalist option').first().waitFor({ state: 'attached' })
const postCode = (shopper: Shopper) => shopper.field('Post code').inputValue()

describe('the post code of an address', () => {
  test('is filled in while the suburb is typed, follows a change of suburb, and can be typed over', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await opens(shopper)
    await seesSuburbs(shopper)
    const { keyboard } = shopper.page
    await keyboard.type('Eastwood')
    await expect.poll(() => postCode(shopper)).toBe('2122')
    await keyboard.press('Backspace')
    await expect.poll(() => postCode(shopper)).toBe('')
    await keyboard.type('d')
    await keyboard.press('Tab')
    await keyboard.type('2123')
    expect(await postCode(shopper)).toBe('2123')
    await shopper.field('Suburb/City').fill('Parramatta')
    expect(await postCode(shopper)).toBe('2123')
  })

  test('is not mixed with one that the shopper types if the suburbs are loaded late', async () => {
    const shopper = await openShop({ cart: [[101, 2]], noTimeouts: true })
    shopper.gateway.holds('suburbs')
    await opens(shopper)
    const { keyboard } = shopper.page
    await keyboard.type('Eastwood')
    // of the billing and of the delivery address
    await shopper.gateway.isAsked('suburbs', 2)
    await shopper.gateway.answers('suburbs')
    await shopper.gateway.answers('suburbs')
    await seesSuburbs(shopper)
    await keyboard.press('Tab')
    await keyboard.type('2122')
    expect(await postCode(shopper)).toBe('2122')
  })
})
