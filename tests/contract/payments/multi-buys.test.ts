import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewOrder, SeenLine } from '#contract/order'
import { setMultiBuy } from '#gateway/cli/multi-buy-command'
import { products, type StoredMultiBuy } from '#gateway/database/schema'
import { cancelOrder } from '#gateway/orders/cancel-order'
import { onBothEngines } from '../gateway/both-engines.ts'
import { cartWith, newCustomer, orderOf, shelf, soft, type Json } from '../gateway/given.ts'
import {
  approves,
  atProvider,
  authorizes,
  begins,
  orders,
  shopWithPaymentsOn,
  stockOf,
  type Purchase,
} from './payment-given.ts'

/** Dumplings, $10.00 each, 3 for $25; mangosteens, $40.00 each, 2 for $70. */
const dumplings: StoredMultiBuy = { quantity: 3, price: 2500 }
const mangosteens: StoredMultiBuy = { quantity: 2, price: 7000 }

/** Four dumplings for $35.00. */
const cart: [number, number][] = [[shelf.dumplings, 4]]
const shown: SeenLine[] = [{ productId: shelf.dumplings, quantity: 4, totalPrice: 40, linePrice: 35 }]

describe('multi-buys', () => {
  onBothEngines(database => {
    const shop = shopWithPaymentsOn(database)
    const set = (id: number, change: Partial<typeof products.$inferInsert>) =>
      database().update(products).set(change).where(eq(products.id, id))

    beforeEach(async () => {
      await set(shelf.dumplings, { price: 1000, specialPrice: null, multiBuy: dumplings, multiBuyEndsAt: null })
      await set(shelf.pair, { multiBuy: mangosteens })
    })

    const bodyOf = async (more: Partial<NewOrder> = {}) =>
      orderOf(await cartWith(shop().call, ...cart), 35, { lines: shown, ...more })
    const places = async (body: NewOrder): Promise<Json> => {
      const answer = await shop().call('placeOrder', { body })
      expect(answer.body).toMatchObject({ statusCode: 200 })
      return answer.body.data
    }

    test('a product, its card and its cart line have it; the line says what it costs', async () => {
      const { call } = shop()
      const multiBuy = { quantity: 3, price: 25 }
      const { data } = (await call('product', { params: { id: shelf.dumplings } })).body
      expect(data).toMatchObject({ price: 10, multiBuy })
      expect(data).not.toHaveProperty('multiBuyEndsAt')
      const body = { criteria: 'category', brand_id: 0, category_id: 11 }
      const listed = (await call('products', { body })).body.listData
      expect(listed.find(({ id }: Json) => id === shelf.dumplings)).toMatchObject({ multiBuy })
      const sessionId = await cartWith(call, [shelf.dumplings, 2], [shelf.rice, 1])
      const read = async () => (await call('cart', { params: { sessionId } })).body.listData
      expect(await read()).toMatchObject([
        { quantity: 2, productPrice: 10, totalPrice: 20, linePrice: 20, multiBuy },
        { quantity: 1 },
      ])
      expect((await read())[1]).not.toHaveProperty('linePrice')
      const change = { params: { id: (await read())[0].id }, body: { quantity: 7, productPrice: 0 } }
      const changed = (await call('changeLine', change)).body.data
      expect(changed).toMatchObject({ quantity: 7, totalPrice: 70, linePrice: 60 })
    })

    test('an order costs what its lines cost with it, and keeps it when the store changes it', async () => {
      const order = await places(await bodyOf())
      const line = {
        quantity: 4,
        productPrice: 10,
        totalPrice: 40,
        linePrice: 35,
        multiBuy: { quantity: 3, price: 25 },
      }
      expect(order).toMatchObject({ subtotal: 35, total: 35, lines: [line] })
      await set(shelf.dumplings, { price: 5000, multiBuy: null })
      const again = await shop().call('findOrder', { params: await keyOf(order) })
      expect(again.body.data).toEqual(order)
      const receipt = () => shop().mails.find(({ subject }) => subject.includes(order.orderNumber))?.text
      await expect
        .poll(receipt)
        .toContain('4 × Pork & Chive Dumplings 1 kg 手工水饺  $35.00\n   You save $5.00 with 3 for $25\n')
    })

    const keyOf = async ({ orderId }: Json) => {
      const { rows } = (await database().execute(
        sql`select request_id as "requestId", session_id as "sessionId" from orders where id = ${orderId}`,
      )) as unknown as { rows: { requestId: string; sessionId: string }[] }
      return { ...rows[0]! }
    }

    test('coupons apply to the sum after it, and so does the minimum order', async () => {
      const order = await places(await bodyOf({ couponCode: 'TEN', total: 31.5 }))
      expect(order).toMatchObject({ subtotal: 35, discount: 3.5, total: 31.5 })
      const sessionId = await cartWith(shop().call, [shelf.dumplings, 3])
      const lines = [{ productId: shelf.dumplings, quantity: 3, totalPrice: 30, linePrice: 25 }]
      expect(await shop().call('placeOrder', { body: orderOf(sessionId, 25, { lines }) })).toEqual(
        soft(409, /Add \$5\.00 more/, 'minimum'),
      )
    })

    test('a shop that knows nothing of it pays price times quantity, as it has shown', async () => {
      const [{ linePrice: _, ...line }] = shown as [SeenLine]
      for (const lines of [undefined, [line]]) {
        const order = await places(orderOf(await cartWith(shop().call, ...cart), 40, { lines }))
        expect(order).toMatchObject({ subtotal: 40, total: 40 })
        expect(order.lines[0]).not.toHaveProperty('linePrice')
      }
    })

    test('one that has ended since is told as another price', async () => {
      const body = await bodyOf()
      await set(shelf.dumplings, { multiBuyEndsAt: new Date(Date.now() - 1000) })
      const message = 'Pork & Chive Dumplings 1 kg now costs $40.00, not $35.00.'
      expect(await shop().call('placeOrder', { body })).toEqual(
        soft(409, message, { about: 'price', productId: shelf.dumplings, was: 35, now: 40 }),
      )
    })

    test('with a special price the lower total is paid, and one that is not lower is not offered', async () => {
      const { call } = shop()
      const line = async () => {
        const sessionId = await cartWith(call, ...cart)
        return (await call('cart', { params: { sessionId } })).body.listData[0]
      }
      await set(shelf.dumplings, { specialPrice: 900 })
      expect(await line()).toMatchObject({ totalPrice: 36, linePrice: 34, regularPrice: 10 })
      await set(shelf.dumplings, { specialPrice: 833 })
      expect(await line()).toMatchObject({ totalPrice: 33.32 })
      expect(await line()).not.toHaveProperty('multiBuy')
    })

    test('is not offered while one more would cost less in total', async () => {
      await set(shelf.dumplings, { price: 1251 })
      expect((await shop().call('product', { params: { id: shelf.dumplings } })).body.data).not.toHaveProperty(
        'multiBuy',
      )
      await set(shelf.dumplings, { price: 1250 })
      expect((await shop().call('product', { params: { id: shelf.dumplings } })).body.data).toHaveProperty('multiBuy')
    })

    test('a payment authorises the price with it, keeps it until the order, and a cancellation returns no more', async () => {
      const purchase: Purchase = { body: await bodyOf(), headers: {}, way: 'authorize', id: null }
      expect((await begins(shop(), purchase)).body).toMatchObject({ statusCode: 200, data: { amount: 35 } })
      await set(shelf.dumplings, { multiBuy: null })
      approves(shop(), purchase)
      await authorizes(shop(), purchase)
      const { data } = (await orders(shop(), purchase)).body
      expect(data).toMatchObject({ total: 35, lines: [{ linePrice: 35, multiBuy: { quantity: 3, price: 25 } }] })
      await shop().runJob()
      const stock = await stockOf(shop(), shelf.dumplings)
      await cancelOrder(database(), Number(data.orderNumber), 'Test Grocer')
      await shop().runJob()
      expect(await stockOf(shop(), shelf.dumplings)).toBe(stock + 4)
      expect(atProvider(shop(), purchase)).toMatchObject({ amount: 3500, status: 'refunded' })
    })

    test('a customer’s order page has it', async () => {
      const { headers } = await newCustomer(shop().call)
      const sessionId = await cartWith(shop().call, ...cart)
      const placed = await shop().call('placeOrder', { body: orderOf(sessionId, 35, { lines: shown }), headers })
      const { orderId } = placed.body.data
      const { data } = (await shop().call('order', { params: { id: orderId }, headers })).body
      expect(data.lines).toMatchObject([{ totalPrice: 40, linePrice: 35 }])
    })

    test('the database refuses amounts of a line that do not follow from it', async () => {
      await places(await bodyOf())
      await expect(
        database().execute(sql`update order_lines set total = total - 1 where multi_buy is not null`),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('order_lines_total') } })
      await expect(set(shelf.pair, { multiBuy: { quantity: 1, price: 1 } })).rejects.toMatchObject({
        cause: { message: expect.stringContaining('products_multi_buy') },
      })
      const weighed = { by: 'step', grams: 500, mostGrams: 500 } as const
      await expect(set(shelf.pair, { weighed })).rejects.toMatchObject({
        cause: { message: expect.stringContaining('products_multi_buy_by_piece') },
      })
    })

    test('the command sets, lists and removes it, and refuses one that the price does not allow', async () => {
      const run = (...args: string[]) => setMultiBuy(database(), args)
      await run('T-14', 'none')
      expect(await run()).toBe('T-3\t3 for $25\t$10.00\tno end\toffered\tPork & Chive Dumplings 1 kg\n')
      expect(await run('T-3', '2', '17.50', '2030-01-31')).toBe(
        'T-3\t2 for $17.50\t$10.00\tuntil 2030-01-31T13:00:00.000Z\toffered\tPork & Chive Dumplings 1 kg\n',
      )
      const { data } = (await shop().call('product', { params: { id: shelf.dumplings } })).body
      expect(data).toMatchObject({ multiBuy: { quantity: 2, price: 17.5 }, multiBuyEndsAt: '2030-01-31T13:00:00.000Z' })
      expect(await run('T-3', '2', '17', '2020-01-31')).toContain('not offered')
      await expect(run('T-3', '2', '9.99')).rejects.toThrow('2 for $9.99 is not from $10.00, the price of 1')
      await expect(run('T-99', '2', '9')).rejects.toThrow('No product has the code T-99')
      for (const wrong of [['T-3'], ['T-3', '2'], ['T-3', '2', '9.9'], ['T-3', '2', '15', '2026-02-30']])
        await expect(run(...wrong)).rejects.toThrow('Usage')
      expect(await run('T-3', 'none')).toBe('Pork & Chive Dumplings 1 kg has no multi-buy.\n')
      expect(await run()).toBe('There are no multi-buys.\n')
    })
  })
})
