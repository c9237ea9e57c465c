import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { orderCommands } from '#gateway/cli/order-commands'
import { queryRows } from '#gateway/database/database'
import { ProviderRefusal } from '#gateway/payments/payment-provider'
import { cartWith, lineOf, logIn, newCustomer, newRequestId, orderOf, shelf, type Json } from '../gateway/given.ts'
import {
  approves,
  atProvider,
  authorizes,
  becomesDue,
  begins,
  expires,
  openShopWithPayments,
  orders,
  paid,
  purchaseOf,
  rowOf,
  stockOf,
  type Purchase,
  type ShopWithPayments,
} from './payment-given.ts'

/** Payments that end without an order, and the notices about them. */
export function endingCases(shop: () => ShopWithPayments): void {
  describe('a payment and its cart', () => cartCases(shop))
  describe('a reservation', () => reservationCases(shop))
  describe('a payment that is abandoned', () => discardedKeyCases(shop))
  describe('an order on delivery', () => deliveryCases(shop))
  describe('the settlement job', () => {
    jobCases(shop)
    lateCases(shop)
    failureCases(shop)
  })
}

const lineIn = async ({ call }: ShopWithPayments, { body }: Purchase): Promise<Json> =>
  (await call('cart', { params: { sessionId: body.sessionId } })).body.listData[0]

function cartCases(shop: () => ShopWithPayments): void {
  const ways: [string, (purchase: Purchase) => Promise<unknown>][] = [
    [
      'gets another line',
      ({ body }) => shop().call('addLine', { body: lineOf(shelf.cheap, { mySessionId: body.sessionId }) }),
    ],
    [
      'gets more of a product',
      async purchase => {
        const { id } = await lineIn(shop(), purchase)
        await shop().call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 2 } })
      },
    ],
    [
      'loses a line',
      async purchase => {
        const { id } = await lineIn(shop(), purchase)
        await shop().call('removeLine', { params: { id } })
      },
    ],
    [
      'goes into that of a customer',
      async ({ body }) => {
        const { email, headers } = await newCustomer(shop().call)
        await shop().call('addLine', { body: lineOf(shelf.rice), headers })
        await logIn(shop().call, email, body.sessionId)
      },
    ],
  ]
  test.each(ways)('ends when the cart %s, and releases its reservations', async (_what, change) => {
    const purchase = await purchaseOf(shop().call)
    const before = await stockOf(shop(), shelf.beef)
    await begins(shop(), purchase)
    expect(await stockOf(shop(), shelf.beef)).toBe(before - 1)
    await change(purchase)
    expect(await stockOf(shop(), shelf.beef)).toBe(before)
    approves(shop(), purchase)
    expect((await authorizes(shop(), purchase)).body.statusCode).toBe(410)
    expect(atProvider(shop(), purchase).status).toBe('approved')
  })
  test('stays valid if its cart is set to the quantities it has', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    const { id } = await lineIn(shop(), purchase)
    await shop().call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 1 } })
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'created', held: 1 })
  })
  test('stays valid if its cart is to get several products, and all are refused', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    const lines = [{ productId: shelf.gone, quantity: 1 }]
    const { body } = await shop().call('addLines', { body: { lines, mySessionId: purchase.body.sessionId } })
    expect(body.data).toMatchObject({ sessionId: purchase.body.sessionId, added: [] })
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'created', held: 1 })
  })
  test('gets the stock reserved for its own payment', async () => {
    const { call } = shop()
    const { sessionId, id } = (await call('addLine', { body: lineOf(shelf.last) })).body.data
    const body = orderOf(sessionId, 40)
    expect((await begins(shop(), { body, headers: {}, way: 'authorize', id: null })).body.statusCode).toBe(200)
    const more = await call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 2 } })
    expect(more.body).toMatchObject({ statusCode: 200, data: { quantity: 2 } })
  })
}

/** Seconds until the reservations of a purchase expire. */
async function secondsLeft({ database }: ShopWithPayments, { body }: Purchase): Promise<number> {
  const [row] = await queryRows<{ seconds: number }>(
    database,
    sql`select extract(epoch from ends_at - now())::float as seconds from payments where request_id = ${body.requestId}`,
  )
  return row!.seconds
}

