import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { Weighed } from '#contract/weighed'
import { orderCommands } from '#gateway/cli/order-commands'
import { queryRows } from '#gateway/database/database'
import { products } from '#gateway/database/schema'
import { cancelOrder } from '#gateway/orders/cancel-order'
import { weighLine } from '#gateway/orders/weigh-line'
import { onBothEngines } from '../gateway/both-engines.ts'
import { cartWith, newCustomer, orderOf, shelf, soft, type Json } from '../gateway/given.ts'
import { stepping, steppingOn, type Mortal } from './payment-crash-cases.ts'
import {
  approves,
  atProvider,
  authorizes,
  begins,
  openShopWithPayments,
  orders,
  shopWithPaymentsOn,
  stockOf,
  usesOf,
  type Purchase,
  type ShopWithPayments,
} from './payment-given.ts'

/** Wagyu, $60.00 a piece of about 600 g, at most 720 g; chopsticks, 35 cents for a step of 500 g. */
const beef: Weighed = { by: 'piece', grams: 600, mostGrams: 720 }
const sticks: Weighed = { by: 'step', grams: 500, mostGrams: 500 }

/** Two pieces of beef, a step of chopsticks and two packs of dumplings: about $140.35, at most $164.35. */
const cart: [number, number][] = [
  [shelf.beef, 2],
  [shelf.cheap, 1],
  [shelf.dumplings, 2],
]
const [total, most] = [140.35, 164.35]

onBothEngines(database => {
  const shop = shopWithPaymentsOn(database)
  beforeAll(async () => {
    await database().update(products).set({ weighed: beef }).where(eq(products.id, shelf.beef))
    await database().update(products).set({ weighed: sticks }).where(eq(products.id, shelf.cheap))
  })
  cartCases(shop)
  deliveryCases(shop)
  paymentCases(shop)
  failureCases(shop)
})

const bodyOf = async (shop: ShopWithPayments, more: Partial<NewOrder> = {}): Promise<NewOrder> =>
  orderOf(await cartWith(shop.call, ...cart), total, { most, ...more })

/** Orders with payment on delivery. @returns the order */
async function places(shop: ShopWithPayments, more: Partial<NewOrder> = {}): Promise<Json> {
  const { body } = await shop.call('placeOrder', { body: await bodyOf(shop, more) })
  expect(body).toMatchObject({ statusCode: 200 })
  return body.data
}

/** Orders with an authorised payment. */
async function pays(
  shop: ShopWithPayments,
  more: Partial<NewOrder> = {},
): Promise<{ purchase: Purchase; number: number }> {
  const purchase: Purchase = { body: await bodyOf(shop, more), headers: {}, way: 'authorize', id: null }
  expect((await begins(shop, purchase)).body).toMatchObject({ statusCode: 200 })
  approves(shop, purchase)
  await authorizes(shop, purchase)
  const { body } = await orders(shop, purchase)
  expect(body).toMatchObject({ statusCode: 200 })
  return { purchase, number: Number(body.data.orderNumber) }
}

const weighs = async ({ database }: ShopWithPayments, number: number, line: number, grams: number) =>
  weighLine(database, { number, line, grams, staffName: 'Mei Chen', version: null }, 'Test Grocer')

/** The amounts of an order in cents, and how many lines are left to weigh. */
async function amountsOf({ database }: ShopWithPayments, number: number) {
  const [row] = await queryRows<{ subtotal: number; discount: number; total: number; left: number }>(
    database,
    sql`select subtotal, discount, total, (select count(*) from order_lines where order_id = orders.id and weighed is not null
      and weighed_grams is null)::int as left from orders where number = ${number}`,
  )
  return row!
}

/** The mails with the final amount that gateways have sent. */
const finalMails = (number: number, ...shops: ShopWithPayments[]) =>
  shops.flatMap(({ mails }) =>
    mails.filter(({ subject }) => subject.startsWith(`Your order ${number} at Test Grocer comes`)),
  )

/** Runs the job until the payment is settled. */
async function settles(shop: ShopWithPayments, purchase: Purchase, status: string): Promise<void> {
  await shop.runJob()
  await vi.waitFor(() => expect(atProvider(shop, purchase).status).toBe(status), { timeout: 20_000 })
}

