import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import { fingerprints } from '#machines/journal/fingerprints'
import { ask } from '../../kit/buying-shopper.ts'
import { fillsCart, newCustomer } from '../../kit/customer-shopper.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const twoRice = [[101, 2]] as const
const home = '/main/product-list/0'
const day = 86_400_000

/** The unsettled orders of the browser. */
const unsettled = ({ page }: Shopper) =>
  page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('shop.order/')))

/** What the browser has stored of them. */
const stored = async ({ page }: Shopper) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith('shop.order/') ? [JSON.parse(text as string) as unknown] : [],
    ),
  )

/** The tab is shown. */
async function isShown({ page }: Shopper) {
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** Whether the gateway accepts a customer's token. */
const isAccepted = async (token: string) =>
  (await ask('POST', '/order/fetchOrder', { orderStatus: 'current' }, token)).statusCode === 200

/**
 * Presses 'Place Order'; the request never reaches the gateway, and the shop waits for the answer whether it did. The request is refused,
 * not held: Chromium sends the held requests of a tab that is closed.
 */
async function ordersWithoutResponse(shopper: Shopper) {
  await shopper.reviews()
  shopper.gateway.fails('placeOrder', 'down')
  shopper.gateway.fails('findOrder', 'hang')
  await shopper.placesOrder()
  await shopper.gateway.isAsked('findOrder')
  expect(await unsettled(shopper)).toHaveLength(1)
}

/** Leaves the shop for a document of the same origin. */
const leaves = ({ page }: Shopper) => page.goto(`${shopUrl()}/robots.txt`)

const dist = fileURLToPath(new URL('../../../dist/assets', import.meta.url))

/**
 * From now on the browser loads another build, in which one machine has another shape. A journal of the former build can't resume that
 * machine.
 */
async function deploys({ page }: Shopper, machine: string) {
  const known = fingerprints[machine]!
  const files = readdirSync(dist).filter(file => readFileSync(`${dist}/${file}`, 'utf8').includes(known))
  expect(files).toHaveLength(1)
  await page.context().route(`**/assets/${files[0]}`, async caught => {
    const response = await caught.fetch()
    await caught.fulfill({ response, body: (await response.text()).replace(known, '00000000') })
  })
}

/** Makes the stored orders older by this number of milliseconds. */
const ages = ({ page }: Shopper, by: number) =>
  page.evaluate(age => {
    for (const key of Object.keys(localStorage).filter(name => name.startsWith('shop.order/'))) {
      const order = JSON.parse(localStorage.getItem(key)!) as { sentAt: number }
      localStorage.setItem(key, JSON.stringify({ ...order, sentAt: order.sentAt - age }))
    }
  }, by)

const bar = ({ page }: Shopper) => page.getByRole('status').filter({ hasText: 'was never confirmed' })

describe('an order whose response is lost', () => {
  test('is not sent 20 days later from the home page; discarding it makes its key unusable and keeps the cart', async () => {
    const shopper = await openShop({ cart: twoRice })
    await ordersWithoutResponse(shopper)
    const [order, ...more] = shopper.ordersSent
    expect(more).toEqual([])
    await leaves(shopper)
    await shopper.gateway.answers()
    await ages(shopper, 20 * day)
    await shopper.goes(home)
    await bar(shopper).waitFor()
    expect(shopper.ordersSent).toHaveLength(1)
    await shopper.page.getByRole('button', { name: 'Discard it' }).click()
    await shopper.seesToast('The order was discarded. Nothing was ordered.')
    await bar(shopper).waitFor({ state: 'hidden' })
    expect(await unsettled(shopper)).toEqual([])
    expect(await ask('POST', '/order', order!)).toMatchObject({ statusCode: 410, data: null })
    await shopper.seesCart('2 item(s) - $ 31.80')
    expect(shopper.ordersSent).toHaveLength(1)
  })

  test.each(['checkout', 'cart', 'shop'])(
    'is found by another build, in which the machine %s has changed, and its receipt can be reached',
    async machine => {
      const shopper = await openShop({ cart: twoRice })
      await shopper.reviews()
      // the order reaches the gateway, but its answer is lost
      shopper.gateway.fails('placeOrder', 'lost')
      shopper.gateway.fails('findOrder', 'hang')
      await shopper.placesOrder()
      await shopper.gateway.isAsked('findOrder', 1)
      await deploys(shopper, machine)
      await leaves(shopper)
      await shopper.gateway.answers()
      await shopper.goes(home)
      await shopper.page.getByText(/^Your order \d+ was placed\.$/).waitFor()
      expect(shopper.ordersSent).toHaveLength(1)
      await shopper.page.getByRole('button', { name: 'View receipt' }).click()
      await shopper.seesOrder()
      await shopper.seesCart('0 item(s) - $ 0')
      expect(await unsettled(shopper)).toEqual([])
    },
  )

  test('is taken over by another open tab once its tab is closed, and is placed once', async () => {
    const first = await openShop({ cart: twoRice })
    await first.goes(home)
    const second = await first.opensTab()
    await ordersWithoutResponse(second)
    const [{ requestId }] = second.ordersSent as [NewOrder]
    await first.gateway.answers()
    // shown while the other tab has the order: that tab keeps it
    await isShown(first)
    await second.page.close()
    await isShown(first)
    await first.page.getByText(/^Your order \d+ was placed\.$/).waitFor()
    expect(first.ordersSent.map(order => order.requestId)).toEqual([requestId])
    expect(await unsettled(first)).toEqual([])
  })

  test('can’t be placed any more once the guest is forgotten on this device, who reads that it was not placed', async () => {
    const shopper = await openShop({ cart: twoRice })
    await ordersWithoutResponse(shopper)
    const [order] = shopper.ordersSent
    await shopper.gateway.answers()
    shopper.page.once('dialog', dialog => dialog.accept())
    await shopper.page.getByRole('button', { name: 'Forget me on this device' }).click()
    await shopper.seesToast('was not placed.')
    expect(await unsettled(shopper)).toEqual([])
    expect(await ask('POST', '/order', order!)).toMatchObject({ statusCode: 410, data: null })
  })
})

describe('a guest’s order whose response is lost, if the guest then logs in', () => {
  test.each(['lost', 'down'] as const)('is placed once, and its number is shown (%s)', async how => {
    const customer = await newCustomer()
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    shopper.gateway.fails('placeOrder', how)
    shopper.gateway.fails('findOrder', 'down')
    await shopper.placesOrder()
    await shopper.gateway.isAsked('findOrder')
    await shopper.goes('/auth/login')
    await shopper.gateway.answers()
    await shopper.logsIn(customer)
    await shopper.page.getByText(/^Your order \d+ was placed\.$/).waitFor()
    expect(new Set(shopper.ordersSent.map(({ requestId }) => requestId)).size).toBe(1)
    expect(await unsettled(shopper)).toEqual([])
    await shopper.seesCart('0 item(s) - $ 0')
  })
})

test('a logout revokes the token though the page is closed while an order is looked up', async () => {
  const customer = await newCustomer()
  const shopper = await openShop({ token: customer.token, session: await fillsCart(customer, twoRice) })
  await ordersWithoutResponse(shopper)
  expect(await isAccepted(customer.token)).toBe(true)
  await shopper.goes('/auth/logout')
  await shopper.seesHeading('You have been logged out.')
  await shopper.gateway.isAsked('findOrder', 2)
  expect(await isAccepted(customer.token)).toBe(true)
  await shopper.page.close({ runBeforeUnload: true })
  await expect.poll(() => isAccepted(customer.token)).toBe(false)
})

describe('an order whose response is lost while the login expires', () => {
  test.each([
    ['lost', /^Your order from .* was placed\. Its number is \d+\.$/],
    ['down', /^Your order from .* was not placed\.$/],
  ] as const)(
    'is only stored as an outline, and the customer reads its outcome after the next login (%s)',
    async (how, outcome) => {
      const customer = await newCustomer()
      const shopper = await openShop({ token: customer.token, session: await fillsCart(customer, twoRice) })
      await shopper.reviews()
      shopper.gateway.fails('placeOrder', how)
      shopper.gateway.refusesToken('findOrder')
      await shopper.placesOrder()
      await shopper.seesToast('Your login has expired. Please log in again.')
      await expect
        .poll(() => stored(shopper))
        .toEqual([{ sentAt: expect.any(Number), customerId: expect.any(String), sessionId: expect.any(String) }])
      await shopper.gateway.answers()
      await shopper.goes('/auth/login')
      await shopper.logsIn(customer)
      await shopper.page.getByText(outcome).waitFor()
      expect(await unsettled(shopper)).toEqual([])
      expect(shopper.ordersSent).toHaveLength(1)
      const orders = await ask<object>('POST', '/order/fetchOrder', { orderStatus: 'current' }, customer.token)
      expect(orders.listData).toHaveLength(how === 'lost' ? 1 : 0)
    },
  )
})
