import { beforeEach, describe, expect, test } from 'vitest'
import { waits } from '#contract/waits'
import { fillsCart, newCustomer } from '../../kit/customer-shopper.ts'
import { hasFocus } from '../../kit/keyboard.ts'
import {
  basmati,
  chooses,
  choosesOnline,
  comesToPay,
  comesToPayment,
  isGone,
  isTold,
  keysOf,
  mayPay,
  newOrders,
  opensTab,
  opensWindow,
  payButton,
  pays,
  pearlTea,
  openPayer,
  reviewsOnline,
  staysUnanswered,
} from '../../kit/paying-shopper.ts'
import type { Shopper } from '../../kit/shopper.ts'

const { cart } = pearlTea
const captured = 'authorize 41.60 AUD: captured'
const closed = 'You closed the payment window. Nothing was charged, and your order was not placed.'

beforeEach(async () => void (await newOrders()))

/** The page says that the outcome is unknown, and the message has the focus. */
async function isUnsure(shopper: Shopper, what: 'payment' | 'order') {
  const heading = shopper.main.getByRole('heading', { name: `We are checking your ${what}` })
  await heading.waitFor()
  await hasFocus(heading, 'the heading')
}

describe('a payment', () => {
  test.each(['lost', 'HTTP 500', 'wrong types'] as const)(
    'whose responses are all %s is one payment and one order, and shows its status',
    async fault => {
      const { shopper, provider } = await comesToPay({ cart })
      const { gateway } = shopper
      gateway.fails('beginPayment', fault)
      await payButton(shopper).click()
      await isTold(shopper, 'The payment provider reported a problem. You haven’t been charged. Try again, or choose')
      await gateway.answers('beginPayment')
      gateway.fails('authorizePayment', fault)
      await pays(shopper)
      await isUnsure(shopper, 'payment')
      await shopper.sees('You’ll never be charged twice.')
      await gateway.isAsked('authorizePayment', 2)
      await gateway.answers('authorizePayment')
      gateway.fails(['placeOrder', 'findOrder'], fault)
      await shopper.presses('Ask again')
      await isUnsure(shopper, 'order')
      await gateway.answers('placeOrder', 'findOrder')
      await shopper.asksAgain('Thank you for your order')
      await shopper.seesOrder()
      await shopper.seesCart('0 item(s) - $ 0')
      await provider.holds(captured)
      expect(keysOf(shopper)).toHaveLength(1)
      expect(new Set(shopper.ordersSent.map(order => JSON.stringify(order))).size).toBe(1)
      expect(await newOrders()).toBe(1)
    },
  )

  test('whose calls and approval are sent twice is one payment', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    for (const call of ['beginPayment', 'authorizePayment', 'placeOrder'] as const) shopper.gateway.fails(call, 'twice')
    const window = await opensWindow(shopper)
    await window.evaluate(() => {
      const shop = globalThis.opener as Window
      const tell = shop.postMessage.bind(shop) as (...words: unknown[]) => void
      shop.postMessage = (...words: unknown[]) => [1, 2].forEach(() => tell(...words))
    })
    await chooses(window, 'Approve')
    await shopper.seesOrder()
    await provider.holds(captured)
    expect(await newOrders()).toBe(1)
  })

  test('without a response can be looked up again, or abandoned, refunded and paid again', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    shopper.gateway.fails('authorizePayment', 'lost')
    await pays(shopper)
    await isUnsure(shopper, 'payment')
    await staysUnanswered(shopper)
    await provider.holds('authorize 41.60 AUD: held')
    await shopper.presses('Go back to my order')
    await isTold(shopper, 'We couldn’t find out whether your payment went through. If it did, you’ll be refunded')
    await shopper.gateway.answers()
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds(captured, 'authorize 41.60 AUD: voided')
    expect(keysOf(shopper)).toHaveLength(2)
    expect(await newOrders()).toBe(1)
  })

  test('without a response continues once the gateway works again', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    shopper.gateway.fails('authorizePayment', 'down')
    await pays(shopper)
    await staysUnanswered(shopper)
    await shopper.gateway.answers()
    await shopper.presses('Ask again')
    await shopper.seesOrder()
    await provider.holds(captured)
    expect(await newOrders()).toBe(1)
  })

  test('whose response takes longer than the time-out is looked up, and is one order', async () => {
    const { shopper, provider } = await openPayer({ cart })
    await shopper.page.addInitScript(shortenTimeouts, waits.order.timeout)
    await reviewsOnline(shopper)
    shopper.gateway.holds('authorizePayment')
    await pays(shopper)
    await shopper.sees('Your payment is being confirmed…')
    shopper.gateway.failures.push(0) // the time-out is logged, as every failed call
    await isUnsure(shopper, 'payment')
    await shopper.gateway.isAsked('authorizePayment', 2)
    await shopper.gateway.answers()
    await shopper.seesOrder()
    await provider.holds(captured)
    expect(await newOrders()).toBe(1)
  })

  test('continues after errors of the provider, before the approval and after it', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    const window = await opensWindow(shopper)
    await window.route('**/approve', route => route.fulfill({ status: 500 }))
    await chooses(window, 'Approve')
    await window.getByText('That did not work. Please try again.').waitFor()
    expect(shopper.gateway.count('authorizePayment')).toBe(0)
    await window.unroute('**/approve')
    const message = 'The payment provider did not answer. Please try again.'
    const answers = { status: 502, json: { statusCode: 502, message } }
    await shopper.page.route('**/authorize', route => route.fulfill(answers))
    await chooses(window, 'Approve')
    await isUnsure(shopper, 'payment')
    await shopper.page.unroute('**/authorize')
    await shopper.asksAgain('Thank you for your order')
    await shopper.seesOrder()
    await provider.holds(captured)
    expect(await newOrders()).toBe(1)
  })
})

