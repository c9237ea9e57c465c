import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { queryRows, type Database } from '#gateway/database/database'
import type { PaymentProvider } from '#gateway/payments/payment-provider'
import {
  approves,
  atProvider,
  authorizes,
  begins,
  expires,
  openTill,
  orders,
  purchaseOf,
  rowOf,
  type Purchase,
  type Till,
  type Way,
} from './payment-given.ts'

/**
 * A gateway that crashes before its n-th step: a transaction, a statement outside of one, or a call of the provider. From
 * then on nothing that it does has an effect. The step right before has executed, and its answer is lost.
 */
interface Mortal {
  steps: number
  diesAt: number
}

function step(life: Mortal): void {
  life.steps++
  if (life.steps >= life.diesAt) throw Object.assign(new Error('It is dead.'), { code: 'DEAD' })
}

const acting = new Set<string | symbol>(['transaction', 'select', 'insert', 'update', 'delete', 'execute'])

/** The same, with a step before each method that acts. */
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

const stepping = (provider: PaymentProvider, life: Mortal): Till['fake'] =>
  mortal(provider as Till['fake'], life, name =>
    ['create', 'read', 'authorize', 'capture', 'void', 'refund'].includes(String(name)),
  )

const steppingOn = (database: Database, life: Mortal): Database => mortal(database, life, name => acting.has(name))

/** The browser's calls of a whole purchase, until one fails. */
async function buys(till: Till, purchase: Purchase): Promise<number> {
  if ((await begins(till, purchase)).body.statusCode !== 200) return 0
  approves(till, purchase)
  if ((await authorizes(till, purchase)).body.statusCode !== 200) return 0
  return (await orders(till, purchase)).body.statusCode as number
}

/** Crashes the gateway before each step in turn, until a run reaches the end. */
async function dyingEverywhere(
  till: Till,
  way: Way,
  then: (purchase: Purchase, at: number) => Promise<void>,
): Promise<number> {
  for (let diesAt = 1; ; diesAt++) {
    const purchase = await purchaseOf(till.call, way, { couponCode: 'TEN', total: 54 })
    const life = { steps: 0, diesAt }
    const dying = await openTill(steppingOn(till.database, life), stepping(till.fake, life))
    await buys(dying, purchase)
    await dying.app.close() // background work has ended, or failed
    await then(purchase, diesAt)
    if (life.steps < diesAt) return diesAt
  }
}

/** Checks stock, coupons and money: D1, D4, and no captured money without an order. */
async function stateOf(till: Till, purchase: Purchase) {
  const [row] = await queryRows<{ orders: number; goods: number; uses: number }>(
    till.database,
    sql`select (select count(*) from orders where request_id = ${purchase.body.requestId})::int as orders,
      (select sum(stock) + coalesce((select sum(quantity) from holds), 0) + (select sum(quantity) from order_lines)
        from products)::int as goods,
      (select used - (select count(*) from orders where coupon_code = 'TEN') - (select count(*) from payments
        where coupon_code = 'TEN' and order_id is null and state not in ('ending', 'ended'))
        from coupons where code = 'TEN')::int as uses`,
  )
  return row!
}

const ways: Way[] = ['authorize', 'capture', 'client']

/** A purchase during which the gateway crashes at any step. */
export function crashCases(till: () => Till): void {
  describe('a gateway that is killed during a payment', () => {
    test.each(ways)('(%s) leaves a purchase that goes on when it is asked again: one order, one charge', async way => {
      const { goods } = await stateOf(till(), await purchaseOf(till().call))
      const steps = await dyingEverywhere(till(), way, async (purchase, at) => {
        expect([at, (await stateOf(till(), purchase)).goods]).toEqual([at, goods])
        expect([at, await buys(till(), purchase)]).toEqual([at, 200])
        await till().sweep()
        expect([at, await stateOf(till(), purchase)]).toEqual([at, { orders: 1, goods, uses: 0 }])
        expect(atProvider(till(), purchase)).toMatchObject({ status: 'captured', charges: 1, returns: 0 })
        expect(till().fake.of(purchase.body.requestId)).toHaveLength(1)
      })
      expect(steps).toBeGreaterThan(10)
    })
    test.each(ways)(
      '(%s) leaves no authorized or captured money without an order if the browser does not ask again',
      async way => {
        const { goods } = await stateOf(till(), await purchaseOf(till().call))
        await dyingEverywhere(till(), way, async (purchase, at) => {
          const { orders } = await stateOf(till(), purchase)
          await expires(till(), purchase)
          await till().sweep()
          expect([at, await stateOf(till(), purchase)]).toEqual([at, { orders, goods, uses: 0 }])
          for (const { status, charges, returns } of till().fake.of(purchase.body.requestId)) {
            const isKept = status === 'captured'
            expect([at, isKept]).toEqual([at, orders === 1])
            expect([at, status]).not.toEqual([at, 'authorized'])
            expect(charges - returns).toBe(orders)
          }
          expect((await rowOf(till(), purchase))?.held ?? 0).toBe(0)
        })
      },
    )
  })
}