function cartCases(shop: () => ShopWithPayments): void {
  test('a product and its cart line say how they are sold by weight, and the amount is that of the estimate', async () => {
    const { call } = shop()
    expect((await call('product', { params: { id: shelf.beef } })).body.data).toMatchObject({
      price: 60,
      weighed: beef,
    })
    expect((await call('product', { params: { id: shelf.rice } })).body.data).not.toHaveProperty('weighed')
    const sessionId = await cartWith(call, ...cart)
    const { listData } = (await call('cart', { params: { sessionId } })).body
    expect(listData).toMatchObject([
      { quantity: 2, productPrice: 60, totalPrice: 120, weighed: beef },
      { quantity: 1, totalPrice: 0.35, weighed: sticks },
      { quantity: 2, totalPrice: 20 },
    ])
    expect(listData[2]).not.toHaveProperty('weighed')
  })

  test('lists are sorted by the price of a kilogram', async () => {
    const body = { criteria: 'category', category_id: 1, brand_id: 0, sort: 'unit-price', pageSize: 20 }
    const { listData } = (await shop().call('products', { body })).body
    const at = (id: number) => listData.findIndex((product: Json) => product.id === id)
    expect(at(shelf.cheap)).toBe(0) // 70 cents
    expect(at(shelf.beef)).toBeGreaterThan(at(shelf.fishSauce)) // $100.00
  })

  test('an order is refused if it can cost more than the shopper was shown', async () => {
    const { call } = shop()
    const words = 'The most that your order can cost is now $164.35. Please check it.'
    for (const shown of [160, 170])
      expect(await call('placeOrder', { body: await bodyOf(shop(), { most: shown }) })).toMatchObject(
        soft(409, words, 'total'),
      )
  })

  test('a browser can’t capture what is weighed later', async () => {
    const body = await bodyOf(shop())
    expect(await begins(shop(), { body, headers: {}, way: 'capture', id: null })).toMatchObject(
      soft(409, /are weighed after you order.* pay on delivery\.$/),
    )
  })
}