/** Shortens the time-out of calls with this number of milliseconds to two seconds. */
function shortenTimeouts(longest: number) {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = wait => timeout(wait < longest ? wait : 2_000)
}

// a call that a reload interrupts may fail before the page ends, or be unanswered when the next page starts
const cutOff = /^(The page was reloaded|The payment provider reported a problem).* You haven’t been charged\./
const goesOn = (what: 'payment' | 'order') =>
  new RegExp(`^We are checking your ${what}|^${what === 'payment' ? 'Your payment is being confirmed' : 'Paid'}`)

describe('a reload', () => {
  test('before the approval loses nothing: ready, while the order is created, while the window is open', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    await shopper.reloads()
    await mayPay(shopper)
    shopper.gateway.holds('beginPayment')
    await payButton(shopper).click()
    await shopper.gateway.isAsked('beginPayment')
    await shopper.reloads()
    await isTold(shopper, cutOff)
    await shopper.gateway.answers()
    await mayPay(shopper)
    const left = await opensWindow(shopper)
    await shopper.reloads()
    await isTold(shopper, closed)
    await chooses(left, 'Approve') // the page has ended
    await left.getByText('Approved. You can go back to the shop.').waitFor()
    await mayPay(shopper)
    await pays(shopper)
    await shopper.seesOrder()
    // the payment of the window that the reload closed has ended: approving it there pays nothing
    await provider.holds('authorize 41.60 AUD: approved', captured)
    expect(keysOf(shopper)).toHaveLength(2)
    expect(await newOrders()).toBe(1)
  })

  test('after the approval continues: while it is confirmed, reconciled, placed and unknown, and once it is placed', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    const { gateway } = shopper
    gateway.holds('authorizePayment')
    await pays(shopper)
    await gateway.isAsked('authorizePayment')
    await shopper.reloads()
    await shopper.sees(goesOn('payment'))
    gateway.fails('authorizePayment', 'lost')
    await shopper.reloads()
    await isUnsure(shopper, 'payment')
    await shopper.reloads()
    await isUnsure(shopper, 'payment')
    gateway.holds('placeOrder')
    await gateway.answers('authorizePayment')
    await shopper.asksAgain('Paid. Your order is being placed…')
    await shopper.sees('Paid. Your order is being placed…')
    await shopper.reloads()
    await shopper.sees(goesOn('order'))
    gateway.fails(['placeOrder', 'findOrder'], 'lost')
    await shopper.reloads()
    await isUnsure(shopper, 'order')
    await shopper.reloads()
    await isUnsure(shopper, 'order')
    await gateway.answers()
    await shopper.asksAgain('Thank you for your order')
    const number = await shopper.seesOrder()
    await shopper.reloads()
    expect(await shopper.seesOrder()).toBe(number)
    await shopper.page.goBack()
    await shopper.sees('You have no items in your shopping cart.')
    await shopper.seesCart('0 item(s) - $ 0')
    await provider.holds(captured)
    expect(keysOf(shopper)).toHaveLength(1)
    expect(await newOrders()).toBe(1)
  })
})

