import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic, type AnyStateMachine } from 'xstate'
import { checkoutWith, type CheckoutEnvironment } from '#src/effects/checkout.ts'
import { forgetOrders, orderKeyPrefix, orderKeys } from '#src/effects/order-keys.ts'
import { createOutbox, isRecent, storedFor } from '#src/effects/outbox.ts'
import { createShopStorage } from '#src/effects/storage.ts'
import { newOrder, placedOrder } from '../../kit/outcomes.ts'
import { settled } from '../../kit/system.ts'
import { createRecordingClient, memory, tokenOf, type Asked } from '../../kit/recorded-calls.ts'

const begin = Date.UTC(2026, 10, 2, 14)
const minute = 60_000

/** An outbox, with its storage and clock. */
function openOutbox() {
  const { held, storage } = memory()
  const clock = { now: begin }
  return {
    held,
    storage: () => storage,
    clock,
    outbox: createOutbox(
      () => storage,
      () => clock.now,
    ),
  }
}

describe('the outbox', () => {
  test('stores an order with the time it was sent and its customer until it is removed', () => {
    const { held, outbox } = openOutbox()
    outbox.store(newOrder, 'customer-1')
    expect([...held.keys()]).toEqual([`${orderKeyPrefix}${newOrder.requestId}`])
    expect(outbox.list()).toMatchObject([{ sentAt: begin, customerId: 'customer-1', body: newOrder }])
    expect(outbox.find(newOrder.requestId)).toEqual(outbox.list()[0])
    outbox.remove(newOrder.requestId)
    expect(held.size).toBe(0)
    expect(outbox.find(newOrder.requestId)).toBeNull()
  })

  test('keeps the first time of an order that is sent again within ten minutes', () => {
    const { clock, outbox } = openOutbox()
    outbox.store(newOrder, null)
    clock.now += 9 * minute
    outbox.store(newOrder, null)
    expect(outbox.list()).toMatchObject([{ sentAt: begin }])
    clock.now += minute
    outbox.store(newOrder, null)
    expect(outbox.list()).toMatchObject([{ sentAt: begin + 10 * minute }])
  })

  test('lists orders oldest first, and deletes those that are older than 30 days', () => {
    const { held, clock, outbox } = openOutbox()
    outbox.store({ ...newOrder, requestId: 'old' }, null)
    clock.now += 20 * 86_400_000
    outbox.store({ ...newOrder, requestId: 'new' }, null)
    expect(outbox.list().map(({ body }) => body.requestId)).toEqual(['old', 'new'])
    clock.now = begin + storedFor
    expect(outbox.list().map(({ body }) => body.requestId)).toEqual(['new'])
    expect(held.size).toBe(1)
  })

  test('deletes what it cannot read', () => {
    const { held, outbox } = openOutbox()
    held.set(`${orderKeyPrefix}a`, '{"version":2}')
    held.set(`${orderKeyPrefix}b`, 'not JSON')
    held.set('shop.session', 'session-1')
    expect(outbox.list()).toEqual([])
    expect([...held.keys()]).toEqual(['shop.session'])
  })

  test('is in memory if storage is blocked', () => {
    const blocked = () => {
      throw new Error('Access is denied')
    }
    const outbox = createOutbox(blocked, () => begin)
    outbox.store(newOrder, null)
    expect(outbox.find(newOrder.requestId)).toMatchObject({ sentAt: begin })
    expect([outbox.list(), orderKeys(blocked)]).toEqual([[], []])
    outbox.remove(newOrder.requestId)
    expect(outbox.find(newOrder.requestId)).toBeNull()
  })

  test('is emptied when the shopper is forgotten, and nothing else is', () => {
    const { held, storage, outbox } = openOutbox()
    held.set('shop.session', 'session-1')
    outbox.store(newOrder, null)
    forgetOrders(storage)
    expect([...held.keys()]).toEqual(['shop.session'])
  })

  test('keeps the outline of a customer’s order once the customer is not logged in any more, and a guest’s order', () => {
    const { held, outbox } = openOutbox()
    outbox.store(newOrder, 'customer-1')
    outbox.store({ ...newOrder, requestId: 'guest/order/1' }, null)
    outbox.outlineOthers('customer-1')
    expect(outbox.list()).toHaveLength(2)
    outbox.outlineOthers(null)
    expect(held.get(`${orderKeyPrefix}${newOrder.requestId}`)).toBe(
      JSON.stringify({ sentAt: begin, customerId: 'customer-1', sessionId: newOrder.sessionId }),
    )
    expect(outbox.list().map(({ body }) => body.requestId)).toEqual(['guest/order/1'])
    const { requestId, sessionId } = newOrder
    const outline = { requestId, sentAt: begin, customerId: 'customer-1', sessionId }
    expect(outbox.outlines()).toEqual([outline])
    outbox.outlineOthers('customer-2')
    expect(outbox.outlines()).toEqual([outline])
  })

  test('counts an order as recent for ten minutes, and not after the clock was set back', () => {
    expect(isRecent(begin, begin + 10 * minute - 1)).toBe(true)
    expect(isRecent(begin, begin + 10 * minute)).toBe(false)
    expect(isRecent(begin, begin - 10 * minute)).toBe(false)
  })
})

