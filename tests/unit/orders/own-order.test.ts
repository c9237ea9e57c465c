import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import type { Order } from '#contract/order'
import { ownOrderRoutes } from '#contract/own-order'
import type { AnyRoute } from '#contract/route'
import { createVault } from '#machines/journal/vault'
import type { OrderChangeContext } from '#machines/order-change/order-change'
import type { OwnOrderContext } from '#machines/orders/own-order'
import { timelineOf } from '#machines/orders/timeline'
import type { Client } from '#src/effects/client.ts'
import { takeLinkSecret } from '#src/effects/link-secrets.ts'
import { orderKeyHandle, readOrderKey } from '#src/effects/order-key.ts'
import { ownOrderWith } from '#src/effects/own-order.ts'
import { OwnOrderScreen } from '#src/orders/OwnOrderScreen.tsx'
import { drawScreen } from '../../kit/draw-screen.tsx'
import { goesTo, openAsCustomer } from '../../kit/customer-data.ts'
import { lost } from '../../kit/outcomes.ts'
import { cancelledOrder, noOrder, ownOrder, packedOrder, tooLate, versionedOrder } from '../../model/own-order.model.ts'

const path = '/order/1001'
const read = (order: Order) => ({ order, deliveryName: 'Home delivery' })

async function opens() {
  const shop = await openAsCustomer(path)
  const seen = () => shop.at<{ context: OwnOrderContext; value: unknown }>('ownOrder')
  return { ...shop, seen, html: () => drawScreen(shop, path, OwnOrderScreen) }
}

/** A shop whose order is shown, and of which the shopper is asked whether to cancel it. */
async function asked() {
  const shop = await opens()
  await shop.answers('readOwnOrder', read(ownOrder))
  shop.send('ownOrder', { type: 'cancellation.ask' })
  return shop
}

describe('the page of one order', () => {
  test('shows what was refunded and on which day, and nothing about refunds without one', async () => {
    const shop = await opens()
    await shop.answers('readOwnOrder', read(packedOrder))
    expect(shop.html()).not.toContain('Refunded')
    const again = await opens()
    const refunds = [{ amount: 12.34, at: '2026-11-21T01:00:00.000Z' }]
    await again.answers('readOwnOrder', read({ ...packedOrder, refunds }))
    expect(again.html()).toMatch(/Refunded<.*\$12\.34 on 21 November 2026/)
  })

  test('the page is shown at once; the order is read again each time it is opened, and stays shown until the answer arrives', async () => {
    const shop = await opens()
    expect(shop.seen().value).toBe('reading')
    expect(shop.html()).toContain('Loading your order')
    await shop.answers('readOwnOrder', read(ownOrder))
    await goesTo(shop, '/main/brands')
    await goesTo(shop, path)
    expect(shop.seen()).toMatchObject({ value: 'reading', context: { read: read(ownOrder) } })
    expect(shop.html()).toContain('Order 1001')
    await shop.refuses('readOwnOrder', lost)
    expect(shop.html()).toContain('We couldn’t refresh your order.')
    await goesTo(shop, '/order/1002')
    expect(shop.seen().context.read).toBeNull()
  })

  test('a link that does not open the order is final: only opening the page again asks again', async () => {
    const shop = await opens()
    await shop.refuses('readOwnOrder', noOrder)
    expect(shop.seen().value).toBe('gone')
    shop.send('ownOrder', { type: 'order.reload' })
    expect(shop.seen().value).toBe('gone')
    expect(shop.html()).toContain('This link does not work any more')
    await goesTo(shop, '/main/brands')
    await goesTo(shop, path)
    expect(shop.seen().value).toBe('reading')
  })

  test('a 404 that is not the gateway’s is no such link: the order can be read again', async () => {
    const shop = await opens()
    await shop.refuses('readOwnOrder', { ...noOrder, isForeign: true })
    expect(shop.seen().value).toBe('unreachable')
    shop.send('ownOrder', { type: 'order.reload' })
    expect(shop.seen().value).toBe('reading')
  })

  test('the shopper is asked before the order is cancelled, and it is cancelled once: a cancellation whose response was lost is sent again with its idempotency key', async () => {
    const shop = await asked()
    expect(shop.waiting('cancelOrder')).toHaveLength(0)
    shop.send('ownOrder', { type: 'cancellation.dismiss' })
    shop.send('ownOrder', { type: 'cancellation.confirm' })
    await shop.settled()
    expect(shop.waiting('cancelOrder')).toHaveLength(0)
    shop.send('ownOrder', { type: 'cancellation.ask' })
    shop.send('ownOrder', { type: 'cancellation.confirm' })
    shop.send('ownOrder', { type: 'cancellation.confirm' })
    await shop.settled()
    expect(shop.waiting('cancelOrder')).toHaveLength(1)
    const { requestId } = shop.seen().context
    await shop.refuses('cancelOrder', lost)
    expect(shop.seen().value).toEqual({ shown: 'unanswered' })
    shop.send('ownOrder', { type: 'cancellation.confirm' })
    expect(shop.seen().context.requestId).toBe(requestId)
    await shop.answers('cancelOrder', cancelledOrder)
    expect(shop.seen()).toMatchObject({ value: { shown: 'cancelled' }, context: { read: read(cancelledOrder) } })
    expect(shop.html()).toContain('Your order is cancelled.')
    expect(shop.html()).not.toContain('>Cancel order<')
  })

  test('a cancellation that is refused changes nothing: the reason is shown, and the order is read again', async () => {
    const shop = await asked()
    shop.send('ownOrder', { type: 'cancellation.confirm' })
    await shop.refuses('cancelOrder', tooLate)
    expect(shop.seen()).toMatchObject({ value: 'reading', context: { read: read(ownOrder) } })
    await shop.answers('readOwnOrder', read(packedOrder))
    expect(shop.html()).toContain(tooLate.message)
    expect(shop.html()).toContain('We have begun to pack this order, so it can’t be cancelled here any more.')
    const earlier = shop.seen().context.requestId
    shop.send('ownOrder', { type: 'cancellation.ask' })
    expect(shop.seen()).toMatchObject({ value: { shown: 'viewing' }, context: { requestId: earlier } })
  })

  test('a question that is asked again has another key, since the gateway keeps its refusals', async () => {
    const shop = await asked()
    const { requestId } = shop.seen().context
    shop.send('ownOrder', { type: 'cancellation.dismiss' })
    shop.send('ownOrder', { type: 'cancellation.ask' })
    expect(shop.seen().context.requestId).not.toBe(requestId)
  })

  test('an older gateway does not say whether an order can be cancelled: nothing is offered', async () => {
    const shop = await opens()
    const { cancellation: _, statusTimes: __, ...older } = ownOrder
    await shop.answers('readOwnOrder', read(older))
    expect(shop.html()).not.toContain('Cancel order')
    shop.send('ownOrder', { type: 'cancellation.ask' })
    expect(shop.seen().value).toEqual({ shown: 'viewing' })
  })
})

