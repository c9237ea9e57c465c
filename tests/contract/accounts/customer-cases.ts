import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import {
  address,
  bearerHeaders,
  cartWith,
  lineOf,
  logIn,
  newCustomer,
  newEmail,
  newRequestId,
  orderOf,
  shelf,
  soft,
  type Call,
  type Json,
  type Known,
} from '../gateway/given.ts'
import { favouriteCases } from './favourite-cases.ts'
import { revisionCases } from './revision-cases.ts'
import { shoppingListCases } from './shopping-list-cases.ts'
import { usualCases } from './usual-cases.ts'

/** Details and addresses of customers, for every gateway. */
export function customerCases(call: Call): void {
  describe('a customer’s details', () => updateCases(call))
  describe('an address book', () => addressCases(call))
  favouriteCases(call)
  revisionCases(call)
  shoppingListCases(call)
  usualCases(call)
  customerOrderCases(call)
}

/** Orders of customers, for every gateway. The fake gateway also passes these. */
export function customerOrderCases(call: Call): void {
  describe('the orders of a customer', () => orderCases(call))
  describe('the idempotency key of a customer’s request', () => keyCases(call))
}

const begin = async (call: Call, headers: Record<string, string>) =>
  (await call('begin', { params: { sessionId: 'null' }, headers })).body

function updateCases(call: Call): void {
  const person = (email: string) => ({ firstName: 'Ana', lastName: 'Lim', email, telephone: '0412345678' })
  const updating = ({ customerId, headers }: Pick<Known, 'customerId' | 'headers'>, body: object) =>
    call('updateCustomer', { params: { customerId }, body, headers })

  // Specification: 1.15, 3.26
  test('a changed name is in the new token and in later answers', async () => {
    const customer = await newCustomer(call)
    const { email } = customer
    const { body } = await updating(customer, person(email))
    assert(body, routes.updateCustomer.answer)
    const renewed = await begin(call, bearerHeaders(body.token!))
    expect(renewed.customerInfo).toEqual({ ...person(email), customerId: customer.customerId })
    expect((await logIn(call, email)).body.statusCode).toBe(200)
  })
  test('a logout revokes the earlier token of the same login', async () => {
    const customer = await newCustomer(call)
    const { token } = (await updating(customer, person(customer.email))).body
    await call('logout', { body: {}, headers: bearerHeaders(token) })
    const before = await call('begin', { params: { sessionId: 'null' }, headers: customer.headers })
    expect(before).toMatchObject({ status: 401 })
  })
  test('is not accessible to another customer', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    for (const customerId of [other.customerId, 'made-up']) {
      const answer = await updating({ customerId, headers: mine.headers }, person(newEmail()))
      expect(answer).toMatchObject({ status: 403, body: { statusCode: 403 } })
    }
    expect((await begin(call, other.headers)).customerInfo).toMatchObject({ firstName: 'Mei', email: other.email })
  })
  test('another email address is pending until its mailed link is opened', async () => {
    const customer = await newCustomer(call)
    const email = newEmail()
    const { body } = await updating(customer, person(email))
    assert(body, routes.updateCustomer.answer)
    expect(body.data).toEqual({ pendingEmail: email })
    expect((await begin(call, bearerHeaders(body.token!))).customerInfo).toMatchObject({
      firstName: 'Ana',
      email: customer.email,
    })
  })
  test('an email address with an account is refused; the case of one’s own may change', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    expect(await updating(mine, person(other.email.toUpperCase()))).toEqual(soft(409, /^An account with this email/))
    expect((await begin(call, mine.headers)).customerInfo).toMatchObject({ firstName: 'Mei', email: mine.email })
    expect((await updating(mine, person(mine.email.toUpperCase()))).body.statusCode).toBe(200)
  })
  test('is validated', async () => {
    const answer = await updating(await newCustomer(call), { ...person(newEmail()), telephone: '123' })
    const message = 'Phone number must be at least 8 characters'
    expect(answer).toEqual({ status: 400, body: { statusCode: 400, message } })
  })
}

