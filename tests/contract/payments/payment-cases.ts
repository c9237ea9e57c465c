import { sql } from 'drizzle-orm'
import { assert } from 'superstruct'
import { describe, expect, test, vi } from 'vitest'
import { routes } from '#contract/routes'
import type { Database } from '#gateway/database/database'
import { cartWith, lineOf, logIn, newCustomer, bearerHeaders, orderOf, shelf, soft } from '../gateway/given.ts'
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
  openTill,
  orders,
  paid,
  paymentOf,
  purchaseOf,
  rowOf,
  stockOf,
  tillOn,
  usesOf,
  type Purchase,
  type Till,
  type Way,
} from './payment-given.ts'

/** Online payments, with a scripted provider. */
export function paymentCases(database: () => Database): void {
  const till = tillOn(database)
  describe('a new payment', () => {
    beginningCases(till)
    keyCases(till)
    browserOrderCases(till)
  })
  describe('an approved payment', () => {
    authorizingCases(till)
    capturedCases(till)
  })
  describe('an order that is paid online', () => {
    orderCases(till)
    refusedOrderCases(till)
  })
  endingCases(till)
  raceCases(till)
  crashCases(till)
}

const otherKey = { status: 409, body: { statusCode: 409, message: 'This requestId was used for another request.' } }
const ended = soft(410, 'This payment has ended. Nothing was charged. Please pay again.')
const noAnswer = {
  status: 502,
  body: { statusCode: 502, message: 'The payment provider did not answer. Please try again.' },
}

/** A purchase of the last unit of a product. */
async function lastOf(till: Till): Promise<Purchase> {
  const { sessionId } = (await till.call('addLine', { body: lineOf(shelf.last, { quantity: 2 }) })).body.data
  return { body: orderOf(sessionId, 80), headers: {}, way: 'authorize', id: null }
}