function deliveryCases(shop: () => ShopWithPayments): void {
  test('an order says that it is an estimate and what it can cost at most, until all is weighed', async () => {
    const { call } = shop()
    const { headers } = await newCustomer(call)
    const sessionId = await cartWith(call, ...cart)
    const body = orderOf(sessionId, total, { most })
    const placed = (await call('placeOrder', { body, headers })).body.data
    expect(placed).toMatchObject({ total, most, isEstimate: true })
    expect(placed.lines.map((line: Json) => line.weighed ?? null)).toEqual([beef, sticks, null])
    const number = Number(placed.orderNumber)
    const read = async () => (await call('order', { params: { id: placed.orderId }, headers })).body.data
    const listed = async () =>
      (await call('orders', { body: { orderStatus: 'current' }, headers })).body.listData[0] as Json

    await weighs(shop(), number, 1, 1234)
    expect(await read()).toMatchObject({ total: 143.75, most, isEstimate: true })
    expect(await listed()).toMatchObject({ total: 143.75, isEstimate: true })
    await weighs(shop(), number, 2, 450)
    const final = await read()
    expect(final).toMatchObject({ total: 143.72, subtotal: 143.72, most })
    expect(final).not.toHaveProperty('isEstimate')
    expect(await listed()).not.toHaveProperty('isEstimate')
    expect(final.lines).toMatchObject([
      { quantity: 2, productPrice: 60, totalPrice: 123.4, weighedGrams: 1234 },
      { totalPrice: 0.32, weighedGrams: 450 },
      { totalPrice: 20 },
    ])
  })

  test('the amounts do not depend on the order of weighing', async () => {
    const numbers = [await places(shop()), await places(shop())].map(order => Number(order.orderNumber))
    await weighs(shop(), numbers[0]!, 1, 1333)
    await weighs(shop(), numbers[0]!, 2, 111)
    await weighs(shop(), numbers[1]!, 2, 111)
    await weighs(shop(), numbers[1]!, 1, 1333)
    const [one, other] = [await amountsOf(shop(), numbers[0]!), await amountsOf(shop(), numbers[1]!)]
    expect(one).toEqual({ subtotal: 15_338, discount: 0, total: 15_338, left: 0 })
    expect(other).toEqual(one)
  })

  test('who gets more than the most pays the most', async () => {
    const number = Number((await places(shop())).orderNumber)
    await weighs(shop(), number, 1, 9000)
    await weighs(shop(), number, 2, 900)
    expect(await amountsOf(shop(), number)).toMatchObject({ total: 16_435, left: 0 })
  })

  test('a shop that knows nothing of weights has shown the total, which is then the most', async () => {
    const { call } = shop()
    const { most: _, ...body } = await bodyOf(shop())
    const order = (await call('placeOrder', { body })).body.data
    expect(order).toMatchObject({ total, most: total })
    const number = Number(order.orderNumber)
    await weighs(shop(), number, 1, 1400)
    await weighs(shop(), number, 2, 300)
    expect(await amountsOf(shop(), number)).toMatchObject({ total: 14_021 })
  })

  test.each([
    ['TEN', 126.31, 147.91, 12_631, 1404],
    ['EIGHT', 132.35, 156.35, 13_235, 800],
  ])('the coupon %s is taken off what was weighed', async (couponCode, total, most, cents, discount) => {
    const number = Number((await places(shop(), { couponCode, total, most })).orderNumber)
    await weighs(shop(), number, 1, 1200)
    // the coupon as it was when the order was placed, whatever became of it
    await shop().database.execute(sql`update coupons set discount = discount * 2 where code = ${couponCode}`)
    await weighs(shop(), number, 2, 500)
    await shop().database.execute(sql`update coupons set discount = discount / 2 where code = ${couponCode}`)
    expect(await amountsOf(shop(), number)).toMatchObject({ discount, total: cents, left: 0 })
  })

  test('a coupon stays if the order weighs less than its minimum', async () => {
    const number = Number((await places(shop(), { couponCode: 'RICH', total: 135.35, most: 159.35 })).orderNumber)
    await weighs(shop(), number, 1, 100)
    await weighs(shop(), number, 2, 0)
    expect(await amountsOf(shop(), number)).toEqual({ subtotal: 3000, discount: 500, total: 2500, left: 0 })
  })

  test('a repeated weighing changes nothing, and a weight can be corrected until all is weighed', async () => {
    const number = Number((await places(shop())).orderNumber)
    await weighs(shop(), number, 1, 1300)
    await weighs(shop(), number, 1, 1200)
    await weighs(shop(), number, 2, 500)
    await weighs(shop(), number, 1, 1200)
    expect(await amountsOf(shop(), number)).toMatchObject({ total: 14_035 })
    await shop().runJob()
    expect(finalMails(number, shop())).toHaveLength(1)
    await expect(weighs(shop(), number, 1, 1300)).rejects.toThrow('its amount is final')
  })

  test('what can’t be weighed is refused', async () => {
    const number = Number((await places(shop())).orderNumber)
    await expect(weighs(shop(), 99_999, 1, 500)).rejects.toThrow('There is no order 99999.')
    await expect(weighs(shop(), number, 4, 500)).rejects.toThrow('has no line 4')
    await expect(weighs(shop(), number, 3, 500)).rejects.toThrow('手工水饺 is not sold by weight.')
    await cancelOrder(shop().database, number, 'Test Grocer')
    await expect(weighs(shop(), number, 1, 500)).rejects.toThrow(`Order ${number} is cancelled.`)
  })

  test('the command lists what is left to weigh, and an order leaves the shop only when all is weighed', async () => {
    const { database } = shop()
    const number = String((await places(shop())).orderNumber)
    expect(await orderCommands.weigh(database, [number])).toBe(
      `1\tWagyu Beef 1 kg: 2 pieces, about 600 g each\tto weigh\t$120.00\n2\tChopsticks: 500 g\tto weigh\t$0.35\n` +
        `3\tPork & Chive Dumplings 1 kg 手工水饺: 2\t\t$20.00\nOrder ${number}: about $140.35, 2 to weigh\n`,
    )
    await orderCommands['order-status'](database, [number, 'preparing'])
    const listed = async () =>
      (await orderCommands.orders(database, [])).split('\n').find(one => one.startsWith(number))
    expect(await listed()).toContain('\tpreparing\tto weigh, about $140.35\t')
    await expect(orderCommands['order-status'](database, [number, 'completed'])).rejects.toThrow('goods to weigh')
    await orderCommands.weigh(database, [number, '1', '1234'])
    expect(await orderCommands.weigh(database, [number, '2', '500'])).toContain(`1.234 kg\t$123.40\n`)
    expect(await orderCommands.weigh(database, [number])).toContain(`Order ${number}: $143.75\n`)
    expect(await listed()).toContain('\tpreparing\t$143.75\t')
    expect(await orderCommands['order-status'](database, [number, 'completed'])).toBe(`Order ${number} is completed.\n`)
    for (const wrong of [[], ['x'], [number, '1'], [number, '1', '-5'], [number, '1', '1.5']])
      await expect(orderCommands.weigh(database, wrong)).rejects.toThrow('Name the order')
  })

  test('the receipt says what is estimated, and the last mail what it comes to', async () => {
    const { orderNumber } = await places(shop())
    const mailed = (subject: string) => shop().mails.find(mail => mail.subject.startsWith(subject))
    await vi.waitFor(() => expect(mailed(`Your order ${orderNumber} at`)).toBeDefined())
    const { text } = mailed(`Your order ${orderNumber} at`)!
    expect(text).toContain(
      '2 pieces, about 600 g each: Wagyu Beef 1 kg  about $120.00\n500 g: Chopsticks  about $0.35\n2 × ',
    )
    expect(text).toContain('Estimated total: $140.35\nYou pay for what we weigh, at most $164.35.')
    await weighs(shop(), Number(orderNumber), 1, 1200)
    await weighs(shop(), Number(orderNumber), 2, 500)
    await shop().runJob()
    await vi.waitFor(() => expect(mailed(`Your order ${orderNumber} at Test Grocer comes to $140.35`)).toBeDefined())
  })
}

