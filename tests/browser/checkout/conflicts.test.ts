import { describe, expect, test } from 'vitest'
import type { CartLine } from '#contract/cart'
import type { Conflict } from '#contract/conflict'
import { hasFocus, tabsTo } from '../../kit/keyboard.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const rice = 'Golden Paddy Jasmine Rice 5 kg'
const twoRice = [[101, 2]] as const
const riceAndMore = [
  [101, 3],
  [901, 3],
] as const
const notCharged = 'The order was not placed and nothing was charged.'

const price: Conflict = {
  about: 'price',
  productId: 101,
  was: 30,
  now: 31.8,
  message: `${rice} now costs $31.80, not $30.00.`,
}
const twoLeft: Conflict = { about: 'stock', productId: 101, left: 2, message: `Only 2 left: ${rice}` }
const ntwoLeft: Conflict = { about: 'stock', productId: 901, left: 0, message: 'Silken Tofu is out of stock.' }
const ended: Conflict = { about: 'coupon', message: 'The coupon WELCOME10 has expired.' }
const area: Conflict = { about: 'area', message: 'We do not deliver there any more.' }
const fee: Conflict = { about: 'fee', was: 4, now: 5.9, message: 'Delivery is now $5.90, not $4.00.' }
const total: Conflict = { about: 'total', was: 35.9, now: 37.7, message: 'The total is now $37.70, not $35.90.' }

/** The order is refused for these conflicts, and accepted the next time. */
async function isRefusedFor(shopper: Shopper, ...conflicts: Conflict[]) {
  shopper.gateway.says('placeOrder', { statusCode: 409, message: conflicts[0]!.message, conflicts, data: null })
  await shopper.placesOrder()
  await shopper.sees(notCharged)
  await hasFocus(alertOf(shopper), 'the alert has the focus')
  await shopper.gateway.answers('placeOrder')
}

const alertOf = ({ main }: Shopper) => main.getByRole('alert')
const review = ({ main }: Shopper) => main.getByRole('form', { name: 'Review' })
const headingOf = ({ main }: Shopper) => main.getByRole('heading', { name: 'Review' })
const lineOf = (shopper: Shopper, name: string) => review(shopper).getByRole('listitem').filter({ hasText: name })

/** The text of a line without its links and buttons. */
const textOf = async (shopper: Shopper, name: string) =>
  (await lineOf(shopper, name).last().textContent())!.replaceAll(/\s+/g, ' ')

/** Checks that the order can't be placed, with this reason. */
async function mayNotPlace({ placeButton, main }: Shopper, why: string) {
  await expect.poll(() => placeButton.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => main.locator('#why-not-place').textContent()).toBe(why)
}

/** Places the order after the conflicts are resolved, with a new key. */
async function placesAfterAll(shopper: Shopper, words = /^Your order is ready to place\./) {
  await alertOf(shopper).waitFor({ state: 'detached' })
  await shopper.main.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' })
  await places(shopper)
}

async function places(shopper: Shopper) {
  await shopper.mayPlace()
  await shopper.placesOrder()
  await shopper.seesOrder()
  expect(new Set(shopper.ordersSent.map(({ requestId }) => requestId)).size).toBe(2)
}

/** The cart is shown at $15.00 a pack until it is read again. */
function beginsCheaper({ gateway }: Shopper) {
  const cheaper = (lines: CartLine[]) => lines.map(line => ({ ...line, totalPrice: 30, productPrice: 15 }))
  gateway.changes<{ shoppingCart: CartLine[] }>('begin', answer => ({
    ...answer,
    shoppingCart: cheaper(answer.shoppingCart),
  }))
}

/** Goes to the review with a coupon that the gateway accepts. */
async function reviewsWithCoupon(shopper: Shopper) {
  await shopper.goes('/cart')
  await shopper.appliesCoupon('WELCOME10')
  await shopper.sees('10% off ($3.18)')
  await shopper.follows('Checkout')
  await shopper.fillsCheckout()
}

