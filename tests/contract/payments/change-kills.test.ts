import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderChange } from '#contract/order-change'
import { openDatabase, queryRows, type OpenDatabase } from '#gateway/database/database'
import { changes, orders as ordersTable, payments, slotWindows } from '#gateway/database/schema'
import { createSandbox, type Sandbox } from '#gateway/payments/sandbox/sandbox'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { findPostgres } from '../../kit/postgres.ts'
import type { Cluster } from '../../kit/postgres-cluster.ts'
import { isWithoutPostgres } from '../gateway/both-engines.ts'
import { startCaseCluster } from '../gateway/case-cluster.ts'
import { caseSecret, caseStore, cartWith, newEmail, newRequestId, orderOf, shelf, type Json } from '../gateway/given.ts'
import { goodsIn } from './change-given.ts'
import type { KilledGateway } from './killed-gateway.ts'
import { authorizes, becomesDue, begins, openShopWithPayments, orders, usesOf, type Purchase } from './payment-given.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { beef, rice, dumplings } = shelf

/** Where a change is stopped by a lock of the test, and killed while it waits: from its first statement to its last. */
const stops = [
  sql`lock table answers in share mode`,
  sql`select 1 from payments for update`,
  sql`select 1 from orders for update`,
  sql`select 1 from products where id = ${dumplings} for update`,
  sql`select 1 from products where id = ${rice} for update`,
  sql`select 1 from slot_windows for update`,
  sql`lock table order_lines in share mode`,
  sql`select 1 from order_lines for update`,
  sql`lock table changes in share mode`,
  sql`lock table mails in share mode`,
]
/** Where the refund of the difference is stopped and killed: the change was made. */
const laterStops = [
  sql`lock table sandbox.requests in share mode`,
  sql`select 1 from sandbox.orders for update`,
  sql`lock table sandbox.orders in share mode`,
]
/** Milliseconds after which a change is killed that nothing stops: in the middle, after its commit, and while its difference is refunded. */
const delays = [4, 8, 12, 16, 24, 36, 60]

interface Gateway {
  child: ChildProcess
  base: string
}

