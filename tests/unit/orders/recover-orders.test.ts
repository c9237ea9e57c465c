import { describe, expect, test, vi } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { ShopActor } from '#machines/shop/shop'
import { createRecovery, type RecoveryOptions } from '#src/orders/recover-orders.ts'
import { createOutbox } from '#src/effects/outbox.ts'
import { orderOf } from '../../contract/gateway/given.ts'
import { memory } from '../../kit/recorded-calls.ts'
import { settled } from '../../kit/system.ts'

const begin = Date.UTC(2026, 10, 2)

/** Unsettled orders as [idempotency key, customer]; each was sent a minute after the one before. */
type Unsettled = [requestId: string, customerId: string | null][]

/** A tab of a customer whose browser has stored these orders. */
function openTab(
  orders: Unsettled,
  { customerId = null as string | null, ...more }: Partial<RecoveryOptions> & { customerId?: string | null } = {},
) {
  const { storage } = memory()
  const state = { now: begin, customerId, isOrdering: false }
  const outbox = createOutbox(
    () => storage,
    () => state.now,
  )
  const orderFor = (requestId: string): NewOrder => ({ ...orderOf('session', 59), requestId })
  for (const [requestId, owner] of orders) {
    outbox.store(orderFor(requestId), owner)
    state.now += 60_000
  }
  const sent: { type: string; event?: { order: NewOrder }; toast?: { text: string } }[] = []
  const listeners = new Set<() => void>()
  const shop = {
    getSnapshot: () => ({
      context: { customer: state.customerId === null ? null : { customerId: state.customerId } },
      children: {
        checkout: {
          getSnapshot: () => ({ value: { step: state.isOrdering ? 'ordering' : 'closed' }, children: {} }),
        },
      },
    }),
    subscribe: (listener: () => void) => void listeners.add(listener),
    send: (event: (typeof sent)[number]) => {
      sent.push(event)
      if (event.type === 'machine.start') state.isOrdering = true
    },
  }
  const loaded: string[] = []
  const again = createRecovery({
    shop: shop as unknown as ShopActor,
    load: async page => void loaded.push(page),
    call: (async () => ({ done: false, refusal: { code: 'refused', message: 'No.', status: 404 } })) as never,
    storage: () => storage,
    now: () => state.now,
    locks: undefined,
    ...more,
  })
  return {
    again,
    outbox,
    loaded,
    sent,
    recovered: () => sent.flatMap(({ event }) => (event ? [event.order.requestId] : [])),
    toasts: () => sent.flatMap(({ toast }) => (toast ? [toast.text] : [])),
    becomes(customer: string | null) {
      state.customerId = customer
      for (const listener of listeners) listener()
    },
    /** The checkout has settled the order. */
    settles(requestId: string) {
      outbox.remove(requestId)
      state.isOrdering = false
    },
    setOrdering: (isOrdering: boolean) => void (state.isOrdering = isOrdering),
  }
}

describe('an unsettled order that is found at the start', () => {
  test('is handed to the checkout with the time it was sent, once the page is loaded', async () => {
    const tab = openTab([['guest-1', null]])
    await settled()
    expect(tab.loaded).toEqual(['checkout'])
    expect(tab.sent).toMatchObject([
      {
        type: 'machine.start',
        machine: 'checkout',
        event: { type: 'checkout.recover', order: { requestId: 'guest-1' }, sentAt: begin },
      },
    ])
  })

  test.each<[string, string | null, Unsettled, string[]]>([
    [
      'a guest gets the guest’s',
      null,
      [
        ['mei-1', 'mei'],
        ['guest-1', null],
      ],
      ['guest-1'],
    ],
    ['a guest gets none of a customer’s', null, [['mei-1', 'mei']], []],
    [
      'a customer gets their own',
      'mei',
      [
        ['guest-1', null],
        ['an-1', 'an'],
        ['mei-1', 'mei'],
      ],
      ['mei-1'],
    ],
    ['a customer gets none of a guest’s', 'mei', [['guest-1', null]], []],
    ['a customer gets none of another customer’s', 'mei', [['an-1', 'an']], []],
    [
      'the oldest is first',
      'mei',
      [
        ['mei-1', 'mei'],
        ['mei-2', 'mei'],
      ],
      ['mei-1'],
    ],
  ])('belongs to whom sent it: %s', async (_, customerId, orders, expected) => {
    const tab = openTab(orders, { customerId })
    await settled()
    expect(tab.recovered()).toEqual(expected)
    expect(tab.loaded).toEqual(expected.map(() => 'checkout'))
  })

  test('waits for the next time while the checkout has an order', async () => {
    const tab = openTab([
      ['guest-1', null],
      ['guest-2', null],
    ])
    await settled()
    tab.again()
    await settled()
    expect(tab.recovered()).toEqual(['guest-1'])
    tab.settles('guest-1')
    tab.again()
    await settled()
    expect(tab.recovered()).toEqual(['guest-1', 'guest-2'])
  })

  test('is not handed over if an order is placed, or its outcome becomes known, while the page is loaded', async () => {
    for (const meanwhile of ['ordering', 'settled'] as const) {
      const loading: (() => void)[] = []
      const load = () => new Promise<void>(resolve => void loading.push(resolve))
      const tab = openTab([['guest-1', null]], { load })
      await settled()
      if (meanwhile === 'ordering') tab.setOrdering(true)
      else tab.outbox.remove('guest-1')
      loading[0]!()
      await settled()
      expect(tab.recovered()).toEqual([])
    }
  })

  test('stays stored if the page can’t be loaded, and is handed over the next time', async () => {
    let isOffline = true
    const load = async () => {
      if (isOffline) throw new Error('offline')
    }
    const tab = openTab([['guest-1', null]], { load })
    await settled()
    expect([tab.recovered(), tab.outbox.list().length]).toEqual([[], 1])
    isOffline = false
    tab.again()
    await settled()
    expect(tab.recovered()).toEqual(['guest-1'])
  })

  test('is handed over once when the tab is shown several times meanwhile', async () => {
    const loading: (() => void)[] = []
    const load = vi.fn(() => new Promise<void>(resolve => void loading.push(resolve)))
    const tab = openTab([['guest-1', null]], { load })
    tab.again()
    tab.again()
    await settled()
    expect(load).toHaveBeenCalledTimes(1)
    loading[0]!()
    await settled()
    expect(tab.recovered()).toEqual(['guest-1'])
  })
})

describe('another shopper in the tab', () => {
  test('gets their own order, and not the one of the shopper before', async () => {
    const tab = openTab(
      [
        ['mei-1', 'mei'],
        ['mei-2', 'mei'],
      ],
      { customerId: 'mei' },
    )
    await settled()
    tab.settles('mei-1')
    tab.outbox.store({ ...orderOf('session', 59), requestId: 'an-1' }, 'an')
    tab.becomes('an')
    await settled()
    expect(tab.recovered()).toEqual(['mei-1', 'an-1'])
  })

  test('leaves the outline of the other one’s order, whose outcome the other one reads after the next login', async () => {
    const tab = openTab([['mei-1', 'mei']], { customerId: null })
    await settled()
    expect([tab.outbox.list(), tab.outbox.outlines().map(({ requestId }) => requestId)]).toEqual([[], ['mei-1']])
    expect(tab.toasts()).toEqual([])
    tab.becomes('mei')
    await settled()
    expect(tab.toasts()).toEqual(['Your order from 2 November was not placed.'])
    expect(tab.outbox.outlines()).toEqual([])
  })
})
