import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { queryRows, type Database } from '#gateway/database/database'
import { cancelOrder } from '#gateway/orders/cancel-order'
import type { PaymentProvider } from '#gateway/payments/payment-provider'
import {
  approves,
  atProvider,
  authorizes,
  becomesDue,
  begins,
  expires,
  openShopWithPayments,
  orders,
  purchaseOf,
  rowOf,
  type Purchase,
  type ShopWithPayments,
  type Way,
} from './payment-given.ts'

/**
 * A gateway that crashes before its n-th step: a transaction, a statement outside of one, or a call of the provider. Its
 * later actions have no effect. The last step before the crash was executed, and its answer is lost.
 */
export interface Mortal {
  steps: number
  diesAt: number
}

function step(life: Mortal): void {
  life.steps++
  if (life.steps >= life.diesAt) throw Object.assign(new Error('It is dead.'), { code: 'DEAD' })
}

const acting = new Set<string | symbol>(['transaction', 'select', 'insert', 'update', 'delete', 'execute'])

/** The same for an object: each of its methods is a step. */
const mortal = <Part extends object>(part: Part, life: Mortal, acts: (name: string | symbol) => boolean): Part =>
  new Proxy(part, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (acts(name)) step(life)
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })

export const stepping = (provider: PaymentProvider, life: Mortal): ShopWithPayments['fake'] =>
  mortal(provider as ShopWithPayments['fake'], life, name =>
    ['create', 'read', 'authorize', 'capture', 'void', 'refund'].includes(String(name)),
  )

export const steppingOn = (database: Database, life: Mortal): Database =>
  mortal(database, life, name => acting.has(name))

/** The browser's calls of a whole purchase, until one fails. */
async function buys(shop: ShopWithPayments, purchase: Purchase): Promise<number> {
  if ((await begins(shop, purchase)).body.statusCode !== 200) return 0
  approves(shop, purchase)
  if ((await authorizes(shop, purchase)).body.statusCode !== 200) return 0
  return (await orders(shop, purchase)).body.statusCode as number
}

/** Crashes the gateway before each step in turn, until a run reaches the end. */
async function crashAtEveryStep(
  shop: ShopWithPayments,
  way: Way,
  then: (purchase: Purchase, at: number) => Promise<void>,
): Promise<number> {
  for (let diesAt = 1; ; diesAt++) {
    const purchase = await purchaseOf(shop.call, way, { couponCode: 'TEN', total: 54 })
    const life = { steps: 0, diesAt }
    const dying = await openShopWithPayments(steppingOn(shop.database, life), stepping(shop.fake, life))
    await buys(dying, purchase)
    await dying.app.close() // background work has ended, or failed
    await then(purchase, diesAt)
    if (life.steps < diesAt) return diesAt
  }
}

/** Checks stock, coupons and money: D1, D4, and no captured money without an order. */
async function stateOf(shop: ShopWithPayments, purchase: Purchase) {
  const [row] = await queryRows<{ orders: number; goods: number; uses: number }>(
    shop.database,
    sql`select (select count(*) from orders where request_id = ${purchase.body.requestId})::int as orders,
      (select sum(stock) + coalesce((select sum(quantity) from holds), 0) + (select coalesce(sum(quantity), 0) from order_lines
          join orders on orders.id = order_id where status <> 'cancelled') from products)::int as goods,
      (select used - (select count(*) from orders where coupon_code = 'TEN' and status <> 'cancelled') - (select count(*) from payments
        where coupon_code = 'TEN' and order_id is null and state not in ('ending', 'ended'))
        from coupons where code = 'TEN')::int as uses`,
  )
  return row!
}

/** Completes the work that earlier tests have left to the job, which would add steps to each round. */
async function forgetEarlierWork({ database }: ShopWithPayments): Promise<void> {
  await database.execute(sql`update payments set next_check_at = null`)
  await database.execute(sql`update mails set due_at = null`)
}

const ways: Way[] = ['authorize', 'capture', 'client']

/** A paid order, which is cancelled by a gateway that crashes before each step in turn, until a run reaches the end. */
async function cancelWithCrashAtEveryStep(
  shop: ShopWithPayments,
  way: Way,
  then: (purchase: Purchase, at: number, number: number) => Promise<void>,
): Promise<number> {
  for (let diesAt = 1; ; diesAt++) {
    const purchase = await purchaseOf(shop.call, way, { couponCode: 'TEN', total: 54 })
    await begins(shop, purchase)
    approves(shop, purchase)
    await authorizes(shop, purchase)
    // in every second round the money is not captured before the order is cancelled
    if (diesAt % 2 === 0) shop.fake.fails('capture', 'before')
    const number = Number((await orders(shop, purchase)).body.data.orderNumber)
    const life = { steps: 0, diesAt }
    const dying = await openShopWithPayments(steppingOn(shop.database, life), stepping(shop.fake, life))
    await Promise.resolve()
      .then(() => cancelOrder(steppingOn(shop.database, life), number, 'Test Grocer'))
      .catch(() => null)
    await dying.runJob()
    shop.fake.recovers()
    await dying.app.close()
    await then(purchase, diesAt, number)
    if (life.steps < diesAt) return diesAt
  }
}

