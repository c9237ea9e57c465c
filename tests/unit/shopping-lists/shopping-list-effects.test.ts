import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import type { AnyRoute } from '#contract/route'
import { shoppingListRoutes } from '#contract/shopping-lists'
import type { Client } from '#src/effects/client.ts'
import { createDeviceLists, listsKey } from '#src/effects/device-lists.ts'
import { forgetOrders } from '#src/effects/order-keys.ts'
import { shoppingListsWith } from '#src/effects/shopping-lists.ts'

const missing = { code: 'refused', message: 'There is nothing here.', status: 404 }

/** A storage that holds a map. */
const storageOf = (held: Map<string, string>) =>
  Object.assign(Object.fromEntries(held), {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }) as unknown as Storage

interface Asked {
  params?: object
  body?: unknown
}

/** The effects, with a gateway that answers or refuses each call by its route. */
function open(answers: ReadonlyMap<AnyRoute, (asked: Asked) => unknown>) {
  const held = new Map<string, string>()
  const device = createDeviceLists(() => storageOf(held))
  const done: unknown[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  const listened = {
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener as never),
    removeEventListener: (type: string) => void listeners.delete(type),
  }
  const call = (async (route: AnyRoute, asked: Asked = {}) => {
    const { params, body } = asked
    done.push([`${route.method} ${route.path}`, ...(params ? [params] : []), ...(body ? [body] : [])])
    const answer = answers.get(route)
    if (!answer) throw missing
    return { done: true, answer: answer(asked) }
  }) as unknown as Client
  const environment = { call, writeJournalTail: () => void done.push('journaled'), storage: {}, notifyTabs: () => {} }
  const machine = shoppingListsWith(environment as never, {
    window: listened as never,
    device,
    tabs: { ...listened, postMessage: () => void done.push('told') } as never,
  })
  const run = (name: keyof typeof machine.implementations.actors, input: unknown): Promise<unknown> => {
    const actor = createActor(machine.implementations.actors[name] as AnyActorLogic, { input })
    const settled = toPromise(actor)
    actor.start()
    return settled
  }
  return { held, device, done, run, listeners }
}

const rice = { productId: 1, quantity: 2 }
const weekly = { id: 990_000_001, name: 'Weekly', lines: [rice] }
const first = 900_000_001

describe('the shopping lists of a guest', () => {
  test('are made, changed and deleted on the device, without a request', async () => {
    const { run, device, done } = open(new Map())
    const change = (one: object) => run('changeShoppingLists', { change: one, keptOn: 'device' })
    expect(await change({ kind: 'create', requestId: 'visit/list/1', list: weekly })).toEqual([
      { id: first, name: 'Weekly', lines: [rice] },
    ])
    await change({ kind: 'setLine', listId: first, productId: 7, productName: '', quantity: 1 })
    await change({ kind: 'setLine', listId: first, productId: 1, productName: '', quantity: 5 })
    await change({ kind: 'rename', listId: first, name: 'Each week' })
    const lines = [
      { productId: 1, quantity: 5 },
      { productId: 7, quantity: 1 },
    ]
    expect(await run('readShoppingLists', { customerId: null })).toEqual({
      keptOn: 'device',
      lists: [{ id: first, name: 'Each week', lines }],
      onDevice: [],
    })
    await change({ kind: 'removeLine', listId: first, productId: 1, productName: '' })
    expect(device.list()[0]!.lines).toEqual([lines[1]])
    await change({ kind: 'delete', listId: first })
    expect(device.list()).toEqual([])
    expect(done).toEqual([])
  })
})

