import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { newCustomer, newRequestId, shelf, soft, type Call, type Json, type Known } from '../gateway/given.ts'

/** The shopping lists of customers, for every gateway. */
export function shoppingListCases(call: Call): void {
  const line = (productId: number, quantity = 1) => ({ productId, quantity })
  const create = async ({ headers }: Known, lists: readonly unknown[], requestId?: string) =>
    call('createLists', { body: { lists, requestId }, headers })
  const createOne = async (customer: Known, name: string, ...lines: object[]): Promise<number> =>
    (await create(customer, [{ name, lines }])).body.data.lists[0].id
  const listsOf = async ({ headers }: Known): Promise<Json[]> => {
    const { body } = await call('shoppingLists', { headers })
    assert(body, routes.shoppingLists.answer)
    return (body as Json).listData
  }
  const setLine = ({ headers }: Known, listId: number | string, productId: number, quantity: unknown = 1) =>
    call('setListLine', { params: { listId, productId }, body: { quantity }, headers })
  const removeLine = ({ headers }: Known, listId: number | string, productId: number) =>
    call('removeListLine', { params: { listId, productId }, headers })
  const rename = ({ headers }: Known, listId: number | string, name: unknown) =>
    call('renameList', { params: { listId }, body: { name }, headers })
  const remove = ({ headers }: Known, listId: number | string) => call('deleteList', { params: { listId }, headers })

  describe('a customer’s shopping lists', () => {
    test('are listed with the oldest first, and their products in the order in which they were added', async () => {
      const customer = await newCustomer(call)
      expect(await listsOf(customer)).toEqual([])
      const created = await create(customer, [
        { name: ' Weekly  shop ', lines: [line(shelf.rice, 2), line(shelf.beef)] },
      ])
      assert(created.body, routes.createLists.answer)
      const id = (created.body as Json).data.lists[0].id
      await createOne(customer, '火鍋')
      await setLine(customer, id, shelf.coconut, 3)
      expect(await listsOf(customer)).toMatchObject([
        { id, name: 'Weekly shop', lines: [line(shelf.rice, 2), line(shelf.beef), line(shelf.coconut, 3)] },
        { name: '火鍋', lines: [] },
      ])
    })
    test('are created once for an idempotency key, which keeps its answer', async () => {
      const customer = await newCustomer(call)
      const requestId = newRequestId()
      const first = await create(customer, [{ name: 'Weekly', lines: [] }], requestId)
      await remove(customer, first.body.data.lists[0].id)
      expect(await create(customer, [{ name: 'Weekly', lines: [] }], requestId)).toEqual(first)
      expect(await listsOf(customer)).toEqual([])
      expect(await create(customer, [{ name: 'Other', lines: [] }], requestId)).toMatchObject({ status: 409 })
    })
    test('join the list with the same name: it gets the products that it does not have', async () => {
      const customer = await newCustomer(call)
      const id = await createOne(customer, 'Weekly', line(shelf.rice, 2))
      expect(await createOne(customer, 'Weekly', line(shelf.rice, 9), line(shelf.beef))).toBe(id)
      expect(await listsOf(customer)).toEqual([
        { id, name: 'Weekly', isShared: false, lines: [line(shelf.rice, 2), line(shelf.beef)] },
      ])
    })
    test('are at most 20: of several that are too many, none is created', async () => {
      const customer = await newCustomer(call)
      const names = Array.from({ length: 19 }, (_, at) => ({ name: `List ${at}`, lines: [] }))
      expect(await create(customer, names)).toMatchObject({ status: 200, body: { statusCode: 200 } })
      const refused = soft(409, 'You can have up to 20 lists. Please delete one of them first.')
      expect(
        await create(customer, [
          { name: 'A', lines: [] },
          { name: 'B', lines: [] },
        ]),
      ).toEqual(refused)
      expect(await listsOf(customer)).toHaveLength(19)
    })
    test('have products of the shop: others are left out, and can’t be added', async () => {
      const customer = await newCustomer(call)
      const id = await createOne(customer, 'Weekly', line(99_999), line(shelf.rice))
      expect(await setLine(customer, id, 99_999)).toMatchObject({ status: 404, body: { statusCode: 404 } })
      expect(await listsOf(customer)).toMatchObject([{ lines: [line(shelf.rice)] }])
    })
    test('are renamed, but not to the name of another one', async () => {
      const customer = await newCustomer(call)
      const [id] = [await createOne(customer, 'Weekly'), await createOne(customer, 'Hot pot')]
      expect(await rename(customer, id, 'Hot pot')).toMatchObject({
        status: 200,
        body: { statusCode: 409, message: 'You already have a list with this name.', field: 'name' },
      })
      expect(await rename(customer, id, ' Each  week ')).toMatchObject({ status: 200, body: { statusCode: 200 } })
      expect(await rename(customer, id, 'Each week')).toMatchObject({ body: { statusCode: 200 } })
      expect((await listsOf(customer)).map(({ name }) => name)).toEqual(['Each week', 'Hot pot'])
    })
    test('lose a product, or are deleted, once; a second time changes nothing', async () => {
      const customer = await newCustomer(call)
      const id = await createOne(customer, 'Weekly', line(shelf.rice), line(shelf.beef))
      for (const _ of [1, 2]) {
        expect(await removeLine(customer, id, shelf.rice)).toMatchObject({ status: 200 })
        expect(await listsOf(customer)).toMatchObject([{ lines: [line(shelf.beef)] }])
      }
      for (const _ of [1, 2]) {
        expect(await remove(customer, id)).toMatchObject({ status: 200 })
        expect(await listsOf(customer)).toEqual([])
      }
      expect(await setLine(customer, id, shelf.rice)).toMatchObject({ status: 404 })
      expect(await rename(customer, id, 'Weekly')).toMatchObject({ status: 404 })
    })
    test.each(['x', '0', '-1', '99999999999'])('that have the id %s do not exist', async listId => {
      const customer = await newCustomer(call)
      expect(await rename(customer, listId, 'Weekly')).toMatchObject({ status: 404 })
      expect(await setLine(customer, listId, shelf.rice)).toMatchObject({ status: 404 })
      expect(await remove(customer, listId)).toMatchObject({ status: 200 })
    })
    test.each([
      ['no list', []],
      ['21 lists', Array.from({ length: 21 }, (_, at) => ({ name: `${at}`, lines: [] }))],
      ['an empty name', [{ name: '', lines: [] }]],
      ['a name of 41 characters', [{ name: 'x'.repeat(41), lines: [] }]],
      ['a quantity of 0', [{ name: 'Weekly', lines: [line(1, 0)] }]],
      ['a quantity of 1000', [{ name: 'Weekly', lines: [line(1, 1_000)] }]],
      ['no lines', [{ name: 'Weekly' }]],
      ['101 products', [{ name: 'Weekly', lines: Array.from({ length: 101 }, (_, at) => line(at + 1)) }]],
    ])('are refused if the request has %s', async (_what, lists) => {
      const customer = await newCustomer(call)
      expect(await create(customer, lists)).toMatchObject({ status: 400, body: { statusCode: 400 } })
      expect(await listsOf(customer)).toEqual([])
    })
    test.each([' ', '\u200B'])('need a name that can be read (%j)', async name => {
      const customer = await newCustomer(call)
      const refused = { status: 200, body: { statusCode: 422, message: 'Enter a name for the list.', field: 'name' } }
      expect(await create(customer, [{ name, lines: [] }])).toMatchObject(refused)
      expect(await rename(customer, await createOne(customer, 'Weekly'), name)).toMatchObject(refused)
    })
  })
}
