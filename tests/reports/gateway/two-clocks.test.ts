import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, queryRows, type OpenDatabase } from '#gateway/database/database'
import { slotWindows } from '#gateway/database/schema'
import { listSlots } from '#gateway/slots/slots'
import { startCaseCluster } from '../../contract/gateway/case-cluster.ts'
import { callOn, logIn, newCustomer, soft } from '../../contract/gateway/given.ts'
import {
  approves,
  authorizes,
  begins,
  openShopWithPayments,
  orders,
  purchaseOf,
  type ShopWithPayments,
} from '../../contract/payments/payment-given.ts'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'
import type { Cluster } from '../../kit/postgres-cluster.ts'

const hour = 3_600_000

/** A shop whose clock differs from that of its database server. */
function clockCases(): void {
  let cluster: Cluster
  let opened: OpenDatabase
  let app: FastifyInstance
  let shop: ShopWithPayments
  beforeAll(async () => {
    cluster = await startCaseCluster(findPostgres()!)
    const { databaseUrl } = cluster
    opened = await openDatabase({ databaseUrl, connections: 5 })
    const { app: made, ...parts } = await openShopWithPayments(opened.database, fakeProvider())
    app = made
    shop = parts
  })
  afterAll(async () => {
    await app?.close()
    await opened?.close()
    await cluster?.stop()
  })
  afterEach(() => void vi.useRealTimers())
  const call = callOn(() => app)
  const profile = (email: string) => ({ firstName: 'Mei', lastName: 'Lin', email, telephone: '0298765432' })
  const changesPassword = async (headers: Record<string, string>) =>
    call('updatePassword', { body: { password: 'galangal & ginger' }, headers })

  describe.each([
    ['30 hours ahead', 30 * hour],
    ['20 minutes ahead', hour / 3],
    ['20 minutes behind', -hour / 3],
    ['30 hours behind', -30 * hour],
  ])('with a clock that is %s', (_, distance) => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + distance, shouldAdvanceTime: true })
    })

    test('a login lasts as long as the settings say', async () => {
      const { email, headers } = await newCustomer(call)
      expect((await call('orders', { body: { orderStatus: 'current' }, headers })).status).toBe(200)
      expect((await logIn(call, email)).body.statusCode).toBe(200)
      await opened.database.execute(sql`update logins set expires_at = now() - interval '1 second'`)
      expect((await call('orders', { body: { orderStatus: 'current' }, headers })).status).toBe(401)
    })

    test('the password can be changed without the current one for 15 minutes after a login', async () => {
      const recent = await newCustomer(call)
      expect((await changesPassword(recent.headers)).body).toMatchObject({ statusCode: 200 })
      const earlier = await newCustomer(call)
      await opened.database.execute(
        sql`update logins set proven_at = now() - interval '15 minutes' where customer_id = ${earlier.customerId}`,
      )
      expect(await changesPassword(earlier.headers)).toEqual(soft(403, 'Please log in again to change your password.'))
    })

    test('a renewed token ends with its login', async () => {
      const { email, customerId, headers } = await newCustomer(call)
      const { body } = await call('updateCustomer', { params: { customerId }, body: profile(email), headers })
      expect(body.statusCode).toBe(200)
      const renewed = { authorization: `Bearer ${body.token}` }
      expect((await call('orders', { body: { orderStatus: 'current' }, headers: renewed })).status).toBe(200)
    })

    test('slots are those that can be ordered for now', async () => {
      const { database } = opened
      const days = [1, 2, 3, 4, 5, 6, 7]
      const window = { methodId: 'pick-up', startsAt: '09:00', endsAt: '11:00', capacity: 2, cutOffHours: 0 }
      await database
        .insert(slotWindows)
        .values(days.map(weekday => ({ ...window, weekday })))
        .onConflictDoNothing()
      const question = { methodId: 'pick-up', postCode: '' }
      const offered = (await call('slots', { params: question })).body.slots
      const rules = { timeZone: 'Australia/Sydney', limitAreaShipping: true }
      expect(offered.length).toBeGreaterThan(0)
      expect(offered).toEqual(await listSlots(database, rules, question, new Date(Date.now() - distance)))
    })

    test('a coupon is valid until it ends', async () => {
      await opened.database.execute(sql`
        insert into coupons (code, description, discount_type, discount, ends_at)
        values ('SOON', '', 'amount', 1, now() + interval '5 minutes'), ('JUST', '', 'amount', 1, now() - interval '5 minutes')
        on conflict do nothing`)
      const check = async (code: string) => (await call('validateCoupon', { params: { code } })).body.statusCode
      expect([await check('SOON'), await check('JUST')]).toEqual([200, 404])
    })

    test('a payment that was approved right before it expired is extended once, and one that has not expired is not', async () => {
      const stateOf = async (requestId: string) =>
        (
          await queryRows<{ state: string; approved: boolean; minutes: number }>(
            opened.database,
            sql`select state, approved, round(extract(epoch from ends_at - now()) / 60)::int as minutes
              from payments where request_id = ${requestId}`,
          )
        )[0]
      const [early, late] = [await purchaseOf(call), await purchaseOf(call)]
      for (const purchase of [early, late]) {
        await begins(shop, purchase)
        approves(shop, purchase)
        await opened.database.execute(
          sql`update payments set next_check_at = now() where request_id = ${purchase.body.requestId}`,
        )
      }
      await opened.database.execute(
        sql`update payments set ends_at = now() - interval '1 second' where request_id = ${late.body.requestId}`,
      )
      await shop.runJob()
      expect(await stateOf(early.body.requestId)).toEqual({ state: 'created', approved: false, minutes: 5 })
      expect(await stateOf(late.body.requestId)).toEqual({ state: 'created', approved: true, minutes: 10 })
      for (const purchase of [early, late]) {
        expect((await authorizes(shop, purchase)).body.statusCode).toBe(200)
        expect((await orders(shop, purchase)).body.statusCode).toBe(200)
      }
    })
  })
}

describe('review gateway 14: the clocks of the shop and of the database differ', () => {
  describe.skipIf(findPostgres() === null && !isPostgresRequired())('on PostgreSQL', clockCases)
})
