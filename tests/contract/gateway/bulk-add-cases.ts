import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { cartWith, newRequestId, shelf, type Call } from './given.ts'

/** Several products that are added at once, for every gateway. */
export function bulkAddCases(call: Call): void {
  const add = (lines: readonly object[], mySessionId: string | null = null, requestId?: string) =>
    call('addLines', { body: { lines, mySessionId, requestId } })
  const quantitiesIn = async (sessionId: string) =>
    (await call('cart', { params: { sessionId } })).body.listData.map(
      ({ productId, quantity }: { productId: number; quantity: number }) => [productId, quantity],
    )

  describe('several products that are added at once', () => {
    test('start a session, in their order', async () => {
      const { body } = await add([
        { productId: shelf.rice, quantity: 2 },
        { productId: shelf.coconut, quantity: 1 },
      ])
      assert(body, routes.addLines.answer)
      expect(body.data).toMatchObject({ added: [shelf.rice, shelf.coconut], refused: [] })
      expect(await quantitiesIn(body.data.sessionId!)).toEqual([
        [shelf.rice, 2],
        [shelf.coconut, 1],
      ])
    })
    test('are added to what the cart holds', async () => {
      const sessionId = await cartWith(call, [shelf.rice, 2])
      expect((await add([{ productId: shelf.rice, quantity: 3 }], sessionId)).body.data.sessionId).toBe(sessionId)
      expect(await quantitiesIn(sessionId)).toEqual([[shelf.rice, 5]])
    })
    test('are refused one by one, with the reason and what is left beside the cart', async () => {
      const sessionId = await cartWith(call, [shelf.three, 2])
      const { body } = await add(
        [
          { productId: shelf.three, quantity: 2 },
          { productId: shelf.gone, quantity: 1 },
          { productId: 99_999, quantity: 1 },
          { productId: shelf.rice, quantity: 1 },
        ],
        sessionId,
      )
      expect(body.data).toEqual({
        sessionId,
        added: [shelf.rice],
        refused: [
          { productId: shelf.three, message: 'Only 3 left: Dragon Fruit', left: 1 },
          { productId: shelf.gone, message: 'Moon Cake is out of stock.', left: 0 },
          { productId: 99_999, message: 'This product does not exist.', left: 0 },
        ],
      })
      expect(await quantitiesIn(sessionId)).toEqual([
        [shelf.three, 2],
        [shelf.rice, 1],
      ])
    })
    test('begin no cart if all are refused', async () => {
      const requestId = newRequestId()
      const lines = [
        { productId: shelf.gone, quantity: 1 },
        { productId: 99_999, quantity: 1 },
      ]
      const { status, body } = await add(lines, null, requestId)
      assert(body, routes.addLines.answer)
      expect([status, body.data.sessionId, body.data.added]).toEqual([200, null, []])
      expect(body.data.refused.map(({ productId }) => productId)).toEqual([shelf.gone, 99_999])
      expect((await add(lines, null, requestId)).body).toEqual(body)
    })
    test('leave the cart as it is if all are refused', async () => {
      const sessionId = await cartWith(call, [shelf.three, 2])
      const { body } = await add([{ productId: shelf.three, quantity: 2 }], sessionId)
      expect(body.data).toEqual({
        sessionId,
        added: [],
        refused: [{ productId: shelf.three, message: 'Only 3 left: Dragon Fruit', left: 1 }],
      })
      expect(await quantitiesIn(sessionId)).toEqual([[shelf.three, 2]])
    })
    test('are added once for an idempotency key, also by concurrent requests', async () => {
      const sessionId = await cartWith(call, [shelf.coconut, 1])
      const requestId = newRequestId()
      const lines = [{ productId: shelf.rice, quantity: 2 }]
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => add(lines, sessionId, requestId)))
      for (const other of others) expect(other).toEqual(first)
      expect(await quantitiesIn(sessionId)).toEqual([
        [shelf.coconut, 1],
        [shelf.rice, 2],
      ])
      expect(await add([{ productId: shelf.rice, quantity: 3 }], sessionId, requestId)).toMatchObject({ status: 409 })
    })
    test.each([
      ['is empty', []],
      ['has 101 products', Array.from({ length: 101 }, (_, at) => ({ productId: at + 1, quantity: 1 }))],
      ['has a quantity of 0', [{ productId: 1, quantity: 0 }]],
      ['has a quantity of 1000', [{ productId: 1, quantity: 1000 }]],
      ['has no quantity', [{ productId: 1 }]],
    ])('are refused together if the request %s', async (_what, lines) => {
      expect(await add(lines)).toMatchObject({ status: 400, body: { statusCode: 400 } })
    })
  })
}
