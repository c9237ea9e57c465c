import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { cartWith, newCustomer, orderOf, shelf, type Call, type Known } from '../gateway/given.ts'

/** What customers order most often, for every gateway. */
export function usualCases(call: Call): void {
  const orders = async ({ headers }: Known, total: number, ...lines: [number, number][]) => {
    const { status, body } = await call('placeOrder', { body: orderOf(await cartWith(call, ...lines), total), headers })
    expect({ status, statusCode: body.statusCode }).toEqual({ status: 200, statusCode: 200 })
  }

  describe('a customer’s usuals', () => {
    test('are the products of most orders first, with the quantity of the last one', async () => {
      const customer = await newCustomer(call)
      const read = async () => {
        const { body } = await call('usuals', { headers: customer.headers })
        assert(body, routes.usuals.answer)
        return body.listData.map(({ id, usualQuantity }) => [id, usualQuantity])
      }
      expect(await read()).toEqual([])
      await orders(customer, 75.9, [shelf.beef, 1], [shelf.rice, 1])
      await orders(customer, 120, [shelf.beef, 2])
      expect(await read()).toEqual([
        [shelf.beef, 2],
        [shelf.rice, 1],
      ])
    })
    test('are of one customer only', async () => {
      const [mine, other] = [await newCustomer(call), await newCustomer(call)]
      await orders(mine, 60, [shelf.beef, 1])
      expect((await call('usuals', { headers: other.headers })).body.listData).toEqual([])
    })
    test('need a login', async () => {
      expect(await call('usuals')).toMatchObject({ status: 401, body: { statusCode: 401 } })
    })
  })
}