describe('the shopping lists of a customer', () => {
  const listData = [{ id: 3, name: 'Hot pot', lines: [] }]

  test('are read with those that were made on the device before the login', async () => {
    const { run, device } = open(new Map([[shoppingListRoutes.shoppingLists, () => ({ listData })]]))
    const own = device.create(weekly)
    expect(await run('readShoppingLists', { customerId: 'mai' })).toEqual({
      keptOn: 'gateway',
      lists: listData,
      onDevice: [own],
    })
  })

  test('stay on the device at a gateway without the calls', async () => {
    const { run, device } = open(new Map())
    const own = device.create(weekly)
    expect(await run('readShoppingLists', { customerId: 'mai' })).toEqual({
      keptOn: 'device',
      lists: [own],
      onDevice: [],
    })
  })

  test('leave the device once the gateway has them, and not before', async () => {
    const answers = new Map<AnyRoute, (asked: Asked) => unknown>()
    const { run, device, done } = open(answers)
    const own = device.create(weekly)
    const join = { change: { kind: 'join', requestId: 'visit/list/1', lists: [own] }, keptOn: 'gateway' }
    await expect(run('changeShoppingLists', join)).rejects.toMatchObject({ status: 404 })
    expect(device.list()).toEqual([own])
    answers.set(shoppingListRoutes.createLists, () => ({ data: { lists: [{ ...own, id: 4 }] } }))
    expect(await run('changeShoppingLists', join)).toEqual([{ ...own, id: 4 }])
    expect(device.list()).toEqual([])
    const request = ['POST /lists', { lists: [{ name: 'Weekly', lines: [rice] }], requestId: 'visit/list/1' }]
    expect(done).toEqual(['journaled', request, 'journaled', request, 'told'])
  })

  test('are changed by one request, which is journaled before and told to other tabs after', async () => {
    const { renameList, deleteList, setListLine, removeListLine } = shoppingListRoutes
    const answers = [renameList, deleteList, setListLine, removeListLine].map((route): [AnyRoute, () => object] => [
      route,
      () => ({}),
    ])
    const { run, done } = open(new Map(answers))
    for (const change of [
      { kind: 'rename', listId: 3, name: 'Weekly' },
      { kind: 'setLine', listId: 3, productName: '', ...rice },
      { kind: 'removeLine', listId: 3, productId: 1, productName: '' },
      { kind: 'delete', listId: 3 },
    ])
      expect(await run('changeShoppingLists', { change, keptOn: 'gateway' })).toEqual([])
    expect(done.filter(one => one !== 'journaled' && one !== 'told')).toEqual([
      ['PUT /lists/{listId}', { listId: 3 }, { name: 'Weekly' }],
      ['PUT /lists/{listId}/lines/{productId}', { listId: 3, productId: 1 }, { quantity: 2 }],
      ['DELETE /lists/{listId}/lines/{productId}', { listId: 3, productId: 1 }],
      ['DELETE /lists/{listId}', { listId: 3 }],
    ])
    expect([done.at(0), done.at(-1)]).toEqual(['journaled', 'told'])
  })
})

describe('a change in another tab', () => {
  test.each([
    ['message', {}],
    ['storage', { key: listsKey }],
    ['storage', { key: null }],
  ])('is noticed by the event %s (%j)', async (type, event) => {
    const { run, listeners } = open(new Map())
    const watched = run('watchListTabs', undefined)
    listeners.get('storage')!({ key: 'another' })
    listeners.get(type)!(event)
    expect(await watched).toBeNull()
    expect(listeners.size).toBe(0)
  })
})

describe('the lists on the device', () => {
  const holding = (text: string) => createDeviceLists(() => storageOf(new Map([[listsKey, text]])))
  const stored = (lists: unknown) => JSON.stringify({ lastId: first, lists })

  test.each([
    ['no JSON', 'x'],
    ['another shape', '[1]'],
    ['a list of the gateway', stored([{ id: 1, name: 'Weekly', lines: [] }])],
    ['a name that is too long', stored([{ id: first, name: 'x'.repeat(41), lines: [] }])],
    ['a quantity of 0', stored([{ id: first, name: 'Weekly', lines: [{ productId: 1, quantity: 0 }] }])],
    ['a text that is too long', `${' '.repeat(100_000)}${stored([])}`],
  ])('are none if %s is stored', (_what, text) => expect(holding(text).list()).toEqual([]))

  test('are at most 20 of 100 products; one more is refused and changes nothing', () => {
    const device = createDeviceLists(() => storageOf(held))
    const held = new Map<string, string>()
    for (let at = 1; at <= 20; at += 1) device.create({ name: `List ${at}`, lines: [] })
    expect(() => device.create({ name: 'One more', lines: [] })).toThrow(expect.objectContaining({ status: 409 }))
    for (let id = 1; id <= 100; id += 1) device.setLine(first, { productId: id, quantity: 1 })
    const more = { productId: 101, quantity: 1 }
    expect(() => device.setLine(first, more)).toThrow(expect.objectContaining({ status: 409 }))
    expect(() => device.create({ name: 'List 1', lines: [more] })).toThrow(expect.objectContaining({ status: 409 }))
    expect([device.list().length, device.list()[0]!.lines.length]).toEqual([20, 100])
  })

  test('have ids that are not used again after a deletion', () => {
    const device = createDeviceLists(() => storageOf(held))
    const held = new Map<string, string>()
    const one = device.create(weekly)
    device.remove([one.id])
    expect(device.create(weekly).id).toBe(one.id + 1)
  })

  test('with the same name are one, with the products of both', () => {
    const device = createDeviceLists(() => storageOf(held))
    const held = new Map<string, string>()
    device.create(weekly)
    device.create({
      name: ' Weekly ',
      lines: [
        { ...rice, quantity: 9 },
        { productId: 2, quantity: 1 },
      ],
    })
    expect(device.list()).toEqual([{ id: first, name: 'Weekly', lines: [rice, { productId: 2, quantity: 1 }] }])
  })

  test('are in memory if the browser refuses to store them', () => {
    const device = createDeviceLists(() => {
      throw new Error('blocked')
    })
    device.create(weekly)
    expect(device.list()).toHaveLength(1)
    device.remove([first])
    expect(device.list()).toEqual([])
  })

  test('are deleted at a logout', () => {
    const held = new Map([[listsKey, stored([])]])
    forgetOrders(() => storageOf(held))
    expect(held.size).toBe(0)
  })
})