describe('a shopper who leaves while the window is open', () => {
  test('finds the window closed and the order unpaid on return', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    const window = await opensWindow(shopper)
    await shopper.header
      .getByRole('link', { name: /Lucky Lantern/ })
      .first()
      .click()
    await isGone(window)
    await shopper.page.goBack()
    await isTold(shopper, closed)
    await mayPay(shopper)
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds('authorize 41.60 AUD: created', captured)
    expect(keysOf(shopper)).toHaveLength(2)
    expect(await newOrders()).toBe(1)
  })
})

describe('a cart that another tab changes while it is being paid', () => {
  test('is not paid at the old total; it is paid after another review', async () => {
    const payer = await comesToPay({ cart })
    const { shopper, provider } = payer
    const window = await opensWindow(shopper)
    const { shopper: other } = await opensTab(payer)
    await other.goes('/main/product-detail/806')
    await other.presses('Add to Cart')
    await other.seesCart('4 item(s) - $ 47.60')
    await chooses(window, 'Approve')
    await isTold(shopper, 'This payment has ended. Nothing was charged.')
    await provider.holds('authorize 41.60 AUD: approved')
    await shopper.seesAmount('Total', '$53.50')
    await shopper.presses('Continue with $53.50')
    await mayPay(shopper)
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds('authorize 41.60 AUD: approved', 'authorize 53.50 AUD: captured')
    expect(await newOrders()).toBe(1)
  })
})

describe('a customer', () => {
  const comes = async () => {
    const customer = await newCustomer()
    await fillsCart(customer, basmati.cart)
    const payer = await openPayer({ token: customer.token, cart: undefined })
    await comesToPayment(payer.shopper, 'filled in')
    await choosesOnline(payer.shopper)
    await payer.shopper.continues('Review')
    await mayPay(payer.shopper)
    return payer
  }

  test.each([
    ['authorizePayment', 'approved'],
    ['placeOrder', 'held'],
  ] as const)(
    'whose token is refused during %s is informed about the payment, with one reload',
    async (call, status) => {
      const { shopper, provider } = await comes()
      const loads: string[] = []
      // not 'framenavigated', which also fires when the checkout changes the state of its history entry
      shopper.page.on('request', request => {
        if (request.isNavigationRequest() && request.frame() === shopper.page.mainFrame()) loads.push(request.url())
      })
      shopper.gateway.refusesToken(call)
      await pays(shopper)
      // the payment is approved: only the gateway knows what was charged
      await shopper.seesToast('Your login has expired. Please log in again.')
      await shopper.gateway.answers()
      await shopper.header.getByRole('button', { name: 'Account' }).waitFor()
      await shopper.seesCart('0 item(s) - $ 0')
      expect(loads).toHaveLength(1)
      await provider.holds(`authorize 43.70 AUD: ${status}`)
      expect(await newOrders()).toBe(0)
    },
  )

  test('who logs out in another tab is not charged in this one', async () => {
    const payer = await comes()
    const { shopper, provider } = payer
    const window = await opensWindow(shopper)
    const { shopper: other } = await opensTab(payer)
    await other.goes('/auth/logout')
    await other.seesHeading('You have been logged out.')
    await isGone(window)
    await shopper.sees('You have no items in your shopping cart.')
    await provider.holds('authorize 43.70 AUD: created')
    expect(await newOrders()).toBe(0)
  })
})
