import { describe, expect, test } from 'vitest'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { recordShifts, shiftsOn, totalOf } from '../../kit/layout-shift.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'
const filled = [[101, 2], [901, 1]] as const // prettier-ignore

/** The positions of a page's heading and of the header's parts. */
const places = () =>
  ['h1', 'header', 'header form[role=search], header nav', 'header [aria-controls], header [aria-expanded]'].map(
    part => {
      const { x, y } = document.querySelector(part)!.getBoundingClientRect()
      return `${part}: ${Math.round(x)} ${Math.round(y)}`
    },
  )

describe('the frame of a page that starts in the browser', () => {
  const visits = async (shopper: Shopper, paths: readonly string[]) => {
    const found: Record<string, unknown> = {}
    for (const path of paths) {
      await shopper.goes(path)
      await shopper.page.waitForLoadState('networkidle')
      const shifts = await shiftsOn(shopper.page)
      if (totalOf(shifts) > 0.01) found[path] = shifts
    }
    return found
  }

  test('does not move when a guest’s page replaces it, on a wide screen', async () => {
    const shopper = await openShop({ cart: filled })
    await recordShifts(shopper.page.context())
    const paths = ['/cart', '/check-out', '/auth/login', '/main/register', '/forget-password', '/manage-account', home]
    expect(await visits(shopper, paths)).toEqual({})
  })

  test('does not move when a customer’s page replaces it, on a phone', async () => {
    const { token } = await newCustomer()
    const shopper = await openShop({ token, width: 390, height: 844 })
    await recordShifts(shopper.page.context())
    const paths = [
      '/manage-account',
      '/manage-account/modify-account',
      '/manage-account/change-password',
      '/manage-account/modify-address',
      '/manage-account/modify-delivery-address',
      '/manage-order/current-order',
      '/manage-order/history-order',
      '/cart',
      '/check-out',
      '/main/order-received',
      '/reset-password?token=none',
    ]
    expect(await visits(shopper, paths)).toEqual({})
  })

  test.each([
    ['a guest opens the account', 'guest', '/manage-account', '/auth/login'],
    ['a guest opens the orders', 'guest', '/manage-order/current-order', '/auth/login'],
    ['a customer opens the login', 'customer', '/auth/login', '/manage-account'],
  ] as const)('does not move on a phone when %s and is redirected', async (_title, who, asked, shown) => {
    const token = who === 'customer' ? (await newCustomer()).token : undefined
    const shopper = await openShop({ token, width: 390, height: 844 })
    const { page } = shopper
    await recordShifts(page.context())
    // the frame is painted before the scripts are loaded, as on a slow phone
    let come = () => {}
    const wait = new Promise<void>(resolve => (come = resolve))
    await page.route(/\/assets\/.*\.js$/, route => wait.then(() => route.continue()))
    await page.goto(shopUrl() + asked, { waitUntil: 'commit' })
    await shopper.h1.waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    come()
    await page.waitForURL(url => url.pathname === shown)
    await page.locator('[data-shell]').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const shifts = await shiftsOn(page)
    expect(totalOf(shifts) > 0.01 ? shifts : []).toEqual([])
  })

  test.each(['/cart', '/check-out', '/auth/login', '/main/register', '/forget-password'])(
    'has heading and header in the same place as the page: %s',
    async path => {
      const shopper = await openShop({ cart: filled })
      const { page } = shopper
      let come = () => {}
      const wait = new Promise<void>(resolve => (come = resolve))
      await page.route(/\/assets\/.*\.js$/, route => wait.then(() => route.continue()))
      await page.goto(shopUrl() + path, { waitUntil: 'commit' })
      await shopper.h1.waitFor()
      // the position of the search depends on the wordmark's font
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      const before = await page.evaluate(places)
      expect(await page.locator('[data-skeleton]').isVisible()).toBe(true)
      come()
      await page.locator('[data-shell]').waitFor({ state: 'detached' })
      await shopper.h1.waitFor()
      expect(await page.evaluate(places)).toEqual(before)
    },
  )
})

describe('a gateway that does not answer', () => {
  // Specification: 2.1.5, 7.2.3, S.1.8
  test('leaves the previous page usable, under a progress line, while a product loads; choosing another one replaces the first', async () => {
    const shopper = await openShop({ noTimeouts: true })
    const { page, gateway, header } = shopper
    await shopper.goes(home)
    gateway.holds('product')
    await shopper.follows(`View Item: ${rice}`)
    const line = page.getByRole('status').filter({ hasText: /^Loading$/ })
    await line.waitFor()
    expect(await line.evaluate(one => getComputedStyle(one).animationDelay)).toBe('0.2s')
    await shopper.seesHeading(/^Features/)
    await shopper.opensCart()
    await page.keyboard.press('Escape')
    await shopper.adds(rice)
    await shopper.follows(/^View Item: Red Crane/)
    await expect.poll(() => gateway.count('product')).toBe(2)
    await gateway.answers('product')
    await shopper.seesHeading(/Red Crane/)
    await line.waitFor({ state: 'detached' })
    expect(await header.isVisible()).toBe(true)
  })

  // Specification: S.1.7
  test('shows a list with its heading and skeletons; the header works, and Back shows the previous list at once', async () => {
    const shopper = await openShop({ noTimeouts: true })
    const { page, gateway } = shopper
    await shopper.goes(home)
    const products = await shopper.main.getByRole('article').count()
    gateway.holds('products')
    await shopper.follows('Golden Paddy', shopper.aisles)
    await shopper.seesHeading(/^Golden Paddy/)
    await page.getByRole('status').filter({ hasText: 'Loading products' }).waitFor()
    expect(await shopper.main.getByRole('article').count()).toBe(0)
    await shopper.opensCart()
    await page.goBack()
    await shopper.seesHeading(/^Features/)
    expect(await shopper.main.getByRole('article').count()).toBe(products)
    expect(
      await page
        .getByRole('status')
        .filter({ hasText: /^Loading/ })
        .count(),
    ).toBe(0)
    await page.goForward()
    await shopper.seesHeading(/^Golden Paddy/)
    await gateway.answers('products')
    await shopper.main.getByRole('article').first().waitFor()
  })

  // Specification: 2.1.21, 2.2.2
  test('shows the overlay while an order is being placed', async () => {
    const shopper = await openShop({ cart: filled })
    await shopper.reviews()
    shopper.gateway.holds('placeOrder')
    await shopper.placesOrder()
    const overlay = shopper.page.getByText('Placing your order …')
    await overlay.waitFor()
    await shopper.gateway.answers('placeOrder')
    await shopper.seesOrder()
    await overlay.waitFor({ state: 'detached' })
  })
})
