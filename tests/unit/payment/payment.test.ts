import { describe, expect, test, vi } from 'vitest'
import type { Conflict } from '#contract/conflict'
import type { NewOrder } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import type { Refusal } from '#contract/refusal'
import { checkoutTotals } from '#machines/checkout/order-rules'

import { paymentFailure } from '#machines/payment/selectors'
import { identityOf, limited, lost, mai, placedOrder } from '../../kit/outcomes.ts'
import {
  approve,
  buttonOf,
  checkoutOf,
  attemptOf,
  openAtPayment,
  openAtReview,
  openWindow,
  orderOf,
  ordersUnderWay,
  passesUntil,
  pay,
  paymentActor,
  paymentOf,
  press,
  reload,
  reports,
  stepOf,
  type Payer,
} from '../../kit/open-payment.ts'
import type { OpenShop } from '../../kit/open-shop.ts'

const says = (status: number, message: string): Refusal => ({ code: 'refused', message, status })
const declined = says(paymentRefusals.declined, 'The card was declined.')
const ended = says(paymentRefusals.ended, 'The payment was abandoned. Nothing was charged.')
const notApproved = says(paymentRefusals.notApproved, 'It was not approved.')
const conflict: Conflict = { about: 'stock', message: 'There are only 3 left.', productId: 1, left: 0 }
const conflicting: Refusal = { ...says(409, 'There are only 3 left.'), conflicts: [conflict] }

const linesOf = (shop: OpenShop) => shop.at<{ context: { lines: unknown[] } }>('cart').context.lines
const keysOf = (shop: OpenShop) => ordersUnderWay(shop).map(order => order.requestId)
const created = (shop: OpenShop) =>
  shop.waiting('createPayment').map(({ input }) => (input as { order: NewOrder }).order)

/** Loses the response to the authorisation the given number of times. */
async function loseAnswers(shop: OpenShop, times: number) {
  for (let count = 0; count < times; count += 1) {
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    await shop.refuses('authorizePayment', lost)
  }
}

describe('paying an order online', () => {
  test("creates the provider's order as it was shown and places the order with the same key and body", async () => {
    const shop = await openAtReview()
    await press(shop)
    const [order] = created(shop)
    expect(order).toMatchObject({ requestId: 'visit/order/1', total: 25.4, payment: { method: 'online' } })
    await shop.answers('createPayment')
    await approve(shop)
    expect(shop.waiting('authorizePayment').map(({ input }) => input)).toEqual([{ providerOrderId: 'PAY-1' }])
    await shop.answers('authorizePayment')
    expect(shop.waiting('placeOrder').map(({ input }) => input)).toEqual([
      { ...order, payment: { method: 'online', providerOrderId: 'PAY-1' } },
    ])
    await shop.answers('placeOrder')
    expect([stepOf(shop), attemptOf(shop), paymentOf(shop).order]).toEqual(['placed', 'ready', null])
    expect(linesOf(shop)).toEqual([])
  })

  test('creates one order for two presses, at any moment of the second', async () => {
    const shop = await openAtReview()
    await press(shop)
    await press(shop)
    expect(created(shop)).toHaveLength(1)
    await shop.answers('createPayment')
    await press(shop)
    expect([stepOf(shop), created(shop).length]).toEqual(['paying', 0])
  })

  test('authorises once for two approvals', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await approve(shop)
    expect(shop.waiting('authorizePayment')).toHaveLength(1)
    await shop.answers('authorizePayment')
    await approve(shop)
    expect(shop.waiting('authorizePayment')).toHaveLength(0)
    expect(shop.waiting('placeOrder')).toHaveLength(1)
  })

  test('ignores the approval of another order', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop, 'PAY-2')
    expect(attemptOf(shop)).toEqual({ approving: 'waiting' })
    expect(shop.waiting('authorizePayment')).toEqual([])
  })

  test('refuses another total than the shown one', async () => {
    const shop = await openAtReview()
    shop.send('checkout', { type: 'checkout.pay', total: 1 })
    await shop.settled()
    expect([stepOf(shop), created(shop).length]).toEqual(['review', 0])
  })

  test('places nothing without a payment, and starts no payment for an order paid on delivery', async () => {
    const shop = await openAtReview()
    shop.send('checkout', { type: 'checkout.place', total: checkoutTotals(checkoutOf(shop)).total })
    await shop.settled()
    expect([stepOf(shop), ordersUnderWay(shop).length]).toEqual(['review', 0])
    const other = await openAtPayment()
    other.send('checkout', { type: 'checkout.continue' })
    await press(other)
    expect([stepOf(other), ordersUnderWay(other).length]).toEqual(['review', 0])
  })
})

