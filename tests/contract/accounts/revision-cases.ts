import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { cartRevision, favouritesRevision, listsRevision, type Revisions } from '#contract/revisions'
import { routes } from '#contract/routes'
import { lineOf, newCustomer, shelf, type Call, type Json, type Known } from '../gateway/given.ts'

/** What tells the devices of a customer that another one has changed something, for every gateway. */
export function revisionCases(call: Call): void {
  const revisionsOf = async ({ headers }: Known): Promise<Revisions> => {
    const { body } = await call('revisions', { headers })
    assert(body, routes.revisions.answer)
    return (body as Json).data
  }
  const add = async ({ headers }: Known, productId: number) =>
    (await call('addLine', { body: lineOf(productId), headers })).body.data

  describe('the revisions of a customer', () => {
    test('of nothing are those of empty lists, without a session', async () => {
      expect(await revisionsOf(await newCustomer(call))).toEqual({
        sessionId: null,
        cart: cartRevision([]),
        favourites: favouritesRevision([]),
        lists: listsRevision([]),
      })
    })

    test('are those that a device works out from what it has read', async () => {
      const customer = await newCustomer(call)
      const { headers } = customer
      const { sessionId, id } = await add(customer, shelf.rice)
      await add(customer, shelf.beef)
      const choice = { substitution: 'call', note: '“ripe” 芒果, please' }
      await call('changeLine', { params: { id }, body: { productPrice: 1, quantity: 3, ...choice }, headers })
      for (const productId of [shelf.beef, shelf.rice]) {
        const lists = [{ name: `火鍋 ${productId}`, lines: [{ productId, quantity: 2 }] }]
        await call('createLists', { body: { lists }, headers })
        await call('saveFavourites', { body: { productIds: [productId] }, headers })
      }
      const cart = (await call('cart', { params: { sessionId }, headers })).body.listData
      const favourites = (await call('favourites', { headers })).body.listData
      expect(await revisionsOf(customer)).toEqual({
        sessionId,
        cart: cartRevision(cart),
        favourites: favouritesRevision(favourites.map((one: Json) => one.productId)),
        lists: listsRevision((await call('shoppingLists', { headers })).body.listData),
      })
    })

    test('change with their part alone, and are as before when the change is undone', async () => {
      const customer = await newCustomer(call)
      const { headers } = customer
      const changes: [
        part: 'cart' | 'favourites' | 'lists',
        act: () => Promise<unknown>,
        undo: () => Promise<unknown>,
      ][] = []
      const line = await add(customer, shelf.rice)
      const change = (body: object) =>
        call('changeLine', { params: { id: line.id }, body: { productPrice: 1, quantity: 1, ...body }, headers })
      const list = (await call('createLists', { body: { lists: [{ name: 'Weekly', lines: [] }] }, headers })).body.data
        .lists[0].id
      changes.push(
        ['cart', () => change({ quantity: 2 }), () => change({})],
        ['cart', () => change({ substitution: 'call' }), () => change({ substitution: null })],
        ['cart', () => change({ note: 'ripe' }), () => change({ note: null })],
        [
          'favourites',
          () => call('saveFavourites', { body: { productIds: [shelf.beef] }, headers }),
          () => call('removeFavourite', { params: { productId: shelf.beef }, headers }),
        ],
        [
          'lists',
          () =>
            call('setListLine', { params: { listId: list, productId: shelf.beef }, body: { quantity: 2 }, headers }),
          () => call('removeListLine', { params: { listId: list, productId: shelf.beef }, headers }),
        ],
        [
          'lists',
          () => call('renameList', { params: { listId: list }, body: { name: 'Monthly' }, headers }),
          () => call('renameList', { params: { listId: list }, body: { name: 'Weekly' }, headers }),
        ],
      )
      const before = await revisionsOf(customer)
      for (const [part, act, undo] of changes) {
        await act()
        const changed = await revisionsOf(customer)
        expect(changed[part], part).not.toBe(before[part])
        expect({ ...changed, [part]: before[part] }).toEqual(before)
        await undo()
        expect(await revisionsOf(customer)).toEqual(before)
      }
    })

    test('do not change with what another customer has', async () => {
      const [customer, other] = [await newCustomer(call), await newCustomer(call)]
      await add(customer, shelf.rice)
      const before = await revisionsOf(customer)
      await add(other, shelf.beef)
      await call('saveFavourites', { body: { productIds: [shelf.beef] }, headers: other.headers })
      expect(await revisionsOf(customer)).toEqual(before)
      expect(before.sessionId).not.toBe((await revisionsOf(other)).sessionId)
    })

    test('need a login', async () => {
      expect(await call('revisions')).toMatchObject({ status: 401 })
      expect(await call('revisions', { headers: { authorization: 'Bearer a.b.c' } })).toMatchObject({ status: 401 })
    })
  })
}