function beginningCases(till: () => Till): void {
  test('creates an order of the total at the provider', async () => {
    const purchase = await purchaseOf(till().call, 'authorize', { total: 54, couponCode: 'TEN' })
    const { body } = await begins(till(), purchase)
    assert(body, routes.beginPayment.answer)
    expect(body.data).toEqual({ id: purchase.id, amount: 54, currency: 'AUD' })
    const { requestId: reference } = purchase.body
    expect(atProvider(till(), purchase)).toMatchObject({ amount: 5400, reference, intent: 'authorize' })
  })
  test('reserves stock for its shopper only, until it ends', async () => {
    const [first, second] = [await lastOf(till()), await lastOf(till())]
    expect((await begins(till(), first)).body.statusCode).toBe(200)
    expect(await begins(till(), second)).toEqual(soft(409, 'Salak is out of stock.', { about: 'stock', left: 0 }))
    expect(await till().call('placeOrder', { body: second.body })).toEqual(soft(409, /^Salak is out/, 'stock'))
    await expires(till(), first)
    await till().sweep()
    expect(await stockOf(till(), shelf.last)).toBe(2)
    expect((await begins(till(), second)).body.statusCode).toBe(200) // a refusal does not settle the key here
    await expires(till(), second)
    await till().sweep()
  })
  test('keeps its prices until it is ordered', async () => {
    const price = (cents: number) => till().database.execute(sql`update products set price = ${cents} where id = 10`)
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    await price(7000)
    approves(till(), purchase)
    await authorizes(till(), purchase)
    const { body } = await orders(till(), purchase)
    await price(6000)
    expect(body.data).toMatchObject({ total: 60, lines: [{ productPrice: 60, totalPrice: 60 }] })
  })
  test('counts its coupon and uncounts it when it ends', async () => {
    const more = { couponCode: 'once', total: 59 }
    const [first, second] = [
      await purchaseOf(till().call, 'authorize', more),
      await purchaseOf(till().call, 'authorize', more),
    ]
    await begins(till(), first)
    expect(await begins(till(), second)).toEqual(soft(409, 'This coupon can’t be used for this order.', 'coupon'))
    await expires(till(), first)
    await till().sweep()
    expect(await usesOf(till(), 'ONCE')).toBe(0)
  })
  test('replaces an earlier one of its session: a shopper’s own reservation does not make a product out of stock', async () => {
    const first = await lastOf(till())
    await begins(till(), first)
    const second = { ...first, body: { ...orderOf(first.body.sessionId, 80) }, id: null }
    expect((await begins(till(), second)).body.statusCode).toBe(200)
    approves(till(), first)
    expect(await authorizes(till(), first)).toEqual(ended)
    expect(await begins(till(), first)).toEqual(ended)
    expect(await stockOf(till(), shelf.last)).toBe(0)
    await expires(till(), second)
    await till().sweep()
  })
  test('is refused with all conflicts at once and reserves nothing', async () => {
    const sessionId = await cartWith(till().call, [shelf.coconut, 1])
    const body = orderOf(sessionId, 10, { couponCode: 'SPENT', deliveryFee: 1 })
    const before = await stockOf(till(), shelf.coconut)
    const purchase: Purchase = { body, headers: {}, way: 'authorize', id: null }
    expect(await begins(till(), purchase)).toEqual(soft(409, /^Add \$20\.00 more/, 'minimum', 'coupon', 'fee'))
    expect(await stockOf(till(), shelf.coconut)).toBe(before)
    expect(await rowOf(till(), purchase)).toBeUndefined()
    expect(till().fake.of(body.requestId)).toEqual([])
  })
  test('is refused when there is nothing to pay', async () => {
    const purchase = await purchaseOf(till().call, 'authorize', { total: 0, couponCode: 'HUGE' })
    expect(await begins(till(), purchase)).toEqual(soft(409, /^There is nothing to pay online\./))
  })
  test('with an invalid order is a bad request', async () => {
    const { call } = till()
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

function keyCases(till: () => Till): void {
  test('returns the same answer for a repeated or concurrent key and creates one order at the provider', async () => {
    const purchase = await purchaseOf(till().call)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => begins(till(), purchase)))
    for (const answer of [...answers, await begins(till(), purchase)]) expect(answer).toEqual(answers[0])
    expect(answers[0]!.body.statusCode).toBe(200)
    expect(till().fake.of(purchase.body.requestId)).toHaveLength(1)
  })
  test('refuses its key with another body, another intent or another shopper', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    const body = paymentOf(purchase)
    const { headers } = await newCustomer(till().call)
    const elsewhere = { ...body, sessionId: await cartWith(till().call, [shelf.beef, 1]) }
    expect(await till().call('beginPayment', { body: { ...body, comment: 'More' } })).toEqual(otherKey)
    expect(await till().call('beginPayment', { body: { ...body, intent: 'capture' } })).toEqual(otherKey)
    expect(await till().call('beginPayment', { body: { ...body, providerOrderId: 'X' } })).toEqual(otherKey)
    expect(await till().call('beginPayment', { body: elsewhere })).toEqual(otherKey)
    expect(await till().call('beginPayment', { body: elsewhere, headers })).toEqual(otherKey)
  })
  test.each(['before', 'after'] as const)('continues on retry after the provider failed %s acting', async when => {
    const purchase = await purchaseOf(till().call)
    till().fake.fails('create', when)
    expect(await begins(till(), purchase)).toEqual(noAnswer)
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'creating', held: 1 })
    expect((await begins(till(), purchase)).body).toMatchObject({ statusCode: 200, data: { amount: 60 } })
    expect(till().fake.of(purchase.body.requestId)).toHaveLength(1)
  })
  test('ends if the cart changes while the provider is asked', async () => {
    const purchase = await purchaseOf(till().call)
    const { sessionId: mySessionId } = purchase.body
    till().fake.meanwhile('create', () => till().call('addLine', { body: lineOf(shelf.cheap, { mySessionId }) }))
    expect(await begins(till(), purchase)).toEqual(ended)
    expect(await rowOf(till(), purchase)).toMatchObject({ held: 0 })
  })
}

