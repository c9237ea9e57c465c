import { describe, expect, test } from 'vitest'
import { createActor, createMachine, fromPromise, type AnyActorRef } from 'xstate'
import type { AddedLines } from '#contract/bulk-add'
import { bulkAddMachine, type BulkAddSnapshot } from '#machines/bulk-add/bulk-add'
import type { BulkAddEvent, BulkCommand } from '#machines/bulk-add/bulk-add-setup'
import {
  canAdd,
  chosenLines,
  mostSimilar,
  reviewed,
  sumOf,
  type Offer,
  type WantedLine,
} from '#machines/bulk-add/bulk-lines'
import { countChanges, isBusyWith, isShown } from '#machines/bulk-add/selectors'
import { changedOffers, unchangedOffers, wantedLines } from '../../model/bulk-add.model.ts'
import { lost, refused, rice, tea } from '../../kit/outcomes.ts'

const source = 'order/order-1'

/** A promise that is settled from outside. */
interface Deferred<T> {
  resolve(value: T): void
  reject(error: object): void
}

/** The machine below a page that records its reports. Offers and answers are given one by one. */
function open() {
  const reports: object[] = []
  const commands: BulkCommand[] = []
  const settle: { offers?: Deferred<Offer[]>; answer?: Deferred<AddedLines> } = {}
  const child = bulkAddMachine.provide({
    actors: {
      readOffers: fromPromise<Offer[], { lines: WantedLine[] }>(
        () => new Promise((resolve, reject) => void (settle.offers = { resolve, reject })),
      ),
      addLines: fromPromise<AddedLines, BulkCommand>(({ input }) => {
        commands.push(input)
        return new Promise((resolve, reject) => void (settle.answer = { resolve, reject }))
      }),
    },
    delays: { retryPause: 0 },
  })
  const page = createActor(
    createMachine({
      invoke: { id: 'child', src: child },
      on: { '*': { actions: ({ event }) => void reports.push(event) } },
    }),
  )
  page.start()
  const actor = page.getSnapshot().children.child as unknown as AnyActorRef
  const seen = () => actor.getSnapshot() as BulkAddSnapshot
  const passes = () => new Promise(resolve => setImmediate(resolve))
  return {
    reports,
    commands,
    seen,
    send: (event: BulkAddEvent) => actor.send(event),
    opens: (isAlwaysShown = false) =>
      actor.send({
        type: 'bulk.open',
        visitId: 'visit',
        source,
        sessionId: 'session-1',
        isAlwaysShown,
        lines: wantedLines,
      }),
    offers: async (offers: Offer[]) => {
      settle.offers!.resolve(offers)
      await passes()
    },
    answers: async (answer: Partial<AddedLines>) => {
      settle.answer!.resolve({ sessionId: 'session-1', added: [], refused: [], ...answer })
      await passes()
    },
    fails: async (what: 'offers' | 'answer', error: object) => {
      settle[what]!.reject(error)
      await passes()
    },
    /** Waits until a state is reached, also by a timer. */
    reaches: (state: Parameters<BulkAddSnapshot['matches']>[0]) => expect.poll(() => seen().matches(state)).toBe(true),
  }
}

async function reviews() {
  const bulk = open()
  bulk.opens()
  await bulk.offers(changedOffers)
  return bulk
}

