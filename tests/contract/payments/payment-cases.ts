import { sql } from 'drizzle-orm'
import { assert } from 'superstruct'
import { describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes'
import type { Database } from '#gateway/database/database'
import {
  bearerHeaders,
  cartWith,
  caseStore,
  lineOf,
  logIn,
  newCustomer,
  newRequestId,
  orderOf,
  shelf,
  soft,
} from '../gateway/given.ts'
import { endingCases } from './payment-ending-cases.ts'
import { crashCases } from './payment-crash-cases.ts'
import { raceCases } from './payment-race-cases.ts'
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
  paymentOf,
  purchaseOf,
  rowOf,
  stockOf,
  shopWithPaymentsOn,
  usesOf,
  type Purchase,
  type ShopWithPayments,
  type Way,
} from './payment-given.ts'

/** Online payments, with a scripted provider. */
export function paymentCases(database: () => Database): void {
  const shop = shopWithPaymentsOn(database)
  describe('a new payment', () => {
    beginningCases(shop)
    keyCases(shop)
    browserOrderCases(shop)
  })
  describe('an approved payment', () => {
    authorizingCases(shop)
    capturedCases(shop)
  })
  describe('an order that is paid online', () => {
    orderCases(shop)
    refusedOrderCases(shop)
  })
  endingCases(shop)
  raceCases(shop)
  crashCases(shop)
}

const otherKey = { status: 409, body: { statusCode: 409, message: 'This requestId was used for another request.' } }
const ended = soft(410, 'This payment has ended. Nothing was charged. Please pay again.')
const noAnswer = {
  status: 502,
  body: { statusCode: 502, message: 'The payment provider did not answer. Please try again.' },
}

/** A purchase of the last unit of a product. */
async function lastOf(shop: ShopWithPayments): Promise<Purchase> {
  const { sessionId } = (await shop.call('addLine', { body: lineOf(shelf.last, { quantity: 2 }) })).body.data
  return { body: orderOf(sessionId, 80), headers: {}, way: 'authorize', id: null }
}

