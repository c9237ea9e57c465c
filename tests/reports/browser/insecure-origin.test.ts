import { describe, expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

/** The shop under test, under a name of the local network: no secure context. */
const plainUrl = () => shopUrl().replace(/\/\/[^:]+/, '//shop.test')

/** Chromium says that it ignores this header where the origin is no secure context. */
function ignoreOpenerPolicy(shopper: Shopper) {
  const others = shopper.errors.filter(
    error => !error.startsWith('The Cross-Origin-Opener-Policy header has been ignored'),
  )
  shopper.errors.splice(0, Infinity, ...others)
}

describe('oneprolabs/sourcelens#379: an API that exists in secure contexts only', () => {
  test('a guest buys over plain http on a name of the local network, in one of two tabs', async () => {
    const shopper = await openShop({ width: 390, height: 844, url: plainUrl() })
    const { page } = shopper
    await shopper.goes('/main/product-list/0')
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'locks' in navigator])).toEqual([
      false,
      false,
      false,
    ])
    await shopper.searches('jasmine rice')
    await shopper.adds('Golden Paddy Jasmine Rice 5 kg')
    await shopper.goes('/main/shopping-cart')
    await shopper.quantityOf('Golden Paddy Jasmine Rice 5 kg').fill('2')
    await shopper.seesCart('2 item(s) - $ 31.80')
    await shopper.reviews()
    await page.screenshot({ path: process.env.SCREENSHOT })
    const other = await shopper.opensTab()
    await other.goes('/check-out')
    await other.main
      .getByText(/other tab|another tab/)
      .first()
      .waitFor()
    await shopper.placesOrder()
    await shopper.seesOrder()
    expect(shopper.ordersSent).toHaveLength(1)
    ignoreOpenerPolicy(shopper)
    ignoreOpenerPolicy(other)
  })

  test('a customer registers and logs in over plain http', async () => {
    const shopper = await openShop({ width: 390, height: 844, url: plainUrl() })
    const Email = `plain.${Date.now()}@example.com`
    await shopper.goes('/main/register')
    await shopper.fillsRegistration({ Email })
    await shopper.presses('Register')
    await shopper.seesHeading('Your account has been created')
    await shopper.goes('/auth/logout')
    await shopper.goes('/auth/login')
    await shopper.logsIn({ email: Email, password: 'lantern-hotpot' })
    await shopper.seesHeading('My Account')
    ignoreOpenerPolicy(shopper)
  })
})
