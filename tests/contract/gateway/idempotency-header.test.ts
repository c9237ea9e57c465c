import type { FastifyInstance } from 'fastify'
import { is } from 'superstruct'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderSummary } from '#contract/order'
import { openCaseGateways } from './case-gateways.ts'
import { address, callOn, cartWith, lineOf, newCustomer, newRequestId, orderOf, shelf, type Json } from './given.ts'

const opened = openCaseGateways()
let app: FastifyInstance
const call = callOn(() => app)

beforeAll(async () => {
  app = await opened.gateway()
})

describe('the header Idempotency-Key', () => {
  const withKey = (key: string) => ({ 'idempotency-key': key })
  const cartOf = async (sessionId: string): Promise<Json[]> =>
    (await call('cart', { params: { sessionId } })).body.listData

  test('places one order without a requestId in the body, and repeats its answer', async () => {
    const customer = await newCustomer(call)
    const sessionId = await cartWith(call, [shelf.pair, 1])
    const headers = { ...customer.headers, ...withKey(newRequestId()) }
    const body = { ...orderOf(sessionId, 40), requestId: undefined }
    const first = await call('placeOrder', { body, headers })
    expect(is(first.body.data, orderSummary)).toBe(true)
    expect(await call('placeOrder', { body, headers })).toEqual(first)
    const listed = await call('orders', { body: { orderStatus: 'current' }, headers: customer.headers })
    expect(listed.body.listData).toHaveLength(1)
  })

  test('adds one line, and is the same key as the requestId', async () => {
    const key = newRequestId()
    const body = lineOf(shelf.coconut)
    const first = await call('addLine', { body, headers: withKey(key) })
    expect(await call('addLine', { body: { ...body, requestId: key } })).toEqual(first)
    expect(await call('addLine', { body: { ...body, requestId: key }, headers: withKey(key) })).toEqual(first)
    expect(await cartOf(first.body.data.sessionId)).toMatchObject([{ quantity: 1 }])
  })

  test('may be in quotation marks', async () => {
    const key = newRequestId()
    const body = lineOf(shelf.coconut)
    const first = await call('addLine', { body, headers: withKey(`"${key}"`) })
    expect(await call('addLine', { body, headers: withKey(key) })).toEqual(first)
  })

  test('adds one address', async () => {
    const { headers, addressId } = await newCustomer(call)
    const body = { ...address, address1: '7 Other Street', use: 'delivery' }
    const keyed = { ...headers, ...withKey(newRequestId()) }
    const first = await call('createAddress', { body, headers: keyed })
    expect(first.body.data.addressId).not.toBe(addressId)
    expect(await call('createAddress', { body, headers: keyed })).toEqual(first)
  })

  test('is refused if the body has another key, and nothing is added', async () => {
    const mySessionId = await cartWith(call, [shelf.rice, 1])
    const body = lineOf(shelf.coconut, { mySessionId, requestId: newRequestId() })
    const answer = await call('addLine', { body, headers: withKey(newRequestId()) })
    const message = 'The header Idempotency-Key and requestId differ. Send one of them, or the same key in both.'
    expect(answer).toEqual({ status: 400, body: { statusCode: 400, message } })
    expect(await cartOf(mySessionId)).toHaveLength(1)
  })

  test('has the limits of a requestId', async () => {
    const asked = (key: string) => call('addLine', { body: lineOf(shelf.coconut), headers: withKey(key) })
    expect(await asked('k'.repeat(200))).toMatchObject({ status: 200 })
    expect(await asked('k'.repeat(201))).toMatchObject({ status: 400, body: { message: 'requestId is too long.' } })
    expect(await asked('')).toMatchObject({ status: 400, body: { message: 'requestId is missing or invalid' } })
  })

  test('does not make a body of a text that is none', async () => {
    for (const body of [null, [], 'rice'])
      expect(await call('addLine', { body, headers: withKey(newRequestId()) })).toMatchObject({ status: 400 })
  })

  test('means nothing to a call without a requestId', async () => {
    const answer = await call('subscribeNewsletter', { body: { email: 'mei@example.com' }, headers: withKey('') })
    expect(answer.body).toEqual({ statusCode: 200 })
  })
})
