import { describe, expect, test, vi } from 'vitest'
import type { Conflict } from '#contract/conflict'
import type { NewOrder } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import type { Refusal } from '#contract/refusal'
import { checkoutTotals } from '#machines/checkout/checkout'
import { isWindowBlocked } from '#machines/payment/payment'
import { identityOf, lost, mai, placedOrder } from '../../kit/outcomes.ts'
import {
  approve,
  buttonOf,
  checkoutOf,
  flowOf,
  openAtPayment,
  openAtReview,
  openWindow,
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
const ended = says(paymentRefusals.ended, 'It was given up. Nothing was charged.')
const notApproved = says(paymentRefusals.notApproved, 'It was not approved.')
const conflict: Conflict = { about: 'stock', message: 'There are only 3 left.', productId: 1, left: 0 }
const conflicting: Refusal = { ...says(409, 'There are only 3 left.'), conflicts: [conflict] }

const linesOf = (shop: OpenShop) => shop.at<{ context: { lines: unknown[] } }>('cart').context.lines
const keysOf = (shop: OpenShop) => ordersUnderWay(shop).map(order => order.requestId)
const created = (shop: OpenShop) =>
  shop.waiting('createPayment').map(({ input }) => (input as { order: NewOrder }).order)

/** A payment whose authorisation was asked for, and whose answer was lost as often as is said. */
async function loseAnswers(shop: OpenShop, times: number) {
  for (let count = 0; count < times; count += 1) {
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    await shop.refuses('authorizePayment', lost)
  }
}

describe('an order that is paid online', () => {
  test('is made at the provider as it was shown, and placed with the same key and words once it is paid', async () => {
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
    expect([stepOf(shop), flowOf(shop), paymentOf(shop).order]).toEqual(['placed', 'ready', null])
    expect(linesOf(shop)).toEqual([])
  })

  test('is made once for two presses, whenever the second comes', async () => {
    const shop = await openAtReview()
    await press(shop)
    await press(shop)
    expect(created(shop)).toHaveLength(1)
    await shop.answers('createPayment')
    await press(shop)
    expect([stepOf(shop), created(shop).length]).toEqual(['paying', 0])
  })

  test('is authorised once for two approvals', async () => {
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

  test('is not authorised by the approval of another order', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop, 'PAY-2')
    expect(flowOf(shop)).toEqual({ approving: 'waiting' })
    expect(shop.waiting('authorizePayment')).toEqual([])
  })

  test('is not paid for another total than its own', async () => {
    const shop = await openAtReview()
    shop.send('checkout', { type: 'checkout.pay', total: 1 })
    await shop.settled()
    expect([stepOf(shop), created(shop).length]).toEqual(['review', 0])
  })

  test('is not placed without a payment, and one that is paid on delivery takes none', async () => {
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

describe('a payment that comes to nothing', () => {
  test('is cancelled with its window, and an approval that comes later authorises nothing', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await reports(shop, { type: 'payment.cancelled' })
    await approve(shop)
    expect([stepOf(shop), flowOf(shop)]).toEqual(['review', 'cancelled'])
    expect(shop.waiting('authorizePayment')).toEqual([])
    expect(linesOf(shop)).toHaveLength(1)
  })

  test('is the same wish when it is tried again, with the same key and the same words', async () => {
    const shop = await openAtReview()
    await press(shop)
    const [order] = created(shop)
    await shop.refuses('createPayment', lost)
    expect([stepOf(shop), flowOf(shop), paymentOf(shop).refusal]).toEqual(['review', 'failed', lost])
    await openWindow(shop)
    await reports(shop, { type: 'payment.cancelled' })
    await press(shop)
    expect(created(shop)).toEqual([order])
  })

  test('is another wish after an edit, with a key of its own', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await reports(shop, { type: 'payment.cancelled' })
    shop.send('checkout', { type: 'checkout.typedComment', value: 'The blue door' })
    await press(shop)
    expect(created(shop)).toMatchObject([{ requestId: 'visit/order/2', comment: 'The blue door' }])
  })

  test('can be paid on delivery instead, which is another wish', async () => {
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
    expect([stepOf(shop), flowOf(shop), paymentOf(shop).refusal]).toEqual(['placed', 'ready', null])
  })

  test("says the provider's error, and keeps the cart and the wish", async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    const [key] = [checkoutOf(shop).wish!.requestId]
    await reports(shop, { type: 'payment.failed', message: 'Something went wrong at the provider' })
    expect([stepOf(shop), flowOf(shop)]).toEqual(['review', 'failed'])
    expect(paymentOf(shop).refusal?.message).toBe('Something went wrong at the provider')
    expect(linesOf(shop)).toHaveLength(1)
    await press(shop)
    expect(keysOf(shop)).toEqual([key])
  })

  test("is not ended by a provider's error, or a cancellation, that comes after the approval", async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await reports(shop, { type: 'payment.failed', message: 'The window is gone' })
    await reports(shop, { type: 'payment.cancelled' })
    expect(flowOf(shop)).toBe('authorizing')
    await shop.answers('authorizePayment')
    expect(stepOf(shop)).toBe('placing')
  })

  test('ends where its window is blocked, or closed, while the order is still being made', async () => {
    const blocked = await openAtReview()
    await press(blocked)
    await reports(blocked, { type: 'payment.failed', message: 'popup_blocked' })
    expect([stepOf(blocked), flowOf(blocked)]).toEqual(['review', 'failed'])
    expect(isWindowBlocked(paymentOf(blocked).refusal!)).toBe(true)
    expect(blocked.waiting('createPayment')).toEqual([])

    const closed = await openAtReview()
    await press(closed)
    const [order] = created(closed)
    await reports(closed, { type: 'payment.cancelled' })
    expect([stepOf(closed), flowOf(closed)]).toEqual(['review', 'cancelled'])
    await press(closed)
    expect(created(closed)).toEqual([order])
  })

  test('is over where the gateway refuses to begin it: why, conflicts and all, and the cart is read again', async () => {
    const shop = await openAtReview()
    await press(shop)
    await shop.refuses('createPayment', conflicting)
    expect([stepOf(shop), flowOf(shop)]).toEqual(['review', 'failed'])
    expect(checkoutOf(shop)).toMatchObject({ wish: null, refusal: conflicting, conflicts: [conflict] })
    expect(shop.waiting('readCart')).toHaveLength(1)
  })
})

describe('an approved payment', () => {
  test('is asked about after 1, 2, 4 and 8 seconds where the answer was lost, and then left to the shopper', async () => {
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
    expect([stepOf(shop), flowOf(shop)]).toEqual(['paying', { reconciling: 'silent' }])
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    expect(shop.waiting('authorizePayment')).toEqual([])
  })

  test('is asked about at once by a shopper who does not want to wait, and placed when it turns out to be paid', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, 1)
    await reports(shop, { type: 'payment.ask' })
    expect(shop.waiting('authorizePayment')).toHaveLength(1)
    await loseAnswers(shop, 4)
    expect(flowOf(shop)).toEqual({ reconciling: 'silent' })
    await reports(shop, { type: 'payment.ask' })
    await shop.answers('authorizePayment')
    await shop.answers('placeOrder')
    expect([stepOf(shop), flowOf(shop)]).toEqual(['placed', 'ready'])
  })

  test('can be let be where the gateway stays silent: what is paid after that is another wish', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, 5)
    await reports(shop, { type: 'payment.abandon' })
    expect([stepOf(shop), flowOf(shop)]).toEqual(['review', 'abandoned'])
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/2'])
  })

  test('counts as cancelled where asking finds that it was never approved, and keeps its wish', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await shop.answers('watchWindow')
    expect(flowOf(shop)).toEqual({ reconciling: 'asking' })
    await shop.refuses('authorizePayment', notApproved)
    expect([stepOf(shop), flowOf(shop)]).toEqual(['review', 'cancelled'])
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/1'])
  })

  test.each([
    ['at once', 0],
    ['when it is asked about', 1],
  ])('is told to have failed where the card is declined %s, and keeps its wish', async (_when, losses) => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, losses)
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    await shop.refuses('authorizePayment', declined)
    expect([stepOf(shop), flowOf(shop), paymentOf(shop).refusal]).toEqual(['review', 'failed', declined])
    expect(checkoutOf(shop).refusal).toBeNull()
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/1'])
  })

  test.each([
    ['it was ended, at once', ended, 0],
    ['it was ended, when it is asked about', ended, 1],
    ['the cart is another, at once', conflicting, 0],
    ['the cart is another, when it is asked about', conflicting, 1],
  ])('is told to have failed where %s: the wish is over, and the cart is read again', async (_why, refusal, losses) => {
    const shop = await openAtReview()
    await openWindow(shop)
    await approve(shop)
    await loseAnswers(shop, losses)
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    await shop.refuses('authorizePayment', refusal)
    expect([stepOf(shop), flowOf(shop)]).toEqual(['review', 'failed'])
    expect(checkoutOf(shop)).toMatchObject({ wish: null, refusal, conflicts: refusal.conflicts ?? [] })
    await shop.answers('readCart')
    await shop.answers('readFee')
    expect(shop.waiting('placeOrder')).toEqual([])
    if (refusal === conflicting) return
    await press(shop)
    expect(keysOf(shop)).toEqual(['visit/order/2'])
  })

  test('is told to have come to nothing where its order is refused', async () => {
    const shop = await openAtReview()
    await pay(shop)
    await shop.refuses('placeOrder', conflicting)
    expect([stepOf(shop), flowOf(shop), paymentOf(shop)]).toMatchObject([
      'review',
      'failed',
      { refusal: conflicting, order: null, providerOrderId: null },
    ])
    expect(checkoutOf(shop)).toMatchObject({ wish: null, conflicts: [conflict] })
  })

  test('has its order asked for with the same words where the answer was lost', async () => {
    const shop = await openAtReview()
    await pay(shop)
    const [order] = ordersUnderWay(shop)
    await shop.refuses('placeOrder', lost)
    expect(flowOf(shop)).toBe('approved')
    await passesUntil(shop, () => shop.waiting('placeOrder').length > 0)
    expect(ordersUnderWay(shop)).toEqual([order])
    await shop.answers('placeOrder')
    expect([stepOf(shop), flowOf(shop)]).toEqual(['placed', 'ready'])
  })

  test('is captured by the browser where the shop is set up so, once, and asked about where that is not known', async () => {
    const shop = await openAtReview(undefined, { createOn: 'client', approveOn: 'client' })
    await openWindow(shop)
    await approve(shop)
    expect([flowOf(shop), shop.waiting('authorizePayment').length]).toEqual(['capturing', 0])
    await shop.refuses('captureInBrowser', lost)
    await passesUntil(shop, () => shop.waiting('authorizePayment').length > 0)
    expect(shop.waiting('captureInBrowser')).toEqual([])
    await shop.answers('authorizePayment', { id: 'PAY-1', status: 'captured' })
    expect(stepOf(shop)).toBe('placing')
  })

  test('is placed right after the browser has captured it, and tried again after it was declined', async () => {
    const shop = await openAtReview(undefined, { createOn: 'client', approveOn: 'client' })
    await openWindow(shop)
    await approve(shop)
    await shop.refuses('captureInBrowser', declined)
    expect([stepOf(shop), flowOf(shop)]).toEqual(['review', 'failed'])
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

  test('is wanted by the choice to pay online, and by nothing else', async () => {
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
  ])('does not come where %s, and paying on delivery goes on', async message => {
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

  test('can be had again where its script did not come, or came too late', async () => {
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

describe("a place that is chosen in the provider's window", () => {
  const bondi = { city: 'Bondi', state: 'NSW', postCode: '2026' }
  const manly = { city: 'Manly', state: 'NSW', postCode: '2095' }
  const chooses = (shop: OpenShop, place: object) => reports(shop, { type: 'payment.placeChosen', place })

  test.each(['accepted', 'other', 'outside'])('is %s, as the gateway says of the order', async answer => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    expect(shop.waiting('checkPlace')[0]!.input).toMatchObject({ order: checkoutOf(shop).wish, place: bondi })
    await shop.answers('checkPlace', answer)
    expect([flowOf(shop), paymentOf(shop).placeIs]).toEqual([{ approving: 'waiting' }, answer])
  })

  test('is not known where nobody could say, and the payment goes on', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    await shop.refuses('checkPlace', lost)
    expect(paymentOf(shop).placeIs).toBe('unknown')
    await approve(shop)
    expect(flowOf(shop)).toBe('authorizing')
  })

  test('is the last one that was chosen, even while another is being asked about', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    await chooses(shop, manly)
    expect(shop.waiting('checkPlace').map(({ input }) => (input as { place: object }).place)).toEqual([manly])
    await shop.answers('checkPlace', 'outside')
    expect(paymentOf(shop)).toMatchObject({ place: manly, placeIs: 'outside' })
  })

  test('is forgotten with the next payment', async () => {
    const shop = await openAtReview()
    await openWindow(shop)
    await chooses(shop, bondi)
    await shop.answers('checkPlace', 'outside')
    await reports(shop, { type: 'payment.cancelled' })
    await press(shop)
    expect(paymentOf(shop)).toMatchObject({ place: null, placeIs: 'accepted' })
  })
})

/** Where a payment can stand when the page is loaded again, how it came there, and how it goes on. */
interface Moment {
  comes(shop: Payer): Promise<void>
  /** The client captures where this says so. */
  setup?: object
  before: [unknown, unknown]
  after: [unknown, unknown]
  /** Effects of the payment that run afterwards. */
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
    shop.send('checkout', { type: 'checkout.ask' })
    await shop.refuses('placeOrder', lost)
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
  ['reconciling.silent', { comes: loses(5), ...stays('paying', { reconciling: 'silent' }) }],
  ['approved, placing', { comes: pay, ...stays('placing', 'approved'), runs: ['placeOrder'] }],
  ['approved, unknown.pausing', { comes: losesOrder(0), ...stays({ unknown: 'pausing' }, 'approved') }],
  [
    'approved, unknown.asking',
    {
      async comes(shop) {
        await losesOrder(0)(shop)
        shop.send('checkout', { type: 'checkout.ask' })
        await shop.settled()
      },
      ...stays({ unknown: 'asking' }, 'approved'),
      runs: ['placeOrder'],
    },
  ],
  ['approved, unknown.silent', { comes: losesOrder(4), ...stays({ unknown: 'silent' }, 'approved') }],
  [
    'cancelled',
    {
      async comes(shop) {
        await openWindow(shop)
        await reports(shop, { type: 'payment.cancelled' })
      },
      ...stays('review', 'cancelled'),
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

const ofPayments = ['createPayment', 'authorizePayment', 'captureInBrowser', 'watchWindow', 'checkPlace', 'placeOrder']
const running = (shop: OpenShop) =>
  shop.pending.map(({ name }) => name.split('/').at(-1)!).filter(name => ofPayments.includes(name))

describe('a page that is loaded again', () => {
  test.each(moments)('while %s goes on as is said, with the same key', async (_name, moment) => {
    const shop = await openAtReview(undefined, moment.setup)
    await moment.comes(shop)
    expect([stepOf(shop), flowOf(shop)]).toEqual(moment.before)
    const [keys, wish] = [keysOf(shop), checkoutOf(shop).wish]
    const again = await reload(shop)
    expect([stepOf(again), flowOf(again)]).toEqual(moment.after)
    expect(running(again)).toEqual(moment.runs ?? [])
    expect(checkoutOf(again).wish).toEqual(wish)
    expect(keys).toEqual(expect.arrayContaining(keysOf(again)))
  })

  test.each(moments)('while %s, and once more right after, goes on as after the first time', async (_name, moment) => {
    const shop = await openAtReview(undefined, moment.setup)
    await moment.comes(shop)
    const again = await reload(await reload(shop))
    expect([stepOf(again), flowOf(again)]).toEqual(moment.after)
    expect(running(again)).toEqual(moment.runs ?? [])
  })

  test.each(moments)('while %s ends in one order of the first wish', async (_name, moment) => {
    const shop = await openAtReview(undefined, moment.setup)
    await moment.comes(shop)
    const again = await reload(shop)
    if (stepOf(again) === 'review') await authorises(again)
    if (flowOf(again) === 'capturing') await again.answers('captureInBrowser')
    for (const name of ['reconciling', 'unknown'])
      if (JSON.stringify([stepOf(again), flowOf(again)]).includes(`"${name}":"silent"`)) {
        again.send('checkout', { type: 'checkout.ask' })
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
        { requestId: 'visit/order/1', payment: { method: 'online', providerOrderId: 'PAY-1' } },
      ])
      await again.answers('placeOrder')
    }
    expect([stepOf(again), flowOf(again)]).toEqual(['placed', 'ready'])
  })

  test('lets a pause end when it would have', async () => {
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
  ])("leaves the provider's button %s", async (where, comes) => {
    const shop = await openAtPayment()
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'online' })
    await comes(shop)
    expect(buttonOf(shop)).toBe(where)
    expect(buttonOf(await reload(shop))).toBe(where)
  })
})

describe('a shopper who leaves in the middle of a payment', () => {
  test.each(moments.filter(([, { before }]) => before[0] !== 'placed'))(
    'while %s is not followed by what comes later',
    async (_name, moment) => {
      const shop = await openAtReview(identityOf(mai), moment.setup)
      await moment.comes(shop)
      const [payment, late] = [paymentActor(shop), [...shop.pending]]
      shop.send('session', { type: 'session.logOut' })
      await shop.settled()
      expect(running(shop)).toEqual([])
      const before = shop.persisted()
      for (const one of late.filter(({ signal }) => signal.aborted)) one.resolve({ id: 'PAY-1', status: 'authorized' })
      // a stopped chart says that it takes nothing any more
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      for (const event of [
        { type: 'payment.approved', providerOrderId: 'PAY-1' },
        { type: 'payment.cancelled' },
        { type: 'payment.failed', message: 'The window is gone' },
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