function browserOrderCases(till: () => Till): void {
  test('adopts an order that the browser has created', async () => {
    const purchase = await purchaseOf(till().call, 'client')
    const { body } = await begins(till(), purchase)
    expect(body.data).toEqual({ id: purchase.id, amount: 60, currency: 'AUD' })
    expect(await begins(till(), purchase)).toEqual({ status: 200, body })
    const other = await purchaseOf(till().call, 'client')
    expect(await begins(till(), { ...other, id: purchase.id })).toEqual(otherKey)
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
    const { call, fake } = till()
    const purchase = await purchaseOf(call, 'client')
    purchase.id = fake.makes(6000, more as object)
    const { status } = atProvider(till(), purchase)
    expect(await begins(till(), purchase)).toEqual(soft(409, /^The payment is for a different order\./))
    expect(await rowOf(till(), purchase)).toBeUndefined()
    await till().sweep()
    expect(atProvider(till(), purchase).status).toBe(status)
  })
  test('refuses every order of a browser unless the settings allow them', async () => {
    const strict = await openTill(till().database, till().fake, { acceptsBrowserOrders: false })
    const purchase = await purchaseOf(strict.call, 'client')
    expect(await begins(strict, purchase)).toEqual(soft(409, /^The payment is for a different order/))
    expect(await rowOf(strict, purchase)).toBeUndefined()
    await strict.app.close()
  })
  test('refuses an order that the provider does not know', async () => {
    const purchase = { ...(await purchaseOf(till().call, 'client')), id: 'made-up' }
    expect((await begins(till(), purchase)).body).toMatchObject({ statusCode: 409, data: null })
  })
  test('continues on retry when the provider did not answer', async () => {
    const purchase = await purchaseOf(till().call, 'client')
    till().fake.fails('read', 'before')
    expect(await begins(till(), purchase)).toEqual(noAnswer)
    expect((await begins(till(), purchase)).body.statusCode).toBe(200)
    approves(till(), purchase)
    expect((await begins(till(), purchase)).body.statusCode).toBe(200) // the key is known, whatever the payment's state
    expect((await authorizes(till(), purchase)).body).toMatchObject({ data: { status: 'captured' } })
  })
}