function beginningCases(shop: () => ShopWithPayments): void {
  test('creates an order of the total at the provider', async () => {
    const purchase = await purchaseOf(shop().call, 'authorize', { total: 54, couponCode: 'TEN' })
    const { body } = await begins(shop(), purchase)
    assert(body, routes.beginPayment.answer)
    expect(body.data).toEqual({ id: purchase.id, amount: 54, currency: 'AUD' })
    const { requestId: reference } = purchase.body
    expect(atProvider(shop(), purchase)).toMatchObject({ amount: 5400, reference, intent: 'authorize' })
  })
  test('reserves stock for its shopper only, until it ends', async () => {
    const [first, second] = [await lastOf(shop()), await lastOf(shop())]
    expect((await begins(shop(), first)).body.statusCode).toBe(200)
    expect(await begins(shop(), second)).toEqual(soft(409, 'Salak is out of stock.', { about: 'stock', left: 0 }))
    expect(await shop().call('placeOrder', { body: second.body })).toEqual(soft(409, /^Salak is out/, 'stock'))
    await expires(shop(), first)
    await shop().runJob()
    expect(await stockOf(shop(), shelf.last)).toBe(2)
    expect((await begins(shop(), second)).body.statusCode).toBe(200) // a refusal does not settle the key here
    await expires(shop(), second)
    await shop().runJob()
  })
  test('keeps its prices until it is ordered', async () => {
    const price = (cents: number) => shop().database.execute(sql`update products set price = ${cents} where id = 10`)
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    await price(7000)
    approves(shop(), purchase)
    await authorizes(shop(), purchase)
    const { body } = await orders(shop(), purchase)
    await price(6000)
    expect(body.data).toMatchObject({ total: 60, lines: [{ productPrice: 60, totalPrice: 60 }] })
  })
  test('counts its coupon and releases the coupon use when it ends', async () => {
    const more = { couponCode: 'once', total: 59 }
    const [first, second] = [
      await purchaseOf(shop().call, 'authorize', more),
      await purchaseOf(shop().call, 'authorize', more),
    ]
    await begins(shop(), first)
    expect(await begins(shop(), second)).toEqual(soft(409, 'This coupon can’t be used for this order.', 'coupon'))
    await expires(shop(), first)
    await shop().runJob()
    expect(await usesOf(shop(), 'ONCE')).toBe(0)
  })
  test('replaces an earlier one of its session: a shopper’s own reservation does not make a product out of stock', async () => {
    const first = await lastOf(shop())
    await begins(shop(), first)
    const second = { ...first, body: { ...orderOf(first.body.sessionId, 80) }, id: null }
    expect((await begins(shop(), second)).body.statusCode).toBe(200)
    approves(shop(), first)
    expect(await authorizes(shop(), first)).toEqual(ended)
    expect(await begins(shop(), first)).toEqual(ended)
    expect(await stockOf(shop(), shelf.last)).toBe(0)
    await expires(shop(), second)
    await shop().runJob()
  })
  test('is refused with all conflicts at once and reserves nothing', async () => {
    const sessionId = await cartWith(shop().call, [shelf.coconut, 1])
    const body = orderOf(sessionId, 10, { couponCode: 'SPENT', deliveryFee: 1 })
    const before = await stockOf(shop(), shelf.coconut)
    const purchase: Purchase = { body, headers: {}, way: 'authorize', id: null }
    expect(await begins(shop(), purchase)).toEqual(soft(409, /^Add \$20\.00 more/, 'minimum', 'coupon', 'fee'))
    expect(await stockOf(shop(), shelf.coconut)).toBe(before)
    expect(await rowOf(shop(), purchase)).toBeUndefined()
    expect(shop().fake.of(body.requestId)).toEqual([])
  })
  test('is refused when there is nothing to pay', async () => {
    const purchase = await purchaseOf(shop().call, 'authorize', { total: 0, couponCode: 'HUGE' })
    expect(await begins(shop(), purchase)).toEqual(soft(409, /^There is nothing to pay online\./))
  })
  test('with an invalid order is a bad request', async () => {
    const { call } = shop()
    const purchase = await purchaseOf(call)
    const wrong = { ...paymentOf(purchase), deliveryMethod: 'rocket' }
    expect(await call('beginPayment', { body: wrong })).toMatchObject({ status: 400 })
    expect(await call('beginPayment', { body: { ...paymentOf(purchase), intent: 'steal' } })).toMatchObject({
      status: 400,
    })
    expect(await call('placeOrder', { body: { ...purchase.body, payment: { method: 'online' } } })).toMatchObject({
      status: 400,
    })
  })
}

function keyCases(shop: () => ShopWithPayments): void {
  test('returns the same answer for a repeated or concurrent key and creates one order at the provider', async () => {
    const purchase = await purchaseOf(shop().call)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => begins(shop(), purchase)))
    for (const answer of [...answers, await begins(shop(), purchase)]) expect(answer).toEqual(answers[0])
    expect(answers[0]!.body.statusCode).toBe(200)
    expect(shop().fake.of(purchase.body.requestId)).toHaveLength(1)
  })
  test('refuses its key with another body, another intent or another shopper', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    const body = paymentOf(purchase)
    const { headers } = await newCustomer(shop().call)
    const elsewhere = { ...body, sessionId: await cartWith(shop().call, [shelf.beef, 1]) }
    expect(await shop().call('beginPayment', { body: { ...body, comment: 'More' } })).toEqual(otherKey)
    expect(await shop().call('beginPayment', { body: { ...body, intent: 'capture' } })).toEqual(otherKey)
    expect(await shop().call('beginPayment', { body: { ...body, providerOrderId: 'X' } })).toEqual(otherKey)
    expect(await shop().call('beginPayment', { body: elsewhere })).toEqual(otherKey)
    expect(await shop().call('beginPayment', { body: elsewhere, headers })).toEqual(otherKey)
  })
  test.each(['before', 'after'] as const)('continues on retry after the provider failed %s acting', async when => {
    const purchase = await purchaseOf(shop().call)
    shop().fake.fails('create', when)
    expect(await begins(shop(), purchase)).toEqual(noAnswer)
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'creating', held: 1 })
    expect((await begins(shop(), purchase)).body).toMatchObject({ statusCode: 200, data: { amount: 60 } })
    expect(shop().fake.of(purchase.body.requestId)).toHaveLength(1)
  })
  test('ends if the cart changes while the provider is asked', async () => {
    const purchase = await purchaseOf(shop().call)
    const { sessionId: mySessionId } = purchase.body
    shop().fake.meanwhile('create', () => shop().call('addLine', { body: lineOf(shelf.cheap, { mySessionId }) }))
    expect(await begins(shop(), purchase)).toEqual(ended)
    expect(await rowOf(shop(), purchase)).toMatchObject({ held: 0 })
  })
}

