import { sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { delayLogin } from '#gateway/accounts/login-delays'
import { queryRows, type Database } from '#gateway/database/database'
import { lockLines } from '#gateway/carts/carts'
import { lockPayments, paidStates, unpaidStates } from '#gateway/stock/payment-rows'
import { releaseReservations } from '#gateway/stock/reservations'
import type { Refused } from '#gateway/requests/refusals'
import { onBothEngines } from '../../contract/gateway/both-engines.ts'
import {
  address,
  callOn,
  cartWith,
  caseGateway,
  newCustomer,
  newEmail,
  newRequestId,
  shelf,
} from '../../contract/gateway/given.ts'
import {
  approves,
  begins,
  openShopWithPayments,
  orders,
  paid,
  purchaseOf,
  shopWithPaymentsOn,
} from '../../contract/payments/payment-given.ts'

/** The fields of a profile that change at once; another email address waits for its link. */
const personIn = ({ firstName, lastName, telephone }: Record<'firstName' | 'lastName' | 'telephone', string>) => ({
  firstName,
  lastName,
  telephone,
})

function lostUpdateCases(database: () => Database): void {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await caseGateway(database())
  })
  afterAll(() => app?.close())
  const call = callOn(() => app)

  test('concurrent changes of a profile are each answered with their own fields, and one of them is stored whole', async () => {
    const { customerId, email, headers } = await newCustomer(call)
    const asked = Array.from({ length: 12 }, (_, at) => ({
      firstName: `First ${at}`,
      lastName: `Last ${at}`,
      telephone: `02987654${10 + at}`,
      // an address in other letters is the same one; other addresses wait for their link
      email: at % 3 === 0 ? newEmail() : at % 3 === 1 ? email.toUpperCase() : email,
    }))
    const answers = await Promise.all(
      asked.map(body => call('updateCustomer', { params: { customerId }, body, headers })),
    )
    for (const [at, { body }] of answers.entries()) {
      expect(body).toMatchObject({ statusCode: 200, customerInfo: personIn(asked[at]!) })
      expect(body.customerInfo.email.toLowerCase()).toBe(email)
    }
    const { body } = await call('begin', { params: { sessionId: 'null' }, headers })
    expect(asked.map(personIn)).toContainEqual(personIn(body.customerInfo))
    const links = sql`select email from email_changes where customer_id = ${customerId}`
    expect(await queryRows(database(), links)).toHaveLength(1)
  })

  test('concurrent changes of the address book leave one billing address and at most 30 addresses', async () => {
    const { headers } = await newCustomer(call)
    const adding = Array.from({ length: 34 }, (_, at) =>
      call('createAddress', { headers, body: { ...address, use: at % 2 === 0 ? 'billing' : 'delivery' } }),
    )
    const statuses = (await Promise.all(adding)).map(({ body }) => body.statusCode)
    expect(statuses.filter(status => status === 200)).toHaveLength(29)
    expect(statuses.filter(status => status === 409)).toHaveLength(5)
    const { body } = await call('begin', { params: { sessionId: 'null' }, headers })
    const ids: string[] = body.deliveryAddress.map((one: { addressId: string }) => one.addressId)
    const changed = await Promise.all(
      ids.map((addressId: string) =>
        call('updateAddress', { headers, body: { ...address, addressId, use: 'billing' } }),
      ),
    )
    expect(changed.map(answer => answer.body.statusCode)).toEqual(ids.map(() => 200))
    const [row] = await queryRows<{ billing: number }>(
      database(),
      sql`select count(*)::int as billing from addresses
        where bills and customer_id = (select customer_id from addresses where id = ${ids[0]})`,
    )
    expect(row).toEqual({ billing: 1 })
  })

  test('concurrent wrong passwords are all counted, and the longest wait is kept', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = newEmail()
      const network = `203.0.113.${round}`
      const delays = await Promise.all(Array.from({ length: 12 }, () => delayLogin(database(), email, network)))
      await Promise.all(delays.map(delay => delay.fails()))
      const next = await delayLogin(database(), email, network).catch((error: unknown) => error)
      // the twelfth failure waits for 128 seconds, the eleventh for 64
      expect((next as Refused).retryAfter).toBeGreaterThan(64)
    }
  })

  describe('a payment', () => {
    const shop = shopWithPaymentsOn(database)

    test('is extended once, also if two gateways read its approval at the same time', async () => {
      const purchase = await purchaseOf(shop().call)
      await begins(shop(), purchase)
      approves(shop(), purchase)
      const { requestId } = purchase.body
      await database().execute(sql`
        update payments set ends_at = now() - interval '1 second', next_check_at = now() where request_id = ${requestId}`)
      const other = await openShopWithPayments(database(), shop().fake)
      shop().fake.meanwhile('read', () => other.runJob())
      await shop().runJob()
      await other.app.close()
      const [row] = await queryRows<{ minutes: number; state: string }>(
        database(),
        sql`select round(extract(epoch from ends_at - now()) / 60)::int as minutes, state from payments
          where request_id = ${requestId}`,
      )
      expect(row).toEqual({ minutes: 10, state: 'created' })
    })
  })
}

