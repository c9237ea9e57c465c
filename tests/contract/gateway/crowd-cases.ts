import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coupon } from '#contract/coupon'
import { subtotalOf, type CartLine } from '#contract/cart'
import { toCents, toDollars } from '#contract/money'
import { totalsOf } from '#contract/totals'
import { queryRows, type Database } from '#gateway/database/database'
import { createRandom, type Random } from '#tools/fuzz/random'
import type { FakeProvider } from '../../kit/fake-provider.ts'
import { seed } from '../../kit/seed.ts'
import { address, cartWith, orderOf, shelf, type Answered } from './given.ts'
import {
  approves,
  authorizes,
  begins,
  orders,
  purchaseOf,
  stockOf,
  shopWithPaymentsOn,
  type Purchase,
  type ShopWithPayments,
  type Way,
} from '../payments/payment-given.ts'

/** `STRESS=full npx vitest run --project node tests/contract/gateway` runs them at full size. */
const isFull = process.env.STRESS === 'full'
const placements = isFull ? 1_000 : 24
const rounds = isFull ? 20 : 1
const buyers = isFull ? 200 : 40

/** Concurrent and repeated requests. */
export function crowdCases(database: () => Database): void {
  describe('a crowd', () => {
    const shop = shopWithPaymentsOn(database)
    placementCases(shop)
    buyerCases(shop)
    totalCases(shopWithPaymentsOn(database)) // a separate provider: failures injected into it must not affect the other cases
  })
}

/** Runs all, a few at a time. */
async function crowd(count: number, atOnce: number, act: (at: number) => Promise<void>): Promise<void> {
  let next = 0
  const one = async () => {
    for (let at = next++; at < count; at = next++) await act(at)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** Sends a request over a lossy connection, with duplicates and lost answers, until an answer arrives. */
async function asksBadly(random: Random, fake: FakeProvider, ask: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    if (random.chance(0.1))
      fake.fails(random.chance(0.5) ? 'create' : 'authorize', random.chance(0.5) ? 'before' : 'after')
    const twins = random.chance(0.3) ? [ask(), ask()] : [ask()]
    const answers = await Promise.all(twins)
    const heard = answers.find(({ status }) => status < 500)
    if (heard !== undefined && !random.chance(0.2)) return heard
  }
}

const ways: (Way | 'delivery')[] = ['delivery', 'authorize', 'capture', 'client']

async function places(shop: ShopWithPayments, random: Random, at: number): Promise<Purchase> {
  const way = ways[at % ways.length]!
  const purchase = await purchaseOf(shop.call, way === 'delivery' ? 'authorize' : way)
  if (way === 'delivery') {
    const answer = await asksBadly(random, shop.fake, () => shop.call('placeOrder', { body: purchase.body }))
    expect(answer.body.statusCode).toBe(200)
    return purchase
  }
  expect((await asksBadly(random, shop.fake, () => begins(shop, purchase))).body.statusCode).toBe(200)
  approves(shop, purchase)
  expect((await asksBadly(random, shop.fake, () => authorizes(shop, purchase))).body.statusCode).toBe(200)
  expect((await asksBadly(random, shop.fake, () => orders(shop, purchase))).body.statusCode).toBe(200)
  return purchase
}

function placementCases(shop: () => ShopWithPayments): void {
  test(`of ${placements} that place orders over bad connections none orders or pays twice, and no order is lost (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const all: Purchase[] = []
    await crowd(placements, 10, async at => void all.push(await places(shop(), random, at)))
    await shop().runJob()
    const found = await queryRows<{ orders: number; keys: number; unpaid: number }>(
      shop().database,
      sql`
      select count(*)::int as orders, count(distinct request_id)::int as keys,
        (count(*) filter (where payment_method = 'online' and payment_status <> 'captured'))::int as unpaid
      from orders where request_id in ${all.map(({ body }) => body.requestId)}`,
    )
    expect(found[0]).toEqual({ orders: placements, keys: placements, unpaid: 0 })
    const charged = all.filter(({ id }) => id !== null).map(({ id }) => shop().fake.orders.get(id!)!)
    expect(charged.filter(({ charges, returns }) => charges !== 1 || returns !== 0)).toEqual([])
    const stray = all.flatMap(({ body, id }) =>
      shop()
        .fake.of(body.requestId)
        .filter(one => one.id !== id && one.charges > 0),
    )
    expect(stray).toEqual([])
  })
}

function buyerCases(shop: () => ShopWithPayments): void {
  test(`of ${buyers} shoppers who order the last 10 at once 10 get one, ${rounds} times`, async () => {
    const sold: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await shop().database.execute(sql`update products set stock = ${buyers} where id = ${shelf.wanted}`)
      const sessions = await Promise.all(Array.from({ length: buyers }, () => cartWith(shop().call, [shelf.wanted, 1])))
      await shop().database.execute(sql`update products set stock = 10 where id = ${shelf.wanted}`)
      const bodies = sessions.map(sessionId => orderOf(sessionId, 40))
      const answers = await Promise.all(bodies.map(body => shop().call('placeOrder', { body })))
      sold.push(answers.filter(({ body }) => body.statusCode === 200).length)
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(await stockOf(shop(), shelf.wanted)).toBe(0)
    }
    expect(sold).toEqual(Array.from({ length: rounds }, () => 10))
  })

  test(`of 50 shoppers who use a coupon for one order at once one succeeds, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      await shop().database.execute(sql`
        insert into coupons (code, description, discount_type, discount, uses_limit, used)
        values (${`ONCE${round}`}, '', 'amount', 100, 1, 0) on conflict (code) do update set used = 0`)
      const sessions = await Promise.all(Array.from({ length: 50 }, () => cartWith(shop().call, [shelf.beef, 1])))
      const couponCode = `ONCE${round}`
      const bodies = sessions.map(sessionId => orderOf(sessionId, 59, { couponCode }))
      const answers = await Promise.all(bodies.map(body => shop().call('placeOrder', { body })))
      expect(answers.filter(({ body }) => body.statusCode === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.statusCode === 409)).toHaveLength(49)
    }
  })
}

