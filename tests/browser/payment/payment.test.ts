import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { longestComment, type Order } from '#contract/order'
import { ask, orderAgain } from '../../kit/buying-shopper.ts'
import { fillsCart, newCustomer } from '../../kit/customer-shopper.ts'
import { hasFocus, tabsTo } from '../../kit/keyboard.ts'
import {
  chooses,
  choosesOnline,
  comesToPayment,
  isGone,
  isTold,
  mayClose,
  mayPay,
  mooncakes,
  newOrders,
  openPayer,
  opensWindow,
  payButton,
  paymentsSent,
  pays,
  paysOnDelivery,
  reviewsOnline,
  script,
} from '../../kit/paying-shopper.ts'
import type { Shopper, ShopperOptions } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

beforeEach(async () => void (await newOrders()))

/** How a shopper operates the page and the window. */
interface Way {
  options: ShopperOptions
  choosesOnline: (shopper: Shopper) => Promise<unknown>
  presses: (shopper: Shopper) => Promise<unknown>
  approves: (window: Page) => Promise<unknown>
}

const ways: Record<'mouse' | 'keyboard' | 'touch', Way> = {
  mouse: {
    options: {},
    choosesOnline,
    presses: shopper => payButton(shopper).click(),
    approves: window => chooses(window, 'Approve'),
  },
  keyboard: {
    options: {},
    async choosesOnline(shopper) {
      await tabsTo(shopper, shopper.main.getByRole('radio').first())
      await shopper.page.keyboard.press('ArrowDown')
    },
    async presses(shopper) {
      await tabsTo(shopper, payButton(shopper))
      await shopper.page.keyboard.press('Enter')
    },
    async approves(window) {
      await window.keyboard.press('Tab')
      await hasFocus(window.getByRole('button', { name: 'Approve', exact: true }), 'the first choice of the window')
      await mayClose(window, window.keyboard.press('Enter'))
    },
  },
  touch: {
    options: { width: 390, height: 844, touch: true },
    choosesOnline: ({ main }) => main.getByText('Pay online', { exact: true }).tap(),
    async presses(shopper) {
      // no pinned button that does not pay, and the amount beside the payment button
      expect(await shopper.page.locator('[data-pinned]').count()).toBe(0)
      await shopper.sees('$43.90')
      await payButton(shopper).tap()
    },
    approves: window => mayClose(window, window.getByRole('button', { name: 'Approve', exact: true }).tap()),
  },
}

/** Checks the calls to the gateway: the placed order is the one that was paid, with one key. */
function checksPaidOrder(shopper: Shopper, create: string, approve: string) {
  const intent = approve === 'client' ? 'capture' : 'authorize'
  const [payment, ...morePayments] = paymentsSent(shopper)
  const [order, ...moreOrders] = shopper.ordersSent
  expect([morePayments, moreOrders]).toEqual([[], []])
  const { providerOrderId, ...paid } = payment!
  expect(typeof providerOrderId).toBe(create === 'client' ? 'string' : 'undefined')
  const { payment: by, ...placed } = order!
  expect({ ...placed, intent }).toEqual(paid)
  expect(by).toEqual({ method: 'online', providerOrderId: providerOrderId ?? by.providerOrderId })
  expect(placed).toMatchObject({ total: 43.9, deliveryFee: 5.9, deliveryMethod: 'home-delivery' })
  expect(placed.lines).toMatchObject([{ productId: 1001, quantity: 1, totalPrice: 38 }])
  expect(shopper.gateway.count('authorizePayment')).toBe(approve === 'client' ? 0 : 1)
  return order!
}