describe('an order is refused for', () => {
  test('a price: the line shows the old and the new price, and the new total is placed', async () => {
    const shopper = await openShop({ cart: twoRice })
    beginsCheaper(shopper)
    await shopper.reviews()
    await isRefusedFor(shopper, price)
    await shopper.sees('The total is now $37.70. Check the new total, then place your order.')
    expect(await textOf(shopper, rice)).toContain('was $30.00, now $31.80The price has changed.')
    await shopper.follows(price.message, alertOf(shopper))
    await hasFocus(lineOf(shopper, rice).last(), 'the line has the focus')
    await places(shopper)
    await shopper.seesAmount('Total', '$37.70')
  })

  test('partial stock: the remaining quantity can be ordered, and is', async () => {
    const shopper = await openShop({ cart: riceAndMore })
    await shopper.reviews()
    await isRefusedFor(shopper, twoLeft)
    await mayNotPlace(shopper, twoLeft.message)
    shopper.gateway.holds('changeLine')
    await shopper.presses(`Order 2: ${rice}`)
    await shopper.sees('Changing…')
    await hasFocus(lineOf(shopper, rice).last(), 'the line has the focus')
    await shopper.gateway.answers('changeLine')
    await placesAfterAll(shopper)
    expect(shopper.ordersSent[1]!.lines!.find(({ productId }) => productId === 101)).toMatchObject({ quantity: 2 })
  })

  test('no stock: the line can be removed, and is', async () => {
    const shopper = await openShop({ cart: riceAndMore })
    await shopper.reviews()
    await isRefusedFor(shopper, ntwoLeft)
    await mayNotPlace(shopper, ntwoLeft.message)
    await shopper.presses(/^Remove /)
    await hasFocus(headingOf(shopper), 'the heading has the focus')
    await placesAfterAll(shopper)
    expect(shopper.ordersSent[1]!.lines!.map(({ productId }) => productId)).toEqual([101])
  })

  test('a coupon that the cart still has: the order is placed without it', async () => {
    const shopper = await openShop({ cart: twoRice })
    await reviewsWithCoupon(shopper)
    await isRefusedFor(shopper, ended)
    await mayNotPlace(shopper, ended.message)
    await shopper.presses('Order without the coupon')
    await hasFocus(headingOf(shopper), 'the heading has the focus')
    await placesAfterAll(shopper, /Total \$37\.70$/)
    expect(shopper.ordersSent.map(({ couponCode }) => couponCode)).toEqual(['WELCOME10', null])
  })

  test('a coupon that the cart has removed: this and the new total are shown', async () => {
    const shopper = await openShop({ cart: twoRice })
    await reviewsWithCoupon(shopper)
    shopper.gateway.says('validateCoupon', { statusCode: 404, message: 'This coupon has expired.', data: null })
    await isRefusedFor(shopper, ended)
    await shopper.sees('Your order will be placed without it.')
    await shopper.sees('The total is now $37.70. Check the new total, then place your order.')
    await places(shopper)
  })

  test('an undeliverable address: the delivery can be changed', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await isRefusedFor(shopper, area)
    await shopper.presses('Change delivery')
    await shopper.seesStep('Delivery')
    await shopper.main.getByText('Pick up at the shop').click()
    await shopper.continues('Review')
    await alertOf(shopper).waitFor({ state: 'detached' })
    await places(shopper)
    expect(shopper.ordersSent[1]).toMatchObject({ deliveryMethod: 'pick-up', deliveryFee: 0 })
  })

  test('an undeliverable address for which the fee is refused too: the delivery step opens, and offers pick-up', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    shopper.gateway.says('deliveryFee', { statusCode: 422, message: area.message, data: null })
    shopper.gateway.says('placeOrder', { statusCode: 409, message: area.message, conflicts: [area], data: null })
    await shopper.placesOrder()
    await shopper.seesStep('Delivery')
    await shopper.gateway.answers('placeOrder')
    await shopper.sees(area.message)
    await shopper.presses('Choose pick-up')
    await shopper.continues('Review')
    await places(shopper)
    expect(shopper.ordersSent[1]).toMatchObject({ deliveryMethod: 'pick-up', deliveryFee: 0 })
  })

  test('the fee: the old and the new fee are shown, and the new total is placed', async () => {
    const shopper = await openShop({ cart: twoRice })
    shopper.gateway.says('deliveryFee', { data: { deliveryFee: 4 } })
    await shopper.reviews()
    await shopper.seesAmount('Total', '$35.80')
    await shopper.gateway.answers('deliveryFee')
    await isRefusedFor(shopper, fee)
    await shopper.sees('The total is now $37.70. Check the new total, then place your order.')
    const summary = shopper.main.getByRole('complementary', { name: 'Order summary' })
    await shopper.sees('Delivery was $4.00', summary)
    await shopper.seesAmount('Delivery', '$5.90')
    await shopper.follows(fee.message, alertOf(shopper))
    await hasFocus(review(shopper).locator('#changed-fee'), 'the fee has the focus')
    await places(shopper)
  })

  test('the total alone: the old and the new total are shown, and the new one is placed', async () => {
    const shopper = await openShop({ cart: twoRice })
    beginsCheaper(shopper)
    await shopper.reviews()
    await isRefusedFor(shopper, total)
    await shopper.sees('Total was $35.90', shopper.main.getByRole('complementary', { name: 'Order summary' }))
    await shopper.sees('Total was $35.90, now $37.70', review(shopper))
    await places(shopper)
    await shopper.seesAmount('Total', '$37.70')
  })

  test.each([
    ['another cart', 'cart', 'Your cart has changed in the meantime.'],
    ['less than the minimum', 'minimum', 'Add $5.00 more to reach the minimum order of $36.80.'],
  ] as const)('%s: the cart can be opened, and is ordered afterwards', async (_, about, message) => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await isRefusedFor(shopper, { about, message })
    await shopper.follows('View your cart', review(shopper).locator(`#changed-${about}`))
    await shopper.seesHeading('Shopping Cart')
    await shopper.follows('Checkout')
    await places(shopper)
  })

  test('an unknown conflict: the gateway’s message and a link to the cart are shown', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    const weather = { about: 'weather', message: 'It rains too much.' } as unknown as Conflict
    await isRefusedFor(shopper, weather)
    await shopper.sees('It rains too much.')
    await shopper.follows('View your cart', alertOf(shopper))
    await shopper.seesHeading('Shopping Cart')
  })
})