/** The checkout's effects, with a gateway whose answers the test sets. */
function openCheckout(answer: (request: Asked) => object, status = 200) {
  const { outbox, held, storage: local, clock } = openOutbox()
  const { call, requests } = createRecordingClient(answer, { status })
  const storage = createShopStorage(local)
  storage.storeSessionId(newOrder.sessionId)
  const nothing = () => {}
  const { actors } = checkoutWith({
    call,
    storage,
    outbox,
    now: () => clock.now,
    writeJournalTail: nothing,
    notifyTabs: nothing,
    trimJournal: nothing,
    log: nothing,
    checkout: () => undefined,
    bridge: { setLog: nothing },
    environment: {},
    currency: 'AUD',
    channel: () => ({ postMessage: nothing, close: nothing }),
  } as unknown as CheckoutEnvironment).implementations
  const machines = actors as unknown as { lock: AnyStateMachine; orderAttempt: AnyStateMachine }
  const run = async (name: string, input: unknown): Promise<unknown> => {
    const effects = machines.orderAttempt.implementations.actors as unknown as Record<string, AnyActorLogic>
    const actor = createActor(effects[name]!, { input })
    actor.subscribe({ error: nothing })
    return toPromise(actor.start()).catch((refusal: unknown) => ({ refusal }))
  }
  const watchLock = machines.lock.implementations.actors.watchLock as AnyActorLogic
  return { outbox, held, storage, clock, requests, run, watchLock }
}

describe('an order that is sent', () => {
  test('is in the outbox before the request leaves, and not any more once it is answered', async () => {
    const sent: number[] = []
    const { outbox, storage, run } = openCheckout(() => {
      sent.push(outbox.list().length)
      return { statusCode: 200, data: placedOrder }
    })
    expect(await run('placeOrder', newOrder)).toMatchObject({ orderId: placedOrder.orderId })
    expect([sent, outbox.list(), storage.sessionId()]).toEqual([[1], [], null])
  })

  test('is not in the outbox any more once it is refused', async () => {
    const { outbox, run } = openCheckout(() => ({ statusCode: 409, message: 'Sold out', data: null }))
    expect(await run('placeOrder', newOrder)).toMatchObject({ refusal: { code: 'refused' } })
    expect(outbox.list()).toEqual([])
  })

  test('stays in the outbox, with its customer, while its outcome is not known', async () => {
    const { outbox, storage, clock, run } = openCheckout(() => ({}), 503)
    storage.storeToken(tokenOf({ sub: 'customer-1', exp: clock.now / 1_000 + 60 }))
    expect(await run('placeOrder', newOrder)).toMatchObject({ refusal: { code: 'lost' } })
    expect(outbox.list()).toMatchObject([{ customerId: 'customer-1', sentAt: begin, body: newOrder }])
  })

  test('stays in the outbox only as an outline once the login has ended, as soon as the checkout is stopped', async () => {
    const { outbox, storage, clock, run, watchLock } = openCheckout(() => ({}), 503)
    storage.storeToken(tokenOf({ sub: 'customer-1', exp: clock.now / 1_000 + 60 }))
    await run('placeOrder', newOrder)
    const stops = () => createActor(watchLock).start().stop()
    stops()
    await settled()
    expect(outbox.list()).toHaveLength(1)
    clock.now += 60_000
    stops()
    await expect.poll(() => outbox.list()).toEqual([])
    expect(outbox.outlines()).toMatchObject([{ customerId: 'customer-1' }])
  })

  test.each([
    ['a paid one', { ...newOrder, payment: { method: 'online' as const, providerOrderId: 'PAY-1' } }, 0],
    ['one that was sent before', newOrder, 1],
  ])('stays in the outbox at a rate limit: %s', async (_title, order, earlier) => {
    const { outbox, run } = openCheckout(() => ({ statusCode: 429, message: 'Too many attempts.' }), 429)
    for (let times = 0; times < earlier; times += 1) outbox.store(order, null)
    await run('placeOrder', order)
    expect(outbox.list()).toHaveLength(1)
  })

  test('is not in the outbox any more if a rate limit refused its only request', async () => {
    const { outbox, run } = openCheckout(() => ({ statusCode: 429, message: 'Too many attempts.' }), 429)
    await run('placeOrder', newOrder)
    expect(outbox.list()).toEqual([])
  })

  test('is not found to be missing, and stays in the outbox, at the error page of a proxy', async () => {
    const { outbox, run } = openCheckout(() => ({ error: 'page not found' }), 404)
    outbox.store(newOrder, null)
    for (const name of ['findOrder', 'discardOrder', 'placeOrder'])
      expect(await run(name, newOrder)).toMatchObject({ refusal: { isForeign: true } })
    expect(outbox.list()).toHaveLength(1)
  })

  test.each([
    ['the network', 403],
    ['the rate limit', 429],
  ])('is not found to be missing if %s refuses the lookup', async (_title, status) => {
    const { outbox, run } = openCheckout(() => ({ statusCode: status, message: 'No.' }), status)
    outbox.store(newOrder, null)
    expect(await run('findOrder', newOrder)).toMatchObject({ refusal: { status } })
  })

  test.each([
    ['an accepted DELETE', { statusCode: 200 }, 200, true],
    ['a gateway without the call', { statusCode: 404, message: 'No such call.' }, 404, false],
  ])('is removed when it is discarded; whether its key is unusable depends on %s', async (_title, body, status, is) => {
    const { outbox, run } = openCheckout(() => body, status)
    outbox.store(newOrder, null)
    expect(await run('discardOrder', newOrder)).toEqual({ isPlaced: false, isKeySpent: is })
    expect(outbox.list()).toEqual([])
  })
})