async function start(argument: KilledGateway): Promise<Gateway> {
  const script = fileURLToPath(new URL('killed-gateway.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(argument)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout! }))
    if (/^\d+$/.test(line)) return { child, base: `http://127.0.0.1:${line}/v1` }
  throw new Error('The gateway has not started.')
}

/** @returns the answer; null if it was lost */
const send = (base: string, id: string, body: OrderChange): Promise<Json> =>
  fetch(`${base}/order/${id}/change`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
    .then(answer => answer.json() as Json)
    .catch(() => null)

describe.skipIf(isWithoutPostgres)('a gateway that is killed in the middle of a change of an order', () => {
  let cluster: Cluster
  let opened: OpenDatabase
  let shop: Awaited<ReturnType<typeof openShopWithPayments>>
  let sandbox: Sandbox
  const running: ChildProcess[] = []

  beforeAll(async () => {
    cluster = await startCaseCluster(findPostgres()!)
    opened = await openDatabase({ databaseUrl: cluster.databaseUrl, connections: 10 })
    sandbox = await createSandbox(opened.database, 0)
    shop = await openShopWithPayments(opened.database, fakeProvider(), { provider: sandbox })
    const window = { methodId: 'pick-up', capacity: 100, cutOffHours: 1 }
    for (const [startsAt, endsAt] of [
      ['09:00', '11:00'],
      ['11:00', '13:00'],
    ] as const)
      await opened.database
        .insert(slotWindows)
        .values([1, 2, 3, 4, 5, 6, 7].map(weekday => ({ ...window, weekday, startsAt, endsAt })))
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await shop?.app.close()
    await opened?.close()
    await cluster?.stop()
  })

  const slots = async (): Promise<Json[]> =>
    (await shop.call('slots', { params: { methodId: 'pick-up', postCode: '' } })).body.slots.slice(-2)

  /** Two pieces of beef and four dumplings for $144.00, paid online. */
  async function pays(slotId: string): Promise<{ purchase: Purchase; order: Json; key: string }> {
    const sessionId = await cartWith(shop.call, [beef, 2], [dumplings, 4])
    const body = orderOf(sessionId, 144, { slotId, couponCode: 'TEN' })
    const email = newEmail()
    const purchase: Purchase = {
      body: { ...body, customer: { ...body.customer, email } },
      headers: {},
      way: 'authorize',
      id: null,
    }
    await begins(shop, purchase)
    await sandbox.approve(purchase.id!, 'good')
    await authorizes(shop, purchase)
    const order = (await orders(shop, purchase)).body.data
    await expect.poll(() => shop.mails.some(({ to }) => to === email)).toBe(true)
    const mail = shop.mails.find(({ to }) => to === email)!
    return { purchase, order, key: /key=(\S+)$/m.exec(mail.text)![1]! }
  }

  const paymentOf = async (orderId: string) =>
    (await opened.database.select().from(payments).where(eq(payments.orderId, orderId)))[0]!

  /** Waits until a statement waits for a lock of the test. */
  const waits = () =>
    expect
      .poll(
        async () =>
          (
            await queryRows(
              opened.database,
              sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).length,
        { timeout: 20_000, interval: 5 },
      )
      .toBeGreaterThan(0)

  test('leaves money, stock, slot and coupon in agreement, 20 times, and the repeated request changes the order once', async () => {
    const argument = {
      databaseUrl: cluster.databaseUrl,
      store: caseStore,
      secret: new TextDecoder().decode(caseSecret),
    }
    const starts = async () => {
      const gateway = await start({ ...argument, store: { ...caseStore, receivedOnlinePayment: true } })
      running.push(gateway.child)
      return gateway
    }
    const [goods, uses] = [await goodsIn(opened.database), await usesOf(shop, 'TEN')]
    const [nine, eleven] = await slots()
    const outcomes = { lost: 0, done: 0 }
    let next = starts()
    const kills = [...stops, ...laterStops, ...delays]
    for (const [round, at] of kills.entries()) {
      const { child, base } = await next
      if (round < kills.length - 1) next = starts()
      const { purchase, order, key } = await pays(nine.slotId)
      const { orderId } = order
      const lines = [
        { productId: beef, quantity: 1 },
        { productId: rice, quantity: 1 },
        { productId: dumplings, quantity: 1 },
      ]
      const body = { requestId: newRequestId(), key, version: 0, lines, slotId: eleven.slotId, total: 77.31 }
      const ended = new Promise(resolve => child.once('exit', resolve))
      const sent = (act: () => Promise<unknown>) =>
        Promise.all([send(base, orderId, body), act().then(() => child.kill('SIGKILL'))])
      if (typeof at === 'number') {
        // the first request of a process is slow: its connections and its code are loaded by another
        await fetch(`${base}/order/${orderId}/change`, { method: 'POST' })
        await sent(() => pause(at))
      } else {
        await expect.poll(async () => (await sandbox.read(purchase.id!))!.status).toBe('captured')
        await expect.poll(async () => (await paymentOf(orderId)).state).toBe('captured')
        await opened.database.transaction(async transaction => {
          await transaction.execute(at)
          await sent(waits)
          await ended
        })
      }
      await ended
      const [row] = await opened.database.select().from(ordersTable).where(eq(ordersTable.id, orderId))
      outcomes[row!.version === 0 ? 'lost' : 'done'] += 1
      expect(await goodsIn(opened.database), String(round)).toEqual(goods)

      const again = await shop.call('changeOrder', { params: { id: orderId }, body })
      expect(again.body, String(round)).toMatchObject({
        statusCode: 200,
        data: { version: 1, total: 77.31, slot: { slotId: eleven.slotId } },
      })
      const made = await opened.database
        .select()
        .from(changes)
        .where(eq(changes.orderNumber, Number(order.orderNumber)))
      expect(made).toHaveLength(1)
      expect(await goodsIn(opened.database)).toEqual(goods)
      expect(await usesOf(shop, 'TEN')).toBe(uses + round + 1)
      expect((await slots()).map(({ left }) => left)).toEqual([100, 100 - round - 1])
      for (let run = 0; run < 2; run += 1) {
        await becomesDue(shop, purchase)
        await shop.runJob()
      }
      expect(await sandbox.read(purchase.id!), String(round)).toMatchObject({ status: 'captured', amount: 7731 })
      expect(await paymentOf(orderId)).toMatchObject({
        amount: 14_400,
        refundedAmount: 6669,
        refundingAmount: null,
        finalAmount: 7731,
      })
    }
    expect(kills).toHaveLength(20)
    expect(outcomes.lost).toBeGreaterThanOrEqual(stops.length)
    expect(outcomes.done).toBeGreaterThanOrEqual(laterStops.length)
    const subjects = shop.mails.filter(({ subject }) => subject.endsWith('is changed')).map(({ subject }) => subject)
    expect(new Set(subjects).size).toBe(subjects.length)
  }, 300_000)
})