function browserOrderCases(shop: () => ShopWithPayments): void {
  test('adopts an order that the browser has created', async () => {
    const purchase = await purchaseOf(shop().call, 'client')
    const id = shop().fake.makes(6_000, { reference: purchase.body.requestId })
    const { body } = await begins(shop(), { ...purchase, id })
    purchase.id = id
    expect(body.data).toEqual({ id, amount: 60, currency: 'AUD' })
    expect(await begins(shop(), purchase)).toEqual({ status: 200, body })
    const other = await purchaseOf(shop().call, 'client')
    expect(await begins(shop(), { ...other, id: purchase.id })).toEqual(otherKey)
  })
  test('adopts an order that the buyer has approved already', async () => {
    const purchase = await purchaseOf(shop().call, 'client')
    const id = shop().fake.makes(6_000, { status: 'approved' })
    expect((await begins(shop(), { ...purchase, id })).body.data).toEqual({ id, amount: 60, currency: 'AUD' })
  })
  test.each([
    ['of another amount', { amount: 5999 }],
    ['in another currency', { currency: 'USD' }],
    ['that pays another account', { isOwn: false }],
    ['with the other intent', { intent: 'authorize' }],
    ['that was authorised already', { status: 'authorized', authorizationId: 'A' }],
    ['that was captured already', { status: 'captured', captureId: 'C' }],
    ['that was refunded', { status: 'refunded' }],
  ] as const)('refuses an order %s, and changes neither it nor the stock', async (_what, more) => {
    const { call, fake } = shop()
    const purchase = await purchaseOf(call, 'client')
    purchase.id = fake.makes(6000, more as object)
    const { status } = atProvider(shop(), purchase)
    expect(await begins(shop(), purchase)).toEqual(soft(409, /^The payment is for a different order\./))
    expect(await rowOf(shop(), purchase)).toBeUndefined()
    await shop().runJob()
    expect(atProvider(shop(), purchase).status).toBe(status)
  })
  test('refuses every order of a browser unless the settings allow them', async () => {
    const strict = await openShopWithPayments(shop().database, shop().fake, { acceptsBrowserOrders: false })
    const purchase = await purchaseOf(strict.call, 'client')
    expect(await begins(strict, purchase)).toEqual(soft(409, /^The payment is for a different order/))
    expect(await rowOf(strict, purchase)).toBeUndefined()
    expect((await begins(strict, await purchaseOf(strict.call))).body.statusCode).toBe(200)
    await strict.app.close()
  })
  test('is refused if the store takes no payments online', async () => {
    const store = await openShopWithPayments(shop().database, shop().fake, { store: caseStore })
    expect(await begins(store, await purchaseOf(store.call))).toEqual(
      soft(409, 'Online payment is not available yet. Please pay on delivery.'),
    )
    await store.app.close()
  })
  test('refuses an order that the provider does not know', async () => {
    const purchase = { ...(await purchaseOf(shop().call, 'client')), id: 'made-up' }
    expect((await begins(shop(), purchase)).body).toMatchObject({ statusCode: 409, data: null })
  })
  test('continues on retry when the provider did not answer', async () => {
    const purchase = await purchaseOf(shop().call, 'client')
    shop().fake.fails('read', 'before')
    expect(await begins(shop(), purchase)).toEqual(noAnswer)
    expect((await begins(shop(), purchase)).body.statusCode).toBe(200)
    approves(shop(), purchase)
    expect((await begins(shop(), purchase)).body.statusCode).toBe(200) // the key is known, whatever the payment's state
    expect((await authorizes(shop(), purchase)).body).toMatchObject({ data: { status: 'captured' } })
  })
}