/** Locks are taken in one order everywhere: two transactions that lock the same rows in other orders wait for each other. */
function lockOrderCases(database: () => Database): void {
  const shop = shopWithPaymentsOn(database)

  /**
   * Holds one row while a transaction locks it and another one.
   *
   * @param held - locks the row that comes first
   * @param other - reads the other row if nothing has locked it
   * @returns whether the transaction waits for the first row without holding the other one
   */
  async function locksFirst(
    held: SQL,
    lock: (transaction: Database) => Promise<unknown>,
    other: SQL,
  ): Promise<boolean> {
    let acting: Promise<unknown> = Promise.resolve()
    let isFree = false
    await database().transaction(async holder => {
      await holder.execute(held)
      acting = database().transaction(lock)
      const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await vi.waitFor(async () => expect(await queryRows(database(), waiting)).not.toEqual([]), 10_000)
      isFree = (await queryRows(database(), sql`${other} for update skip locked`)).length === 1
    })
    await acting
    return isFree
  }

  /** Two purchases of other carts; the key of the second one comes first. */
  async function twoPurchases(couponCode: string | null = null) {
    const keys = [`z-${newRequestId()}`, `a-${newRequestId()}`]
    const purchases = []
    for (const requestId of keys) {
      const purchase = await purchaseOf(shop().call, 'authorize', {
        requestId,
        couponCode,
        total: couponCode ? 54 : 60,
      })
      expect((await begins(shop(), purchase)).body.statusCode).toBe(200)
      purchases.push(purchase)
    }
    return { keys, sessions: purchases.map(({ body }) => body.sessionId) }
  }

  test('payments are locked by key', async () => {
    const { keys, sessions } = await twoPurchases()
    const lock = (transaction: Database) => lockPayments(transaction, sessions, unpaidStates)
    const read = (key: string) => sql`select from payments where request_id = ${key}`
    expect(await locksFirst(sql`${read(keys[1]!)} for update`, lock, read(keys[0]!))).toBe(true)
  })

  test('payments with an order are not locked with the others of their session: they are not abandoned any more', async () => {
    const purchase = await paid(shop())
    const { sessionId } = purchase.body
    const lock = () =>
      database().transaction(transaction => lockPayments(transaction, [sessionId], [...unpaidStates, ...paidStates]))
    expect(await lock()).toHaveLength(1)
    expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
    expect(await lock()).toEqual([])
  })

  /** Two products, ascending, whose rows are the other way round in the table: a scan without an order finds the second one first. */
  async function productsInOtherOrder(): Promise<[number, number]> {
    for (const id of [shelf.rice, shelf.fishSauce, shelf.coconut, shelf.ramyun, shelf.soySauce, shelf.beef]) {
      // a changed row moves to a free place
      await database().execute(sql`update products set stock = stock where id = ${id}`)
      const pairs = sql`select one.id as first, other.id as second from products one, products other
        where one.id < other.id and one.ctid > other.ctid and least(one.stock, other.stock) > 100`
      const [pair] = await queryRows<{ first: number; second: number }>(database(), pairs)
      if (pair) return [pair.first, pair.second]
    }
    throw new Error('Every row is in the order of the ids.')
  }

  /** Leaves the order of the rows to the order of the table: an index happens to have them by id. */
  async function readsInTableOrder(transaction: Database): Promise<void> {
    for (const plan of ['indexscan', 'indexonlyscan', 'bitmapscan', 'mergejoin', 'nestloop'])
      await transaction.execute(sql.raw(`set local enable_${plan} = off`))
  }

  test('products of a cart are locked by id', async () => {
    const [first, second] = await productsInOtherOrder()
    const session = await cartWith(shop().call, [second, 1], [first, 1])
    const read = (id: number) => sql`select from products where id = ${id}`
    const lock = async (transaction: Database) => {
      await readsInTableOrder(transaction)
      await lockLines(transaction, session)
    }
    expect(await locksFirst(sql`${read(first)} for update`, lock, read(second))).toBe(true)
  })

  test('reserved products are locked by id, and coupons by code, when payments are abandoned', async () => {
    const { keys, sessions } = await twoPurchases('TEN')
    const [first, second] = await productsInOtherOrder()
    for (const [at, id] of [second, first].entries())
      await database().execute(sql`update holds set product_id = ${id} where request_id = ${keys[at]}`)
    await database().execute(sql`delete from cart_lines where session_id in (${sessions[0]}, ${sessions[1]})`)
    await database().execute(sql`update coupons set used = used where code = 'EIGHT'`)
    const lock = async (transaction: Database) => {
      await readsInTableOrder(transaction)
      const abandoned = await lockPayments(transaction, sessions, unpaidStates)
      await releaseReservations(transaction, abandoned, { couponCode: 'eight' })
    }
    const undone = (transaction: Database) =>
      transaction.transaction(async savepoint => {
        await lock(savepoint)
        savepoint.rollback()
      })
    const product = (id: number) => sql`select from products where id = ${id}`
    const coupon = (code: string) => sql`select from coupons where code = ${code}`
    const lockUndone = (transaction: Database) => undone(transaction).catch(() => {})
    expect(await locksFirst(sql`${product(first)} for update`, lockUndone, product(second))).toBe(true)
    expect(await locksFirst(sql`${coupon('EIGHT')} for update`, lock, coupon('TEN'))).toBe(true)
  })
}

describe('review issue 32: requests at the same moment', () =>
  onBothEngines((database, isFirst) => {
    lostUpdateCases(database)
    // PGlite runs one transaction at a time
    if (!isFirst) describe('locks', () => lockOrderCases(database))
  }))