describe('a payment that fails', () => {
  test('is cancelled when its window closes, and a later approval authorises nothing', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await reports(shop, { type: 'payment.cancelled' })
    await approve(shop)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'cancelled'])
    expect(shop.waiting('authorizePayment')).toEqual([])
    expect(linesOf(shop)).toHaveLength(1)
  })

  test('keeps its idempotency key and body if the answer to its creation was lost', async () => {
    const shop = await openAtReview()
    await press(shop)
    const [order] = created(shop)
    await shop.refuses('createPayment', lost)
    expect([stepOf(shop), attemptOf(shop), paymentOf(shop).refusal]).toEqual(['review', 'failed', lost])
    await press(shop)
    expect(created(shop)).toEqual([order])
  })

  const ends: [string, (shop: Payer) => Promise<unknown>, string][] = [
    ['cancelled', shop => reports(shop, { type: 'payment.cancelled' }), 'cancelled'],
    [
      'failed at the provider',
      shop => reports(shop, { type: 'payment.failed', reason: 'provider', message: 'Something went wrong' }),
      'failed',
    ],
    [
      'found never to have been approved',
      async shop => {
        await shop.answers('watchWindow')
        await shop.refuses('authorizePayment', notApproved)
      },
      'cancelled',
    ],
    [
      'abandoned',
      async shop => {
        await approve(shop)
        await loseAnswers(shop, 5)
        await reports(shop, { type: 'payment.abandon' })
      },
      'abandoned',
    ],
  ]
  test.each(ends)('ends its reservations when it is %s, and its key is not used again', async (_how, end, attempt) => {
    const shop = await openAtReview()
    await openWindow(shop)
    await end(shop)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', attempt])
    expect(shop.waiting('endPayment').map(({ input }) => input)).toEqual([{ providerOrderId: 'PAY-1' }])
    await shop.answers('endPayment')
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/2'])
  })

  test.each([
    ['is not answered', () => Promise.resolve()],
    ['fails', (shop: Payer) => shop.refuses('endPayment', lost)],
    ['is unknown to the gateway', (shop: Payer) => shop.refuses('endPayment', says(404, 'Not found'))],
  ])('can be tried again although the end of its reservations %s', async (_how, happens) => {
    const shop = await openAtReview()
    await openWindow(shop)
    await reports(shop, { type: 'payment.cancelled' })
    await happens(shop)
    await press(shop)
    expect(created(shop)).toMatchObject([{ requestId: 'visit/order/2' }])
    await shop.answers('createPayment', { id: 'PAY-2', amount: 25.4, currency: 'AUD' })
    await reports(shop, { type: 'payment.cancelled' })
    expect(shop.waiting('endPayment').map(({ input }) => input)).toContainEqual({ providerOrderId: 'PAY-2' })
    await press(shop)
    await shop.answers('createPayment', { id: 'PAY-3', amount: 25.4, currency: 'AUD' })
    await approve(shop, 'PAY-3')
    await shop.answers('authorizePayment')
    await shop.answers('placeOrder')
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['placed', 'ready'])
  })

  test('of a declined card ends its reservations when another way to pay is chosen', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await shop.refuses('authorizePayment', declined)
    expect(shop.waiting('endPayment')).toEqual([])
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'on-delivery' })
    await shop.settled()
    expect(shop.waiting('endPayment').map(({ input }) => input)).toEqual([{ providerOrderId: 'PAY-1' }])
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'online' })
    shop.send('checkout', { type: 'checkout.continue' })
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/2'])
  })

  test('keeps its reservations when its window is closed after another tab has taken the checkout over', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await shop.answers('watchLock')
    await reports(shop, { type: 'payment.cancelled' })
    expect(attemptOf(shop)).toBe('cancelled')
    expect(shop.waiting('endPayment')).toEqual([])
  })

  test('gets a new idempotency key after an edit', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await reports(shop, { type: 'payment.cancelled' })
    shop.send('checkout', { type: 'checkout.typedComment', value: 'The blue door' })
    await press(shop)
    expect(created(shop)).toMatchObject([{ requestId: 'visit/order/2', comment: 'The blue door' }])
  })

  test('can be paid on delivery instead, with a new idempotency key', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await reports(shop, { type: 'payment.cancelled' })
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'on-delivery' })
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.place', total: 2540 })
    await shop.settled()
    expect(ordersUnderWay(shop)).toMatchObject([{ requestId: 'visit/order/2', payment: { method: 'on-delivery' } }])
    await shop.answers('placeOrder')
    expect([stepOf(shop), attemptOf(shop), paymentOf(shop).refusal]).toEqual(['placed', 'ready', null])
  })

  test("holds the provider's error and keeps the cart", async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    const [key] = [orderOf(shop).pendingOrder!.requestId]
    await reports(shop, { type: 'payment.failed', reason: 'provider', message: 'Something went wrong at the provider' })
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'failed'])
    expect(paymentOf(shop).refusal?.message).toBe('Something went wrong at the provider')
    expect(linesOf(shop)).toHaveLength(1)
    await press(shop)
    expect(keysOf(shop)).not.toContain(key)
  })

  test('is not ended by an error or a cancellation that the provider reports after the approval', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await reports(shop, { type: 'payment.failed', reason: 'provider', message: 'The window is gone' })
    await reports(shop, { type: 'payment.cancelled' })
    expect(attemptOf(shop)).toBe('authorizing')
    await shop.answers('authorizePayment')
    expect(stepOf(shop)).toBe('placing')
  })

  test('ends when its window is blocked or closed while the order is being created', async () => {
    const blocked = await openAtReview()
    await press(blocked)
    await reports(blocked, { type: 'payment.failed', reason: 'windowBlocked', message: 'popup_blocked' })
    expect([stepOf(blocked), attemptOf(blocked)]).toEqual(['review', 'failed'])
    expect(paymentFailure(paymentOf(blocked))).toBe('windowBlocked')
    expect(blocked.waiting('createPayment')).toEqual([])

    const closed = await openAtReview()
    await press(closed)
    const [order] = created(closed)
    await reports(closed, { type: 'payment.cancelled' })
    expect([stepOf(closed), attemptOf(closed)]).toEqual(['review', 'cancelled'])
    await press(closed)
    // the order of the closed window is ended when its answer comes
    expect(created(closed)).toEqual([{ ...order, requestId: 'visit/order/2' }])
  })

  test('ends with the reason and its conflicts when the gateway refuses to begin it, and the cart is read again', async () => {
    const shop = await openAtReview()
    await press(shop)
    await shop.refuses('createPayment', conflicting)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'failed'])
    expect(checkoutOf(shop)).toMatchObject({ refusal: conflicting, conflicts: [conflict] })
    expect(orderOf(shop).pendingOrder).toBeNull()
    expect(shop.waiting('readCart')).toHaveLength(1)
  })
})