/** A purchase during which the gateway crashes at any step. */
export function crashCases(shop: () => ShopWithPayments): void {
  describe('a gateway that is killed during a payment', () => {
    test.each(ways)('(%s) leaves a purchase that continues on the next request: one order, one charge', async way => {
      const { goods } = await stateOf(shop(), await purchaseOf(shop().call))
      const steps = await crashAtEveryStep(shop(), way, async (purchase, at) => {
        expect([at, (await stateOf(shop(), purchase)).goods]).toEqual([at, goods])
        expect([at, await buys(shop(), purchase)]).toEqual([at, 200])
        await shop().runJob()
        expect([at, await stateOf(shop(), purchase)]).toEqual([at, { orders: 1, goods, uses: 0 }])
        expect(atProvider(shop(), purchase)).toMatchObject({ status: 'captured', charges: 1, returns: 0 })
        expect(shop().fake.of(purchase.body.requestId)).toHaveLength(1)
      })
      expect(steps).toBeGreaterThan(10)
    })
    test.each(ways)(
      '(%s) leaves no authorized or captured money without an order if the browser does not ask again',
      async way => {
        const { goods } = await stateOf(shop(), await purchaseOf(shop().call))
        await crashAtEveryStep(shop(), way, async (purchase, at) => {
          const { orders } = await stateOf(shop(), purchase)
          await expires(shop(), purchase)
          await shop().runJob()
          expect([at, await stateOf(shop(), purchase)]).toEqual([at, { orders, goods, uses: 0 }])
          for (const { status, charges, returns } of shop().fake.of(purchase.body.requestId)) {
            const isKept = status === 'captured'
            expect([at, isKept]).toEqual([at, orders === 1])
            expect([at, status]).not.toEqual([at, 'authorized'])
            expect(charges - returns).toBe(orders)
          }
          expect((await rowOf(shop(), purchase))?.held ?? 0).toBe(0)
        })
      },
    )
    test.each(['authorize', 'capture'] as const)(
      '(%s) leaves a cancelled order that is cancelled once: goods and coupon are put back, the money is refunded, and one mail is sent',
      async way => {
        const { goods } = await stateOf(shop(), await purchaseOf(shop().call))
        await forgetEarlierWork(shop())
        const steps = await cancelWithCrashAtEveryStep(shop(), way, async (purchase, at, number) => {
          expect([at, (await stateOf(shop(), purchase)).goods]).toEqual([at, goods])
          await cancelOrder(shop().database, number, 'Test Grocer')
          await becomesDue(shop(), purchase)
          await shop().database.execute(sql`update mails set due_at = now() where due_at is not null`)
          await shop().runJob()
          expect([at, await stateOf(shop(), purchase)]).toEqual([at, { orders: 1, goods, uses: 0 }])
          const { status, charges, returns } = atProvider(shop(), purchase)
          expect([at, charges - returns, ['voided', 'refunded'].includes(status)]).toEqual([at, 0, true])
          expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ended', due: false })
          const [order] = await queryRows(shop().database, sql`select status from orders where number = ${number}`)
          expect(order).toEqual({ status: 'cancelled' })
        })
        expect(steps).toBeGreaterThan(5)
      },
    )
    test('never captures a cancelled order, also if the capture is in flight', async () => {
      const purchase = await purchaseOf(shop().call)
      await begins(shop(), purchase)
      approves(shop(), purchase)
      await authorizes(shop(), purchase)
      // the capture has moved the money, and its answer comes after the order was cancelled
      shop().fake.meanwhile('capture', async () => {
        const isOrder = sql`select number::int from orders where request_id = ${purchase.body.requestId}`
        const [order] = await queryRows<{ number: number }>(shop().database, isOrder)
        await cancelOrder(shop().database, order!.number, 'Test Grocer')
      })
      const placed = (await orders(shop(), purchase)).body.data
      expect(placed.payment).not.toHaveProperty('isReturned')
      const number = Number(placed.orderNumber)
      await vi.waitFor(async () => expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ending', due: true }))
      await shop().runJob()
      const { charges, returns, status } = atProvider(shop(), purchase)
      expect([charges, returns, status]).toEqual([1, 1, 'refunded'])
      expect(
        shop().mails.filter(({ subject }) => subject === `Your order ${number} at Test Grocer was cancelled`),
      ).toHaveLength(1)
      expect(await cancelOrder(shop().database, number, 'Test Grocer')).toBeNull()
      const { requestId, sessionId } = purchase.body
      const read = await shop().call('findOrder', { params: { requestId, sessionId } })
      expect(read.body.data).toMatchObject({ payment: { method: 'online', isReturned: true } })
      const answer = await orders(shop(), purchase)
      expect(answer.body.data.orderNumber).toBe(String(number)) // the stored answer of its key
    })
  })
}
