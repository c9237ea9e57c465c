import { describe, expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const waiting = ({ main }: Shopper) => main.getByText('Waiting for connection')
const bar = ({ page }: Shopper) => page.getByRole('status').filter({ hasText: /offline|online again/ })
const setOffline = ({ page }: Shopper, isOffline: boolean) => page.context().setOffline(isOffline)
/** The methods of the requests that the gateway has received for the cart since a moment. */
const sentSince = ({ requests }: Shopper, from: number) =>
  requests
    .slice(from)
    .filter(one => one.url().includes('/v1/cart') && one.method() !== 'GET' && one.failure() === null)
    .map(one => one.method())

/** The browser reports files that it could not load without a connection, and nothing else. */
function expectOfflineErrors({ errors }: Shopper): void {
  expect(errors.filter(error => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  errors.length = 0
}

describe('without a connection', () => {
  test('changes of the cart wait, are marked, and are sent once and in order when it returns', async () => {
    const shopper = await openShop({
      cart: [
        [101, 2],
        [102, 1],
        [103, 1],
      ],
    })
    await shopper.goes('/main/product-detail/104')
    await shopper.goesByLink('/cart')
    await shopper.seesHeading('Shopping Cart')
    await shopper.main.getByRole('spinbutton').nth(2).waitFor()
    await shopper.goesByLink('/main/product-detail/104')
    await shopper.main.getByRole('button', { name: 'Add to Cart' }).first().waitFor()
    await setOffline(shopper, true)
    await bar(shopper).getByText('You’re offline. You can change your cart').waitFor()
    shopper.gateway.failures.push(...Array.from({ length: 20 }, () => 0))
    const from = shopper.requests.length
    await shopper.presses(/^Add to Cart/)
    await shopper.main.getByRole('button', { name: 'Waiting for connection' }).first().waitFor()
    await shopper.goesByLink('/cart')
    await shopper.seesHeading('Shopping Cart')
    await shopper.main.getByRole('spinbutton').first().fill('5')
    await shopper.main
      .getByRole('button', { name: /^Remove / })
      .nth(2)
      .click()
    await bar(shopper).getByText('3 changes to your cart will be sent').waitFor()
    // the added product, the changed line; the removed one is gone
    await expect.poll(() => waiting(shopper).count()).toBe(2)
    expect(await shopper.main.getByRole('spinbutton').count()).toBe(2)
    await setOffline(shopper, false)
    await expect.poll(() => shopper.main.getByRole('spinbutton').count()).toBe(3)
    await expect.poll(() => waiting(shopper).count()).toBe(0)
    await expect.poll(() => bar(shopper).count()).toBe(0)
    await shopper.reloads()
    const quantities = shopper.main.getByRole('spinbutton')
    await expect.poll(() => quantities.count()).toBe(3)
    expect(await quantities.first().inputValue()).toBe('5')
    expect(sentSince(shopper, from)).toEqual(['POST', 'PUT', 'DELETE'])
    expectOfflineErrors(shopper)
  })

  test('what waits survives a reload, and is sent when the connection returns', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.goes('/cart')
    await shopper.main.getByRole('spinbutton').waitFor()
    await shopper.page.mouse.click(5, 5)
    // documents are served, as by a service worker; the calls are not answered
    const offline = () => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    await shopper.page.evaluate(offline)
    shopper.gateway.fails(['changeLine', 'begin', 'cart'], 'down')
    await shopper.main.getByRole('spinbutton').fill('7')
    await waiting(shopper).waitFor()
    await shopper.page.context().addInitScript(offline)
    await shopper.page.reload()
    await waiting(shopper).waitFor()
    expect(await shopper.main.getByRole('spinbutton').inputValue()).toBe('7')
    await shopper.gateway.answers()
    await shopper.page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
      window.dispatchEvent(new Event('online'))
    })
    await expect.poll(() => waiting(shopper).count()).toBe(0)
    expect(await shopper.main.getByRole('spinbutton').inputValue()).toBe('7')
    await expect.poll(() => shopper.gateway.count('changeLine')).toBeGreaterThan(1)
  })

  test('an order is not lost: its outcome is asked when the connection returns, and it is placed once', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.reviews()
    await setOffline(shopper, true)
    await bar(shopper).waitFor()
    shopper.gateway.failures.push(...Array.from({ length: 20 }, () => 0))
    await shopper.placesOrder()
    await shopper.sees('We are checking your order')
    await setOffline(shopper, false)
    await shopper.sees('Thank you for your order')
    expect(shopper.gateway.count('findOrder')).toBeGreaterThan(0)
    expectOfflineErrors(shopper)
  })
})