describe('an approved payment', () => {
  test('is requested again after 1, 2, 4 and 8 seconds when the response was lost, and then only by the shopper', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await shop.refuses('authorizePayment', lost)
    const pauses: number[] = []
    for (let count = 0; count < 4; count += 1) {
      pauses.push(await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0))
      expect(shop.waiting('authorizePayment').map(({ input }) => input)).toEqual([{ providerOrderId: 'PAY-1' }])
      await shop.refuses('authorizePayment', lost)
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000])
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['paying', { reconciling: 'unanswered' }])
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    expect(shop.waiting('authorizePayment')).toEqual([])
  })

  test('that the shopper asks about again after the last retry is retried from the start', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, 5)
    expect(attemptOf(shop)).toEqual({ reconciling: 'unanswered' })
    await reports(shop, { type: 'payment.ask' })
    const pauses: number[] = []
    for (;;) {
      await shop.refuses('authorizePayment', lost)
      if (JSON.stringify(attemptOf(shop)).includes('unanswered')) break
      pauses.push(await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0))
    }
    expect(pauses).toEqual([2000, 4000, 8000])
  })

  test('is requested again at once when the shopper asks, and the order is placed when it turns out to be paid', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, 1)
    await reports(shop, { type: 'payment.ask' })
    expect(shop.waiting('authorizePayment')).toHaveLength(1)
    await loseAnswers(shop, 4)
    expect(attemptOf(shop)).toEqual({ reconciling: 'unanswered' })
    await reports(shop, { type: 'payment.ask' })
    await shop.answers('authorizePayment')
    await shop.answers('placeOrder')
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['placed', 'ready'])
  })

  test("is accepted before the response to the creation of the provider's order", async () => {
    const shop = await openAtReview()
    await press(shop)
    await approve(shop)
    expect([attemptOf(shop), shop.waiting('authorizePayment')]).toEqual(['creating', []])
    await shop.answers('createPayment')
    expect(attemptOf(shop)).toBe('authorizing')
    await shop.answers('authorizePayment')
    await shop.answers('placeOrder')
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['placed', 'ready'])
  })

  test('of an earlier order is not accepted for the one that is being created', async () => {
    const shop = await openAtReview()
    await press(shop)
    await approve(shop, 'PAY-0')
    await shop.answers('createPayment')
    expect([attemptOf(shop), shop.waiting('authorizePayment')]).toEqual([{ approving: 'waiting' }, []])
  })

  test('can be abandoned when the gateway does not answer: the next attempt has a new key', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, 5)
    await reports(shop, { type: 'payment.abandon' })
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'abandoned'])
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/2'])
  })

  test('counts as cancelled when it turns out never to have been approved', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await shop.answers('watchWindow')
    expect(attemptOf(shop)).toEqual({ reconciling: 'asking' })
    await shop.refuses('authorizePayment', notApproved)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'cancelled'])
  })

  test.each([
    ['at once', 0],
    ['when it is requested again', 1],
  ])('fails when the card is declined %s, and keeps its key', async (_when, losses) => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, losses)
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    await shop.refuses('authorizePayment', declined)
    expect([stepOf(shop), attemptOf(shop), paymentOf(shop).refusal]).toEqual(['review', 'failed', declined])
    expect(checkoutOf(shop).refusal).toBeNull()
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/1'])
  })

  test.each([
    ['it has ended, at once', ended, 0],
    ['it has ended, when requested again', ended, 1],
    ['the cart has changed, at once', conflicting, 0],
    ['the cart has changed, when requested again', conflicting, 1],
  ])('fails when %s: its key is not used again, and the cart is read again', async (_why, refusal, losses) => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, losses)
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    await shop.refuses('authorizePayment', refusal)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'failed'])
    expect(checkoutOf(shop)).toMatchObject({ refusal, conflicts: refusal.conflicts ?? [] })
    expect(orderOf(shop).pendingOrder).toBeNull()
    await shop.answers('readCart')
    await shop.answers('readFee')
    expect(shop.waiting('placeOrder')).toEqual([])
    if (refusal === conflicting) return
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/2'])
  })

  test.each([
    ['a rate limit', limited, 37_000],
    ['the error page of a proxy', { ...says(404, 'Something bad happened.'), isForeign: true as const }, 1_000],
  ])('is requested again after %s: it may have been authorised before', async (_title, refusal, pause) => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await shop.refuses('authorizePayment', refusal)
    expect(attemptOf(shop)).toEqual({ reconciling: 'pausing' })
    expect(await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)).toBe(pause)
    expect(paymentOf(shop)).toMatchObject({ refusal: null })
    await shop.answers('authorizePayment')
    expect([stepOf(shop), keysOf(shop)]).toEqual(['placing', ['visit/order/1']])
  })

  test('can be begun again with its key after the error page of a proxy', async () => {
    const shop = await openAtReview()
    await press(shop)
    await shop.refuses('createPayment', { ...says(404, 'Something bad happened.'), isForeign: true })
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'failed'])
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/1'])
  })

  test('fails when its order is refused', async () => {
    const shop = await openAtReview()
    await pay(shop)
    await shop.refuses('placeOrder', conflicting)
    expect([stepOf(shop), attemptOf(shop), paymentOf(shop)]).toMatchObject([
      'review',
      'failed',
      { refusal: conflicting, order: null, providerOrderId: null },
    ])
    expect(checkoutOf(shop)).toMatchObject({ conflicts: [conflict] })
    expect(orderOf(shop).pendingOrder).toBeNull()
  })

  test('has its order sent again with its key after a rate limit, and is not refused', async () => {
    const shop = await openAtReview()
    await pay(shop)
    const [order] = ordersUnderWay(shop)
    await shop.refuses('placeOrder', limited)
    expect([stepOf(shop), attemptOf(shop)]).toEqual([{ unknown: 'pausing' }, 'approved'])
    expect(await passesUntil(shop, () => shop.waiting('placeOrder').length > 0)).toBe(37_000)
    expect(ordersUnderWay(shop)).toEqual([order])
    await shop.answers('placeOrder')
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['placed', 'ready'])
  })

  test('has its order requested again with the same body when the response was lost', async () => {
    const shop = await openAtReview()
    await pay(shop)
    const [order] = ordersUnderWay(shop)
    await shop.refuses('placeOrder', lost)
    expect(attemptOf(shop)).toBe('approved')
    await passesUntil(shop, () => shop.waiting('placeOrder').length > 0)
    expect(ordersUnderWay(shop)).toEqual([order])
    await shop.answers('placeOrder')
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['placed', 'ready'])
  })

  test('is captured by the browser once if the setup says so, and requested from the gateway when the outcome is unknown', async () => {
    const shop = await openAtReview(undefined, { createOn: 'client', approveOn: 'client' })
    await openWindow(shop)
    await approve(shop)
    expect([attemptOf(shop), shop.waiting('authorizePayment').length]).toEqual(['capturing', 0])
    await shop.refuses('captureInBrowser', lost)
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    expect(shop.waiting('captureInBrowser')).toEqual([])
    await shop.answers('authorizePayment', { id: 'PAY-1', status: 'captured' })
    expect(stepOf(shop)).toBe('placing')
  })

  test("places the order after the browser's capture, and can be tried again after a decline", async () => {
    const shop = await openAtReview(undefined, { createOn: 'client', approveOn: 'client' })
    await openWindow(shop)
    await approve(shop)
    await shop.refuses('captureInBrowser', declined)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'failed'])
    await openWindow(shop)
    await approve(shop)
    await shop.answers('captureInBrowser')
    expect(stepOf(shop)).toBe('placing')
    expect(keysOf(shop)).toEqual(['visit/order/1'])
  })
})