/** Advances a payment's time by this number of seconds. */
const passes = ({ database }: ShopWithPayments, { body }: Purchase, seconds: number) =>
  database.execute(sql`
    update payments set ends_at = ends_at - make_interval(secs => ${seconds}), next_check_at = now()
    where request_id = ${body.requestId}`)

function reservationCases(shop: () => ShopWithPayments): void {
  test('lasts 5 minutes while the payment is not approved', async () => {
    const before = await stockOf(shop(), shelf.beef)
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    expect(await secondsLeft(shop(), purchase)).toBeCloseTo(300, -1)
    await passes(shop(), purchase, 290)
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'created', held: 1 })
    await passes(shop(), purchase, 10)
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ending', held: 0 })
    expect(await stockOf(shop(), shelf.beef)).toBe(before)
  })
  test('lasts 15 minutes from the authorisation on', async () => {
    const purchase = await paid(shop())
    expect(await secondsLeft(shop(), purchase)).toBeCloseTo(900, -1)
  })
  test.each(['authorize', 'capture'] as const)(
    'lasts 15 minutes if the payment was approved without a report to the gateway (%s), and is extended only once',
    async way => {
      const purchase = await purchaseOf(shop().call, way)
      await begins(shop(), purchase)
      approves(shop(), purchase)
      await passes(shop(), purchase, 300)
      await shop().runJob()
      expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'created', held: 1 })
      expect(await secondsLeft(shop(), purchase)).toBeCloseTo(600, -1)
      await passes(shop(), purchase, 600)
      await shop().runJob()
      expect(await rowOf(shop(), purchase)).toMatchObject({ held: 0 })
    },
  )
  test('is extended once if the provider does not answer, and can be ordered then', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    await passes(shop(), purchase, 300)
    shop().fake.fails('read', 'before')
    await shop().runJob()
    expect(await secondsLeft(shop(), purchase)).toBeCloseTo(600, -1)
    expect((await authorizes(shop(), purchase)).body.statusCode).toBe(200)
    expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
  })
  test('does not stop another shopper from lowering a quantity, even to one that is more than the rest', async () => {
    const { call } = shop()
    const other = await cartWith(call, [shelf.three, 3])
    const [{ id }] = (await call('cart', { params: { sessionId: other } })).body.listData
    const body = orderOf(await cartWith(call, [shelf.three, 2], [shelf.beef, 1]), 80)
    const purchase: Purchase = { body, headers: {}, way: 'authorize', id: null }
    expect((await begins(shop(), purchase)).body.statusCode).toBe(200)
    const lower = await call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 2 } })
    expect(lower.body).toMatchObject({ statusCode: 200, data: { quantity: 2 } })
    await call('endPayment', { params: { id: purchase.id! } })
  })
}

function discardedKeyCases(shop: () => ShopWithPayments): void {
  const closes = ({ id, headers }: Purchase) => shop().call('endPayment', { params: { id: id! }, headers })
  const givesUp = ({ body: { requestId, sessionId }, headers }: Purchase) =>
    shop().call('discardOrder', { params: { requestId, sessionId }, headers })

  test('releases its reservations as soon as its window is closed', async () => {
    const before = await stockOf(shop(), shelf.beef)
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    expect(await closes(purchase)).toEqual({ status: 200, body: { statusCode: 200 } })
    expect(await stockOf(shop(), shelf.beef)).toBe(before)
    expect(await closes(purchase)).toMatchObject({ status: 200 })
    for (const asks of [authorizes, begins]) expect((await asks(shop(), purchase)).body.statusCode).toBe(410)
    expect(
      (await begins(shop(), { ...purchase, body: { ...purchase.body, requestId: newRequestId() } })).body,
    ).toMatchObject({
      statusCode: 200,
    })
  })
  test('stays once it is authorised, since its order may be in flight', async () => {
    const purchase = await paid(shop())
    expect(await closes(purchase)).toMatchObject({ status: 409 })
    expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
  })
  test('is unknown by another id', async () => {
    const answer = await shop().call('endPayment', { params: { id: 'made-up' } })
    expect(answer).toMatchObject({ status: 404 })
  })
  test('of a customer is neither ended nor discarded by other shoppers', async () => {
    const { call } = shop()
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers: mine.headers })).body.data
    const purchase: Purchase = { body: orderOf(sessionId, 60), headers: mine.headers, way: 'authorize', id: null }
    await begins(shop(), purchase)
    for (const headers of [{}, other.headers]) {
      expect(await call('endPayment', { params: { id: purchase.id! }, headers })).toMatchObject({ status: 404 })
      expect(await givesUp({ ...purchase, headers })).toMatchObject({ status: 404 })
    }
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'created', held: 1 })
    expect(await call('endPayment', { params: { id: purchase.id! }, headers: mine.headers })).toMatchObject({
      status: 200,
    })
  })
  test('is released with the key of its order, and its money is returned', async () => {
    const before = await stockOf(shop(), shelf.beef)
    const purchase = await paid(shop())
    expect(await givesUp(purchase)).toEqual({ status: 200, body: { statusCode: 200 } })
    await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe('voided'))
    expect(await stockOf(shop(), shelf.beef)).toBe(before)
    expect((await orders(shop(), purchase)).body.statusCode).toBe(410)
    expect((await begins(shop(), purchase)).body.statusCode).toBe(410)
  })
  test('does not begin with a key that was discarded', async () => {
    const before = await stockOf(shop(), shelf.beef)
    const purchase = await purchaseOf(shop().call)
    expect(await givesUp(purchase)).toMatchObject({ status: 200 })
    expect((await begins(shop(), purchase)).body.statusCode).toBe(410)
    expect(await stockOf(shop(), shelf.beef)).toBe(before)
  })
  test('is ordered or discarded when both are requested at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const purchase = await paid(shop())
      const [placed, given] = await Promise.all([orders(shop(), purchase), givesUp(purchase)])
      const isOrdered = placed.body.statusCode === 200
      expect([placed.body.statusCode, given.status]).toEqual(isOrdered ? [200, 409] : [410, 200])
    }
  })
}

