import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { queryRows } from '#gateway/database/database'
import { lineOf, logIn, newCustomer, newRequestId, orderOf, shelf, type Json } from '../gateway/given.ts'
import {
  approves,
  atProvider,
  authorizes,
  becomesDue,
  begins,
  expires,
  openTill,
  orders,
  paid,
  purchaseOf,
  rowOf,
  stockOf,
  type Purchase,
  type Till,
} from './payment-given.ts'

/** Payments that end without an order, and the notices about them. */
export function endingCases(till: () => Till): void {
  describe('a payment and its cart', () => cartCases(till))
  describe('a reservation', () => reservationCases(till))
  describe('a payment that is abandoned', () => discardedKeyCases(till))
  describe('an order on delivery', () => deliveryCases(till))
  describe('the settlement job', () => {
    sweepCases(till)
    lateCases(till)
    failureCases(till)
  })
}

const lineIn = async ({ call }: Till, { body }: Purchase): Promise<Json> =>
  (await call('cart', { params: { sessionId: body.sessionId } })).body.listData[0]

function cartCases(till: () => Till): void {
  const ways: [string, (purchase: Purchase) => Promise<unknown>][] = [
    [
      'gets another line',
      ({ body }) => till().call('addLine', { body: lineOf(shelf.cheap, { mySessionId: body.sessionId }) }),
    ],
    [
      'gets more of a product',
      async purchase => {
        const { id } = await lineIn(till(), purchase)
        await till().call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 2 } })
      },
    ],
    [
      'loses a line',
      async purchase => {
        const { id } = await lineIn(till(), purchase)
        await till().call('removeLine', { params: { id } })
      },
    ],
    [
      'goes into that of a customer',
      async ({ body }) => {
        const { email, headers } = await newCustomer(till().call)
        await till().call('addLine', { body: lineOf(shelf.rice), headers })
        await logIn(till().call, email, body.sessionId)
      },
    ],
  ]
  test.each(ways)('ends when the cart %s, and releases its reservations', async (_what, change) => {
    const purchase = await purchaseOf(till().call)
    const before = await stockOf(till(), shelf.beef)
    await begins(till(), purchase)
    expect(await stockOf(till(), shelf.beef)).toBe(before - 1)
    await change(purchase)
    expect(await stockOf(till(), shelf.beef)).toBe(before)
    approves(till(), purchase)
    expect((await authorizes(till(), purchase)).body.statusCode).toBe(410)
    expect(atProvider(till(), purchase).status).toBe('approved')
  })
  test('stays valid if its cart is set to the quantities it has', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    const { id } = await lineIn(till(), purchase)
    await till().call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 1 } })
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'created', held: 1 })
  })
  test('gets the stock reserved for its own payment', async () => {
    const { call } = till()
    const { sessionId, id } = (await call('addLine', { body: lineOf(shelf.last) })).body.data
    const body = orderOf(sessionId, 40)
    expect((await begins(till(), { body, headers: {}, way: 'authorize', id: null })).body.statusCode).toBe(200)
    const more = await call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 2 } })
    expect(more.body).toMatchObject({ statusCode: 200, data: { quantity: 2 } })
  })
}

/** Seconds until the reservations of a purchase expire. */
async function secondsLeft({ database }: Till, { body }: Purchase): Promise<number> {
  const [row] = await queryRows<{ seconds: number }>(
    database,
    sql`select extract(epoch from ends_at - now())::float as seconds from payments where request_id = ${body.requestId}`,
  )
  return row!.seconds
}

/** Advances a payment's time by this number of seconds. */
const passes = ({ database }: Till, { body }: Purchase, seconds: number) =>
  database.execute(sql`
    update payments set ends_at = ends_at - make_interval(secs => ${seconds}), look_at = now()
    where request_id = ${body.requestId}`)