function authorizingCases(shop: () => ShopWithPayments): void {
  test('is authorised after the approval, and a retry returns the same answer', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    expect(await authorizes(shop(), purchase)).toEqual(soft(412, /^This payment has not been approved yet\./))
    approves(shop(), purchase)
    const answers = await Promise.all([1, 2, 3].map(() => authorizes(shop(), purchase)))
    const { id } = purchase
    const expected = { status: 200, body: { statusCode: 200, data: { id, status: 'authorized' } } }
    for (const answer of [...answers, await authorizes(shop(), purchase)]) expect(answer).toEqual(expected)
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'authorized', charges: 0 })
  })
  test('that is declined stays open for another card', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    atProvider(shop(), purchase).isDeclined = true
    const asked = vi.spyOn(shop().fake, 'authorize')
    for (const _card of ['first', 'second'])
      expect(await authorizes(shop(), purchase)).toEqual(
        soft(402, /^Your payment was declined\. You haven’t been charged\./),
      )
    atProvider(shop(), purchase).isDeclined = false
    expect((await authorizes(shop(), purchase)).body.statusCode).toBe(200)
    // a provider repeats the answer of a key, also a decline
    expect(new Set(asked.mock.calls.map(([, key]) => key)).size).toBe(3)
    asked.mockRestore()
  })
  test('is unknown without its id, and a customer’s also without their token', async () => {
    const { call } = shop()
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers: mine.headers })).body.data
    const purchase: Purchase = { body: orderOf(sessionId, 60), headers: mine.headers, way: 'authorize', id: null }
    await begins(shop(), purchase)
    approves(shop(), purchase)
    const unknown = { status: 404, body: { statusCode: 404, message: 'This payment does not exist.' } }
    expect(await authorizes(shop(), { ...purchase, id: 'made-up' })).toEqual(unknown)
    for (const headers of [{}, other.headers])
      expect(await authorizes(shop(), { ...purchase, headers })).toEqual(unknown)
    expect((await authorizes(shop(), purchase)).body.statusCode).toBe(200)
  })
  test('of a guest is authorised, or ended, after they have logged in', async () => {
    const { headers } = await newCustomer(shop().call)
    const [kept, closed] = [await purchaseOf(shop().call), await purchaseOf(shop().call)]
    for (const one of [kept, closed]) await begins(shop(), one)
    approves(shop(), kept)
    expect((await authorizes(shop(), { ...kept, headers })).body.statusCode).toBe(200)
    expect((await shop().call('endPayment', { params: { id: closed.id! }, headers })).status).toBe(200)
    expect(await rowOf(shop(), closed)).toMatchObject({ held: 0 })
  })
  test('ends if the cart was ordered or changed', async () => {
    const change = sql`update cart_lines set quantity = 2 where session_id = `
    for (const query of [change, sql`delete from carts where session_id = `]) {
      const purchase = await purchaseOf(shop().call)
      await begins(shop(), purchase)
      approves(shop(), purchase)
      await shop().database.execute(sql`${query}${purchase.body.sessionId}`)
      expect(await authorizes(shop(), purchase)).toEqual(
        soft(409, /^Your cart has changed in the meantime\..*Nothing was charged\.$/, 'cart'),
      )
      expect(atProvider(shop(), purchase).status).toBe('approved')
      expect(await authorizes(shop(), purchase)).toEqual(ended)
      expect(await rowOf(shop(), purchase)).toMatchObject({ held: 0, email: null })
    }
    const purchase = await purchaseOf(shop().call, 'capture')
    await begins(shop(), purchase)
    await shop().database.execute(sql`${change}${purchase.body.sessionId}`)
    expect(await authorizes(shop(), purchase)).toEqual(soft(409, /If you were charged, you’ll be refunded\.$/, 'cart'))
  })
  test.each(['before', 'after'] as const)('continues on retry after the provider failed %s acting', async when => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    shop().fake.fails('authorize', when)
    expect(await authorizes(shop(), purchase)).toEqual(noAnswer)
    expect((await authorizes(shop(), purchase)).body.statusCode).toBe(200)
  })
  test('that the provider reviews does not count as paid until it has decided', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    atProvider(shop(), purchase).isReviewed = true
    const open = { status: 502, body: { statusCode: 502, message: expect.stringContaining('still checking') } }
    expect(await authorizes(shop(), purchase)).toEqual(open)
    expect(await orders(shop(), purchase)).toEqual(open)
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'pending', held: 1 })
    const order = atProvider(shop(), purchase)
    order.status = 'voided'
    expect((await authorizes(shop(), purchase)).body.statusCode).toBe(412)
    shop().fake.orders.delete(order.id)
    expect((await authorizes(shop(), purchase)).body.statusCode).toBe(412)
    shop().fake.orders.set(order.id, order)
    order.status = 'authorized'
    expect((await authorizes(shop(), purchase)).body.data).toMatchObject({ status: 'authorized' })
    expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
  })
  test('that the provider reviews is released if it is decided too late', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    atProvider(shop(), purchase).isReviewed = true
    await authorizes(shop(), purchase)
    await expires(shop(), purchase, '2 days')
    await shop().runJob()
    expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'ending', held: 0 })
    atProvider(shop(), purchase).status = 'authorized'
    await expires(shop(), purchase)
    await shop().runJob()
    expect(atProvider(shop(), purchase).status).toBe('voided')
  })
  test('is released at once if it ended while the provider was asked', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    const { sessionId: mySessionId } = purchase.body
    shop().fake.meanwhile('authorize', () => shop().call('addLine', { body: lineOf(shelf.cheap, { mySessionId }) }))
    expect(await authorizes(shop(), purchase)).toEqual(ended)
    await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe('voided'))
  })
  test('is released if the provider authorizes another amount', async () => {
    const purchase = await purchaseOf(shop().call)
    await begins(shop(), purchase)
    approves(shop(), purchase)
    atProvider(shop(), purchase).amount = 1
    expect(await authorizes(shop(), purchase)).toEqual(
      soft(409, 'The payment is for a different order. Nothing was charged. Please pay again.'),
    )
    await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe('voided'))
    // the answer has said so: no mail does
    await shop().runJob()
    expect(shop().mails.filter(({ to }) => to === purchase.body.customer.email)).toEqual([])
  })
}

