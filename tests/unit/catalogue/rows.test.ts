import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { rowIn, rowsMachine } from '#machines/catalogue/rows'
import type { ListedProduct } from '#machines/catalogue/products'
import type { RowQuery } from '#machines/messages/row-opening'
import type { Answer } from '#machines/parts/lookup'
import { refused, rice, tea } from '../../kit/outcomes.ts'

/** A request that has not been answered. */
interface Request {
  row: RowQuery
  end(output: Answer<ListedProduct[]>): void
}

const special: RowQuery = { kind: 'special' }
const season: RowQuery = { kind: 'season' }
const recent = (...productIds: number[]): RowQuery => ({ kind: 'recent', productIds })

function setUp() {
  const requests: Request[] = []
  const machine = rowsMachine.provide({
    actors: {
      readRow: fromPromise(
        ({ input }: { input: RowQuery }) =>
          new Promise<Answer<ListedProduct[]>>(end => void requests.push({ row: input, end })),
      ) as never,
    },
  })
  const actor = createActor(machine).start()
  const open = (row: RowQuery) => actor.send({ type: 'rows.open', row })
  const settle = () => new Promise(resolve => setImmediate(resolve))
  const answer = async (at: number, output: Answer<ListedProduct[]>) => {
    requests[at]!.end(output)
    await settle()
  }
  const row = (query: RowQuery) => rowIn(actor.getSnapshot().context, query)
  const asked = () => requests.map(request => request.row)
  return { actor, open, answer, row, asked }
}

describe('the rows of products', () => {
  test('are read one at a time, in the order in which they come near the view', async () => {
    const { open, answer, asked, row } = setUp()
    open(special)
    open(season)
    expect(asked()).toEqual([special])
    await answer(0, { answer: [rice] })
    expect(asked()).toEqual([special, season])
    await answer(1, { answer: [] })
    expect(row(special)?.products).toEqual([rice])
    expect(row(season)?.products).toEqual([])
  })

  test('are not read twice while they wait or are being read', async () => {
    const { open, answer, asked } = setUp()
    for (const query of [special, special, season, season]) open(query)
    await answer(0, { answer: [rice] })
    await answer(1, { answer: [tea] })
    expect(asked()).toEqual([special, season])
  })

  test('that wait are replaced by later ones of their kind', async () => {
    const { open, answer, asked } = setUp()
    open(special)
    open(recent(1))
    open(recent(2, 1))
    await answer(0, { answer: [] })
    await answer(1, { answer: [tea, rice] })
    expect(asked()).toEqual([special, recent(2, 1)])
  })

  test('that are opened again are read again, and keep their products until the answer, and if there is none', async () => {
    const { open, answer, row, asked } = setUp()
    open(special)
    await answer(0, { answer: [rice] })
    open(special)
    expect(asked()).toHaveLength(2)
    expect(row(special)?.products).toEqual([rice])
    await answer(1, { answer: [tea] })
    expect(row(special)?.products).toEqual([tea])
    open(special)
    await answer(2, { refusal: refused })
    expect(row(special)?.products).toEqual([tea])
  })

  test('for other products are not known', async () => {
    const { open, answer, row } = setUp()
    open(recent(1))
    await answer(0, { answer: [rice] })
    expect(row(recent(1))?.products).toEqual([rice])
    expect(row(recent(2, 1))).toBeNull()
    expect(row(season)).toBeNull()
  })

  test('that can’t be read do not keep the others from being read, and can be tried again', async () => {
    const { open, answer, row } = setUp()
    open(special)
    open(season)
    await answer(0, { refusal: refused })
    await answer(1, { answer: [tea] })
    expect(row(special)).toMatchObject({ products: null, refusal: refused })
    expect(row(season)?.products).toEqual([tea])
    open(special)
    await answer(2, { answer: [rice] })
    expect(row(special)).toMatchObject({ products: [rice], refusal: null })
  })
})