interface Basket {
  lines: [productId: number, quantity: number][]
  couponCode: string | null
  deliveryMethod: 'home' | 'express' | 'pick-up'
  way: Way
}

const basket: fc.Arbitrary<Basket> = fc.record({
  lines: fc.uniqueArray(
    fc.tuple(fc.constantFrom(shelf.beef, shelf.cheap, shelf.dumplings), fc.integer({ min: 1, max: 9 })),
    {
      selector: ([productId]) => productId,
      minLength: 1,
      maxLength: 3,
    },
  ),
  couponCode: fc.constantFrom(null, 'TEN', 'RICH', 'HUGE'),
  deliveryMethod: fc.constantFrom('home', 'express', 'pick-up'),
  way: fc.constantFrom('authorize', 'capture', 'client'),
})

/** The total that the storefront shows for a basket, computed from the gateway's cart, coupon and fee. */
async function shown(shop: ShopWithPayments, { lines, couponCode, deliveryMethod }: Basket) {
  const sessionId = await cartWith(shop.call, ...lines)
  const cart = (await shop.call('cart', { params: { sessionId } })).body.listData as CartLine[]
  const coupon =
    couponCode && ((await shop.call('validateCoupon', { params: { code: couponCode } })).body.data as Coupon | null)
  const question = { sessionId, deliveryMethod, postCode: '2122', city: 'Eastwood', regionId: 1, countryId: 1 }
  const fee = toCents((await shop.call('deliveryFee', { body: question })).body.data.deliveryFee)
  return { sessionId, cart, coupon: coupon || null, totals: totalsOf(subtotalOf(cart), coupon || null, fee) }
}

function totalCases(shop: () => ShopWithPayments): void {
  test(`the amounts shown, sent, charged and stored are the same to the cent for every purchase (seed ${seed})`, async () => {
    await shop().database.execute(sql`update products set stock = stock + 10000 where id = ${shelf.dumplings}`)
    await fc.assert(
      fc.asyncProperty(basket, async bought => {
        const { sessionId, cart, coupon, totals } = await shown(shop(), bought)
        fc.pre(totals.subtotal >= 3_000 && totals.total > 0)
        const { deliveryMethod, way } = bought
        const purchase: Purchase = { ...(await purchaseOf(shop().call, way)), way }
        purchase.body = {
          ...purchase.body,
          sessionId,
          deliveryMethod,
          deliveryAddress: deliveryMethod === 'pick-up' ? null : address,
          deliveryFee: toDollars(totals.deliveryFee),
          couponCode: totals.discount > 0 ? coupon!.couponCode : null,
          lines: cart.map(({ productId, quantity, totalPrice }) => ({ productId, quantity, totalPrice })),
          total: toDollars(totals.total),
        }
        const begun = await begins(shop(), purchase)
        expect(begun.body).toMatchObject({ statusCode: 200, data: { amount: toDollars(totals.total) } })
        approves(shop(), purchase)
        await authorizes(shop(), purchase)
        const { data } = (await orders(shop(), purchase)).body
        expect(data).toMatchObject({
          subtotal: toDollars(totals.subtotal),
          discount: toDollars(totals.discount),
          deliveryFee: toDollars(totals.deliveryFee),
          total: toDollars(totals.total),
        })
        expect(shop().fake.orders.get(purchase.id!)!.amount).toBe(totals.total)
        const stored = await queryRows<{ total: number; amount: number; lines: number }>(
          shop().database,
          sql`
          select orders.total, payments.amount, (select sum(total) from order_lines where order_id = orders.id)::int as lines
          from orders join payments on payments.order_id = orders.id where orders.id = ${data.orderId}`,
        )
        expect(stored[0]).toEqual({ total: totals.total, amount: totals.total, lines: totals.subtotal })
      }),
      { seed, numRuns: isFull ? 300 : 15 },
    )
  })
}