function deliveryCases(shop: () => ShopWithPayments): void {
  test('replaces a payment despite its reservation, and a mail says that the money is released', async () => {
    const purchase = await paid(shop())
    const body = orderOf(purchase.body.sessionId, 60)
    expect((await shop().call('placeOrder', { body })).body.statusCode).toBe(200)
    await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe('voided'))
    await vi.waitFor(() =>
      expect(mailTo(shop(), purchase)?.subject).toMatch(/^Your payment of \$60\.00 at Test Grocer/),
    )
    expect((await orders(shop(), purchase)).body.statusCode).toBe(410)
  })
  test('leaves the payment unchanged if it is refused', async () => {
    const purchase = await paid(shop())
    expect((await shop().call('placeOrder', { body: orderOf(purchase.body.sessionId, 1) })).body.statusCode).toBe(409)
    expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
  })
}

const mailsTo = ({ mails }: ShopWithPayments, { body }: Purchase) =>
  mails.filter(({ to, subject }) => to === body.customer.email && subject.includes('cancelled'))
const mailTo = (shop: ShopWithPayments, purchase: Purchase) => mailsTo(shop, purchase)[0]

function jobCases(shop: () => ShopWithPayments): void {
  test('ends a payment that was never approved, without a mail', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'created', held: 1 }) // it has not expired
    await expires(shop(), purchase)
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ending', held: 0, due: false })
    expect(mailsTo(shop(), purchase)).toEqual([])
  })
  test.each([
    ['authorize', 'voided'],
    ['capture', 'refunded'],
  ] as const)('releases a payment without an order (%s: %s), and sends one mail', async (way, status) => {
    const purchase = await paid(shop(), way)
    await expires(shop(), purchase)
    await shop().runJob()
    await shop().runJob()
    expect(atProvider(shop(), purchase).status).toBe(status)
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ended', held: 0, email: null, due: false })
    expect(mailsTo(shop(), purchase)).toHaveLength(1)
    expect(mailTo(shop(), purchase)!.text).toContain('$60.00')
  })
  test.each([
    ['authorize', 'void'],
    ['capture', 'refund'],
  ] as const)('also sends one mail if only the answer of the provider was lost (%s: %s)', async (way, call) => {
    const purchase = await paid(shop(), way)
    await expires(shop(), purchase)
    shop().fake.fails(call, 'after')
    await shop().runJob()
    expect(mailsTo(shop(), purchase)).toEqual([])
    await becomesDue(shop(), purchase)
    await shop().runJob()
    expect(atProvider(shop(), purchase).returns).toBe(call === 'refund' ? 1 : 0)
    expect(mailsTo(shop(), purchase)).toHaveLength(1)
  })
  test('finds money that the gateway has not stored', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    shop().fake.fails('authorize', 'after')
    await authorizes(shop(), purchase)
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'created' })
    await expires(shop(), purchase)
    await shop().runJob()
    expect(atProvider(shop(), purchase).status).toBe('voided')
  })
  test('of several gateways at once releases once and sends one mail', async () => {
    const shops = await Promise.all([1, 2, 3].map(() => openShopWithPayments(shop().database, shop().fake)))
    const purchase = await paid(shop(), 'capture')
    await expires(shop(), purchase)
    shop().fake.fails('read', 'before')
    await shop().runJob() // it is abandoned, and all gateways have work to do
    await becomesDue(shop(), purchase)
    await Promise.all([...shops, shop()].map(one => one.runJob()))
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'refunded', returns: 1 })
    expect([...shops, shop()].flatMap(one => mailsTo(one, purchase))).toHaveLength(1)
    for (const { app } of shops) await app.close()
  })
  test('does not change the payment of an order', async () => {
    const purchase = await paid(shop())
    await orders(shop(), purchase)
    await expires(shop(), purchase)
    await shop().runJob()
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'captured', returns: 0 })
    expect(mailsTo(shop(), purchase)).toEqual([])
  })
}

