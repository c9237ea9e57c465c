import { describe, expect, test } from 'vitest'
import { cartRevision, favouritesRevision, listsRevision, type Revisions } from '#contract/revisions'
import { createRevisionReader } from '#src/other-devices/take-revisions.ts'

const line = (productId: number, quantity: number) => ({ productId, quantity })
const nothing: Revisions = {
  sessionId: null,
  cart: cartRevision([]),
  favourites: favouritesRevision([]),
  lists: listsRevision([]),
}

interface Held {
  /** The state of the cart's lines. */
  state?: string
  lines?: object[]
  sessionId?: string | null
  favourites?: { productIds: number[]; keptOn?: string; pendingCommands?: object[] }
  lists?: { lists: object[]; keptOn?: string; pendingCommands?: object[] }
}

/** A device that holds this; @returns what it does for revisions */
function deviceWith({ state = 'idle', lines = [], sessionId = 's1', favourites, lists }: Held) {
  const done: string[] = []
  const cart = {
    getSnapshot: () => ({
      matches: (value: { lines: string }) => value.lines === state,
      context: { lines, sessionId },
    }),
    send: ({ type }: { type: string }) => void done.push(type),
  }
  const child = (context?: object) =>
    context && { getSnapshot: () => ({ context: { keptOn: 'gateway', pendingCommands: [], ...context } }) }
  const children = { cart, favourites: child(favourites), shoppingLists: child(lists) }
  const take = createRevisionReader({
    shop: { getSnapshot: () => ({ children }) } as never,
    environment: {
      storage: { storeSessionId: (id: string) => void done.push(`session ${id}`) } as never,
      startVisit: () => void done.push('visit'),
    },
    announce: channel => void done.push(channel),
  })
  return (revisions: Partial<Revisions>) => {
    done.length = 0
    take({ ...nothing, ...revisions })
    return [...done]
  }
}

describe('a device that learns what the gateway has', () => {
  test('reads nothing if it has the same, in whatever order', () => {
    const take = deviceWith({
      lines: [line(2, 1), line(1, 3)],
      favourites: { productIds: [5, 4] },
      lists: { lists: [{ id: 1, name: 'Weekly', lines: [line(2, 1), line(1, 1)] }] },
    })
    const lists = [{ id: 1, name: 'Weekly', lines: [line(1, 1), line(2, 1)] }]
    const cart = cartRevision([line(1, 3), line(2, 1)])
    expect(take({ cart, favourites: favouritesRevision([4, 5]), lists: listsRevision(lists) })).toEqual([])
  })

  test('reads the cart, the favourites and the lists that differ, once for each revision', () => {
    const take = deviceWith({ lines: [line(1, 1)], favourites: { productIds: [] }, lists: { lists: [] } })
    const cart = cartRevision([line(1, 2)])
    expect(take({ cart })).toEqual(['cart.read'])
    expect(take({ cart })).toEqual([])
    expect(take({ cart, favourites: favouritesRevision([1]) })).toEqual(['shop.favourites'])
    expect(take({ cart: cartRevision([]), favourites: favouritesRevision([1]), lists: 'other' })).toEqual([
      'cart.read',
      'shop.lists',
    ])
  })

  test('without a session takes that of the customer’s cart first', () => {
    const take = deviceWith({ sessionId: null })
    const cart = cartRevision([line(1, 1)])
    expect(take({ cart, sessionId: 's2' })).toEqual(['session s2', 'visit', 'cart.read'])
  })

  test('reads nothing while a command is being sent, and afterwards does', () => {
    const cart = cartRevision([line(1, 2)])
    expect(deviceWith({ state: 'updating' })({ cart })).toEqual([])
    const favourites = { productIds: [], pendingCommands: [{}] }
    expect(deviceWith({ favourites })({ favourites: favouritesRevision([1]) })).toEqual([])
    const lists = { lists: [], pendingCommands: [{}] }
    expect(deviceWith({ lists })({ lists: 'other' })).toEqual([])
    const waiting = { ...favourites, pendingCommands: [{}] as object[] }
    const take = deviceWith({ favourites: waiting })
    expect(take({ favourites: favouritesRevision([1]) })).toEqual([])
    waiting.pendingCommands = []
    expect(take({ favourites: favouritesRevision([1]) })).toEqual(['shop.favourites'])
  })

  test('compares no favourites and no lists that are kept on the device', () => {
    const take = deviceWith({
      favourites: { productIds: [], keptOn: 'device' },
      lists: { lists: [], keptOn: 'device' },
    })
    expect(take({ favourites: favouritesRevision([1]), lists: 'other' })).toEqual([])
  })
})