describe('paying online', () => {
  // Specification: 1.11, 4.52, 4.53, S.8.20
  test.each([
    ['server', 'server', 'mouse'],
    ['client', 'server', 'mouse'],
    ['server', 'client', 'mouse'],
    ['client', 'client', 'mouse'],
    ['server', 'server', 'keyboard'],
    ['client', 'client', 'touch'],
  ] as const)(
    'with the order created on the %s and the payment completed on the %s, by %s, charges the shown amount for one order',
    async (create, approve, by) => {
      const way = ways[by]
      const { shopper, provider } = await openPayer(way.options, {
        VITE_PAYPAL_CREATE: create,
        VITE_PAYPAL_APPROVE: approve,
      })
      await comesToPayment(shopper)
      await way.choosesOnline(shopper)
      await shopper.continues('Review')
      await mayPay(shopper)
      await shopper.seesAmount('Total', '$43.90')
      const window = await opensWindow(shopper, () => way.presses(shopper))
      await shopper.sees('Finish paying in the PayPal window.')
      await window.getByText('Amount: 43.90 AUD').waitFor()
      await way.approves(window)
      const number = await shopper.seesOrder()
      await hasFocus(shopper.h1, 'the thanks')
      await isGone(window)
      await shopper.sees(/^TEST order: no money was moved\s+Paid online with PayPal/)
      for (const [name, amount] of [
        ['Subtotal', '$38.00'],
        ['Delivery', '$5.90'],
        ['Total', '$43.90'],
      ] as const) {
        await shopper.seesAmount(name, amount)
      }
      await shopper.seesCart('0 item(s) - $ 0')
      const sent = checksPaidOrder(shopper, create, approve)
      await provider.holds(`${approve === 'client' ? 'capture' : 'authorize'} ${mooncakes.total} AUD: captured`)
      const { data } = await orderAgain(sent)
      expect(data).toMatchObject({ orderNumber: number, subtotal: 38, deliveryFee: 5.9, total: 43.9 })
      const status = approve === 'client' ? 'captured' : 'authorized'
      expect(data.payment).toMatchObject({ method: 'online', status })
      expect(await newOrders()).toBe(1)
    },
  )

  test('authorizes the amount for a customer, and the order shows that it is paid', async () => {
    const customer = await newCustomer()
    await fillsCart(customer, mooncakes.cart)
    const { shopper, provider } = await openPayer({ token: customer.token, cart: undefined })
    await comesToPayment(shopper, 'filled in')
    await choosesOnline(shopper)
    await shopper.continues('Review')
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds('authorize 43.90 AUD: captured')
    const { data } = await ask<Order>('POST', '/order', shopper.ordersSent[0], customer.token)
    const now = async () => (await ask<Order>('GET', `/order/${data.orderId}`, undefined, customer.token)).data.payment
    await expect.poll(async () => (await now()).status).toBe('captured')
  })
})

describe('a shop with a wrong payment setup', () => {
  // Specification: 4.52, 8.14, 8.15
  test.each([
    ['both ways to create an order', 'client,server', 'Both client-side and server-side order creation are defined'],
    ['no way to create an order', 'nowhere', 'Neither client-side nor server-side order creation is defined'],
  ])('with %s reports it on the page and in the log, and offers payment on delivery', async (_, create, words) => {
    const { shopper, provider } = await openPayer({}, { VITE_PAYPAL_CREATE: create })
    await comesToPayment(shopper)
    await choosesOnline(shopper)
    await shopper.continues('Review')
    await shopper.main.getByRole('alert').getByText('Online payment is not set up.').waitFor()
    await shopper.sees(words)
    expect(shopper.errors.splice(0).join()).toContain(`The payment button is not set up ${words}`)
    expect(await payButton(shopper).count()).toBe(0)
    await shopper.presses('Change payment method')
    await paysOnDelivery(shopper)
    await provider.holds()
  })

  // Specification: 8.16
  test('logs that the button has no order, and can be paid afterwards', async () => {
    const { shopper, provider } = await openPayer()
    await exposesCallbacks(shopper)
    await reviewsOnline(shopper)
    await shopper.field('Order comment').fill('x'.repeat(longestComment + 1))
    await expect.poll(() => payButton(shopper).isDisabled()).toBe(true)
    await shopper.page.evaluate(async () => {
      const { onClick, createOrder, onError } = (window as unknown as { options: ButtonOptions }).options
      await onClick({}, { resolve() {}, reject() {} })
      await Promise.resolve()
        .then(() => createOrder({}, {}))
        .catch(onError)
    })
    await isTold(shopper, 'Invalid state for order creation.')
    expect(shopper.errors.splice(0).join()).toContain('Invalid state for order creation.')
    expect(shopper.gateway.count('beginPayment')).toBe(0)
    await shopper.field('Order comment').fill('')
    await mayPay(shopper)
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds('authorize 43.90 AUD: captured')
  })
})

