import { describe, expect, test } from 'vitest'
import { recordShifts, shiftsOn, totalOf } from '../../kit/layout-shift.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const facts = ({ page }: Shopper) => page.getByRole('main').getByRole('region', { name: 'Delivery to Eastwood 2122' })

async function openWithPlace(options: ShopperOptions) {
  const shopper = await openShop(options)
  const kept = JSON.stringify({ name: 'Eastwood', postCode: '2122' })
  await shopper.page.addInitScript(text => localStorage.setItem('shop.place', text), kept)
  return shopper
}

describe('What delivery to the chosen place costs', () => {
  test.each([390, 1280])(
    'is shown with the next free time on the product page, in the cart and on Shipping at %i px',
    async width => {
      const shopper = await openWithPlace({ width, cart: [[101, 1]] })
      for (const path of ['/main/product-detail/101', '/main/delivery-info', '/cart']) {
        await shopper.goes(path)
        await shopper.sees('Next free time', facts(shopper))
        await shopper.sees('Minimum order', facts(shopper))
      }
    },
  )

  test.each(['/main/product-list/0', '/main/product-list/2'])('is in the first line of the list %s', async path => {
    const shopper = await openWithPlace({ width: 1280, height: 900 })
    await shopper.goes(path)
    const bar = shopper.page.getByRole('region', { name: 'Store details' })
    await shopper.page.mouse.wheel(0, 600)
    await expect
      .poll(() => bar.textContent())
      .toMatch(/Deliver to Eastwood 2122.*\$\d+\.\d\d delivery, next free time \w+/)
  })

  test('is left out if no place is chosen, and if the suburbs can’t be read', async () => {
    const none = await openShop()
    await none.goes('/main/product-detail/101')
    await none.page.waitForLoadState('networkidle')
    expect(await facts(none).count()).toBe(0)
    const failing = await openWithPlace({ width: 1280 })
    await failing.page.route('**/suburb/**', route => route.fulfill({ status: 409, json: { message: 'No.' } }))
    await failing.goes('/main/product-detail/101')
    await failing.page.waitForLoadState('networkidle')
    expect(await facts(failing).count()).toBe(0)
    failing.errors.splice(0)
  })

  test('moves nothing when it is added to the product page of a phone', async () => {
    const shopper = await openWithPlace({ width: 390, height: 844 })
    await recordShifts(shopper.page.context())
    await shopper.goes('/main/product-detail/101')
    await facts(shopper).waitFor()
    const shifts = await shiftsOn(shopper.page)
    expect(totalOf(shifts) > 0.01 ? shifts : []).toEqual([])
  })
})