function capturedCases(shop: () => ShopWithPayments): void {
  test.each(['capture', 'client'] as const)('captured by the browser (%s) is only read', async way => {
    const purchase = await purchaseOf(shop().call, way)
    await begins(shop(), purchase)
    expect(await authorizes(shop(), purchase)).toMatchObject({ body: { statusCode: 412 } })
    shop().fake.approves(purchase.id!)
    expect(await authorizes(shop(), purchase)).toMatchObject({ body: { statusCode: 412 } })
    shop().fake.takes(purchase.id!)
    expect((await authorizes(shop(), purchase)).body.data).toEqual({ id: purchase.id, status: 'captured' })
  })
  test('is not approved if the provider no longer knows its order', async () => {
    const purchase = await purchaseOf(shop().call, 'capture')
    await begins(shop(), purchase)
    shop().fake.orders.delete(purchase.id!)
    expect(await authorizes(shop(), purchase)).toMatchObject({ status: 200, body: { statusCode: 412 } })
  })
  test('is refunded if the browser captured another amount', async () => {
    const purchase = await purchaseOf(shop().call, 'client')
    await begins(shop(), purchase)
    atProvider(shop(), purchase).amount = 1
    approves(shop(), purchase)
    expect(await authorizes(shop(), purchase)).toEqual(soft(409, /If you were charged, you’ll be refunded/))
    await vi.waitFor(() => expect(atProvider(shop(), purchase)).toMatchObject({ status: 'refunded', returns: 1 }))
  })
  test('is refunded at once if captured after its end', async () => {
    const purchase = await purchaseOf(shop().call, 'capture')
    await begins(shop(), purchase)
    await shop().call('addLine', { body: lineOf(shelf.cheap, { mySessionId: purchase.body.sessionId }) })
    await shop().runJob()
    approves(shop(), purchase)
    const voided = vi.spyOn(shop().fake, 'void')
    expect(await authorizes(shop(), purchase)).toEqual(
      soft(410, 'This payment has ended. If you were charged, you’ll be refunded. Please pay again.'),
    )
    await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe('refunded'))
    expect(voided.mock.calls.filter(([id]) => id === null)).toEqual([]) // nothing was authorised
    voided.mockRestore()
  })
}