function addressCases(call: Call): void {
  const home = { ...address, address1: '9 Hillview Road', firstName: 'Ana', telephone: '0412345678' }
  const saving = ({ headers }: Known, more = {}) => call('createAddress', { body: { ...home, ...more }, headers })
  const changing = ({ headers }: Known, addressId: string, more = {}) =>
    call('updateAddress', { body: { ...home, addressId, use: 'delivery', ...more }, headers })

  // Specification: 3.20, 7.1.23
  test('adds an address at the end', async () => {
    const customer = await newCustomer(call)
    const { body } = await saving(customer, { regionName: 'Elsewhere', countryName: 'Nowhere', lastName: ' ' })
    assert(body, routes.createAddress.answer)
    expect(body.data).toMatchObject({
      ...home,
      regionName: 'New South Wales',
      countryName: 'Australia',
      lastName: null,
    })
    const begun = await begin(call, customer.headers)
    expect(begun.deliveryAddress.map((one: Json) => one.addressId)).toEqual([customer.addressId, body.data.addressId])
    expect(begun.billingAddress.addressId).toBe(customer.addressId)
    expect((await logIn(call, customer.email)).body.data).toEqual(begun.deliveryAddress)
  })
  // Specification: 1.17
  test('has one billing address: the last one set', async () => {
    const customer = await newCustomer(call)
    const billing = async () => (await begin(call, customer.headers)).billingAddress.addressId
    const created = (await saving(customer, { use: 'billing' })).body.data.addressId
    expect(await billing()).toBe(created)
    await changing(customer, customer.addressId, { use: 'billing' })
    expect(await billing()).toBe(customer.addressId)
    for (const addressId of [customer.addressId, created]) {
      expect((await changing(customer, addressId)).body.statusCode).toBe(200)
      expect(await billing()).toBe(customer.addressId)
    }
    const racing = ['created', 'first'].map((_, at) =>
      changing(customer, at === 0 ? created : customer.addressId, { use: 'billing' }),
    )
    for (const { body } of await Promise.all(racing)) expect(body.statusCode).toBe(200)
    expect([created, customer.addressId]).toContain(await billing())
  })
  // Specification: 1.18, 7.1.24
  test('changes an address without moving it', async () => {
    const customer = await newCustomer(call)
    const { body } = await changing(customer, customer.addressId, { address1: '10 Hillview Road' })
    expect(body.data).toMatchObject({ addressId: customer.addressId, address1: '10 Hillview Road', firstName: 'Ana' })
    expect((await begin(call, customer.headers)).deliveryAddress).toEqual([body.data])
  })
  test('is not accessible to other shoppers', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    for (const addressId of [other.addressId, 'made-up']) {
      expect(await changing(mine, addressId)).toMatchObject({ status: 404, body: { statusCode: 404 } })
    }
    expect((await begin(call, other.headers)).billingAddress).toMatchObject(address)
  })
  // Specification: S.7.13
  test('requires delivery addresses to be in the delivery area, and no others', async () => {
    const customer = await newCustomer(call)
    const away = { city: 'Bondi', postCode: '2026' }
    expect(await saving(customer, away)).toEqual(soft(422, /Bondi 2026/))
    expect(await saving(customer, { ...away, use: 'delivery' })).toEqual(soft(422, /Bondi 2026/))
    expect(await changing(customer, customer.addressId, away)).toEqual(soft(422, /Bondi 2026/))
    expect((await saving(customer, { ...away, use: 'billing' })).body.statusCode).toBe(200)
  })
  test.each([
    ['Address 1 is required', { address1: '' }],
    ['Region/State is not one of this country', { regionId: 22 }],
    ['Phone number must be at least 8 characters', { telephone: '123' }],
    ['First name must be at most 100 characters', { firstName: 'x'.repeat(101) }],
  ])('%s', async (message, more) => {
    const customer = await newCustomer(call)
    const refusal = { status: 400, body: { statusCode: 400, message } }
    expect(await saving(customer, more)).toEqual(refusal)
    expect(await changing(customer, customer.addressId, more)).toEqual(refusal)
  })
  test('holds at most thirty addresses', async () => {
    const customer = await newCustomer(call)
    const answers = await Promise.all(Array.from({ length: 32 }, () => saving(customer)))
    const refused = answers.filter(answer => answer.body.statusCode !== 200)
    expect(refused).toHaveLength(3)
    expect(refused[0]).toEqual(soft(409, /^You have saved 30 addresses\./))
  })
}

