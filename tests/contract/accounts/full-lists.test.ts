import { beforeAll, describe, expect, test } from 'vitest'
import { mostListLines, tooManyListLines } from '#contract/shopping-lists'
import { generateProducts } from '#gateway/database/generated-products'
import { products } from '#gateway/database/schema'
import { onBothEngines } from '../gateway/both-engines.ts'
import { caseGoods, newCustomer, soft, type Json, type Known } from '../gateway/given.ts'
import { shopWithPaymentsOn } from '../payments/payment-given.ts'

describe('a shopping list with as many products as it may have', () => {
  onBothEngines(database => {
    const shop = shopWithPaymentsOn(database)
    let ids: number[]

    beforeAll(async () => {
      const originals = caseGoods.products.map(({ id }) => id)
      await generateProducts(database(), originals, mostListLines + 1)
      const rows = await database()
        .select({ id: products.id })
        .from(products)
        .limit(mostListLines + 1)
      ids = rows.map(({ id }) => id)
    })

    const lines = (productIds: readonly number[]) => productIds.map(productId => ({ productId, quantity: 1 }))
    const create = ({ headers }: Known, productIds: readonly number[]) =>
      shop().call('createLists', { body: { lists: [{ name: 'Weekly', lines: lines(productIds) }] }, headers })
    const linesOf = async ({ headers }: Known): Promise<Json[]> =>
      (await shop().call('shoppingLists', { headers })).body.listData[0].lines

    test('gets no other one, by itself or from a list that joins it; quantities can be changed', async () => {
      const customer = await newCustomer(shop().call)
      const { headers } = customer
      const listId = (await create(customer, ids.slice(0, mostListLines))).body.data.lists[0].id
      const set = (productId: number, quantity: number) =>
        shop().call('setListLine', { params: { listId, productId }, body: { quantity }, headers })
      const another = ids[mostListLines]!
      expect(await set(another, 1)).toEqual(soft(409, tooManyListLines))
      expect(await create(customer, [ids[0]!, another])).toEqual(soft(409, tooManyListLines))
      expect(await create(customer, [ids[0]!])).toMatchObject({ body: { statusCode: 200 } })
      expect(await set(ids[0]!, 7)).toMatchObject({ body: { statusCode: 200 } })
      expect(await linesOf(customer)).toHaveLength(mostListLines)
      await shop().call('removeListLine', { params: { listId, productId: ids[1]! }, headers })
      expect(await set(another, 2)).toMatchObject({ body: { statusCode: 200 } })
      expect((await linesOf(customer)).at(-1)).toEqual({ productId: another, quantity: 2 })
    })
  })
})