function authorizingCases(till: () => Till): void {
  test('is authorised after the approval, and a retry returns the same answer', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    expect(await authorizes(till(), purchase)).toEqual(soft(412, /^This payment has not been approved yet\./))
    approves(till(), purchase)
    const answers = await Promise.all([1, 2, 3].map(() => authorizes(till(), purchase)))
    const { id } = purchase
    const expected = { status: 200, body: { statusCode: 200, data: { id, status: 'authorized' } } }
    for (const answer of [...answers, await authorizes(till(), purchase)]) expect(answer).toEqual(expected)
    expect(atProvider(till(), purchase)).toMatchObject({ status: 'authorized', charges: 0 })
  })
  test('that is declined stays open for another card', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    atProvider(till(), purchase).isDeclined = true
    expect(await authorizes(till(), purchase)).toEqual(
      soft(402, /^Your payment was declined\. You haven’t been charged\./),
    )
    atProvider(till(), purchase).isDeclined = false
    expect((await authorizes(till(), purchase)).body.statusCode).toBe(200)
  })
  test('is unknown without its id, and a customer’s also without their token', async () => {
    const { call } = till()
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers: mine.headers })).body.data
    const purchase: Purchase = { body: orderOf(sessionId, 60), headers: mine.headers, way: 'authorize', id: null }
    await begins(till(), purchase)
    approves(till(), purchase)
    const unknown = { status: 404, body: { statusCode: 404, message: 'This payment does not exist.' } }
    expect(await authorizes(till(), { ...purchase, id: 'made-up' })).toEqual(unknown)
    for (const headers of [{}, other.headers])
      expect(await authorizes(till(), { ...purchase, headers })).toEqual(unknown)
    expect((await authorizes(till(), purchase)).body.statusCode).toBe(200)
  })
  test('ends if the cart was ordered or changed', async () => {
    const change = sql`update cart_lines set quantity = 2 where session_id = `
    for (const query of [change, sql`delete from carts where session_id = `]) {
      const purchase = await purchaseOf(till().call)
      await begins(till(), purchase)
      approves(till(), purchase)
      await till().database.execute(sql`${query}${purchase.body.sessionId}`)
      expect(await authorizes(till(), purchase)).toEqual(
        soft(409, /^Your cart has changed in the meantime\..*Nothing was charged\.$/, 'cart'),
      )
      expect(atProvider(till(), purchase).status).toBe('approved')
      expect(await authorizes(till(), purchase)).toEqual(ended)
      expect(await rowOf(till(), purchase)).toMatchObject({ held: 0, email: null })
    }
  })
  test.each(['before', 'after'] as const)('continues on retry after the provider failed %s acting', async when => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    till().fake.fails('authorize', when)
    expect(await authorizes(till(), purchase)).toEqual(noAnswer)
    expect((await authorizes(till(), purchase)).body.statusCode).toBe(200)
  })
  test('that the provider reviews does not count as paid until it has decided', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    atProvider(till(), purchase).isReviewed = true
    const open = { status: 502, body: { statusCode: 502, message: expect.stringContaining('still checking') } }
    expect(await authorizes(till(), purchase)).toEqual(open)
    expect(await orders(till(), purchase)).toEqual(open)
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'pending', held: 1 })
    atProvider(till(), purchase).status = 'authorized'
    expect((await authorizes(till(), purchase)).body.data).toMatchObject({ status: 'authorized' })
    expect((await orders(till(), purchase)).body.statusCode).toBe(200)
  })
  test('that the provider reviews is released if it is decided too late', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    atProvider(till(), purchase).isReviewed = true
    await authorizes(till(), purchase)
    await expires(till(), purchase, '2 days')
    await till().sweep()
    expect(await rowOf(till(), purchase)).toMatchObject({ state: 'ending', held: 0 })
    atProvider(till(), purchase).status = 'authorized'
    await expires(till(), purchase)
    await till().sweep()
    expect(atProvider(till(), purchase).status).toBe('voided')
  })
  test('is released at once if it ended while the provider was asked', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    const { sessionId: mySessionId } = purchase.body
    till().fake.meanwhile('authorize', () => till().call('addLine', { body: lineOf(shelf.cheap, { mySessionId }) }))
    expect(await authorizes(till(), purchase)).toEqual(ended)
    await vi.waitFor(() => expect(atProvider(till(), purchase).status).toBe('voided'))
  })
  test('is released if the provider authorizes another amount', async () => {
    const purchase = await purchaseOf(till().call)
    await begins(till(), purchase)
    approves(till(), purchase)
    atProvider(till(), purchase).amount = 1
    expect(await authorizes(till(), purchase)).toEqual(soft(409, /^The payment is for a different order/))
    await vi.waitFor(() => expect(atProvider(till(), purchase).status).toBe('voided'))
  })
}