describe("the provider's button", () => {
  const choosesOnline = async (shop: OpenShop) => {
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'online' })
    await shop.settled()
  }

  test('loads when paying online is chosen, and not otherwise', async () => {
    const shop = await openAtPayment()
    expect(buttonOf(shop)).toBe('unwanted')
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'on-delivery' })
    expect(buttonOf(shop)).toBe('unwanted')
    await choosesOnline(shop)
    expect(buttonOf(shop)).toBe('configuring')
  })

  test.each([
    'createOrder is set up on both client and server: choose one.',
    'createOrder is set up on neither client nor server: choose one.',
  ])('is missing when %s, and paying on delivery still works', async message => {
    const shop = await openAtPayment()
    await choosesOnline(shop)
    await shop.refuses('readSetup', says(0, message))
    expect([buttonOf(shop), paymentOf(shop).setupRefusal?.message]).toEqual(['misconfigured', message])
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'on-delivery' })
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.place', total: 2540 })
    await shop.answers('placeOrder')
    expect(stepOf(shop)).toBe('placed')
  })

  test('is not waited for any more when it fails after it was ready', async () => {
    const shop = await openAtPayment()
    await choosesOnline(shop)
    await shop.answers('readSetup')
    await reports(shop, { type: 'payment.loaded' })
    await reports(shop, { type: 'payment.unloaded' })
    expect(buttonOf(shop)).toBe('unavailable')
    await reports(shop, { type: 'payment.reload' })
    expect(buttonOf(shop)).toBe('loading')
  })

  test('can be loaded again when its script failed or took too long', async () => {
    const shop = await openAtPayment()
    await choosesOnline(shop)
    await shop.answers('readSetup')
    await reports(shop, { type: 'payment.unloaded' })
    expect(buttonOf(shop)).toBe('unavailable')
    await reports(shop, { type: 'payment.reload' })
    expect(await passesUntil(shop, () => buttonOf(shop) === 'unavailable')).toBe(20_000)
    await reports(shop, { type: 'payment.reload' })
    await reports(shop, { type: 'payment.loaded' })
    expect(buttonOf(shop)).toBe('ready')
  })
})

