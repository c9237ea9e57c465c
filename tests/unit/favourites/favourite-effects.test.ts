import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import { favouriteRoutes } from '#contract/favourites'
import { productRoutes } from '#contract/product'
import type { AnyRoute } from '#contract/route'
import type { Client } from '#src/effects/client.ts'
import { createDeviceFavourites, favouritesKey } from '#src/effects/device-favourites.ts'
import { favouritesWith } from '#src/effects/favourites.ts'
import { forgetOrders } from '#src/effects/order-keys.ts'
import { detail, lost, packs } from '../../kit/outcomes.ts'

const missing = { code: 'refused', message: 'There is nothing here.', status: 404 }

/** A storage that holds a map. */
const storageOf = (held: Map<string, string>) =>
  Object.assign(Object.fromEntries(held), {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }) as unknown as Storage

/** The effects, with a gateway that answers or refuses each call by its route. */
function open(answers: ReadonlyMap<AnyRoute, (asked: { params?: object; body?: unknown }) => unknown>) {
  const held = new Map<string, string>()
  const device = createDeviceFavourites(() => storageOf(held))
  const done: string[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  const listened = {
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener as never),
    removeEventListener: (type: string) => void listeners.delete(type),
  }
  const call = (async (route: AnyRoute, asked: { params?: object; body?: unknown } = {}) => {
    done.push(`${route.method} ${route.path}`)
    const answer = answers.get(route)
    if (!answer) throw missing
    return { done: true, answer: answer(asked) }
  }) as unknown as Client
  const machine = favouritesWith(
    { call, writeJournalTail: () => void done.push('journaled') },
    { window: listened as never, device, tabs: { ...listened, postMessage: () => void done.push('told') } as never },
  )
  const run = (name: keyof typeof machine.implementations.actors, input: unknown): Promise<unknown> => {
    const actor = createActor(machine.implementations.actors[name] as AnyActorLogic, { input })
    const settled = toPromise(actor)
    actor.start()
    return settled
  }
  return { held, device, done, run, listeners }
}

const save = { kind: 'save', productId: 1, name: 'Rice', requestId: 'visit/save/1' }

describe('the favourites of a guest', () => {
  test('are read from the device, without a request', async () => {
    const { run, device, done } = open(new Map())
    device.add(2)
    device.add(1)
    expect(await run('readFavourites', { customerId: null })).toEqual({
      keptOn: 'device',
      productIds: [1, 2],
      onDevice: [],
    })
    expect(done).toEqual([])
  })

  test('are changed on the device, after what another tab has changed', async () => {
    const { run, held } = open(new Map())
    held.set(favouritesKey, '[7]')
    expect(await run('changeFavourites', { change: save, keptOn: 'device' })).toEqual([1])
    expect(held.get(favouritesKey)).toBe('[1,7]')
    await run('changeFavourites', { change: { kind: 'remove', productId: 7, name: '' }, keptOn: 'device' })
    expect(held.get(favouritesKey)).toBe('[1]')
  })
})

describe('the favourites of a customer', () => {
  test('are read with those that were saved on the device before the login', async () => {
    const { run, device } = open(new Map([[favouriteRoutes.favourites, () => ({ listData: [{ productId: 3 }] })]]))
    device.add(1)
    expect(await run('readFavourites', { customerId: 'mai' })).toEqual({
      keptOn: 'gateway',
      productIds: [3],
      onDevice: [1],
    })
  })

  test('are on the device only if the gateway answers 404', async () => {
    const { run, device } = open(new Map())
    device.add(1)
    expect(await run('readFavourites', { customerId: 'mai' })).toEqual({
      keptOn: 'device',
      productIds: [1],
      onDevice: [],
    })
  })

  test('fail to be read if the gateway answers otherwise', async () => {
    const failing = () => {
      throw lost
    }
    const { run } = open(new Map([[favouriteRoutes.favourites, failing]]))
    await expect(run('readFavourites', { customerId: 'mai' })).rejects.toEqual(lost)
  })

  test('are saved with their key, which is journaled first; other tabs are told', async () => {
    const bodies: unknown[] = []
    const saves = ({ body }: { body?: unknown }) => {
      bodies.push(body)
      return { data: { productIds: [1] } }
    }
    const { run, done } = open(new Map([[favouriteRoutes.saveFavourites, saves]]))
    expect(await run('changeFavourites', { change: save, keptOn: 'gateway' })).toEqual([1])
    expect(bodies).toEqual([{ productIds: [1], requestId: 'visit/save/1' }])
    expect(done).toEqual(['journaled', 'POST /favourites', 'told'])
  })

  test('leave the device once they have become the customer’s, and not before', async () => {
    let isLost = true
    const saves = () => {
      if (isLost) throw lost
      return { data: { productIds: [1, 2] } }
    }
    const { run, device } = open(new Map([[favouriteRoutes.saveFavourites, saves]]))
    device.add(2)
    device.add(1)
    const change = { kind: 'join', productIds: [1, 2], requestId: 'visit/save/1' }
    await expect(run('changeFavourites', { change, keptOn: 'gateway' })).rejects.toEqual(lost)
    expect(device.list()).toEqual([1, 2])
    isLost = false
    await run('changeFavourites', { change, keptOn: 'gateway' })
    expect(device.list()).toEqual([])
  })
})