function orderCases(call: Call): void {
  const ordering = async ({ headers }: Known): Promise<Json> => {
    const { body } = await call('addLine', { body: lineOf(shelf.beef), headers })
    return (await call('placeOrder', { body: orderOf(body.data.sessionId, 60), headers })).body.data
  }
  const listing = async ({ headers }: Known, orderStatus = 'current') =>
    (await call('orders', { body: { orderStatus }, headers })).body

  // Specification: 1.19, 7.1.26, 7.1.27
  test('are listed newest first, and each can be read in full', async () => {
    const customer = await newCustomer(call)
    const placed = [await ordering(customer), await ordering(customer)]
    const body = await listing(customer)
    assert(body, routes.orders.answer)
    expect(body.listData).toEqual(
      placed.toReversed().map(({ orderId, orderNumber, createdAt }) => {
        return { orderId, orderNumber, orderStatus: 'received', createdAt, quantity: 1, total: 60 }
      }),
    )
    expect((await listing(customer, 'history')).listData).toEqual([])
    for (const order of placed) {
      const read = await call('order', { params: { id: order.orderId }, headers: customer.headers })
      expect(read.body).toEqual({ statusCode: 200, data: order })
    }
  })
  test('are not listed for another customer, and a guest’s order is in no list', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const order = await ordering(mine)
    const guests = (await call('placeOrder', { body: orderOf(await cartWith(call, [shelf.beef, 1]), 60) })).body.data
    expect((await listing(other)).listData).toEqual([])
    for (const id of [order.orderId, guests.orderId, 'made-up']) {
      const read = await call('order', { params: { id }, headers: other.headers })
      expect(read).toEqual({ status: 404, body: { statusCode: 404, message: 'This order does not exist.' } })
    }
  })
  test('come from their own cart, whose session is unknown to everyone else', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers: mine.headers })).body.data
    for (const headers of [{}, other.headers]) {
      const body = orderOf(sessionId, 60)
      expect(await call('placeOrder', { body, headers })).toEqual(soft(409, /^Your cart is empty/, 'cart'))
    }
    const { body } = await call('placeOrder', { body: orderOf(sessionId, 60), headers: mine.headers })
    expect(body.statusCode).toBe(200)
    expect((await begin(call, mine.headers)).shoppingCart).toEqual([])
  })
  test('a list of an unknown kind is a bad request', async () => {
    const { headers } = await newCustomer(call)
    expect(await call('orders', { body: { orderStatus: 'all' }, headers })).toMatchObject({ status: 400 })
  })
}

function keyCases(call: Call): void {
  test('returns its answer only to that customer', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const body = lineOf(shelf.rice, { requestId: newRequestId() })
    const first = await call('addLine', { body, headers: mine.headers })
    expect(await call('addLine', { body, headers: mine.headers })).toEqual(first)
    for (const headers of [{}, other.headers]) {
      const answer = await call('addLine', { body, headers })
      expect(answer.status).toBe(409)
      expect(JSON.stringify(answer.body)).not.toContain(first.body.data.sessionId)
    }
  })
  test('finds and discards orders of that customer only', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers: mine.headers })).body.data
    const body = orderOf(sessionId, 60)
    const params = { requestId: body.requestId, sessionId }
    const { data } = (await call('placeOrder', { body, headers: mine.headers })).body
    expect((await call('findOrder', { params, headers: mine.headers })).body.data).toEqual(data)
    expect(await call('discardOrder', { params, headers: mine.headers })).toMatchObject({ status: 409 })
    for (const headers of [{}, other.headers]) {
      for (const name of ['findOrder', 'discardOrder'] as const) {
        const answer = await call(name, { params, headers })
        expect([name, answer.status]).toEqual([name, 404])
        expect(JSON.stringify(answer.body)).not.toContain(data.orderId)
      }
    }
  })
  test('finds a guest’s order after the guest has logged in', async () => {
    const sessionId = await cartWith(call, [shelf.beef, 1])
    const { email } = await newCustomer(call)
    const body = orderOf(sessionId, 60)
    const { data } = (await call('placeOrder', { body })).body
    const headers = bearerHeaders((await logIn(call, email, sessionId)).body.token)
    const params = { requestId: body.requestId, sessionId }
    expect((await call('findOrder', { params, headers })).body.data).toEqual(data)
    expect(await call('discardOrder', { params, headers })).toMatchObject({ status: 409 })
  })
  test('adds an address once', async () => {
    const [mine, other] = [await newCustomer(call), await newCustomer(call)]
    const body = { ...address, requestId: newRequestId() }
    const answers = await Promise.all([1, 2, 3].map(() => call('createAddress', { body, headers: mine.headers })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await begin(call, mine.headers)).deliveryAddress).toHaveLength(2)
    const changed = { ...body, address1: '2 Rowe Street' }
    expect(await call('createAddress', { body: changed, headers: mine.headers })).toMatchObject({ status: 409 })
    expect(await call('createAddress', { body, headers: other.headers })).toMatchObject({ status: 409 })
  })
  test('returns a guest’s answer after the guest has logged in', async () => {
    const sessionId = await cartWith(call, [shelf.beef, 1])
    const { email } = await newCustomer(call)
    const body = orderOf(sessionId, 60)
    const first = await call('placeOrder', { body })
    const { token } = (await logIn(call, email, sessionId)).body
    expect(await call('placeOrder', { body, headers: bearerHeaders(token) })).toEqual(first)
  })
}