describe("a place chosen in the provider's window", () => {
  const bondi = { city: 'Bondi', state: 'NSW', postCode: '2026' }
  const manly = { city: 'Manly', state: 'NSW', postCode: '2095' }
  const chooses = (shop: OpenShop, place: object) => reports(shop, { type: 'payment.placeChosen', place })

  test.each(['accepted', 'other', 'outside'])('is %s, as the gateway answers', async answer => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    expect(shop.waiting('checkPlace')[0]!.input).toMatchObject({ order: orderOf(shop).pendingOrder, place: bondi })
    await shop.answers('checkPlace', answer)
    expect([attemptOf(shop), paymentOf(shop).placeAnswer]).toEqual([{ approving: 'waiting' }, answer])
  })

  test('is unknown when the gateway does not answer, and the payment continues', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    await shop.refuses('checkPlace', lost)
    expect(paymentOf(shop).placeAnswer).toBe('unknown')
    await approve(shop)
    expect(attemptOf(shop)).toBe('authorizing')
  })

  test('is the last one chosen, also while another is being checked', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    await chooses(shop, manly)
    expect(shop.waiting('checkPlace').map(({ input }) => (input as { place: object }).place)).toEqual([manly])
    await shop.answers('checkPlace', 'outside')
    expect(paymentOf(shop)).toMatchObject({ place: manly, placeAnswer: 'outside' })
  })

  test('is cleared by the next payment', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    await shop.answers('checkPlace', 'outside')
    await reports(shop, { type: 'payment.cancelled' })
    await press(shop)
    expect(paymentOf(shop)).toMatchObject({ place: null, placeAnswer: 'accepted' })
  })
})