describe('the draft of an order', () => {
  /** A shop whose order is open as a draft. */
  async function changing() {
    const shop = await opens()
    await shop.answers('readOwnOrder', read(versionedOrder))
    shop.send('ownOrder', { type: 'change.open' })
    return { ...shop, draft: () => shop.at<{ context: OrderChangeContext }>('ownOrder/orderChange').context }
  }

  test('the order can be opened as a draft if the gateway gives it a version and it can still be cancelled', async () => {
    const older = await opens()
    await older.answers('readOwnOrder', read(ownOrder))
    expect(older.html()).not.toContain('Change order')
    older.send('ownOrder', { type: 'change.open' })
    expect(older.seen().value).toEqual({ shown: 'viewing' })
    const shop = await opens()
    await shop.answers('readOwnOrder', read(versionedOrder))
    expect(shop.html()).toContain('>Change order<')
    expect(shop.html()).toContain('You can change or cancel it until')
    shop.send('ownOrder', { type: 'change.open' })
    expect(shop.seen().value).toEqual({ shown: 'changing' })
    expect(shop.at<{ context: OrderChangeContext }>('ownOrder/orderChange').context.order).toEqual(versionedOrder)
  })

  test('the draft is kept while other pages are shown; the page of another order ends it', async () => {
    const shop = await changing()
    shop.send('ownOrder/orderChange', { type: 'change.setQuantity', productId: 1, quantity: 3 })
    await goesTo(shop, '/main/brands')
    await goesTo(shop, path)
    expect(shop.seen().value).toEqual({ shown: 'changing' })
    expect(shop.draft().draft.lines[0]!.quantity).toBe(3)
    await goesTo(shop, '/order/1002')
    expect(shop.seen().value).toBe('reading')
    expect(shop.draft().order).toBeNull()
  })

  test('the order is shown as it was changed. If it can’t be changed any more the reason is shown, and the order is read again', async () => {
    const shop = await changing()
    const saved = { ...versionedOrder, version: 5, total: 40 }
    shop.send('ownOrder/orderChange', { type: 'change.setQuantity', productId: 1, quantity: 3 })
    shop.host.fireNext()
    await shop.settled()
    await shop.answers('readPreview', saved)
    shop.send('ownOrder/orderChange', { type: 'change.save' })
    await shop.answers('changeOrder', saved)
    expect(shop.seen().value).toEqual({ shown: 'changed' })
    expect(shop.html()).toContain('Your order is changed.')
    expect(shop.html()).toContain('The total is now $40.00.')
    shop.send('ownOrder', { type: 'change.open' })
    expect(shop.draft()).toMatchObject({ order: { version: 5 }, keyStart: 'visit/changeOrder/2' })
    shop.send('ownOrder', { type: 'change.refused', refusal: tooLate })
    expect(shop.seen().value).toBe('reading')
    await shop.answers('readOwnOrder', read({ ...packedOrder, version: 5 } as Order))
    expect(shop.html()).toContain('Your order was not changed.')
    expect(shop.html()).toContain(tooLate.message)
    expect(shop.html()).not.toContain('Change order')
  })
})