function capturedCases(till: () => Till): void {
  test.each(['capture', 'client'] as const)('captured by the browser (%s) is only read', async way => {
    const purchase = await purchaseOf(till().call, way)
    await begins(till(), purchase)
    expect(await authorizes(till(), purchase)).toMatchObject({ body: { statusCode: 412 } })
    till().fake.approves(purchase.id!)
    expect(await authorizes(till(), purchase)).toMatchObject({ body: { statusCode: 412 } })
    till().fake.takes(purchase.id!)
    expect((await authorizes(till(), purchase)).body.data).toEqual({ id: purchase.id, status: 'captured' })
  })
  test('is refunded if the browser captured another amount', async () => {
    const purchase = await purchaseOf(till().call, 'client')
    await begins(till(), purchase)
    atProvider(till(), purchase).amount = 1
    approves(till(), purchase)
    expect(await authorizes(till(), purchase)).toEqual(soft(409, /If you were charged, you’ll be refunded/))
    await vi.waitFor(() => expect(atProvider(till(), purchase)).toMatchObject({ status: 'refunded', returns: 1 }))
  })
  test('is refunded at once if captured after its end', async () => {
    const purchase = await purchaseOf(till().call, 'capture')
    await begins(till(), purchase)
    await till().call('addLine', { body: lineOf(shelf.cheap, { mySessionId: purchase.body.sessionId }) })
    await till().sweep()
    approves(till(), purchase)
    expect(await authorizes(till(), purchase)).toEqual(
      soft(410, 'This payment has ended. If you were charged, you’ll be refunded. Please pay again.'),
    )
    await vi.waitFor(() => expect(atProvider(till(), purchase).status).toBe('refunded'))
  })
}

function orderCases(till: () => Till): void {
  test.each<[Way, string]>([
    ['authorize', 'authorized'],
    ['capture', 'captured'],
    ['client', 'captured'],
  ])('(%s) is placed once, says how it was paid, and the authorised amount is captured', async (way, status) => {
    const before = await stockOf(till(), shelf.beef)
    const purchase = await paid(till(), way, { couponCode: 'TEN', total: 54, comment: 'Ring' })
    const answers = await Promise.all([1, 2, 3].map(() => orders(till(), purchase)))
    for (const answer of [...answers, await orders(till(), purchase)]) expect(answer).toEqual(answers[0])
    const { body } = answers[0]!
    assert(body, routes.placeOrder.answer)
    expect(body.data).toMatchObject({ subtotal: 60, discount: 6, couponCode: 'TEN', total: 54, comment: 'Ring' })
    expect(body.data.payment).toEqual({ method: 'online', status, providerOrderId: purchase.id })
    await vi.waitFor(async () => expect(await rowOf(till(), purchase)).toMatchObject({ state: 'captured', held: 0 }))
    expect(atProvider(till(), purchase)).toMatchObject({ status: 'captured', charges: 1, returns: 0 })
    expect(await stockOf(till(), shelf.beef)).toBe(before - 1)
    expect((await till().call('cart', { params: { sessionId: purchase.body.sessionId } })).body.listData).toEqual([])
    expect((await begins(till(), purchase)).body.data.id).toBe(purchase.id)
    expect((await authorizes(till(), purchase)).body.data.status).toBe('captured')
  })
  test('of a customer says that it was captured', async () => {
    const { call } = till()
    const { headers } = await newCustomer(call)
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers })).body.data
    const purchase: Purchase = { body: orderOf(sessionId, 60), headers, way: 'authorize', id: null }
    await begins(till(), purchase)
    approves(till(), purchase)
    await authorizes(till(), purchase)
    const { orderId } = (await orders(till(), purchase)).body.data
    await vi.waitFor(async () => {
      const { data } = (await call('order', { params: { id: orderId }, headers })).body
      expect(data.payment).toEqual({ method: 'online', status: 'captured', providerOrderId: purchase.id })
    })
  })
  test('is refused while unpaid, and can be retried', async () => {
    for (const way of ['authorize', 'capture'] as const) {
      const purchase = await purchaseOf(till().call, way)
      await begins(till(), purchase)
      expect(await orders(till(), purchase)).toEqual(soft(412, /^This payment has not been approved yet/))
      approves(till(), purchase)
      if (way === 'authorize') await authorizes(till(), purchase) // otherwise placing the order checks it
      expect((await orders(till(), purchase)).body.statusCode).toBe(200)
    }
  })
  test('is placed for a guest who has logged in since', async () => {
    const purchase = await paid(till())
    const { email } = await newCustomer(till().call)
    const { token } = (await logIn(till().call, email, purchase.body.sessionId)).body
    const { body } = await orders(till(), { ...purchase, headers: bearerHeaders(token) })
    expect(body).toMatchObject({ statusCode: 200 })
  })
  test.each(['before', 'after'] as const)('is captured by the job if the provider failed %s capturing', async when => {
    const purchase = await paid(till())
    till().fake.fails('capture', when)
    const { data } = (await orders(till(), purchase)).body
    // the request's own capture continues after the answer, and schedules the next attempt when it fails
    await vi.waitFor(async () => expect(await rowOf(till(), purchase)).toMatchObject({ attempts: 1 }))
    await becomesDue(till(), purchase)
    await till().sweep()
    expect(atProvider(till(), purchase)).toMatchObject({ status: 'captured', charges: 1 })
    const [row] = await till()
      .database.execute(sql`select payment_status from orders where id = ${data.orderId}`)
      .then(result => (result as unknown as { rows: { payment_status: string }[] }).rows)
    expect(row).toEqual({ payment_status: 'captured' })
  })
}

