import { describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import { notSentAgain } from '#machines/checkout/context'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { discarded } from '#machines/orders/order-attempt-setup'
import { checkoutOf, openAtPayment, orderOf, passesUntil, stepOf, type Payer } from '../../kit/open-payment.ts'
import { gone, limited, lost, placedOrder } from '../../kit/outcomes.ts'

async function place(shop: Payer) {
  shop.send('checkout', { type: 'checkout.place', total: checkoutTotals(checkoutOf(shop)).total })
  await shop.settled()
}

/** A guest who has pressed 'Place Order'. */
async function orders() {
  const shop = await openAtPayment()
  shop.send('checkout', { type: 'checkout.continue' })
  await place(shop)
  return shop
}

const says = (shop: Payer, type: 'order.ask' | 'order.resend' | 'order.abandon') =>
  shop.send('checkout/orderAttempt', { type })

const sent = (shop: Payer) => shop.waiting('placeOrder').map(one => one.input as NewOrder)

/** An order whose answer was lost; the gateway is asked whether it was placed. */
async function losesAnswer() {
  const shop = await orders()
  await shop.refuses('placeOrder', lost)
  says(shop, 'order.ask')
  expect(shop.waiting('findOrder')).toHaveLength(1)
  return shop
}

describe('an order attempt', () => {
  test('repeats an order whose answer was lost with the same key and body until it is answered', async () => {
    const shop = await orders()
    const [order] = sent(shop)
    await shop.refuses('placeOrder', lost)
    expect(stepOf(shop)).toEqual({ unknown: 'pausing' })
    shop.host.fireNext()
    expect(sent(shop)).toEqual([])
    await shop.answers('findOrder')
    expect(sent(shop)).toEqual([order])
    await shop.refuses('placeOrder', lost)
    says(shop, 'order.ask')
    await shop.answers('findOrder')
    expect(sent(shop)).toEqual([order])
    await shop.answers('placeOrder')
    expect(stepOf(shop)).toBe('placed')
  })

  test('repeats an order whose answer was lost after 1, 2, 4 and 8 seconds', async () => {
    const shop = await orders()
    const pauses: number[] = []
    await shop.refuses('placeOrder', lost)
    while (JSON.stringify(stepOf(shop)) === '{"unknown":"pausing"}') {
      const pausedAt = shop.host.now()
      while (shop.waiting('findOrder').length === 0) expect(shop.host.fireNext()).toBe(true)
      pauses.push(shop.host.now() - pausedAt)
      await shop.answers('findOrder')
      await shop.refuses('placeOrder', lost)
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000])
  })

  test('asks about an order at once after a reload, and counts its retries from there', async () => {
    const shop = await losesAnswer()
    for (let ask = 0; ask < 2; ask += 1) {
      await shop.answers('findOrder')
      await shop.refuses('placeOrder', lost)
      says(shop, 'order.ask')
    }
    await shop.answers('findOrder')
    expect(orderOf(shop).retries).toBe(3)
    shop.send('checkout/orderAttempt', { type: 'order.resumed', age: 60_000 })
    await shop.settled()
    const pauses: number[] = []
    for (;;) {
      await shop.refuses('findOrder', lost)
      if (JSON.stringify(stepOf(shop)) !== '{"unknown":"pausing"}') break
      const pausedAt = shop.host.now()
      while (shop.waiting('findOrder').length === 0) expect(shop.host.fireNext()).toBe(true)
      pauses.push(shop.host.now() - pausedAt)
    }
    expect([pauses, stepOf(shop)]).toEqual([[2_000, 4_000, 8_000], { unknown: 'unanswered' }])
  })

  test('does not settle an order by the error page of a proxy', async () => {
    const shop = await orders()
    await shop.refuses('placeOrder', { ...gone, isForeign: true })
    expect(stepOf(shop)).toEqual({ unknown: 'pausing' })
  })

  test('settles an order by a rate limit if it was sent once: the next one has a new key', async () => {
    const shop = await orders()
    await shop.refuses('placeOrder', limited)
    expect([stepOf(shop), checkoutOf(shop).refusal]).toEqual(['review', limited])
    await shop.answers('readFee')
    await place(shop)
    expect(sent(shop)).toMatchObject([{ requestId: 'visit/order/2' }])
  })

  test('repeats an order with its key after the time of a rate limit if an earlier request may have placed it', async () => {
    const shop = await losesAnswer()
    await shop.answers('findOrder')
    const [order] = sent(shop)
    await shop.refuses('placeOrder', limited)
    expect(stepOf(shop)).toEqual({ unknown: 'pausing' })
    const pausedAt = shop.host.now()
    while (shop.waiting('findOrder').length === 0) expect(shop.host.fireNext()).toBe(true)
    expect(shop.host.now() - pausedAt).toBe(37_000)
    await shop.answers('findOrder')
    expect(sent(shop)).toEqual([order])
  })

  test('shows an order as discarded only if the gateway has discarded its key', async () => {
    const discarding = async (answer: object) => {
      const shop = await losesAnswer()
      await shop.answers('findOrder', { order: null, sentAt: 1, isRecent: false })
      const texts: string[] = []
      shop.root.on('toast', ({ toast }) => void texts.push(toast.text))
      says(shop, 'order.abandon')
      await shop.answers('discardOrder', answer)
      return texts
    }
    expect(await discarding({ isPlaced: false, isKeySpent: true })).toEqual([discarded.message])
    expect(await discarding({ isPlaced: false, isKeySpent: false })).toEqual([notSentAgain])
  })

  test('waits for the shopper after four lost answers, and keeps everything', async () => {
    const shop = await orders()
    const [order] = sent(shop)
    await shop.refuses('placeOrder', lost)
    for (let ask = 0; ask < 4; ask += 1) {
      says(shop, 'order.ask')
      await shop.refuses('findOrder', lost)
    }
    expect(stepOf(shop)).toEqual({ unknown: 'unanswered' })
    says(shop, 'order.ask')
    await shop.answers('findOrder')
    expect(sent(shop)).toEqual([order])
  })

  test('finds that an order whose answer was lost was placed, without sending it again', async () => {
    const shop = await losesAnswer()
    await shop.answers('findOrder', { order: placedOrder, sentAt: 1, isRecent: true })
    expect([stepOf(shop), sent(shop)]).toEqual(['placed', []])
    expect(shop.at<{ context: { lines: unknown[] } }>('cart').context.lines).toEqual([])
  })

  test('sends an order that is older than ten minutes only if the shopper says so', async () => {
    const shop = await losesAnswer()
    await shop.answers('findOrder', { order: null, sentAt: 1, isRecent: false })
    while (shop.host.fireNext());
    await shop.settled()
    expect([stepOf(shop), sent(shop)]).toEqual([{ unknown: 'unplaced' }, []])
    says(shop, 'order.resend')
    expect(sent(shop)).toMatchObject([{ requestId: 'visit/order/1' }])
  })

  test('repeats an old order that the shopper sends again after 2 seconds, like one that was sent twice', async () => {
    const isAsked = (shop: Payer) => passesUntil(shop, () => shop.waiting('findOrder').length > 0)
    const shop = await orders()
    await shop.refuses('placeOrder', lost)
    for (let ask = 0; ask < 3; ask += 1) {
      await isAsked(shop)
      await shop.refuses('findOrder', lost)
    }
    await isAsked(shop)
    await shop.answers('findOrder', { order: null, sentAt: 1, isRecent: false })
    says(shop, 'order.resend')
    await shop.refuses('placeOrder', lost)
    expect(await isAsked(shop)).toBe(2_000)
  })

  test('discards an order on which the gateway fails repeatedly; the next one has a new key', async () => {
    const shop = await losesAnswer()
    for (let ask = 0; ask < 4; ask += 1) {
      await shop.answers('findOrder')
      await shop.refuses('placeOrder', lost)
      if (ask < 3) says(shop, 'order.ask')
    }
    expect(stepOf(shop)).toEqual({ unknown: 'unanswered' })
    says(shop, 'order.abandon')
    expect(shop.waiting('discardOrder')[0]!.input).toMatchObject({ requestId: 'visit/order/1' })
    await shop.answers('discardOrder')
    expect([stepOf(shop), orderOf(shop).pendingOrder]).toEqual(['review', null])
    await place(shop)
    expect(sent(shop)).toMatchObject([{ requestId: 'visit/order/2' }])
  })

  test('shows an order that was placed while it was being discarded', async () => {
    const shop = await losesAnswer()
    await shop.refuses('findOrder', lost)
    says(shop, 'order.abandon')
    await shop.answers('discardOrder', { isPlaced: true })
    await shop.answers('findOrder', { order: placedOrder, sentAt: 1, isRecent: true })
    expect(stepOf(shop)).toBe('placed')
  })

  test('keeps an order that could not be discarded, and says so', async () => {
    const shop = await losesAnswer()
    await shop.refuses('findOrder', lost)
    says(shop, 'order.abandon')
    await shop.refuses('discardOrder', lost)
    expect([stepOf(shop), orderOf(shop).refusal]).toEqual([{ unknown: 'unanswered' }, lost])
    expect(orderOf(shop).pendingOrder).not.toBeNull()
  })
})