function paymentCases(shop: () => ShopWithPayments): void {
  test('a payment authorises the most, waits until all is weighed, and captures what it comes to', async () => {
    const { purchase, number } = await pays(shop())
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'authorized', amount: 16_435 })
    await weighs(shop(), number, 1, 1234)
    await shop().database.execute(
      sql`update payments set next_check_at = now() where request_id = ${purchase.body.requestId}`,
    )
    await shop().runJob()
    await shop().runJob()
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'authorized', charges: 0 })
    await weighs(shop(), number, 2, 450)
    await settles(shop(), purchase, 'captured')
    expect(atProvider(shop(), purchase)).toMatchObject({ amount: 14_372, charges: 1 })
    await shop().runJob()
    expect(atProvider(shop(), purchase)).toMatchObject({ charges: 1 })
  })

  test('a payment of a shop that knows nothing of weights authorises the total', async () => {
    const { purchase, number } = await pays(shop(), { most: null })
    expect(atProvider(shop(), purchase)).toMatchObject({ amount: 14_035 })
    await weighs(shop(), number, 1, 1440)
    await weighs(shop(), number, 2, 500)
    await settles(shop(), purchase, 'captured')
    expect(atProvider(shop(), purchase)).toMatchObject({ amount: 14_035, charges: 1 })
  })

  test('the order is made of the weights and the coupon that were paid for, whatever changes meanwhile', async () => {
    const { database } = shop()
    const body = await bodyOf(shop(), { couponCode: 'TEN', total: 126.31, most: 147.91 })
    const purchase: Purchase = { body, headers: {}, way: 'authorize', id: null }
    await begins(shop(), purchase)
    approves(shop(), purchase)
    await authorizes(shop(), purchase)
    await database
      .update(products)
      .set({ weighed: { ...beef, mostGrams: 600 } })
      .where(eq(products.id, shelf.beef))
    await database.execute(sql`update coupons set discount = discount * 2 where code = 'TEN'`)
    const { data } = (await orders(shop(), purchase)).body
    await database.update(products).set({ weighed: beef }).where(eq(products.id, shelf.beef))
    await database.execute(sql`update coupons set discount = discount / 2 where code = 'TEN'`)
    expect(data).toMatchObject({ total: 126.31, most: 147.91 })
    const number = Number(data.orderNumber)
    await weighs(shop(), number, 1, 1440)
    await weighs(shop(), number, 2, 500)
    await settles(shop(), purchase, 'captured')
    expect(atProvider(shop(), purchase)).toMatchObject({ amount: 14_791 })
  })

  test('an order that comes to nothing voids its authorization', async () => {
    const sessionId = await cartWith(shop().call, [shelf.beef, 1])
    const body = orderOf(sessionId, 60, { most: 72 })
    const purchase: Purchase = { body, headers: {}, way: 'authorize', id: null }
    await begins(shop(), purchase)
    approves(shop(), purchase)
    await authorizes(shop(), purchase)
    await weighs(shop(), Number((await orders(shop(), purchase)).body.data.orderNumber), 1, 0)
    await settles(shop(), purchase, 'voided')
    expect(atProvider(shop(), purchase)).toMatchObject({ charges: 0 })
  })

  test('an order that is cancelled before it is weighed is not charged, and its goods and coupon are put back', async () => {
    const [stock, uses] = [await stockOf(shop(), shelf.beef), await usesOf(shop(), 'TEN')]
    const { purchase, number } = await pays(shop(), { couponCode: 'TEN', total: 126.31, most: 147.91 })
    await weighs(shop(), number, 1, 1200)
    await cancelOrder(shop().database, number, 'Test Grocer')
    await settles(shop(), purchase, 'voided')
    expect(atProvider(shop(), purchase)).toMatchObject({ charges: 0 })
    expect([await stockOf(shop(), shelf.beef), await usesOf(shop(), 'TEN')]).toEqual([stock, uses])
  })

  test('an order that is cancelled after it was captured is refunded', async () => {
    const { purchase, number } = await pays(shop())
    await weighs(shop(), number, 1, 1200)
    await weighs(shop(), number, 2, 500)
    await settles(shop(), purchase, 'captured')
    await cancelOrder(shop().database, number, 'Test Grocer')
    await settles(shop(), purchase, 'refunded')
    expect(atProvider(shop(), purchase)).toMatchObject({ charges: 1, returns: 1 })
  })
}

