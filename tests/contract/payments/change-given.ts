import { eq, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { ChangedLine, OrderChange } from '#contract/order-change'
import { queryRows, type Database } from '#gateway/database/database'
import { changes, orders as ordersTable, payments, products, slotWindows } from '#gateway/database/schema'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { cartWith, newEmail, newRequestId, orderOf, shelf, type Answered, type Json } from '../gateway/given.ts'
import {
  approves,
  authorizes,
  begins,
  openShopWithPayments,
  orders,
  type Purchase,
  type ShopWithPayments,
} from './payment-given.ts'

/** [product, quantity, and the choices of the line] */
export type Wanted = [productId: number, quantity: number, more?: Partial<ChangedLine>]

/** A pick-up of the cases: a piece of beef for $60.00 and two dumplings for $20.00. */
export const ordered: Wanted[] = [
  [shelf.beef, 1],
  [shelf.dumplings, 2],
]

/** A gateway whose orders are changed, and what the cases do with it. */
export function changingShopOn(database: () => Database) {
  let opened: ShopWithPayments & { app: FastifyInstance }
  beforeAll(async () => {
    opened = await openShopWithPayments(database(), fakeProvider())
  })
  afterAll(() => opened?.app.close())
  const shop = (): ShopWithPayments => opened

  /** The body of POST /order for these lines. */
  async function bodyOf(lines: Wanted[], total: number, more: Partial<NewOrder> = {}): Promise<NewOrder> {
    const sessionId = await cartWith(shop().call, ...lines.map(([id, quantity]): [number, number] => [id, quantity]))
    const body = orderOf(sessionId, total, more)
    return { ...body, customer: { ...body.customer, email: newEmail() } }
  }

  /** Places an order that is paid when it is collected or delivered, as a guest. */
  async function places(lines: Wanted[] = ordered, total = 80, more: Partial<NewOrder> = {}, headers = {}) {
    const answer = await shop().call('placeOrder', { body: await bodyOf(lines, total, more), headers })
    expect(answer.body).toMatchObject({ statusCode: 200 })
    return answer.body.data as Json
  }

  /** Places an order that is paid online. */
  async function pays(
    lines: Wanted[] = ordered,
    total = 80,
    more: Partial<NewOrder> = {},
  ): Promise<{ purchase: Purchase; order: Json }> {
    const purchase: Purchase = { body: await bodyOf(lines, total, more), headers: {}, way: 'authorize', id: null }
    expect((await begins(shop(), purchase)).body).toMatchObject({ statusCode: 200 })
    approves(shop(), purchase)
    await authorizes(shop(), purchase)
    const { body } = await orders(shop(), purchase)
    expect(body).toMatchObject({ statusCode: 200 })
    return { purchase, order: body.data }
  }

  /** The key in the receipt of an order. */
  async function keyOf({ orderNumber, customer }: Json): Promise<string> {
    const found = () => shop().mails.find(mail => mail.to === customer.email && mail.subject.endsWith('Test Grocer'))
    await expect.poll(() => found() !== undefined).toBe(true)
    return new RegExp(String.raw`/order/${orderNumber}\?key=(\S+)$`, 'm').exec(found()!.text)![1]!
  }

  const changeOf = (
    order: Json,
    key: string | undefined,
    lines: Wanted[],
    total: number,
    more: Partial<OrderChange> = {},
  ): OrderChange => ({
    requestId: newRequestId(),
    ...(key !== undefined && { key }),
    version: order.version,
    lines: lines.map(([productId, quantity, choice]) => ({ productId, quantity, ...choice })),
    total,
    ...more,
  })

  const sends = (order: Json, body: OrderChange, headers: Record<string, string> = {}): Promise<Answered> =>
    shop().call('changeOrder', { params: { id: order.orderId }, body, headers })

  return {
    shop,
    places,
    pays,
    keyOf,
    changeOf,
    sends,
    /** Changes an order with the key of its receipt. */
    changes: async (order: Json, lines: Wanted[], total: number, more: Partial<OrderChange> = {}) =>
      sends(order, changeOf(order, await keyOf(order), lines, total, more)),
    /** Asks what a change would make of an order. */
    previews: async (order: Json, lines: Wanted[], more: Partial<OrderChange> = {}): Promise<Answered> =>
      shop().call('previewOrderChange', {
        params: { id: order.orderId },
        body: changeOf(order, await keyOf(order), lines, 0, more),
      }),
    /** Reads an order with the key of its receipt. */
    reads: async (order: Json): Promise<Json> =>
      (await shop().call('orderByLink', { body: { orderNumber: order.orderNumber, key: await keyOf(order) } })).body
        .data,
    /** Sets columns of products. */
    set: (ids: number[], values: Partial<typeof products.$inferInsert>) =>
      database().update(products).set(values).where(inArray(products.id, ids)),
    /** Windows of a method: every day at these hours. */
    opensWindows: async (methodId: string, hours: [string, string][], capacity = 2) => {
      for (const [startsAt, endsAt] of hours)
        await database()
          .insert(slotWindows)
          .values(
            [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ methodId, weekday, startsAt, endsAt, capacity, cutOffHours: 12 })),
          )
    },
    /** The free slots of a method, and places. */
    slots: async (methodId = 'pick-up'): Promise<Json[]> =>
      (await shop().call('slots', { params: { methodId, postCode: '' } })).body.slots,
    /** The changes that are kept of an order. */
    kept: ({ orderNumber }: Json) =>
      database()
        .select()
        .from(changes)
        .where(eq(changes.orderNumber, Number(orderNumber))),
    mailsAbout: ({ orderNumber }: Json) =>
      shop().mails.filter(({ subject }) => subject === `Your order ${orderNumber} at Test Grocer is changed`),
    paymentOf: async ({ orderId }: Json) =>
      (await database().select().from(payments).where(eq(payments.orderId, orderId)))[0]!,
    rowOf: async ({ orderId }: Json) =>
      (await database().select().from(ordersTable).where(eq(ordersTable.id, orderId)))[0]!,
  }
}

/** Stock and ordered quantity together of each product: it stays the same whatever is changed. */
export async function goodsIn(database: Database): Promise<Record<number, number>> {
  const rows = await queryRows<{ id: number; units: number }>(
    database,
    sql`select id, (stock + coalesce((select sum(quantity) from order_lines join orders on orders.id = order_id
      where product_id = products.id and status <> 'cancelled'), 0)
      + coalesce((select sum(quantity) from holds where product_id = products.id), 0))::int as units from products`,
  )
  return Object.fromEntries(rows.map(({ id, units }) => [id, units]))
}