describe('the key of the link', () => {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  beforeEach(() => vi.stubGlobal('sessionStorage', sessionStorage))
  afterEach(() => {
    stored.clear()
    vi.unstubAllGlobals()
  })

  /** A window at a location, and where its history was replaced to. */
  function windowAt(pathname: string, search: string) {
    const replaced: string[] = []
    const history = {
      state: null,
      replaceState: (_state: unknown, _title: string, to: URL) => void replaced.push(to.href),
    }
    return {
      window: {
        location: { href: `https://shop.example${pathname}${search}#status` },
        history,
        sessionStorage,
      } as unknown as Window,
      replaced,
    }
  }

  test('the key of the link is never in the machine: the effects take it from where the start of the page has put it', async () => {
    const vault = createVault()
    const { window, replaced } = windowAt(path, '?key=secret-key&from=mail')
    takeLinkSecret(window, vault)
    expect(replaced).toEqual([`https://shop.example${path}?from=mail#status`])
    expect(readOrderKey(vault, 1001)).toBe('secret-key')
    // a reload begins with an empty vault
    expect(readOrderKey(createVault(), 1001)).toBe('secret-key')
    expect(readOrderKey(vault, 1002)).toBeUndefined()
    const asked: { route: AnyRoute; body: unknown }[] = []
    const call = (async (route: AnyRoute, { body } = {} as { body?: unknown }) => {
      asked.push({ route, body })
      return { done: true, answer: { data: ownOrder, listData: [] } }
    }) as unknown as Client
    const { readOwnOrder, cancelOrder } = ownOrderWith({ call, vault }).implementations.actors as Record<
      string,
      AnyActorLogic
    >
    const read = await toPromise(createActor(readOwnOrder!, { input: { number: 1001 } }).start())
    expect(JSON.stringify(read)).not.toContain('secret-key')
    const input = { number: 1001, orderId: 'order-1', requestId: 'visit/1' }
    await toPromise(createActor(cancelOrder!, { input }).start())
    expect(asked.filter(({ body }) => JSON.stringify(body)?.includes('secret-key')).map(({ route }) => route)).toEqual([
      ownOrderRoutes.orderByLink,
      ownOrderRoutes.cancelOrder,
    ])
  })

  test('is forgotten once it opens nothing, and kept if the answer is a proxy’s', async () => {
    const vault = createVault()
    takeLinkSecret(windowAt(path, '?key=old').window, vault)
    const answers = (refusal: object) =>
      ownOrderWith({ call: (async () => ({ done: false, refusal })) as unknown as Client, vault }).implementations
        .actors.readOwnOrder as AnyActorLogic
    const reads = (refusal: object) =>
      toPromise(createActor(answers(refusal), { input: { number: 1001 } }).start()).catch((error: unknown) => error)
    await reads({ ...noOrder, isForeign: true })
    expect(readOrderKey(vault, 1001)).toBe('old')
    await reads(noOrder)
    expect(readOrderKey(vault, 1001)).toBeUndefined()
    expect(stored.has(orderKeyHandle(1001))).toBe(false)
  })

  test('is taken from no other page, and the token of a reset link is not stored', () => {
    const vault = createVault()
    takeLinkSecret(windowAt('/main/brands', '?key=brand').window, vault)
    takeLinkSecret(windowAt('/reset-password', '?token=reset').window, vault)
    expect(stored.size).toBe(0)
  })
})

describe('the timeline of an order', () => {
  const short = (order: Order) =>
    timelineOf(order).map(({ status, is, at }) => `${status} ${is}${at === null ? '' : ' at'}`)

  test('has the statuses of delivery or of pick-up, and their times as far as they are known', () => {
    expect(short({ ...ownOrder, orderStatus: 'on-its-way' })).toEqual([
      'received done at',
      'preparing done',
      'on-its-way now',
      'completed next',
    ])
    expect(short({ ...ownOrder, deliveryAddress: null })).toEqual([
      'received now at',
      'preparing next',
      'ready-for-pickup next',
      'completed next',
    ])
  })

  test('of a cancelled order ends with that, after what it had reached', () => {
    expect(short(cancelledOrder)).toEqual(['received done at', 'cancelled now at'])
    expect(short({ ...cancelledOrder, statusTimes: { preparing: 'no time' } })).toEqual([
      'received done',
      'cancelled now',
    ])
  })
})