describe('several products', () => {
  test('are added at once if nothing has changed', async () => {
    const bulk = open()
    bulk.opens()
    await bulk.offers(unchangedOffers)
    expect(isBusyWith(bulk.seen(), source)).toBe(true)
    expect(isShown(bulk.seen(), source)).toBe(false)
    expect(bulk.commands).toMatchObject([
      {
        requestId: 'visit/order/order-1/1',
        sessionId: 'session-1',
        lines: [
          { productId: rice.id, quantity: 1, productPrice: 15.9 },
          { productId: tea.id, quantity: 2 },
        ],
      },
    ])
    await bulk.answers({ added: [1, 2] })
    expect(bulk.reports).toMatchObject([{ type: 'bulk.added', sessionId: 'session-1', count: 2 }])
    expect(bulk.seen().value).toEqual({ choosing: 'closed' })
  })

  test('are shown first if a price has changed or one is sold out; those in stock are chosen', async () => {
    const bulk = await reviews()
    expect(isShown(bulk.seen(), source)).toBe(true)
    expect(isShown(bulk.seen(), 'order/another')).toBe(false)
    const { lines } = bulk.seen().context
    expect(countChanges(lines)).toEqual({ prices: 1, missing: 1, refused: 0 })
    expect(chosenLines(lines).map(({ productId }) => productId)).toEqual([rice.id])
    expect(sumOf(lines)).toBe(1690)
    expect(bulk.commands).toEqual([])
  })

  test('are added as the shopper chooses, with a suggested product only if it is chosen', async () => {
    const bulk = open()
    bulk.opens()
    const noodles = { ...tea, id: 3, name: 'Green Tea 50 g' }
    await bulk.offers([changedOffers[0]!, { ...changedOffers[1]!, suggestion: noodles }])
    bulk.send({ type: 'bulk.setQuantity', productId: rice.id, quantity: 4 })
    bulk.send({ type: 'bulk.choose', productId: tea.id, isChosen: true })
    bulk.send({ type: 'bulk.confirm', sessionId: 'session-2' })
    expect(bulk.commands).toMatchObject([
      {
        sessionId: 'session-2',
        lines: [
          { productId: rice.id, quantity: 4 },
          { productId: 3, quantity: 2 },
        ],
      },
    ])
  })

  test('cost what the chosen quantities cost with their multi-buys', () => {
    const product = { ...changedOffers[0]!.product!, price: 5, specialPrice: null, multiBuy: { quantity: 2, price: 9 } }
    const [line] = reviewed(wantedLines, [{ ...changedOffers[0]!, product }])
    expect([1, 2, 3].map(typed => sumOf([{ ...line!, typed }]))).toEqual([500, 900, 1400])
  })

  test.each([null, 0, 1000])('are not added with a quantity of %s', async quantity => {
    const bulk = await reviews()
    bulk.send({ type: 'bulk.setQuantity', productId: rice.id, quantity })
    bulk.send({ type: 'bulk.confirm', sessionId: null })
    expect(bulk.commands).toEqual([])
    expect(sumOf(bulk.seen().context.lines)).toBe(0)
  })

  test('are not added if none is chosen', async () => {
    const bulk = await reviews()
    bulk.send({ type: 'bulk.choose', productId: rice.id, isChosen: false })
    bulk.send({ type: 'bulk.confirm', sessionId: null })
    expect(bulk.commands).toEqual([])
  })

  test('that the gateway refuses stay with the reason and what is left; the others are reported', async () => {
    const bulk = open()
    bulk.opens(true)
    await bulk.offers(unchangedOffers)
    bulk.send({ type: 'bulk.confirm', sessionId: 'session-1' })
    await bulk.answers({ added: [1], refused: [{ productId: 2, message: 'Only 1 left: Jasmine Tea', left: 1 }] })
    expect(bulk.seen().context.lines).toMatchObject([
      { productId: 2, refusal: 'Only 1 left: Jasmine Tea', typed: 1, isChosen: true },
    ])
    expect(bulk.reports).toMatchObject([{ count: 1 }])
    bulk.send({ type: 'bulk.confirm', sessionId: 'session-1' })
    expect(bulk.commands.map(({ requestId }) => requestId)).toEqual(['visit/order/order-1/1', 'visit/order/order-1/2'])
  })

  test('that are all refused report nothing', async () => {
    const bulk = await reviews()
    bulk.send({ type: 'bulk.confirm', sessionId: 'session-1' })
    await bulk.answers({ refused: [{ productId: 1, message: 'Sold out.', left: 0 }] })
    expect(bulk.reports).toEqual([])
    expect(canAdd(bulk.seen().context.lines)).toBe(false)
    expect(countChanges(bulk.seen().context.lines).refused).toBe(1)
  })

  test('are sent again with their key after a lost response, and nothing can be chosen meanwhile', async () => {
    const bulk = await reviews()
    bulk.send({ type: 'bulk.confirm', sessionId: 'session-1' })
    await bulk.fails('answer', lost)
    bulk.send({ type: 'bulk.setQuantity', productId: rice.id, quantity: 9 })
    bulk.opens()
    await bulk.reaches({ sending: 'adding' })
    expect(bulk.commands).toHaveLength(2)
    expect(bulk.commands[1]).toEqual(bulk.commands[0])
  })

  test('whose response was lost five times wait for the shopper, who can send them again or cancel', async () => {
    const bulk = await reviews()
    bulk.send({ type: 'bulk.confirm', sessionId: 'session-1' })
    for (let count = 1; count <= 5; count += 1) {
      await expect.poll(() => bulk.commands.length).toBe(count)
      await bulk.fails('answer', lost)
    }
    expect(bulk.seen().value).toEqual({ sending: 'unanswered' })
    bulk.send({ type: 'bulk.leave' })
    expect(bulk.seen().value).toEqual({ sending: 'unanswered' })
    bulk.send({ type: 'bulk.retry' })
    expect(new Set(bulk.commands.map(({ requestId }) => requestId)).size).toBe(1)
    await bulk.fails('answer', { code: 'interrupted', message: '', status: 0 })
    bulk.send({ type: 'bulk.close' })
    expect(bulk.reports).toMatchObject([{ type: 'bulk.abandoned' }])
  })

  test('that are refused together stay, with the reason', async () => {
    const bulk = await reviews()
    bulk.send({ type: 'bulk.confirm', sessionId: 'session-1' })
    await bulk.fails('answer', refused)
    expect(bulk.seen()).toMatchObject({ value: { choosing: 'reviewing' }, context: { refusal: refused } })
  })

  test('whose prices could not be read are read again when the shopper retries', async () => {
    const bulk = open()
    bulk.opens()
    await bulk.fails('offers', lost)
    expect(isShown(bulk.seen(), source)).toBe(true)
    bulk.send({ type: 'bulk.retry' })
    await bulk.offers(changedOffers)
    expect(bulk.seen().value).toEqual({ choosing: 'reviewing' })
  })
})

describe('a product that replaces another', () => {
  const named = (id: number, name: string, stockStatusId = 3) => ({ ...tea, id, name, stockStatusId })

  test('shares the most words with it, is in stock, and is not wanted already', () => {
    const candidates = [
      named(3, 'Green Tea 50 g'),
      named(4, 'Jasmine Green Tea 50 g'),
      named(5, 'Jasmine Tea 200 g', 2),
      named(6, 'Jasmine Tea 300 g'),
      named(7, 'Soy Sauce'),
    ]
    expect(mostSimilar('Jasmine Tea 100 g', candidates, [6])?.id).toBe(4)
    expect(mostSimilar('Jasmine Tea 100 g', candidates, [])?.id).toBe(4)
    expect(mostSimilar('Rice', candidates, [])).toBeNull()
  })
})

test('a product that the shop no longer has cannot be chosen', () => {
  const lines = reviewed(wantedLines, [{ productId: 1, product: null, suggestion: null }])
  expect(countChanges(lines).missing).toBe(2)
  expect(chosenLines(lines.map(line => ({ ...line, isChosen: true })))).toEqual([])
})
