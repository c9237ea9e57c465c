import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { onBothEngines } from '../gateway/both-engines.ts'
import { newCustomer, shelf, soft, type Call, type Known } from '../gateway/given.ts'
import { shopWithPaymentsOn } from '../payments/payment-given.ts'

describe('a shared shopping list', () => {
  onBothEngines(database => {
    const shop = shopWithPaymentsOn(database)
    const call: Call = (name, asked) => shop().call(name, asked)
    const line = (productId: number, quantity = 1) => ({ productId, quantity })
    const ended = soft(410, 'This link does not work any more.')
    /** A customer with a list of rice and beef. */
    async function owner() {
      const customer = await newCustomer(call)
      const { headers } = customer
      const lines = [line(shelf.rice, 2), line(shelf.beef)]
      const { body } = await call('createLists', { body: { lists: [{ name: 'Weekly', lines }] }, headers })
      return { ...customer, listId: body.data.lists[0].id as number }
    }
    const share = async ({ headers, listId }: Known & { listId: number }): Promise<string> => {
      const { body } = await call('shareList', { params: { listId }, body: {}, headers })
      assert(body, routes.shareList.answer)
      return body.data.key
    }
    const stop = ({ headers, listId }: Known & { listId: number | string }) =>
      call('stopSharingList', { params: { listId }, headers })
    const read = (key: unknown) => call('sharedList', { body: { key } })
    const set = (key: unknown, productId: number, quantity: unknown) =>
      call('setSharedLine', { params: { productId }, body: { key, quantity } })
    const listsOf = async ({ headers }: Known) => (await call('shoppingLists', { headers })).body.listData

    test('is read without an account by its key: name and products, and nothing about the owner', async () => {
      const customer = await owner()
      expect(await listsOf(customer)).toMatchObject([{ isShared: false }])
      const key = await share(customer)
      expect(key).toMatch(/^[\w-]{43}$/)
      const { body } = await read(key)
      assert(body, routes.sharedList.answer)
      expect((body as { data: unknown }).data).toEqual({
        name: 'Weekly',
        lines: [line(shelf.rice, 2), line(shelf.beef)],
      })
      expect(await listsOf(customer)).toMatchObject([{ isShared: true }])
      expect(JSON.stringify(await listsOf(customer))).not.toContain(key)
    })
    test('is changed by everyone who has the key; the last change of a product wins, and 0 removes it', async () => {
      const customer = await owner()
      const key = await share(customer)
      await call('setListLine', {
        params: { listId: customer.listId, productId: shelf.rice },
        body: { quantity: 5 },
        headers: customer.headers,
      })
      const { body } = await set(key, shelf.rice, 3)
      assert(body, routes.setSharedLine.answer)
      await set(key, shelf.coconut, 4)
      for (const _ of [1, 2])
        expect(await set(key, shelf.beef, 0)).toMatchObject({
          body: { statusCode: 200, data: { lines: [line(shelf.rice, 3), line(shelf.coconut, 4)] } },
        })
      expect(await listsOf(customer)).toMatchObject([{ lines: [line(shelf.rice, 3), line(shelf.coconut, 4)] }])
    })
    test('is not read or changed any more after the owner has stopped sharing it', async () => {
      const customer = await owner()
      const key = await share(customer)
      for (const _ of [1, 2]) expect(await stop(customer)).toMatchObject({ status: 200, body: { statusCode: 200 } })
      expect(await read(key)).toEqual(ended)
      expect(await set(key, shelf.rice, 1)).toEqual(ended)
      expect(await listsOf(customer)).toMatchObject([
        { isShared: false, lines: [line(shelf.rice, 2), line(shelf.beef)] },
      ])
    })
    test('has one link: a new one ends the one before', async () => {
      const customer = await owner()
      const [before, key] = [await share(customer), await share(customer)]
      expect(await read(before)).toEqual(ended)
      expect(await read(key)).toMatchObject({ body: { data: { name: 'Weekly' } } })
    })
    test('that was deleted is not read any more', async () => {
      const customer = await owner()
      const key = await share(customer)
      await call('deleteList', { params: { listId: customer.listId }, headers: customer.headers })
      expect(await read(key)).toEqual(ended)
    })
    test('is shared by its owner only', async () => {
      const customer = await owner()
      const other = { ...(await newCustomer(call)), listId: customer.listId }
      const asked = { params: { listId: customer.listId }, body: {} }
      expect(await call('shareList', { ...asked, headers: other.headers })).toMatchObject({ status: 404 })
      expect(await call('shareList', asked)).toMatchObject({ status: 401 })
      const key = await share(customer)
      expect(await stop(other)).toMatchObject({ status: 404 })
      expect(await call('stopSharingList', { params: { listId: customer.listId } })).toMatchObject({ status: 401 })
      expect(await read(key)).toMatchObject({ body: { statusCode: 200 } })
    })
    test.each(['x', '0', '-1', '99999999999'])('has no id such as %s', async listId => {
      const { headers } = await newCustomer(call)
      expect(await call('shareList', { params: { listId }, body: {}, headers })).toMatchObject({ status: 404 })
      expect(await call('stopSharingList', { params: { listId }, headers })).toMatchObject({ status: 404 })
    })
    test('is not found by another key', async () => expect(await read('x'.repeat(43))).toEqual(ended))
    test.each([[''], ['x'.repeat(101)], [null], [7]])('is not read with the key %j', async key =>
      expect(await read(key)).toMatchObject({ status: 400, body: { statusCode: 400 } }),
    )
    test.each([-1, 1_000, 1.5, null])('has no quantity such as %j', async quantity => {
      const customer = await owner()
      expect(await set(await share(customer), shelf.rice, quantity)).toMatchObject({ status: 400 })
    })
    test('keeps one quantity of a product that several people change at the same moment', async () => {
      const customer = await owner()
      const key = await share(customer)
      const answers = await Promise.all([3, 4, 5, 6].map(quantity => set(key, shelf.coconut, quantity)))
      for (const { body } of answers) expect(body.statusCode).toBe(200)
      const [{ lines }] = await listsOf(customer)
      expect(lines).toHaveLength(3)
      expect([3, 4, 5, 6]).toContain(lines[2].quantity)
    })
    test('is changed before the link ends, or not at all, if both happen at the same moment', async () => {
      const customer = await owner()
      const key = await share(customer)
      const [changed] = await Promise.all([set(key, shelf.rice, 9), stop(customer)])
      const [{ lines }] = await listsOf(customer)
      expect(lines[0].quantity).toBe(changed.body.statusCode === 200 ? 9 : 2)
      expect(await set(key, shelf.rice, 8)).toEqual(ended)
    })
    test('has products of the shop only', async () => {
      const customer = await owner()
      expect(await set(await share(customer), 99_999, 1)).toMatchObject({ status: 404 })
    })
  })
})
