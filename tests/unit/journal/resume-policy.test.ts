import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { schema } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import { isEffect, registryOf } from '#machines/journal/registry'
import { initialCheckpoint, isRestarted, type ResumeRule } from '#machines/journal/resume'
import { restoreTimers, timeLeft } from '#machines/journal/timers'
import { machinesBelowShop } from '#machines/machines'
import { longestUnattended } from '#machines/parts/resumed'
import { startingPoint } from '#machines/shop/resume'
import { resumedEvents, resumePolicy } from '#machines/shop/resume-policy'
import { shopMachine } from '#machines/shop/shop'
import type { OrderAttemptSnapshot } from '#machines/orders/order-attempt'
import type { PaymentSnapshot } from '#machines/payment/payment'
import { openAtReview, type Payer } from '../../kit/open-payment.ts'
import { locationOf, openShop, type OpenShop } from '../../kit/open-shop.ts'
import { mai, riceLine } from '../../kit/outcomes.ts'

const machines: Record<string, AnyStateMachine> = { shop: shopMachine, ...machinesBelowShop }
const minute = 60_000
const day = 24 * 60 * minute

/** Lazy machines are stubs that look like effects until they are loaded. */
const effectsOf = (machine: AnyStateMachine) =>
  Object.entries(registryOf(machine)).flatMap(([name, logic]) => (isEffect(logic) && !(name in machines) ? [name] : []))

describe('the resume policy', () => {
  test.each(Object.keys(machines))('has a rule for every effect of %s, and for no other', id => {
    const rules: Record<string, Record<string, ResumeRule>> = resumePolicy
    expect(Object.keys(rules[id] ?? {}).toSorted()).toEqual(effectsOf(machines[id]!).toSorted())
  })

  test('asks the shopper after the time that the machines wait for', () => {
    expect(resumePolicy.payment.authorizePayment).toEqual({ restartFor: longestUnattended, afterwards: 'ask' })
  })

  test('has an entry for every machine with effects, and for no other', () => {
    const withEffects = Object.keys(machines).filter(id => effectsOf(machines[id]!).length > 0)
    expect(Object.keys(resumePolicy).toSorted()).toEqual(withEffects.toSorted())
  })

  test('sends its events to machines that exist', () => {
    for (const [path, event] of resumedEvents(0)) {
      const id = path.split('/').at(-1)!
      const taken = [...machines[id]!.events] as string[]
      expect(taken).toContain(event.type)
    }
  })

  test('restarts nothing older than two days, the life of an idempotency key, except reads', () => {
    const reads = /^(read|begin|find|ask|request|validate|watch|loadPage|reveal)/
    for (const [id, rules] of Object.entries(resumePolicy as Record<string, Record<string, ResumeRule>>))
      for (const [name, rule] of Object.entries(rules))
        if (!reads.test(name)) expect([id, name, isRestarted(rule, day / 2)]).toEqual([id, name, false])
  })
})

/** A page load so many milliseconds after the last entry. */
async function reloaded(shop: OpenShop & { checkpoint?: Payer['checkpoint'] }, after: number) {
  const now = shop.entries.at(-1)!.at + after
  const { checkpoint = null, entries } = shop
  const journal = { schema, fingerprints, checkpoint, entries }
  const point = startingPoint(shop.logic, journal, { others: initialCheckpoint(shop.logic, now) })!
  const again = openShop(point.state.snapshot, point.state.seq, now)
  again.root.start()
  await again.settled()
  return { ...again, point }
}

const whoIn = (shop: OpenShop) => shop.at<{ value: { who: string } }>('session').value.who
const attemptIn = (shop: OpenShop) => shop.at<OrderAttemptSnapshot>('checkout/orderAttempt').value
const paymentIn = (shop: OpenShop) => shop.at<PaymentSnapshot>('checkout/orderAttempt/payment').value

describe('an effect in flight when the page is left', () => {
  const start = (identity: object = { is: 'guest' }) => {
    const shop = openShop()
    shop.root.start()
    shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity })
    return shop
  }

  test.each([
    ['within a few hours', day / 8, ['visit/add/1']],
    ['but not the next day, when the gateway may have forgotten its key', day, []],
  ])('sends an addition again %s', async (_when, after, keys) => {
    const shop = start()
    await shop.answers('begin')
    shop.send('cart', { type: 'cart.add', from: 'list', ...riceLine, productPrice: 15.9, quantity: 1 })
    shop.send('cart', { type: 'cart.add', from: 'list', ...riceLine, productId: 2, productPrice: 1, quantity: 1 })
    const again = await reloaded(shop, after)
    expect(again.waiting('addLine').map(({ input }) => (input as { requestId: string }).requestId)).toEqual(keys)
  })

  test.each([
    ['within a few hours', day / 8, 1],
    ['but not after 12 hours, when it may undo what was changed on another device', day / 2, 0],
    ['but not if the clock was set back by more than 12 hours', -day / 2, 0],
  ])('sends a quantity that was typed just before %s', async (_when, after, count) => {
    const shop = start()
    await shop.answers('begin')
    const [line] = shop.at<{ context: { lines: { id: string }[] } }>('cart').context.lines
    shop.send('cart', { type: 'cart.setQuantity', lineId: line!.id, quantity: 7 })
    expect(shop.at<{ value: unknown }>('cart').value).toMatchObject({ lines: 'pausing' })
    const again = await reloaded(shop, after)
    restoreTimers(again.root, again.point.state.timers, timer => timeLeft(timer, again.host.now()))
    while (again.host.fireNext());
    expect(again.waiting('changeLine')).toHaveLength(count)
    expect(again.waiting('readCart')).toHaveLength(1 - count)
    expect(again.at<{ context: { pendingCommands: unknown[] } }>('cart').context.pendingCommands).toHaveLength(count)
  })

  test('never logs out again: the stored token may be that of another login by now', async () => {
    const customer = { is: 'customer', customer: mai, validFor: day }
    const shop = start(customer)
    await shop.answers('begin')
    shop.send('session', { type: 'session.logOut' })
    expect(shop.waiting('logOut')).toHaveLength(1)
    const again = await reloaded(shop, minute)
    expect([...again.waiting('logOut'), ...again.waiting('forget')]).toEqual([])
    expect(whoIn(again)).toBe('anonymous')
  })

  test('never clears the token again: the stored one may be that of another login by now', async () => {
    const shop = start({ is: 'expired' })
    expect(shop.waiting('forget')).toHaveLength(1)
    const again = await reloaded(shop, minute)
    expect(again.waiting('forget')).toEqual([])
    expect(whoIn(again)).toBe('anonymous')
  })
})