function reservationCases(till: () => Till): void {
  test('lasts 5 minutes while the payment is not approved', async () => {
    const before = await stockOf(till(), shelf.beef)
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    expect(await secondsLeft(till(), purchase)).toBeCloseTo(300, -1)
    await passes(till(), purchase, 290)
    await till().sweep()
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'created', held: 1 })
    await passes(till(), purchase, 10)
    await till().sweep()
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'ending', held: 0 })
    expect(await stockOf(till(), shelf.beef)).toBe(before)
  })
  test('lasts 15 minutes from the authorisation on', async () => {
    const purchase = await paid(till())
    expect(await secondsLeft(till(), purchase)).toBeCloseTo(900, -1)
  })
  test.each(['authorize', 'capture'] as const)(
    'lasts 15 minutes if the payment was approved without a report to the gateway (%s), and is extended only once',
    async way => {
      const purchase = await purchaseOf(till().call, way)
      await begins(till(), purchase)
      approves(till(), purchase)
      await passes(till(), purchase, 300)
      await till().sweep()
      expect(await rowOf(till(), purchase)).toMatchObject({ state: 'created', held: 1 })
      expect(await secondsLeft(till(), purchase)).toBeCloseTo(600, -1)
      await passes(till(), purchase, 600)
      await till().sweep()
      expect(await rowOf(till(), purchase)).toMatchObject({ held: 0 })
    },
  )
  test('is extended once if the provider does not answer, and can be ordered then', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    await passes(till(), purchase, 300)
    till().fake.fails('read', 'before')
    await till().sweep()
    expect(await secondsLeft(till(), purchase)).toBeCloseTo(600, -1)
    expect((await authorizes(till(), purchase)).body.statusCode).toBe(200)
    expect((await orders(till(), purchase)).body.statusCode).toBe(200)
  })
}

function discardedKeyCases(till: () => Till): void {
  const closes = ({ id, headers }: Purchase) => till().call('endPayment', { params: { id: id! }, headers })
  const givesUp = ({ body: { requestId, sessionId }, headers }: Purchase) =>
    till().call('giveUpOrder', { params: { requestId, sessionId }, headers })

  test('releases its reservations as soon as its window is closed', async () => {
    const before = await stockOf(till(), shelf.beef)
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    expect(await closes(purchase)).toEqual({ status: 200, body: { statusCode: 200 } })
    expect(await stockOf(till(), shelf.beef)).toBe(before)
    expect(await closes(purchase)).toMatchObject({ status: 200 })
    expect((await authorizes(till(), purchase)).body.statusCode).toBe(410)
    expect(
      (await begins(till(), { ...purchase, body: { ...purchase.body, requestId: newRequestId() } })).body,
    ).toMatchObject({
      statusCode: 200,
    })
  })
  test('stays once it is authorised, since its order may be in flight', async () => {
    const purchase = await paid(till())
    expect(await closes(purchase)).toMatchObject({ status: 409 })
    expect((await orders(till(), purchase)).body.statusCode).toBe(200)
  })
  test('is unknown by another id', async () => {
    const answer = await till().call('endPayment', { params: { id: 'made-up' } })
    expect(answer).toMatchObject({ status: 404 })
  })
  test('is released with the key of its order, and its money is returned', async () => {
    const before = await stockOf(till(), shelf.beef)
    const purchase = await paid(till())
    expect(await givesUp(purchase)).toEqual({ status: 200, body: { statusCode: 200 } })
    await vi.waitFor(() => expect(atProvider(till(), purchase).status).toBe('voided'))
    expect(await stockOf(till(), shelf.beef)).toBe(before)
    expect((await orders(till(), purchase)).body.statusCode).toBe(410)
    expect((await begins(till(), purchase)).body.statusCode).toBe(410)
  })
  test('does not begin with a key that was discarded', async () => {
    const before = await stockOf(till(), shelf.beef)
    const purchase = await purchaseOf(till().call)
    expect(await givesUp(purchase)).toMatchObject({ status: 200 })
    expect((await begins(till(), purchase)).body.statusCode).toBe(410)
    expect(await stockOf(till(), shelf.beef)).toBe(before)
  })
  test('is ordered or discarded when both are requested at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const purchase = await paid(till())
      const [placed, given] = await Promise.all([orders(till(), purchase), givesUp(purchase)])
      const isOrdered = placed.body.statusCode === 200
      expect([placed.body.statusCode, given.status]).toEqual(isOrdered ? [200, 409] : [410, 200])
    }
  })
}

function deliveryCases(till: () => Till): void {
  test('replaces a payment despite its reservation, and a mail says that the money is released', async () => {
    const purchase = await paid(till())
    const body = orderOf(purchase.body.sessionId, 60)
    expect((await till().call('placeOrder', { body })).body.statusCode).toBe(200)
    await vi.waitFor(() => expect(atProvider(till(), purchase).status).toBe('voided'))
    await vi.waitFor(() =>
      expect(mailTo(till(), purchase)?.subject).toMatch(/^Your payment of \$60\.00 at Test Grocer/),
    )
    expect((await orders(till(), purchase)).body.statusCode).toBe(410)
  })
  test('leaves the payment unchanged if it is refused', async () => {
    const purchase = await paid(till())
    expect((await till().call('placeOrder', { body: orderOf(purchase.body.sessionId, 1) })).body.statusCode).toBe(409)
    expect((await orders(till(), purchase)).body.statusCode).toBe(200)
  })
}