describe('an order is refused for several things', () => {
  test('and all are found and resolved by keyboard alone', async () => {
    const shopper = await openShop({ cart: riceAndMore })
    const { page } = shopper
    await shopper.reviews()
    await isRefusedFor(shopper, twoLeft, ntwoLeft)
    await shopper.sees('Two items changed since you added them.')
    const press = async (name: string | RegExp, role: 'link' | 'button') => {
      await tabsTo(shopper, review(shopper).getByRole(role, { name }).first())
      await page.keyboard.press('Enter')
    }
    await press(twoLeft.message, 'link')
    await hasFocus(lineOf(shopper, rice).last(), 'the line has the focus')
    await press(`Order 2: ${rice}`, 'button')
    await shopper.sees('One item changed since you added it.')
    await mayNotPlace(shopper, ntwoLeft.message)
    await press(/^Remove /, 'button')
    await placesAfterAll(shopper)
  })

  test('and again for one of them: it is shown again', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await isRefusedFor(shopper, { about: 'cart', message: 'Your cart has changed in the meantime.' }, fee)
    await isRefusedFor(shopper, { about: 'cart', message: 'Your cart has changed once more.' })
    await shopper.sees('One thing changed while you were here.')
    await shopper.sees('Your cart has changed once more.', alertOf(shopper))
  })

  test('and unresolved ones stay after a reload and after going through the steps', async () => {
    const shopper = await openShop({ cart: riceAndMore })
    await shopper.reviews()
    await isRefusedFor(shopper, twoLeft)
    await shopper.reloads()
    await shopper.sees(notCharged)
    await shopper.presses('Edit Payment')
    await shopper.presses('Continue')
    await shopper.seesStep('Review')
    await mayNotPlace(shopper, twoLeft.message)
    await shopper.presses(`Order 2: ${rice}`)
    await placesAfterAll(shopper)
  })
})

test('the second press of a double click orders nothing, because the first may have been refused by then', async () => {
  const shopper = await openShop({ cart: twoRice })
  beginsCheaper(shopper)
  await shopper.reviews()
  await isRefusedFor(shopper, price)
  await shopper.mayPlace()
  await shopper.placeButton.dispatchEvent('click', { detail: 2 })
  await shopper.page.evaluate(() => new Promise(then => requestAnimationFrame(then)))
  expect(shopper.ordersSent).toHaveLength(1)
  await places(shopper)
})

describe('while the review is open', () => {
  /** The gateway's lines change, and are read again because another tab says so. */
  async function changesLines({ gateway, page }: Shopper, change: (line: CartLine) => CartLine) {
    gateway.changes<{ listData: CartLine[] }>('cart', answer => ({
      ...answer,
      listData: answer.listData.map(change),
    }))
    await page.evaluate(() => {
      const tabs = new BroadcastChannel('shop')
      tabs.postMessage('cart.changed')
      tabs.close()
    })
  }

  test('a changed quantity is shown once, with a link to the cart', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await changesLines(shopper, line => ({ ...line, quantity: 3, totalPrice: 47.7 }))
    await shopper.sees('The total changed from $37.70 to $53.60 while you were here.', alertOf(shopper))
    const change = shopper.main
      .locator('p')
      .filter({ hasText: /^(Golden Paddy Jasmine Rice .*: 3 instead of 2\.|Your cart has changed)/ })
    expect(await change.allTextContents()).toEqual([expect.stringMatching(/3 instead of 2\. View your cart$/)])
    await shopper.presses('Continue with $53.60')
    await alertOf(shopper).waitFor({ state: 'detached' })
  })

  test('a changed price is shown, and the order is placed only after the shopper accepts the new total', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await shopper.seesAmount('Total', '$37.70')
    await changesLines(shopper, line => ({ ...line, totalPrice: 34, productPrice: 17 }))
    await shopper.sees('The total changed from $37.70 to $39.90 while you were here.', alertOf(shopper))
    await shopper.sees(/^Golden Paddy Jasmine Rice .* now costs \$34\.00, not \$31\.80\.$/, alertOf(shopper))
    await mayNotPlace(shopper, 'Check what has changed first.')
    await shopper.placeButton.dispatchEvent('click')
    await hasFocus(alertOf(shopper), 'the alert has the focus')
    expect(shopper.ordersSent).toEqual([])
    await shopper.presses('Continue with $39.90')
    await alertOf(shopper).waitFor({ state: 'detached' })
    await hasFocus(headingOf(shopper), 'the heading has the focus')
    shopper.gateway.holds('placeOrder')
    await shopper.placesOrder()
    await expect.poll(() => shopper.ordersSent).toMatchObject([{ total: 39.9 }])
    await shopper.gateway.answers('placeOrder')
  })
})
