import { describe, expect, test } from 'vitest'
import { cancelOrder } from '#gateway/orders/cancel-order'
import { setOrderStatus } from '#gateway/orders/order-status'
import { listSubstitutes } from '#gateway/orders/office-lines'
import { finishPicking, pickLine, type LinePicking } from '#gateway/orders/pick-line'
import { readOfficeOrder } from '#gateway/office/board'
import type { PicturePaths } from '#gateway/catalogue/pictures'
import { onBothEngines } from '../gateway/both-engines.ts'
import { cartWith, orderOf, shelf } from '../gateway/given.ts'
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

/** Two of rice at $15.90 and one of beef at $60.00. */
const cart: [number, number][] = [
  [shelf.rice, 2],
  [shelf.beef, 1],
]
const total = 91.8
const pictures = { ofProduct: () => '/pictures/goods.svg' } as unknown as PicturePaths

onBothEngines(database => {
  const shop = shopWithPaymentsOn(database)

  /** The order of a cart, paid on delivery or online, which is being picked. */
  async function startsPicking(purchase?: Purchase) {
    const { body } = purchase
      ? await orders(shop(), purchase)
      : await shop().call('placeOrder', { body: orderOf(await cartWith(shop().call, ...cart), total) })
    expect(body).toMatchObject({ statusCode: 200 })
    const number = Number(body.data.orderNumber)
    await sets(number, 'preparing')
    return number
  }
  const sets = (number: number, status: 'preparing' | 'ready-for-pickup') =>
    setOrderStatus(database(), { number, status, staffName: 'Mei Chen', version: null }, 'Test Grocer')
  const read = (number: number) => readOfficeOrder(database(), number, 'owner')
  async function picks(number: number, more: Partial<LinePicking> & Pick<LinePicking, 'productId' | 'picking'>) {
    const { version } = await read(number)
    await pickLine(database(), pictures, { number, staffName: 'Lan Tran', version, ...more })
    return read(number)
  }
  async function finishes(number: number) {
    const { version } = await read(number)
    return finishPicking(database(), { number, staffName: 'Lan Tran', version })
  }
  describe('picking', () => {
    test('a substitute costs at most what the replaced line would have cost, and its stock is taken', async () => {
      const number = await startsPicking()
      const [rice, dumplings] = [await stockOf(shop(), shelf.rice), await stockOf(shop(), shelf.dumplings)]
      const order = await picks(number, {
        productId: shelf.rice,
        picking: 'substitute',
        substituteId: shelf.dumplings,
        quantity: 9,
      })
      expect(order).toMatchObject({ subtotal: total, total })
      expect(order.lines[0]).toMatchObject({ picking: 'substitute', substitute: { quantity: 9, totalPrice: 31.8 } })
      expect([await stockOf(shop(), shelf.rice), await stockOf(shop(), shelf.dumplings)]).toEqual([rice, dumplings - 9])
      const twice = {
        productId: shelf.beef,
        picking: 'substitute',
        substituteId: shelf.dumplings,
        quantity: 1,
      } as const
      await expect(picks(number, twice)).rejects.toThrow('is in this order already')
      // another decision puts it back
      await picks(number, { productId: shelf.rice, picking: 'picked' })
      expect(await stockOf(shop(), shelf.dumplings)).toBe(dumplings)
      expect((await picks(number, { productId: shelf.rice, picking: 'out-of-stock' })).total).toBe(60)
    })

    test('is finished once every line is decided; the order then has what was packed, and the mail says what changed', async () => {
      const number = await startsPicking()
      await picks(number, { productId: shelf.rice, picking: 'out-of-stock' })
      expect((await read(number)).next).toEqual(['cancelled'])
      await expect(finishes(number)).rejects.toThrow('Still to pick: ')
      await picks(number, { productId: shelf.beef, picking: 'substitute', substituteId: shelf.coconut, quantity: 2 })
      await finishes(number)
      const order = await read(number)
      expect(order).toMatchObject({ isPicked: true, next: ['ready-for-pickup', 'cancelled'] })
      expect(order.history.map(({ what, after }) => [what.split(' of ')[0], after])).toContainEqual([
        'picking',
        'Finished',
      ])
      await expect(picks(number, { productId: shelf.rice, picking: 'picked' })).rejects.toThrow('is finished')
      expect(await sets(number, 'ready-for-pickup')).not.toBeNull()
    })

    test('the second of two people is told who was first, and both values', async () => {
      const number = await startsPicking()
      const { version } = await read(number)
      await picks(number, { productId: shelf.rice, picking: 'out-of-stock' })
      await expect(picks(number, { productId: shelf.rice, picking: 'picked', version })).rejects.toThrow(
        /^Lan Tran changed this order first\. .* is ‘Out of stock’ now; you chose ‘Picked’\./,
      )
    })

    test('a cancelled order puts back what was packed', async () => {
      const number = await startsPicking()
      await picks(number, { productId: shelf.rice, picking: 'out-of-stock' })
      await picks(number, { productId: shelf.beef, picking: 'substitute', substituteId: shelf.coconut, quantity: 2 })
      const before = await Promise.all([shelf.rice, shelf.beef, shelf.coconut].map(id => stockOf(shop(), id)))
      await cancelOrder(database(), number, 'Test Grocer')
      const after = await Promise.all([shelf.rice, shelf.beef, shelf.coconut].map(id => stockOf(shop(), id)))
      expect(after.map((stock, at) => stock - before[at]!)).toEqual([0, 0, 2])
    })

    test('substitutes are those in stock that are found, or that fit the choice', async () => {
      const number = await startsPicking()
      const found = await listSubstitutes(database(), { number, productId: shelf.rice, search: 'coconut' })
      expect(found.map(({ productId }) => productId)).toContain(shelf.coconut)
      const fitting = await listSubstitutes(database(), { number, productId: shelf.rice, search: '' })
      expect(fitting.every(({ productId, left }) => productId !== shelf.rice && left > 0)).toBe(true)
    })
  })

  describe('an order that is paid online', () => {
    async function buys(): Promise<Purchase> {
      const body = orderOf(await cartWith(shop().call, ...cart), total)
      const purchase: Purchase = { body, headers: {}, way: 'authorize', id: null }
      expect((await begins(shop(), purchase)).body).toMatchObject({ statusCode: 200 })
      approves(shop(), purchase)
      await authorizes(shop(), purchase)
      return purchase
    }
    test('is charged what was packed: the rest of what was captured is refunded, once', async () => {
      const purchase = await buys()
      const number = await startsPicking(purchase)
      await shop().runJob()
      expect(atProvider(shop(), purchase)).toMatchObject({ status: 'captured', amount: 9180 })
      await picks(number, { productId: shelf.rice, picking: 'out-of-stock' })
      await picks(number, { productId: shelf.beef, picking: 'picked' })
      expect(await finishes(number)).toBe(purchase.body.requestId)
      await shop().runJob()
      await shop().runJob()
      expect(atProvider(shop(), purchase)).toMatchObject({ status: 'captured', amount: 6000 })
    })

    test('that is packed as ordered moves no more money', async () => {
      const purchase = await buys()
      const number = await startsPicking(purchase)
      for (const productId of [shelf.rice, shelf.beef]) await picks(number, { productId, picking: 'picked' })
      expect(await finishes(number)).toBeNull()
    })
  })
})
