import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import { favouriteRoutes } from '#contract/favourites'
import { orderRoutes } from '#contract/order'
import { catalogueRoutes, type ProductCriteria } from '#contract/product'
import type { AnyRoute } from '#contract/route'
import type { ListedProduct } from '#machines/catalogue/products'
import { bySimilarity } from '#machines/catalogue/similar-products'
import type { RowQuery } from '#machines/messages/row-opening'
import type { Answer } from '#machines/parts/lookup'
import type { Client } from '#src/effects/client.ts'
import { rowsWith } from '#src/effects/rows.ts'
import { packs } from '../../kit/outcomes.ts'

interface Asked {
  params?: Record<string, string>
  body?: unknown
}

const [ricePack, teaPack] = packs as [(typeof packs)[number], (typeof packs)[number]]
const soldOut = { ...teaPack, id: 3, stockStatusId: 2 }

/** Reads a row from a gateway that answers or refuses each call by its route. */
async function read(row: RowQuery, answers: ReadonlyMap<AnyRoute, (asked: Asked) => object>, status = 400) {
  const bodies: unknown[] = []
  const call = (async (route: AnyRoute, asked: Asked = {}) => {
    bodies.push(asked.body ?? asked.params)
    const answer = answers.get(route)
    if (!answer) throw { code: 'refused', message: 'No.', status }
    return { done: true, answer: answer(asked) }
  }) as unknown as Client
  const logic = rowsWith(call).implementations.actors.readRow as AnyActorLogic
  const actor = createActor(logic, { input: row })
  const settled = toPromise(actor) as Promise<Answer<ListedProduct[]>>
  actor.start()
  const output = await settled
  return { ids: 'answer' in output ? output.answer.map(({ id }) => id) : null, bodies }
}

describe('the row of a list of all aisles', () => {
  test('is its first page of products in stock', async () => {
    const { ids, bodies } = await read(
      { kind: 'season' },
      new Map([[catalogueRoutes.products, () => ({ listData: packs, total: 30 })]]),
    )
    expect(ids).toEqual([1, 2])
    expect(bodies).toEqual([
      { criteria: 'season', brand_id: 0, category_id: 0, page: 1, pageSize: 8, filters: { stock: true } },
    ])
  })

  test.each([400, 404, 422])('is empty at a gateway that refuses the list with %i', async status => {
    expect((await read({ kind: 'special' }, new Map(), status)).ids).toEqual([])
  })

  test('is empty at a gateway that answers whole lists: it has answered another one', async () => {
    const answers = new Map([[catalogueRoutes.products, () => ({ listData: packs })]])
    expect((await read({ kind: 'special' }, answers)).ids).toEqual([])
  })

  test('is a failure if the gateway refuses for another reason', async () => {
    expect((await read({ kind: 'special' }, new Map(), 403)).ids).toBeNull()
  })
})

describe('the row of what a customer has bought', () => {
  const order = (orderId: string, createdAt: string, orderStatus = 'completed') => ({ orderId, createdAt, orderStatus })
  const lines: Record<string, number[]> = { old: [9], new: [2, 1], middle: [1, 3], cancelled: [7] }
  const answers = new Map<AnyRoute, (asked: Asked) => object>([
    [
      orderRoutes.orders,
      ({ body }) => ({
        listData:
          (body as { orderStatus: string }).orderStatus === 'current'
            ? [order('new', '2026-11-20T00:00:00Z', 'received')]
            : [
                order('middle', '2026-11-10T00:00:00Z'),
                order('cancelled', '2026-11-19T00:00:00Z', 'cancelled'),
                order('old', '2026-01-01T00:00:00Z'),
              ],
      }),
    ],
    [orderRoutes.order, ({ params }) => ({ data: { lines: lines[params!.id!]!.map(productId => ({ productId })) } })],
    [
      favouriteRoutes.productsById,
      ({ params }) => ({
        listData: params!
          .ids!.split(',')
          .flatMap(id => [ricePack, teaPack, soldOut].find(one => `${one.id}` === id) ?? []),
      }),
    ],
  ])

  test('has the products of the last orders in stock, each once, the last order first, without cancelled orders', async () => {
    const { ids, bodies } = await read({ kind: 'buyAgain' }, answers)
    expect(ids).toEqual([2, 1])
    expect(bodies.at(-1)).toEqual({ ids: '2,1,3,9' })
  })

  test('is empty without orders', async () => {
    const none = new Map([[orderRoutes.orders, () => ({ listData: [] })]])
    expect((await read({ kind: 'buyAgain' }, none)).ids).toEqual([])
  })
})

describe('the row of similar products', () => {
  const row: RowQuery = { kind: 'similar', productId: 1, name: 'Red Crane Wheat Noodles 400 g', categoryId: 12 }

  test('has others of the shelf in stock, also if the gateway answers the whole shelf', async () => {
    const { ids, bodies } = await read(
      row,
      new Map([[catalogueRoutes.products, () => ({ listData: [ricePack, soldOut, teaPack] })]]),
    )
    expect(ids).toEqual([2])
    expect(bodies[0] as ProductCriteria).toMatchObject({
      criteria: 'category',
      category_id: 12,
      filters: { stock: true },
    })
  })

  test('has the most similar names first, then the nearest sizes', () => {
    const names = [
      'Rice Flour 500 g',
      'Udon Noodles 1 kg',
      'Hanok Wheat Noodles 2 kg',
      'Hanok Wheat Noodles 450 g',
      'Glass Noodles 380 g',
    ]
    expect(
      bySimilarity(
        row.name,
        names.map(name => ({ name })),
      ).map(({ name }) => name),
    ).toEqual([
      'Hanok Wheat Noodles 450 g',
      'Hanok Wheat Noodles 2 kg',
      'Glass Noodles 380 g',
      'Udon Noodles 1 kg',
      'Rice Flour 500 g',
    ])
  })
})

test('the row of viewed products asks for nothing if there are none', async () => {
  const { ids, bodies } = await read({ kind: 'recent', productIds: [] }, new Map())
  expect([ids, bodies]).toEqual([[], []])
})