function lateCases(shop: () => ShopWithPayments): void {
  test('checks for a day for money that a browser captures after the end', async () => {
    const purchase = await purchaseOf(shop().call, 'client')
    await begins(shop(), purchase)
    await expires(shop(), purchase, '20 hours')
    await shop().runJob()
    approves(shop(), purchase)
    await expires(shop(), purchase, '23 hours')
    await shop().runJob()
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'refunded', returns: 1 })
    await vi.waitFor(() => expect(mailsTo(shop(), purchase)).toHaveLength(1))
  })
  test('checks for a day for money of an approved order that a browser captures after the end', async () => {
    const purchase = await purchaseOf(shop().call, 'client')
    await begins(shop(), purchase)
    shop().fake.approves(purchase.id!)
    await expires(shop(), purchase, '20 hours')
    await shop().runJob()
    shop().fake.takes(purchase.id!)
    await expires(shop(), purchase, '23 hours')
    await shop().runJob()
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'refunded', returns: 1 })
  })
  test('stops checking after a day', async () => {
    const purchase = await purchaseOf(shop().call, 'client')
    await begins(shop(), purchase)
    await expires(shop(), purchase, '25 hours')
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ended', email: null, due: false })
  })
}

const grocer = 'grocer@example.com'

const problemOf = async ({ database }: ShopWithPayments, { body }: Purchase): Promise<string | null> => {
  const [row] = await queryRows<{ problem: string | null }>(
    database,
    sql`select problem from payments where request_id = ${body.requestId}`,
  )
  return row!.problem
}