describe('the products of the page', () => {
  const ids = Array.from({ length: 51 }, (_, at) => at + 1)

  test('are read fifty at a time', async () => {
    const asked: unknown[] = []
    const reads = ({ params }: { params?: object }) => {
      asked.push((params as { ids: string }).ids.split(',').length)
      return { listData: packs }
    }
    const { run } = open(new Map([[favouriteRoutes.productsById, reads]]))
    expect(await run('readSavedProducts', { productIds: ids })).toMatchObject({ productIds: ids })
    expect(asked).toEqual([50, 1])
  })

  test('are read one by one from an older gateway, without those that it does not have', async () => {
    const reads = ({ params }: { params?: object }) => {
      const { id } = params as { id: number }
      if (id === 2) throw missing
      return { data: { ...detail, id } }
    }
    const { run } = open(new Map([[productRoutes.product, reads]]))
    expect(await run('readSavedProducts', { productIds: [1, 2, 3] })).toMatchObject({
      productIds: [1, 2, 3],
      products: [{ id: 1 }, { id: 3 }],
    })
  })
})

describe('a change in another tab', () => {
  test.each([
    ['storage', { key: favouritesKey }],
    ['storage', { key: null }],
    ['message', { data: 'changed' }],
  ])('is noticed by a %s event with %j', async (type, event) => {
    const { run, listeners } = open(new Map())
    const changed = run('watchTabs', undefined)
    listeners.get(type)!(event)
    expect(await changed).toBeNull()
    expect([...listeners.keys()]).toEqual([])
  })

  test('of another key is not one', () => {
    const { run, listeners } = open(new Map())
    void run('watchTabs', undefined)
    listeners.get('storage')!({ key: 'shop.token' })
    expect(listeners.has('storage')).toBe(true)
  })
})

describe('the device’s list', () => {
  test.each(['x', '{}', '[0]', '["1"]', '[1.5]', `[${'1,'.repeat(6_000)}1]`])('is empty if %.20s is stored', text => {
    const held = new Map([[favouritesKey, text]])
    expect(createDeviceFavourites(() => storageOf(held)).list()).toEqual([])
  })

  test('holds the newest 200 products, each once', () => {
    const device = createDeviceFavourites(() => storageOf(held))
    const held = new Map<string, string>()
    for (let id = 1; id <= 201; id += 1) device.add(id)
    device.add(100)
    expect(device.list().slice(0, 2)).toEqual([100, 201])
    expect(device.list()).toHaveLength(200)
  })

  test('is in memory if the browser refuses to store it', () => {
    const device = createDeviceFavourites(() => {
      throw new Error('blocked')
    })
    device.add(1)
    expect(device.list()).toEqual([1])
    device.remove([1])
    expect(device.list()).toEqual([])
  })

  test('is deleted with the orders at a logout', () => {
    const held = new Map([
      [favouritesKey, '[1]'],
      ['shop.order/a', 'an order'],
      ['shop.forgotten', '1'],
    ])
    expect(forgetOrders(() => storageOf(held))).toContain('an order')
    expect([...held.keys()]).toEqual(['shop.forgotten'])
  })
})