/** A state in which the page is reloaded: the steps to it, and the state after the reload. */
interface Moment {
  comes(shop: Payer): Promise<void>
  /** The payment setup, if not the default. */
  setup?: object
  before: [unknown, unknown]
  after: [unknown, unknown]
  /** The number of the first order that is sent after the reload; 1 by default. */
  next?: number
  /** Effects of the payment that run after the reload. */
  runs?: string[]
}

const asClient = { createOn: 'client', approveOn: 'client' }
const authorises = async (shop: Payer) => {
  await openWindow(shop)
  await approve(shop)
}
const loses = (times: number) => async (shop: Payer) => {
  await authorises(shop)
  await loseAnswers(shop, times)
}
const losesOrder = (asks: number) => async (shop: Payer) => {
  await pay(shop)
  await shop.refuses('placeOrder', lost)
  for (let count = 0; count < asks; count += 1) {
    shop.send('checkout/orderAttempt', { type: 'order.ask' })
    await shop.refuses('findOrder', lost)
  }
}

const stays = (...where: [unknown, unknown]) => ({ before: where, after: where })
const moments: [string, Moment][] = [
  ['ready', { comes: async () => {}, ...stays('review', 'ready') }],
  ['creating', { comes: press, before: ['paying', 'creating'], after: ['review', 'failed'] }],
  [
    'approving',
    {
      comes: openWindow,
      before: ['paying', { approving: 'waiting' }],
      after: ['paying', { reconciling: 'asking' }],
      runs: ['authorizePayment'],
    },
  ],
  [
    'approving, with a place that is being checked',
    {
      async comes(shop) {
        await openWindow(shop)
        await reports(shop, { type: 'payment.placeChosen', place: { city: 'Bondi', state: 'NSW', postCode: '2026' } })
      },
      before: ['paying', { approving: 'checking' }],
      after: ['paying', { reconciling: 'asking' }],
      runs: ['authorizePayment'],
    },
  ],
  ['authorizing', { comes: authorises, ...stays('paying', 'authorizing'), runs: ['authorizePayment'] }],
  [
    'capturing',
    {
      comes: authorises,
      setup: asClient,
      before: ['paying', 'capturing'],
      after: ['paying', { reconciling: 'pausing' }],
    },
  ],
  ['reconciling.pausing', { comes: loses(1), ...stays('paying', { reconciling: 'pausing' }) }],
  [
    'reconciling.asking',
    {
      async comes(shop) {
        await loses(1)(shop)
        await reports(shop, { type: 'payment.ask' })
      },
      ...stays('paying', { reconciling: 'asking' }),
      runs: ['authorizePayment'],
    },
  ],
  ['reconciling.unanswered', { comes: loses(5), ...stays('paying', { reconciling: 'unanswered' }) }],
  [
    'approved, placing',
    { comes: pay, before: ['placing', 'approved'], after: [{ unknown: 'asking' }, 'approved'], runs: ['findOrder'] },
  ],
  ['approved, unknown.pausing', { comes: losesOrder(0), ...stays({ unknown: 'pausing' }, 'approved') }],
  [
    'approved, unknown.asking',
    {
      async comes(shop) {
        await losesOrder(0)(shop)
        shop.send('checkout/orderAttempt', { type: 'order.ask' })
        await shop.settled()
      },
      ...stays({ unknown: 'asking' }, 'approved'),
      runs: ['findOrder'],
    },
  ],
  ['approved, unknown.unanswered', { comes: losesOrder(4), ...stays({ unknown: 'unanswered' }, 'approved') }],
  [
    'cancelled',
    {
      async comes(shop) {
        await openWindow(shop)
        await reports(shop, { type: 'payment.cancelled' })
      },
      ...stays('review', 'cancelled'),
      runs: ['endPayment'],
      next: 2,
    },
  ],
  [
    'failed',
    {
      async comes(shop) {
        await authorises(shop)
        await shop.refuses('authorizePayment', declined)
      },
      ...stays('review', 'failed'),
    },
  ],
  [
    'placed',
    {
      async comes(shop) {
        await pay(shop)
        await shop.answers('placeOrder', placedOrder)
      },
      ...stays('placed', 'ready'),
    },
  ],
]