const mailsTo = ({ mails }: Till, { body }: Purchase) =>
  mails.filter(({ to, subject }) => to === body.customer.email && subject.includes('cancelled'))
const mailTo = (till: Till, purchase: Purchase) => mailsTo(till, purchase)[0]

function sweepCases(till: () => Till): void {
  test('ends a payment that was never approved, without a mail', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    await till().sweep()
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'created', held: 1 }) // it has not expired
    await expires(till(), purchase)
    await till().sweep()
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'ending', held: 0, due: false })
    expect(mailsTo(till(), purchase)).toEqual([])
  })
  test.each([
    ['authorize', 'voided'],
    ['capture', 'refunded'],
  ] as const)('releases a payment without an order (%s: %s), and sends one mail', async (way, status) => {
    const purchase = await paid(till(), way)
    await expires(till(), purchase)
    await till().sweep()
    await till().sweep()
    expect(atProvider(till(), purchase).status).toBe(status)
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'ended', held: 0, email: null, due: false })
    expect(mailsTo(till(), purchase)).toHaveLength(1)
    expect(mailTo(till(), purchase)!.text).toContain('$60.00')
  })
  test.each([
    ['authorize', 'void'],
    ['capture', 'refund'],
  ] as const)('also sends one mail if only the answer of the provider was lost (%s: %s)', async (way, call) => {
    const purchase = await paid(till(), way)
    await expires(till(), purchase)
    till().fake.fails(call, 'after')
    await till().sweep()
    expect(mailsTo(till(), purchase)).toEqual([])
    await becomesDue(till(), purchase)
    await till().sweep()
    expect(atProvider(till(), purchase).returns).toBe(call === 'refund' ? 1 : 0)
    expect(mailsTo(till(), purchase)).toHaveLength(1)
  })
  test('finds money that the gateway has not stored', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    till().fake.fails('authorize', 'after')
    await authorizes(till(), purchase)
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'created' })
    await expires(till(), purchase)
    await till().sweep()
    expect(atProvider(till(), purchase).status).toBe('voided')
  })
  test('of several gateways at once releases once and sends one mail', async () => {
    const tills = await Promise.all([1, 2, 3].map(() => openTill(till().database, till().fake)))
    const purchase = await paid(till(), 'capture')
    await expires(till(), purchase)
    till().fake.fails('read', 'before')
    await till().sweep() // it is abandoned, and all gateways have work to do
    await becomesDue(till(), purchase)
    await Promise.all([...tills, till()].map(one => one.sweep()))
    expect(atProvider(till(), purchase)).toMatchObject({ status: 'refunded', returns: 1 })
    expect([...tills, till()].flatMap(one => mailsTo(one, purchase))).toHaveLength(1)
    for (const { app } of tills) await app.close()
  })
  test('does not change the payment of an order', async () => {
    const purchase = await paid(till())
    await orders(till(), purchase)
    await expires(till(), purchase)
    await till().sweep()
    expect(atProvider(till(), purchase)).toMatchObject({ status: 'captured', returns: 0 })
    expect(mailsTo(till(), purchase)).toEqual([])
  })
}

function lateCases(till: () => Till): void {
  test('checks for a day for money that a browser captures after the end', async () => {
    const purchase = await purchaseOf(till().call, 'client')
    await begins(till(), purchase)
    await expires(till(), purchase, '20 hours')
    await till().sweep()
    approves(till(), purchase)
    await expires(till(), purchase, '23 hours')
    await till().sweep()
    expect(atProvider(till(), purchase)).toMatchObject({ status: 'refunded', returns: 1 })
    await vi.waitFor(() => expect(mailsTo(till(), purchase)).toHaveLength(1))
  })
  test('stops checking after a day', async () => {
    const purchase = await purchaseOf(till().call, 'client')
    await begins(till(), purchase)
    await expires(till(), purchase, '25 hours')
    await till().sweep()
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'ended', email: null, due: false })
  })
}

const grocer = 'grocer@example.com'

const problemOf = async ({ database }: Till, { body }: Purchase): Promise<string | null> => {
  const [row] = await queryRows<{ problem: string | null }>(
    database,
    sql`select problem from payments where request_id = ${body.requestId}`,
  )
  return row!.problem
}

