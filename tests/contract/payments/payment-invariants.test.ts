import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRows, type OpenDatabase } from '#gateway/database/database'
import { fakeProvider, type ProviderCall } from '../../kit/fake-provider.ts'
import { seed } from '../../kit/seed.ts'
import { lineOf, shelf } from '../gateway/given.ts'
import {
  approves,
  authorizes,
  begins,
  expires,
  openShopWithPayments,
  orders,
  purchaseOf,
  type Purchase,
  type ShopWithPayments,
} from './payment-given.ts'
import { openCaseDatabase } from '../gateway/case-database.ts'

let opened: OpenDatabase
let shop: Awaited<ReturnType<typeof openShopWithPayments>>

beforeAll(async () => {
  opened = await openCaseDatabase()
  shop = await openShopWithPayments(opened.database, fakeProvider())
}, 60_000)
afterAll(async () => {
  await shop?.app.close()
  await opened?.close()
})

/** An action of a shopper, the provider or time on a purchase. */
const acts: Record<string, (shop: ShopWithPayments, purchase: Purchase) => unknown> = {
  begins,
  approves,
  async authorizes(at, purchase) {
    if (purchase.id !== null) await authorizes(at, purchase)
  },
  async orders(at, purchase) {
    if (purchase.id !== null) await orders(at, purchase)
  },
  ordersTwice: async (at, purchase) =>
    purchase.id === null ? null : Promise.all([orders(at, purchase), orders(at, purchase)]),
  authorizesTwice: async (at, purchase) =>
    purchase.id === null ? null : Promise.all([authorizes(at, purchase), authorizes(at, purchase)]),
  paysOnDelivery: ({ call }, { body }) => call('placeOrder', { body }),
  ordersForLess: (at, { body, ...rest }) =>
    rest.id === null ? null : orders(at, { ...rest, body: { ...body, total: body.total - 1 } }),
  paysWithANewKey: ({ call }, { body }) =>
    call('placeOrder', { body: { ...body, requestId: `${body.requestId}-again` } }),
  fillsCart: ({ call }, { body }) => call('addLine', { body: lineOf(shelf.cheap, { mySessionId: body.sessionId }) }),
  isDeclined({ fake }, { id }) {
    const order = fake.orders.get(id ?? '')
    if (order) order.isDeclined = !order.isDeclined
  },
  expires,
  runsJob: ({ runJob }) => runJob(),
}

const actNames = Object.keys(acts)
const providerCalls: ProviderCall[] = ['create', 'read', 'authorize', 'capture', 'void', 'refund']
/** The stages of an undisturbed purchase; a run starts at any of them. */
const path = ['begins', 'approves', 'authorizes', 'orders']
const anyStages = fc.tuple(fc.nat(path.length), fc.nat(path.length))
const anyAct = fc.record({
  act: fc.constantFrom(...actNames, 'begins', 'approves', 'authorizes', 'orders', 'orders'),
  at: fc.nat(1),
  /** A call of the provider that fails meanwhile, before or after it has acted. */
  fault: fc.option(fc.tuple(fc.constantFrom(...providerCalls), fc.constantFrom('before' as const, 'after' as const)), {
    freq: 8,
  }),
})

/** Carries out actions on two new purchases. Finally everything expires, and the settlement job runs until no work is left. */
async function run(
  ways: readonly Purchase['way'][],
  stages: readonly number[],
  steps: readonly { act: string; at: number; fault: unknown }[],
) {
  const purchases = await Promise.all(ways.map(way => purchaseOf(shop.call, way)))
  for (const [at, stage] of stages.entries())
    for (const act of path.slice(0, stage)) await acts[act]!(shop, purchases[at]!)
  for (const { act, at, fault } of steps) {
    if (fault) shop.fake.fails(...(fault as [ProviderCall, 'before' | 'after']))
    // the browser or the gateway may fail in the middle: the remaining state must also be valid
    await Promise.resolve(acts[act]!(shop, purchases[at]!)).catch(() => null)
  }
  // drop faults that did not occur
  for (let round = 0; round < 4; round += 1) {
    for (const purchase of purchases) await expires(shop, purchase)
    await shop.runJob()
  }
  return purchases
}

interface OrderRow {
  requestId: string
  sessionId: string
  total: number
  subtotal: number
  lines: number
  lineTotal: number
  method: string
  providerOrderId: string | null
}

const ordersOf = async (sessions: readonly string[]): Promise<OrderRow[]> =>
  queryRows<OrderRow>(
    opened.database,
    sql`select request_id as "requestId", session_id as "sessionId", orders.total::int, subtotal::int,
      payment_method as method, provider_order_id as "providerOrderId",
      (select count(*) from order_lines where order_id = orders.id)::int as lines,
      (select sum(total) from order_lines where order_id = orders.id)::int as "lineTotal"
      from orders where session_id in ${sessions}`,
  )

const paymentsOf = async (sessions: readonly string[]): Promise<string[]> => {
  const rows = await queryRows<{ id: string }>(
    opened.database,
    sql`select provider_order_id as id from payments where provider_order_id is not null and session_id in ${sessions}`,
  )
  return rows.map(({ id }) => id)
}

const ways = fc.array(fc.constantFrom<Purchase['way']>('authorize', 'capture', 'client'), {
  minLength: 2,
  maxLength: 2,
})

describe('the gateway under random calls', () => {
  // Invariant: K4b, K6b, K9, P1a, P1b, P2, P3, P4a
  test('keeps orders and money consistent whatever shoppers, faults and time do', async () => {
    const reached = { orders: 0, paid: 0, released: 0 }
    const property = fc.asyncProperty(
      ways,
      anyStages,
      fc.array(anyAct, { maxLength: 8 }),
      async (chosen, stages, steps) => {
        const purchases = await run(chosen, stages, steps)
        const sent = new Map(
          purchases.flatMap(({ body }) => ['', '-again'].map(more => [`${body.requestId}${more}`, body])),
        )
        const placed = await ordersOf(purchases.map(({ body }) => body.sessionId))
        // the gateway can't release an order that a browser created without informing it
        const known = await paymentsOf(purchases.map(({ body }) => body.sessionId))
        const made = known.map(id => shop.fake.orders.get(id)!)
        for (const order of placed) {
          const { total } = sent.get(order.requestId)!
          expect(order).toMatchObject({ total: Math.round(total * 100), subtotal: order.lineTotal })
          expect(order.lines).toBeGreaterThan(0)
          if (order.method !== 'online') continue
          const payment = shop.fake.orders.get(order.providerOrderId!)!
          expect(['authorized', 'captured']).toContain(payment.status)
          expect(payment).toMatchObject({ amount: order.total, currency: 'AUD', returns: 0 })
        }
        // one order per session, one payment per order
        expect(new Set(placed.map(({ sessionId }) => sessionId)).size).toBe(placed.length)
        const paidIds = placed.flatMap(({ providerOrderId }) => providerOrderId ?? [])
        expect(new Set(paidIds).size).toBe(paidIds.length)
        // money is charged at most once, and belongs to an order or is returned
        for (const { id, status, charges } of made) {
          expect(charges).toBeLessThanOrEqual(1)
          if (!paidIds.includes(id)) expect(['authorized', 'captured']).not.toContain(status)
        }
        reached.orders += placed.length
        reached.paid += paidIds.length
        reached.released += made.filter(({ status }) => status === 'voided' || status === 'refunded').length
      },
    )
    await fc.assert(property, { seed, numRuns: 15 })
    // guards against runs in which nothing is placed, paid or released
    for (const count of Object.values(reached)) expect(count).toBeGreaterThan(0)
  })
})