function orderCases(shop: () => ShopWithPayments): void {
  test.each<[Way, string]>([
    ['authorize', 'authorized'],
    ['capture', 'captured'],
    ['client', 'captured'],
  ])('(%s) is placed once, says how it was paid, and the authorised amount is captured', async (way, status) => {
    const before = await stockOf(shop(), shelf.beef)
    const purchase = await paid(shop(), way, { couponCode: 'TEN', total: 54, comment: 'Ring' })
    const answers = await Promise.all([1, 2, 3].map(() => orders(shop(), purchase)))
    for (const answer of [...answers, await orders(shop(), purchase)]) expect(answer).toEqual(answers[0])
    const { body } = answers[0]!
    assert(body, routes.placeOrder.answer)
    expect(body.data).toMatchObject({ subtotal: 60, discount: 6, couponCode: 'TEN', total: 54, comment: 'Ring' })
    expect(body.data.payment).toEqual({ method: 'online', status, providerOrderId: purchase.id })
    await vi.waitFor(async () => expect(await rowOf(shop(), purchase)).toMatchObject({ state: 'captured', held: 0 }))
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'captured', charges: 1, returns: 0 })
    expect(await stockOf(shop(), shelf.beef)).toBe(before - 1)
    expect((await shop().call('cart', { params: { sessionId: purchase.body.sessionId } })).body.listData).toEqual([])
    expect((await begins(shop(), purchase)).body.data.id).toBe(purchase.id)
    expect((await authorizes(shop(), purchase)).body.data.status).toBe('captured')
  })
  test('of a customer says that it was captured', async () => {
    const { call } = shop()
    const { headers } = await newCustomer(call)
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers })).body.data
    const purchase: Purchase = { body: orderOf(sessionId, 60), headers, way: 'authorize', id: null }
    await begins(shop(), purchase)
    approves(shop(), purchase)
    await authorizes(shop(), purchase)
    const { orderId } = (await orders(shop(), purchase)).body.data
    await vi.waitFor(async () => {
      const { data } = (await call('order', { params: { id: orderId }, headers })).body
      expect(data.payment).toEqual({ method: 'online', status: 'captured', providerOrderId: purchase.id })
    })
  })
  test('is refused while unpaid, and can be retried', async () => {
    for (const way of ['authorize', 'capture'] as const) {
      const purchase = await purchaseOf(shop().call, way)
      await begins(shop(), purchase)
      expect(await orders(shop(), purchase)).toEqual(soft(412, /^This payment has not been approved yet/))
      approves(shop(), purchase)
      if (way === 'authorize') {
        expect(await orders(shop(), purchase)).toMatchObject({ body: { statusCode: 412 } })
        expect(atProvider(shop(), purchase).status).toBe('approved')
      }
      if (way === 'authorize') await authorizes(shop(), purchase) // otherwise placing the order checks it
      expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
    }
  })
  test('is scheduled for its capture with the order: a gateway that ends in between loses nothing', async () => {
    const purchase = await paid(shop())
    let row: Awaited<ReturnType<typeof rowOf>>
    shop().fake.meanwhile('capture', async () => void (row = await rowOf(shop(), purchase)))
    expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
    await vi.waitFor(() => expect(row).toMatchObject({ state: 'authorized', due: true }))
  })
  test('that was captured before is not read again at the provider', async () => {
    const purchase = await paid(shop(), 'capture')
    const read = vi.spyOn(shop().fake, 'read')
    await orders(shop(), purchase)
    await shop().runJob()
    expect(read.mock.calls.filter(([id]) => id === purchase.id)).toEqual([])
    read.mockRestore()
  })
  test('is placed for a guest who has logged in since', async () => {
    const purchase = await paid(shop())
    const { email } = await newCustomer(shop().call)
    const { token } = (await logIn(shop().call, email, purchase.body.sessionId)).body
    const { body } = await orders(shop(), { ...purchase, headers: bearerHeaders(token) })
    expect(body).toMatchObject({ statusCode: 200 })
  })
  test.each(['before', 'after'] as const)('is captured by the job if the provider failed %s capturing', async when => {
    const purchase = await paid(shop())
    shop().fake.fails('capture', when)
    const { data } = (await orders(shop(), purchase)).body
    // the request's own capture continues after the answer, and schedules the next attempt when it fails
    await vi.waitFor(async () => expect(await rowOf(shop(), purchase)).toMatchObject({ attempts: 1 }))
    await becomesDue(shop(), purchase)
    await shop().runJob()
    expect(atProvider(shop(), purchase)).toMatchObject({ status: 'captured', charges: 1 })
    const [row] = await shop()
      .database.execute(sql`select payment_status from orders where id = ${data.orderId}`)
      .then(result => (result as unknown as { rows: { payment_status: string }[] }).rows)
    expect(row).toEqual({ payment_status: 'captured' })
  })
}