function failureCases(till: () => Till): void {
  /** A gateway on the same database and provider whose log can be read. */
  const logging = async () => {
    const lines: string[] = []
    const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
    const logger = { level: 'warn', stream }
    return { logged: await openTill(till().database, till().fake, { logger, shopEmail: grocer }), lines }
  }
  test('continues after a payment that fails, retries it, and logs no personal data', async () => {
    const { logged, lines } = await logging()
    const [bad, good] = [await paid(logged), await paid(logged)]
    await expires(logged, bad)
    await logged.database.execute(sql`
      update payments set look_at = look_at - interval '1 minute' where request_id = ${bad.body.requestId}`)
    await expires(logged, good)
    logged.fake.fails('void', 'before')
    await logged.sweep()
    const statuses = [bad, good].map(one => atProvider(logged, one).status)
    expect(statuses.toSorted()).toEqual(['authorized', 'voided'])
    expect(lines.join('')).toContain('Settling a payment failed')
    expect(lines.join('')).toContain('"code":"BROKEN"')
    const { sessionId, requestId, customer } = bad.body
    for (const secret of [sessionId, requestId, bad.id!, customer.email]) expect(lines.join('')).not.toContain(secret)
    for (const one of [bad, good]) await expires(logged, one)
    await logged.sweep()
    for (const one of [bad, good]) expect(atProvider(logged, one).status).toBe('voided')
    await logged.app.close()
  })
  test('tries a capture again after 1, 2, 4 … 60 minutes', async () => {
    const { logged } = await logging()
    const purchase = await paid(logged)
    const waits: number[] = []
    const sweepsWithFault = async () => {
      await becomesDue(logged, purchase)
      logged.fake.fails('capture', 'before')
      await logged.sweep()
      const [row] = await queryRows<{ minutes: number }>(
        logged.database,
        sql`select ceil(extract(epoch from look_at - now()) / 60)::int as minutes from payments
          where request_id = ${purchase.body.requestId}`,
      )
      waits.push(row!.minutes)
    }
    logged.fake.fails('capture', 'before')
    await orders(logged, purchase)
    await vi.waitFor(async () => expect(await problemOf(logged, purchase)).toBe('BROKEN'))
    for (let attempt = 2; attempt <= 8; attempt += 1) await sweepsWithFault()
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60])
    await logged.sweep()
    expect(atProvider(logged, purchase).status).toBe('authorized') // it is not due
    await expires(logged, purchase)
    await logged.sweep()
    expect(atProvider(logged, purchase)).toMatchObject({ status: 'captured', charges: 1 })
    await logged.app.close()
  })
  test('ends a capture that is refused permanently, and notifies the grocer once', async () => {
    const { logged, lines } = await logging()
    const purchase = await paid(logged)
    atProvider(logged, purchase).isRefused = true
    const { orderNumber } = (await orders(logged, purchase)).body.data
    await vi.waitFor(async () => expect(await problemOf(logged, purchase)).toBe('AUTHORIZATION_VOIDED'))
    expect(await rowOf(logged, purchase)).toMatchObject({ state: 'failed', due: false })
    await logged.sweep()
    await logged.sweep()
    const told = logged.mails.filter(({ to }) => to === grocer)
    expect(told).toHaveLength(1)
    expect(told[0]!.subject).toContain(orderNumber)
    for (const words of ['AUTHORIZATION_VOIDED', '$60.00', atProvider(logged, purchase).authorizationId!])
      expect(told[0]!.text).toContain(words)
    const events = lines.map(line => JSON.parse(line)).filter(({ event }) => event === 'payment.failed')
    expect(events).toMatchObject([{ order: Number(orderNumber), issue: 'AUTHORIZATION_VOIDED', attempts: 1 }])
    expect(events[0].payment).toBe(atProvider(logged, purchase).authorizationId)
    await logged.app.close()
  })
  test('reads a pending capture until the provider has decided', async () => {
    for (const [status, state, paymentStatus] of [
      ['captured', 'captured', 'captured'],
      ['voided', 'failed', 'authorized'],
    ] as const) {
      const purchase = await paid(till())
      atProvider(till(), purchase).isReviewed = true
      const { orderId } = (await orders(till(), purchase)).body.data
      await vi.waitFor(async () => expect(await rowOf(till(), purchase)).toMatchObject({ state: 'pending' }))
      await expires(till(), purchase)
      await till().sweep()
      expect(await rowOf(till(), purchase)).toMatchObject({ state: 'pending', due: false })
      atProvider(till(), purchase).status = status
      await expires(till(), purchase)
      await till().sweep()
      expect(await rowOf(till(), purchase)).toMatchObject({ state })
      const [order] = await queryRows(till().database, sql`select payment_status from orders where id = ${orderId}`)
      expect(order).toEqual({ payment_status: paymentStatus })
    }
  })
  test('does nothing without a payment provider', async () => {
    const none = await openTill(till().database, till().fake, { provider: undefined })
    const purchase = await paid(till())
    await expires(till(), purchase)
    await none.sweep()
    expect(atProvider(till(), purchase).status).toBe('authorized')
    await till().sweep()
    await none.app.close()
  })
}