describe('an order in flight when the page is left', () => {
  /** A shop whose order was sent and whose answer has not come. */
  async function ordered() {
    const shop = await openAtReview()
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'on-delivery' })
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.place', total: 2540 })
    expect(shop.waiting('placeOrder')).toHaveLength(1)
    return shop
  }

  test('is looked up at once, and sent again with its key if it is recent', async () => {
    const shop = await ordered()
    const again = await reloaded(shop, minute)
    expect([attemptIn(again), again.waiting('placeOrder')]).toEqual([{ unknown: 'looking' }, []])
    await again.answers('findOrder', { order: null, sentAt: 1, isRecent: true })
    expect(again.waiting('placeOrder').map(({ input }) => input)).toEqual([shop.waiting('placeOrder')[0]!.input])
  })

  // Invariant: J8
  test.each(['in flight', 'waiting to be sent again'])('is never sent later without the shopper: %s', async how => {
    const shop = await ordered()
    if (how !== 'in flight') {
      await shop.refuses('placeOrder', { code: 'lost', message: '', status: 0 })
      expect(attemptIn(shop)).toEqual({ unknown: 'pausing' })
    }
    const again = await reloaded(shop, 20 * day)
    expect(again.waiting('placeOrder')).toEqual([])
    again.root.send({ type: 'location.changed', move: 'POP', location: locationOf('/main/product-list/0') })
    while (again.host.fireNext());
    await again.settled()
    // the pause is over, or the shopper asks
    again.send('checkout/orderAttempt', { type: 'order.ask' })
    await again.answers('findOrder', { order: null, sentAt: 1, isRecent: false })
    while (again.host.fireNext());
    await again.settled()
    expect(again.waiting('placeOrder')).toEqual([])
    expect(attemptIn(again)).toEqual({ unknown: 'unplaced' })
    again.send('checkout/orderAttempt', { type: 'order.resend' })
    expect(again.waiting('placeOrder').map(({ input }) => (input as { requestId: string }).requestId)).toEqual([
      'visit/order/1',
    ])
  })
})

describe('a payment in flight when the page is left', () => {
  /** A shop whose payment is approved; the gateway authorises it. */
  async function paying() {
    const shop = await openAtReview()
    shop.send('checkout', { type: 'checkout.pay', total: 2540 })
    await shop.answers('createPayment')
    return shop
  }

  test.each(['window', 'authorisation'])('is not requested later without the shopper: an open %s', async what => {
    const shop = await paying()
    if (what === 'authorisation')
      shop.send('checkout/orderAttempt/payment', { type: 'payment.approved', providerOrderId: 'PAY-1' })
    // a clock that was set back hides the age
    for (const after of [day, -day]) {
      const again = await reloaded(shop, after)
      while (again.host.fireNext());
      expect(again.waiting('authorizePayment')).toEqual([])
      expect(paymentIn(again).attempt).toEqual({ confirming: 'unanswered' })
    }
  })

  test('loads the script of the button again, and times out if it does not load', async () => {
    const shop = await openAtReview()
    expect(paymentIn(shop).button).toBe('ready')
    const again = await reloaded(shop, 700)
    expect(paymentIn(again).button).toBe('loading')
    expect(again.point.state.timers.map(({ event }) => event.type)).toContainEqual(
      expect.stringContaining('scriptPatience'),
    )
  })
})

test('the entries of a resume begin with a marker and say which effects were interrupted', async () => {
  const shop = openShop()
  shop.root.start()
  shop.send('newsletter', { type: 'newsletter.typed', value: 'mai@example.com' })
  shop.send('newsletter', { type: 'newsletter.submit' })
  expect(shop.waiting('subscribe')).toHaveLength(1)
  const { point } = await reloaded(shop, minute)
  expect(point.checkpoint.seq).toBe(shop.entries.length)
  expect(point.entries.map(({ seq, to, kind, event }) => [seq - point.checkpoint.seq, to, kind, event])).toEqual([
    [1, 'shop', 'send', { type: 'visit.resumed', age: minute, adopted: false }],
    [
      2,
      'shop/newsletter/subscribe',
      'effect',
      expect.objectContaining({ data: expect.objectContaining({ code: 'interrupted' }) }),
    ],
  ])
  expect(point.state.seq).toBe(point.checkpoint.seq + 2)
})
