import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { newCustomer, newRequestId, shelf, type Call, type Json, type Known } from '../gateway/given.ts'

/** The saved products of customers, and products by their ids, for every gateway. */
export function favouriteCases(call: Call): void {
  const save = async ({ headers }: Known, productIds: readonly unknown[], requestId?: string) =>
    call('saveFavourites', { body: { productIds, requestId }, headers })
  const listOf = async ({ headers }: Known): Promise<number[]> => {
    const { body } = await call('favourites', { headers })
    assert(body, routes.favourites.answer)
    return (body as Json).listData.map((one: Json) => one.productId)
  }

  describe('a customer’s favourites', () => {
    test('are listed with the newest first', async () => {
      const customer = await newCustomer(call)
      expect(await listOf(customer)).toEqual([])
      for (const id of [shelf.rice, shelf.beef]) {
        const { status, body } = await save(customer, [id])
        assert(body, routes.saveFavourites.answer)
        expect({ status, body }).toMatchObject({ status: 200, body: { statusCode: 200, data: { productIds: [id] } } })
      }
      expect(await listOf(customer)).toEqual([shelf.beef, shelf.rice])
    })
    test('that are saved together keep their order, before those that were saved earlier', async () => {
      const customer = await newCustomer(call)
      await save(customer, [shelf.rice])
      expect((await save(customer, [shelf.beef, shelf.rice, shelf.coconut])).body.data.productIds).toEqual([
        shelf.beef,
        shelf.rice,
        shelf.coconut,
      ])
      expect(await listOf(customer)).toEqual([shelf.beef, shelf.coconut, shelf.rice])
    })
    test('that are saved again keep their place', async () => {
      const customer = await newCustomer(call)
      for (const id of [shelf.rice, shelf.beef, shelf.rice]) await save(customer, [id])
      expect(await listOf(customer)).toEqual([shelf.beef, shelf.rice])
    })
    test('are removed once; a second removal changes nothing', async () => {
      const customer = await newCustomer(call)
      await save(customer, [shelf.rice, shelf.beef])
      for (const _ of [1, 2]) {
        const removed = await call('removeFavourite', { params: { productId: shelf.rice }, headers: customer.headers })
        expect(removed).toMatchObject({ status: 200, body: { statusCode: 200 } })
        expect(await listOf(customer)).toEqual([shelf.beef])
      }
    })
    test.each(['x', '0', '-1', '99999999999'])('that have the id %s are not there to remove', async productId => {
      const customer = await newCustomer(call)
      await save(customer, [shelf.rice])
      const removed = await call('removeFavourite', { params: { productId }, headers: customer.headers })
      expect(removed).toMatchObject({ status: 200, body: { statusCode: 200 } })
      expect(await listOf(customer)).toEqual([shelf.rice])
    })
    test('are products of the shop: others are left out, and 404 if there is no other', async () => {
      const customer = await newCustomer(call)
      expect((await save(customer, [99_999, shelf.rice])).body.data.productIds).toEqual([shelf.rice])
      expect(await save(customer, [99_999])).toMatchObject({ status: 404, body: { statusCode: 404 } })
      expect(await listOf(customer)).toEqual([shelf.rice])
    })
    test('are saved once for an idempotency key, which keeps its answer', async () => {
      const customer = await newCustomer(call)
      const requestId = newRequestId()
      const first = await save(customer, [shelf.rice], requestId)
      await call('removeFavourite', { params: { productId: shelf.rice }, headers: customer.headers })
      expect(await save(customer, [shelf.rice], requestId)).toEqual(first)
      expect(await listOf(customer)).toEqual([])
      expect(await save(customer, [shelf.beef], requestId)).toMatchObject({ status: 409 })
    })
    test('are of one customer only', async () => {
      const [mine, other] = [await newCustomer(call), await newCustomer(call)]
      await save(mine, [shelf.rice])
      await call('removeFavourite', { params: { productId: shelf.rice }, headers: other.headers })
      expect([await listOf(mine), await listOf(other)]).toEqual([[shelf.rice], []])
    })
    test.each([
      ['is empty', []],
      ['has 201 products', Array.from({ length: 201 }, (_, at) => at + 1)],
      ['has a text', ['1']],
      ['has a fraction', [1.5]],
      ['has 0', [0]],
      ['has a number that no id can be', [2 ** 31]],
    ])('are refused if the request %s', async (_what, productIds) => {
      const customer = await newCustomer(call)
      expect(await save(customer, productIds)).toMatchObject({ status: 400, body: { statusCode: 400 } })
      expect(await listOf(customer)).toEqual([])
    })
  })

  describe('products by their ids', () => {
    const read = (ids: string) => call('productsById', { params: { ids } })
    test('are in the requested order, each once, without unknown ones', async () => {
      const { body } = await read(`${shelf.beef},99999,${shelf.rice},x,${shelf.beef}`)
      assert(body, routes.productsById.answer)
      expect(body).toMatchObject({ listData: [{ id: shelf.beef }, { id: shelf.rice, specialPrice: 15.9 }] })
      expect((await read('0')).body.listData).toEqual([])
    })
    test('are at most 50', async () => {
      const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',')
      expect((await read(ids(50))).status).toBe(200)
      expect(await read(ids(51))).toMatchObject({ status: 400, body: { statusCode: 400 } })
    })
  })
}