function refusedOrderCases(shop: () => ShopWithPayments): void {
  const other = 'This payment is not for this order. Please pay again.'
  test('by a payment that does not exist, or another shopper’s, which continues', async () => {
    const [mine, theirs] = [await paid(shop()), await paid(shop())]
    expect(await orders(shop(), { ...mine, id: 'made-up' })).toEqual(soft(409, other))
    const order = { ...(await purchaseOf(shop().call)), id: theirs.id }
    expect(await orders(shop(), order)).toEqual(soft(409, other))
    const stolen = { ...theirs, body: { ...theirs.body, sessionId: order.body.sessionId } }
    expect(await orders(shop(), stolen)).toEqual(soft(409, other))
    const earlier = await purchaseOf(shop().call)
    await begins(shop(), earlier)
    const later = { ...earlier, body: { ...earlier.body, requestId: newRequestId() } }
    await begins(shop(), later)
    expect(await orders(shop(), { ...later, id: earlier.id })).toEqual(soft(409, other))
    expect(atProvider(shop(), theirs).status).toBe('authorized')
    expect(await rowOf(shop(), theirs)).toMatchObject({ state: 'authorized', held: 1 })
  })
  test('is refused with another body than its payment', async () => {
    const purchase = await paid(shop())
    expect(await orders(shop(), { ...purchase, body: { ...purchase.body, comment: 'More' } })).toEqual(otherKey)
    expect((await orders(shop(), purchase)).body.statusCode).toBe(200)
  })
  test.each<[Way, string, string]>([
    ['authorize', 'Nothing was charged.', 'voided'],
    ['capture', 'You’ll be refunded.', 'refunded'],
  ])('(%s) is refused if the cart was changed: %s', async (way, words, status) => {
    const purchase = await paid(shop(), way)
    await shop().call('addLine', { body: lineOf(shelf.cheap, { mySessionId: purchase.body.sessionId }) })
    const answer = await orders(shop(), purchase)
    expect(answer).toEqual(soft(409, `Your cart has changed in the meantime. Please check it. ${words}`, 'cart'))
    await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe(status))
    expect(await orders(shop(), purchase)).toEqual(answer)
    expect(
      shop().mails.filter(({ to, subject }) => to === purchase.body.customer.email && subject.includes('cancelled')),
    ).toEqual([])
  })
  test('is refused if the cart is gone', async () => {
    const purchase = await paid(shop())
    await shop().database.execute(sql`delete from carts where session_id = ${purchase.body.sessionId}`)
    expect(await orders(shop(), purchase)).toEqual(soft(409, /^Your cart is empty.*Nothing was charged\.$/, 'cart'))
    await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe('voided'))
  })
  test('is refused if its payment has ended', async () => {
    const purchase = await paid(shop())
    await expires(shop(), purchase)
    await shop().runJob()
    expect(await orders(shop(), purchase)).toEqual(ended)
    expect(atProvider(shop(), purchase).status).toBe('voided')
  })
}