/** The options that the shop passes to the provider's script. */
interface ButtonOptions {
  onClick: (data: object, actions: object) => unknown
  createOrder: (data: object, actions: object) => unknown
  onError: (error: unknown) => void
}

/** Lets the test call the callbacks of the provider's script. */
const exposesCallbacks = ({ page }: Shopper) =>
  page.route(script, async route => {
    const lending = `;{
      const { paypal } = window, { Buttons } = paypal
      paypal.Buttons = options => Buttons(window.options = options)
    }`
    const code = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/javascript', body: code + lending })
  })

const scriptsAsked = ({ requests }: Shopper) => requests.map(one => one.url()).filter(url => script.test(url))
const didNotLoad = 'We couldn’t load the payment button.'

describe("the provider's script", () => {
  // Specification: 7.2.4
  test('is loaded when paying online is chosen, from the configured URL only, with its parameters', async () => {
    const environment = { VITE_PAYPAL_COMMIT: 'false', VITE_PAYPAL_PARAMETERS: 'locale=en_AU&disable-funding=card' }
    const { shopper, provider } = await openPayer({}, environment)
    await comesToPayment(shopper)
    expect(scriptsAsked(shopper)).toEqual([])
    await choosesOnline(shopper)
    await shopper.continues('Review')
    await mayPay(shopper)
    const [asked, ...more] = scriptsAsked(shopper).map(url => new URL(url))
    expect(more).toEqual([])
    expect(asked!.origin).toBe(shopUrl())
    expect(Object.fromEntries(asked!.searchParams)).toMatchObject({
      'client-id': 'sandbox',
      currency: 'AUD',
      intent: 'authorize',
      commit: 'false',
      locale: 'en_AU',
      'disable-funding': 'card',
    })
    const origins = shopper.requests.map(one => new URL(one.url())).filter(({ protocol }) => protocol !== 'data:')
    expect([...new Set(origins.map(({ origin }) => origin))]).toEqual([shopUrl()])
    const window = await opensWindow(shopper)
    await window.getByText('You will see the order once more in the shop before you pay.').waitFor()
    await chooses(window, 'Cancel')
    await isTold(shopper, 'You closed the payment window.')
    await provider.holds('authorize 43.90 AUD: created')
  })

  test('that answers 503 is reported, with “Try again”', async () => {
    const { shopper, provider } = await openPayer()
    await comesToPayment(shopper)
    await shopper.page.route(script, route => route.fulfill({ status: 503 }))
    await choosesOnline(shopper)
    await shopper.continues('Review')
    await shopper.sees(didNotLoad)
    await shopper.presses('Try again')
    await expect.poll(() => scriptsAsked(shopper).length).toBe(2)
    await shopper.sees(didNotLoad)
    await shopper.page.unroute(script)
    await shopper.presses('Try again')
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds('authorize 43.90 AUD: captured')
    shopper.errors.splice(0) // Chromium logs the failed request itself
  })

  test('that hangs is reported after the time-out, and the order can be paid on delivery', async () => {
    const { shopper, provider } = await openPayer({ clock: true })
    await comesToPayment(shopper)
    await shopper.page.route(script, () => Promise.resolve())
    await choosesOnline(shopper)
    await shopper.continues('Review')
    await shopper.main.getByRole('status').getByText('Loading the payment button').waitFor({ state: 'attached' })
    await shopper.page.clock.runFor(21_000)
    await shopper.sees(didNotLoad)
    await shopper.presses('Change payment method')
    await paysOnDelivery(shopper)
    await provider.holds()
  })
})