function refusedOrderCases(till: () => Till): void {
  const other = 'This payment is not for this order. Please pay again.'
  test('by a payment that does not exist, or another shopper’s, which continues', async () => {
    const [mine, theirs] = [await paid(till()), await paid(till())]
    expect(await orders(till(), { ...mine, id: 'made-up' })).toEqual(soft(409, other))
    const order = { ...(await purchaseOf(till().call)), id: theirs.id }
    expect(await orders(till(), order)).toEqual(soft(409, other))
    const stolen = { ...theirs, body: { ...theirs.body, sessionId: order.body.sessionId } }
    expect(await orders(till(), stolen)).toEqual(soft(409, other))
    expect(atProvider(till(), theirs).status).toBe('authorized')
    expect(await rowOf(till(), theirs)).toMatchObject({ state: 'authorized', held: 1 })
  })
  test('is refused with another body than its payment', async () => {
    const purchase = await paid(till())
    expect(await orders(till(), { ...purchase, body: { ...purchase.body, comment: 'More' } })).toEqual(otherKey)
    expect((await orders(till(), purchase)).body.statusCode).toBe(200)
  })
  test.each<[Way, string, string]>([
    ['authorize', 'Nothing was charged.', 'voided'],
    ['capture', 'You’ll be refunded.', 'refunded'],
  ])('(%s) is refused if the cart was changed: %s', async (way, words, status) => {
    const purchase = await paid(till(), way)
    await till().call('addLine', { body: lineOf(shelf.cheap, { mySessionId: purchase.body.sessionId }) })
    const answer = await orders(till(), purchase)
    expect(answer).toEqual(soft(409, `Your cart has changed in the meantime. Please check it. ${words}`, 'cart'))
    await vi.waitFor(() => expect(atProvider(till(), purchase).status).toBe(status))
    expect(await orders(till(), purchase)).toEqual(answer)
    expect(
      till().mails.filter(({ to, subject }) => to === purchase.body.customer.email && subject.includes('cancelled')),
    ).toEqual([])
  })
  test('is refused if the cart is gone', async () => {
    const purchase = await paid(till())
    await till().database.execute(sql`delete from carts where session_id = ${purchase.body.sessionId}`)
    expect(await orders(till(), purchase)).toEqual(soft(409, /^Your cart is empty.*Nothing was charged\.$/, 'cart'))
    await vi.waitFor(() => expect(atProvider(till(), purchase).status).toBe('voided'))
  })
  test('is refused if its payment has ended', async () => {
    const purchase = await paid(till())
    await expires(till(), purchase)
    await till().sweep()
    expect(await orders(till(), purchase)).toEqual(ended)
    expect(atProvider(till(), purchase).status).toBe('voided')
  })
}
