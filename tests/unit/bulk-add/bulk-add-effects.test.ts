import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import { bulkAddRoutes } from '#contract/bulk-add'
import { cartRoutes } from '#contract/cart'
import { favouriteRoutes } from '#contract/favourites'
import { catalogueRoutes, productRoutes } from '#contract/product'
import type { AnyRoute } from '#contract/route'
import { bulkAddWith } from '#src/effects/bulk-add.ts'
import type { Client } from '#src/effects/client.ts'
import { wantedLines } from '../../model/bulk-add.model.ts'
import { detail, lost, packs, refused, riceLine } from '../../kit/outcomes.ts'

const missing = { code: 'refused', message: 'There is nothing here.', status: 404 }

/** The effects, with a gateway that answers each call by its route; one without an answer does not exist. */
function open(answers: ReadonlyMap<AnyRoute, (asked: { params?: object; body?: unknown }) => unknown>) {
  const done: string[] = []
  const stored: string[] = []
  const call = (async (route: AnyRoute, asked: { params?: object; body?: unknown } = {}) => {
    done.push(`${route.method} ${route.path}`)
    const answer = answers.get(route)
    if (!answer) throw missing
    return { done: true, answer: answer(asked) }
  }) as unknown as Client
  const machine = bulkAddWith({
    call,
    storage: { storeSessionId: (id: string) => void stored.push(id) } as never,
    notifyTabs: () => void done.push('told'),
    writeJournalTail: () => void done.push('journaled'),
  })
  const run = (name: keyof typeof machine.implementations.actors, input: unknown): Promise<unknown> => {
    const actor = createActor(machine.implementations.actors[name] as AnyActorLogic, { input })
    const settled = toPromise(actor)
    actor.start()
    return settled
  }
  return { done, stored, run }
}

const soldOut = { ...packs[1]!, stockStatusId: 2 }
const similar = { ...packs[1]!, id: 9, name: 'Jasmine Tea 50 g' }

describe('what the shop sells of the wanted products', () => {
  test('has a similar product of the same category for one that is sold out', async () => {
    const bodies: unknown[] = []
    const { run } = open(
      new Map<AnyRoute, (asked: { body?: unknown }) => unknown>([
        [favouriteRoutes.productsById, () => ({ listData: [packs[0], soldOut] })],
        [productRoutes.product, () => ({ data: { ...detail, categoryId: 11 } })],
        [
          catalogueRoutes.products,
          ({ body }) => {
            bodies.push(body)
            return { listData: [soldOut, similar] }
          },
        ],
      ]),
    )
    expect(await run('readOffers', { lines: wantedLines })).toMatchObject([
      { productId: 1, product: { id: 1 }, suggestion: null },
      { productId: 2, product: { id: 2 }, suggestion: { id: 9 } },
    ])
    expect(bodies).toEqual([{ criteria: 'category', brand_id: 0, category_id: 11, searchCriteria: '' }])
  })

  test('has a product that a search finds for one that the shop no longer has', async () => {
    const bodies: unknown[] = []
    const { run } = open(
      new Map<AnyRoute, (asked: { body?: unknown }) => unknown>([
        [favouriteRoutes.productsById, () => ({ listData: [packs[0]] })],
        [
          catalogueRoutes.products,
          ({ body }) => {
            bodies.push(body)
            return { listData: [similar] }
          },
        ],
      ]),
    )
    expect(await run('readOffers', { lines: wantedLines })).toMatchObject([
      {},
      { product: null, suggestion: { id: 9 } },
    ])
    expect(bodies).toMatchObject([{ criteria: 'search', searchCriteria: wantedLines[1]!.name }])
  })

  test('is known also if similar products cannot be read', async () => {
    const { run } = open(new Map([[favouriteRoutes.productsById, () => ({ listData: [packs[0], soldOut] })]]))
    expect(await run('readOffers', { lines: wantedLines })).toMatchObject([
      {},
      { product: { id: 2 }, suggestion: null },
    ])
  })
})

const line = (productId: number) => ({ productId, productName: '', productPrice: 1, productImage: '', quantity: 2 })
const command = { requestId: 'visit/order/1', sessionId: null, lines: [line(1), line(2)] }

describe('an addition', () => {
  test('is one request; its key is journaled first, its session is stored, and other tabs are told', async () => {
    const bodies: unknown[] = []
    const { run, done, stored } = open(
      new Map([
        [
          bulkAddRoutes.addLines,
          ({ body }: { body?: unknown }) => {
            bodies.push(body)
            return { data: { sessionId: 'new', added: [1, 2], refused: [] } }
          },
        ],
      ]),
    )
    expect(await run('addLines', command)).toEqual({ sessionId: 'new', added: [1, 2], refused: [] })
    expect(done).toEqual(['journaled', 'POST /cart/lines', 'told'])
    expect(stored).toEqual(['new'])
    const lines = [1, 2].map(productId => ({ productId, quantity: 2 }))
    expect(bodies).toEqual([{ lines, mySessionId: null, requestId: 'visit/order/1' }])
  })

  test('to an older gateway has a request and a key for each product, in the session of the first', async () => {
    const bodies: { requestId: string; mySessionId: string | null }[] = []
    const adds = ({ body }: { body?: unknown }) => {
      bodies.push(body as (typeof bodies)[number])
      if (bodies.length === 2) throw refused
      return { data: { ...riceLine, sessionId: 'new' } }
    }
    const { run, stored } = open(new Map([[cartRoutes.addLine, adds]]))
    expect(await run('addLines', command)).toEqual({
      sessionId: 'new',
      added: [1],
      refused: [{ productId: 2, message: 'Only 3 are left.', left: 0 }],
    })
    expect(bodies.map(({ requestId, mySessionId }) => [requestId, mySessionId])).toEqual([
      ['visit/order/1/1', null],
      ['visit/order/1/2', 'new'],
    ])
    expect(stored).toEqual(['new'])
  })

  test('to an older gateway is unknown as a whole if the response to one product was lost', async () => {
    const adds = () => {
      throw lost
    }
    const { run, stored } = open(new Map([[cartRoutes.addLine, adds]]))
    await expect(run('addLines', command)).rejects.toEqual(lost)
    expect(stored).toEqual([])
  })
})