function failureCases(shop: () => ShopWithPayments): void {
  /** A gateway on the same database and provider whose log can be read. */
  const logging = async (level = 'warn') => {
    const lines: string[] = []
    const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
    const logger = { level, stream }
    return { logged: await openShopWithPayments(shop().database, shop().fake, { logger, shopEmail: grocer }), lines }
  }
  test('continues after a payment that fails, retries it, and logs no personal data', async () => {
    const { logged, lines } = await logging()
    const [bad, good] = [await paid(logged), await paid(logged)]
    await expires(logged, bad)
    await logged.database.execute(sql`
      update payments set next_check_at = next_check_at - interval '1 minute' where request_id = ${bad.body.requestId}`)
    await expires(logged, good)
    logged.fake.fails('void', 'before')
    await logged.runJob()
    const statuses = [bad, good].map(one => atProvider(logged, one).status)
    expect(statuses.toSorted()).toEqual(['authorized', 'voided'])
    expect(lines.join('')).toContain('Settling a payment failed')
    expect(lines.join('')).toContain('"code":"BROKEN"')
    expect(lines.join('')).not.toContain('Settling due payments failed')
    const { sessionId, requestId, customer } = bad.body
    for (const secret of [sessionId, requestId, bad.id!, customer.email]) expect(lines.join('')).not.toContain(secret)
    for (const one of [bad, good]) await expires(logged, one)
    await logged.runJob()
    for (const one of [bad, good]) expect(atProvider(logged, one).status).toBe('voided')
    await logged.app.close()
  })
  test('reports money that was taken and money that was returned, once each', async () => {
    const { logged, lines } = await logging('info')
    const [taken, ended] = [await paid(logged), await paid(logged)]
    expect((await orders(logged, taken)).body.statusCode).toBe(200)
    await vi.waitFor(async () => expect(await rowOf(logged, taken)).toMatchObject({ state: 'captured' }))
    const reported = () => lines.flatMap(line => /"event":"(payment\.(?:captured|released))"/.exec(line)?.[1] ?? [])
    await vi.waitFor(() => expect(reported()).toEqual(['payment.captured']))
    await expires(logged, ended)
    await logged.runJob()
    await logged.runJob()
    await vi.waitFor(() => expect(reported()).toEqual(['payment.captured', 'payment.released']))
    expect(lines.join('')).toContain(`"payment":"${atProvider(logged, taken).captureId}"`)
    await logged.app.close()
  })
  test('tries a capture again after 1, 2, 4 … 60 minutes', async () => {
    const { logged } = await logging()
    const purchase = await paid(logged)
    const waits: number[] = []
    const runsJobWithFault = async () => {
      await becomesDue(logged, purchase)
      logged.fake.fails('capture', 'before')
      await logged.runJob()
      const [row] = await queryRows<{ minutes: number }>(
        logged.database,
        sql`select ceil(extract(epoch from next_check_at - now()) / 60)::int as minutes from payments
          where request_id = ${purchase.body.requestId}`,
      )
      waits.push(row!.minutes)
    }
    logged.fake.fails('capture', 'before')
    await orders(logged, purchase)
    await vi.waitFor(async () => expect(await problemOf(logged, purchase)).toBe('BROKEN'))
    for (let attempt = 2; attempt <= 8; attempt += 1) await runsJobWithFault()
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60])
    await logged.runJob()
    expect(atProvider(logged, purchase).status).toBe('authorized') // it is not due
    await expires(logged, purchase)
    await logged.runJob()
    expect(atProvider(logged, purchase)).toMatchObject({ status: 'captured', charges: 1 })
    expect(logged.mails.filter(({ to }) => to === grocer)).toEqual([])
    await logged.app.close()
  })
  test('tries a capture again after a refusal that is not permanent', async () => {
    const purchase = await paid(shop())
    const refusal = new ProviderRefusal('Not yet.', 'PREVIOUS_REQUEST_IN_PROGRESS', false)
    shop().fake.meanwhile('capture', () => Promise.reject(refusal))
    await orders(shop(), purchase)
    await vi.waitFor(async () => expect(await problemOf(shop(), purchase)).toBe('PREVIOUS_REQUEST_IN_PROGRESS'))
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'authorized', attempts: 1 })
    await becomesDue(shop(), purchase)
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'captured' })
  })
  test('refunds the capture of an order that was cancelled meanwhile, which stays unpaid', async () => {
    const purchase = await paid(shop())
    shop().fake.fails('capture', 'before')
    const { orderId, orderNumber } = (await orders(shop(), purchase)).body.data
    await vi.waitFor(async () => expect(await problemOf(shop(), purchase)).toBe('BROKEN'))
    shop().fake.meanwhile('capture', () => orderCommands['order-status'](shop().database, [orderNumber, 'cancelled']))
    await becomesDue(shop(), purchase)
    await shop().runJob()
    await shop().runJob()
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'refunded', returns: 1 })
    const [order] = await queryRows(shop().database, sql`select payment_status from orders where id = ${orderId}`)
    expect(order).toEqual({ payment_status: 'authorized' })
    const { requestId, sessionId } = purchase.body
    const { data } = (await shop().call('findOrder', { params: { requestId, sessionId } })).body
    expect(data.payment).toMatchObject({ isReturned: true })
    await vi.waitFor(() => expect(mailTo(shop(), purchase)?.text).toContain('You won’t be charged $60.00.'))
  })
  test('ends a capture that is refused permanently, and notifies the grocer once', async () => {
    const { logged, lines } = await logging()
    const purchase = await paid(logged)
    atProvider(logged, purchase).isRefused = true
    const { orderNumber } = (await orders(logged, purchase)).body.data
    await vi.waitFor(async () => expect(await problemOf(logged, purchase)).toBe('AUTHORIZATION_VOIDED'))
    expect(await rowOf(logged, purchase)).toMatchObject({ state: 'failed', due: false })
    await logged.runJob()
    await logged.runJob()
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
      [null, 'failed', 'authorized'],
    ] as const) {
      const purchase = await paid(shop())
      atProvider(shop(), purchase).isReviewed = true
      const { orderId } = (await orders(shop(), purchase)).body.data
      await vi.waitFor(async () => expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'pending' }))
      await expires(shop(), purchase)
      await shop().runJob()
      expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'pending', due: false })
      expect((await authorizes(shop(), purchase)).status).toBe(502) // its cart is gone, its order stays
      expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'pending' })
      if (status === null) shop().fake.orders.delete(purchase.id!)
      else atProvider(shop(), purchase).status = status
      await expires(shop(), purchase)
      await shop().runJob()
      expect(await rowOf(shop(), purchase)).toMatchObject({ state })
      const [order] = await queryRows(shop().database, sql`select payment_status from orders where id = ${orderId}`)
      expect(order).toEqual({ payment_status: paymentStatus })
    }
  })
  test('does not read a payment that it has just captured', async () => {
    const purchase = await paid(shop())
    shop().fake.fails('capture', 'before')
    await orders(shop(), purchase)
    await vi.waitFor(async () => expect(await problemOf(shop(), purchase)).toBe('BROKEN'))
    await becomesDue(shop(), purchase)
    shop().fake.fails('read', 'before')
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'captured', attempts: 0 })
    shop().fake.recovers()
  })
  test('keeps a payment captured if the provider permanently refuses to read it', async () => {
    const purchase = await paid(shop(), 'capture')
    await orders(shop(), purchase)
    await vi.waitFor(async () => expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'captured' }))
    await expires(shop(), purchase)
    shop().fake.meanwhile('read', () => Promise.reject(new ProviderRefusal('No.', 'PERMISSION_DENIED', true)))
    await shop().runJob()
    expect(await problemOf(shop(), purchase)).toBe('PERMISSION_DENIED')
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'captured', attempts: 1 })
    shop().fake.orders.delete(purchase.id!) // the provider no longer knows it
    await becomesDue(shop(), purchase)
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'captured', attempts: 0 })
  })
  test('refunds the capture of a cancelled order that came between its reading and its void', async () => {
    const purchase = await paid(shop())
    shop().fake.fails('capture', 'before')
    const { orderNumber } = (await orders(shop(), purchase)).body.data
    await vi.waitFor(async () => expect(await problemOf(shop(), purchase)).toBe('BROKEN'))
    await orderCommands['order-status'](shop().database, [orderNumber, 'cancelled'])
    const order = atProvider(shop(), purchase)
    shop().fake.meanwhile('read', async () =>
      Object.assign(order, { status: 'captured', captureId: `IN-FLIGHT-${purchase.id}`, charges: 1 }),
    )
    await shop().runJob()
    expect(order).toMatchObject({ status: 'refunded', returns: 1 })
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ended' })
  })
  test('ends a payment without an order after its void, without another request to the provider', async () => {
    const purchase = await paid(shop())
    await expires(shop(), purchase)
    shop().fake.meanwhile('read', async () => shop().fake.fails('read', 'before'))
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ended', attempts: 0 })
    shop().fake.recovers()
  })
  test.each([null, 'voided', 'refunded'] as const)('ends a payment whose order is %s at the provider', async status => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    if (status === null) shop().fake.orders.delete(purchase.id!)
    else atProvider(shop(), purchase).status = status
    await passes(shop(), purchase, 300)
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ended', held: 0, attempts: 0 })
  })
  test('ends a payment that was never created at the provider, without asking for it and without a mail', async () => {
    const purchase = await purchaseOf(shop().call)
    shop().fake.fails('create', 'before')
    await begins(shop(), purchase)
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'creating', held: 1 })
    await passes(shop(), purchase, 300)
    shop().fake.fails('read', 'before')
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ended', held: 0, attempts: 0 })
    expect(mailsTo(shop(), purchase)).toEqual([])
    shop().fake.recovers()
  })
  test('does nothing without a payment provider', async () => {
    const none = await openShopWithPayments(shop().database, shop().fake, { provider: undefined })
    const purchase = await paid(shop())
    await expires(shop(), purchase)
    await none.runJob()
    expect(atProvider(shop(), purchase).status).toBe('authorized')
    await shop().runJob()
    await none.app.close()
  })
}