const ofPayments = [
  'createPayment',
  'authorizePayment',
  'captureInBrowser',
  'endPayment',
  'watchWindow',
  'checkPlace',
  'placeOrder',
  'findOrder',
]
const running = (shop: OpenShop) =>
  shop.pending.map(({ name }) => name.split('/').at(-1)!).filter(name => ofPayments.includes(name))

describe('the end of an unpaid attempt', () => {
  test.each([
    ['cancelled', (shop: Payer) => reports(shop, { type: 'payment.cancelled' })],
    ['failed', (shop: Payer) => shop.refuses('createPayment', says(paymentRefusals.declined, 'It was declined.'))],
  ])('is no longer shown after another step: %s', async (attempt, ends) => {
    const shop = await openAtReview()
    await press(shop)
    await ends(shop)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', attempt])
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.settled()
    expect([stepOf(shop), attemptOf(shop)]).toEqual(['review', 'ready'])
  })
})

describe('reloading the page', () => {
  test.each(moments)('while %s continues in the expected state with the same key', async (_name, moment) => {
    const shop = await openAtReview(undefined, moment.setup)
    await moment.comes(shop)
    expect([stepOf(shop), attemptOf(shop)]).toEqual(moment.before)
    const [keys, order] = [keysOf(shop), orderOf(shop).pendingOrder]
    const again = await reload(shop)
    expect([stepOf(again), attemptOf(again)]).toEqual(moment.after)
    expect(running(again)).toEqual(moment.runs ?? [])
    expect(orderOf(again).pendingOrder).toEqual(order)
    expect(keys).toEqual(expect.arrayContaining(keysOf(again)))
  })

  test.each(moments)('twice while %s has the same result as once', async (_name, moment) => {
    const shop = await openAtReview(undefined, moment.setup)
    await moment.comes(shop)
    const again = await reload(await reload(shop))
    expect([stepOf(again), attemptOf(again)]).toEqual(moment.after)
    expect(running(again)).toEqual(moment.runs ?? [])
  })

  test.each(moments)('while %s ends in one order with the expected key', async (_name, moment) => {
    const shop = await openAtReview(undefined, moment.setup)
    await moment.comes(shop)
    const again = await reload(shop)
    if (stepOf(again) === 'review') await authorises(again)
    if (attemptOf(again) === 'capturing') await again.answers('captureInBrowser')
    for (const name of ['reconciling', 'unknown'])
      if (JSON.stringify([stepOf(again), attemptOf(again)]).includes(`"${name}":"unanswered"`)) {
        again.send('checkout/orderAttempt', { type: 'order.ask' })
        await reports(again, { type: 'payment.ask' })
      }
    const ends = async (name: string) => {
      await passesUntil(again, () => again.waiting(name).length > 0)
      if (again.waiting(name).length > 0) await again.answers(name)
    }
    if (stepOf(again) === 'paying') await ends('authorizePayment')
    if (stepOf(again) !== 'placed') {
      await passesUntil(again, () => again.waiting('placeOrder').length > 0)
      expect(ordersUnderWay(again)).toMatchObject([
        { requestId: `visit/order/${moment.next ?? 1}`, payment: { method: 'online', providerOrderId: 'PAY-1' } },
      ])
      await again.answers('placeOrder')
    }
    expect([stepOf(again), attemptOf(again)]).toEqual(['placed', 'ready'])
  })

  test('keeps the end of a pause', async () => {
    const shop = await openAtReview()
    await loses(1)(shop)
    const again = await reload(shop)
    expect(await passesUntil(again, () => again.waiting('authorizePayment').length > 0)).toBe(1000)
  })

  test.each([
    ['configuring', async () => {}],
    ['misconfigured', (shop: Payer) => shop.refuses('readSetup', says(0, 'Choose one.'))],
    ['loading', (shop: Payer) => shop.answers('readSetup')],
    [
      'ready',
      async (shop: Payer) => {
        await shop.answers('readSetup')
        await reports(shop, { type: 'payment.loaded' })
      },
    ],
    [
      'unavailable',
      async (shop: Payer) => {
        await shop.answers('readSetup')
        await reports(shop, { type: 'payment.unloaded' })
      },
    ],
  ])("resumes the provider's button %s, and loads its script again", async (where, comes) => {
    const shop = await openAtPayment()
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'online' })
    await comes(shop)
    expect(buttonOf(shop)).toBe(where)
    // the state of the page's script is not resumed: the script is loaded again
    const isScript = where === 'ready' || where === 'unavailable'
    expect(buttonOf(await reload(shop))).toBe(isScript ? 'loading' : where)
  })
})

describe('logging out during a payment', () => {
  test.each(moments.filter(([, { before }]) => before[0] !== 'placed'))(
    'while %s ignores later responses and reports',
    async (_name, moment) => {
      const shop = await openAtReview(identityOf(mai), moment.setup)
      await moment.comes(shop)
      const [payment, late] = [paymentActor(shop), [...shop.pending]]
      shop.send('session', { type: 'session.logOut' })
      await shop.settled()
      expect(running(shop)).toEqual([])
      const before = shop.persisted()
      for (const one of late.filter(({ signal }) => signal.aborted)) one.resolve({ id: 'PAY-1', status: 'authorized' })
      // a stopped actor warns about every event
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      for (const event of [
        { type: 'payment.approved', providerOrderId: 'PAY-1' },
        { type: 'payment.cancelled' },
        { type: 'payment.failed', reason: 'provider', message: 'The window is gone' },
        { type: 'payment.ask' },
      ])
        payment.send(event)
      await shop.settled()
      warn.mockRestore()
      expect(shop.persisted()).toBe(before)
      expect(running(shop)).toEqual([])
      expect(before).not.toContain('PAY-1')
    },
  )
})