function failureCases(shop: () => ShopWithPayments): void {
  test('concurrent weighings of two gateways capture once, and the final amount is that of one of the weights', async () => {
    const other = await openShopWithPayments(shop().database, shop().fake)
    for (let round = 0; round < 5; round++) {
      const { purchase, number } = await pays(shop())
      await weighs(shop(), number, 2, 500)
      const weights = [1100, 1200, 1300]
      const results = await Promise.allSettled(
        weights.flatMap(grams => [weighs(shop(), number, 1, grams), weighs(other, number, 1, grams)]),
      )
      await Promise.all([shop().runJob(), other.runJob()])
      await settles(shop(), purchase, 'captured')
      const { total: cents } = await amountsOf(shop(), number)
      expect(weights.map(grams => grams * 10 + 2035)).toContain(cents)
      expect(atProvider(shop(), purchase)).toMatchObject({ amount: cents, charges: 1 })
      // the other weights come too late, whichever was first
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      expect(finalMails(number, shop(), other)).toHaveLength(1)
    }
    await other.app.close()
  })

  test('a gateway that crashes at any step of the last weighing or of the capture charges once, what was weighed', async () => {
    for (let diesAt = 1; ; diesAt++) {
      const { purchase, number } = await pays(shop())
      await weighs(shop(), number, 1, 1234)
      const life: Mortal = { steps: 0, diesAt }
      const dying = await openShopWithPayments(steppingOn(shop().database, life), stepping(shop().fake, life))
      await weighs(dying, number, 2, 450).catch(() => {})
      await dying.runJob().catch(() => {})
      await dying.app.close()
      const isCharged = () => atProvider(shop(), purchase).charges
      expect(isCharged()).toBeLessThanOrEqual(1)
      // the command is repeated, and the job runs on another gateway
      await weighs(shop(), number, 2, 450)
      await shop().database.execute(
        sql`update payments set next_check_at = now() where request_id = ${purchase.body.requestId} and next_check_at is not null`,
      )
      await settles(shop(), purchase, 'captured')
      expect(atProvider(shop(), purchase)).toMatchObject({ amount: 14_372, charges: 1 })
      expect(await amountsOf(shop(), number)).toMatchObject({ total: 14_372, left: 0 })
      expect(finalMails(number, shop(), dying)).not.toHaveLength(0)
      if (life.steps < diesAt) return
    }
  }, 120_000)

  describe('the database', () => {
    const refused = (query: ReturnType<typeof sql>, constraint: RegExp) =>
      expect(shop().database.execute(query)).rejects.toMatchObject({
        cause: { message: expect.stringMatching(constraint) },
      })
    test('refuses an order that costs more than its most, and a capture of more than is authorised', async () => {
      const { number, purchase } = await pays(shop())
      const which = sql`where number = ${number}`
      await refused(sql`update orders set subtotal = subtotal + 2401, total = total + 2401 ${which}`, /orders_most/)
      await refused(
        sql`update payments set capture_amount = amount + 1 where request_id = ${purchase.body.requestId}`,
        /payments_capture_amount/,
      )
    })
  })
}
