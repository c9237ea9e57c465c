import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { OpenDatabase } from '#gateway/database/database'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import {
  address,
  callOn,
  cartWith,
  lineOf,
  newCustomer,
  newEmail,
  newRequestId,
  orderOf,
  shelf,
  type Json,
} from '../../contract/gateway/given.ts'
import { openShopWithPayments } from '../../contract/payments/payment-given.ts'
import { fakeProvider } from '../../kit/fake-provider.ts'

let opened: OpenDatabase
let app: FastifyInstance
beforeAll(async () => {
  opened = await openCaseDatabase()
  ;({ app } = await openShopWithPayments(opened.database, fakeProvider()))
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})
const call = callOn(() => app)

/** A request that has an idempotency key. */
interface Repeatable {
  url: string
  body: Json
  headers?: Record<string, string>
}

async function order(more: Partial<NewOrder> = {}): Promise<NewOrder> {
  const sessionId = await cartWith(call, [shelf.beef, 1])
  const customer = { firstName: 'Mei', lastName: 'Lin', email: newEmail(), telephone: '0298765432' }
  const lines = [{ productId: shelf.beef, quantity: 1, totalPrice: 60 }]
  return orderOf(sessionId, 60, { customer, lines, ...more })
}

async function customersOrder(): Promise<{ placed: Json; headers: Record<string, string> }> {
  const { headers } = await newCustomer(call)
  const { body } = await call('placeOrder', { body: await order(), headers })
  return { placed: body.data, headers }
}

const requests: Record<string, () => Promise<Repeatable>> = {
  'POST /cart': async () => ({ url: '/v1/cart', body: lineOf(shelf.beef, { requestId: newRequestId() }) }),
  'POST /order': async () => ({ url: '/v1/order', body: await order() }),
  'POST /payment/order': async () => {
    const { payment: _, ...body } = await order()
    return { url: '/v1/payment/order', body }
  },
  'POST /customer-address/create': async () => {
    const { headers } = await newCustomer(call)
    return { url: '/v1/customer-address/create', headers, body: { ...address, requestId: newRequestId() } }
  },
  'POST /cart/lines': async () => ({
    url: '/v1/cart/lines',
    body: { mySessionId: null, lines: [{ productId: shelf.beef, quantity: 1 }], requestId: newRequestId() },
  }),
  'POST /favourites': async () => {
    const { headers } = await newCustomer(call)
    return { url: '/v1/favourites', headers, body: { productIds: [shelf.beef], requestId: newRequestId() } }
  },
  'POST /lists': async () => {
    const { headers } = await newCustomer(call)
    const lists = [{ name: 'Weekly', lines: [{ productId: shelf.beef, quantity: 2 }] }]
    return { url: '/v1/lists', headers, body: { lists, requestId: newRequestId() } }
  },
  'POST /order/{id}/change': async () => {
    const { placed, headers } = await customersOrder()
    const lines = [{ productId: shelf.beef, quantity: 2, note: 'Lean, please' }]
    const body = { version: placed.version, lines, total: 120, requestId: newRequestId() }
    return { url: `/v1/order/${placed.orderId}/change`, headers, body }
  },
  'POST /order/{id}/cancel': async () => {
    const { placed, headers } = await customersOrder()
    return { url: `/v1/order/${placed.orderId}/cancel`, headers, body: { requestId: newRequestId() } }
  },
}
type Name = keyof typeof requests

const sends = async ({ url, headers }: Repeatable, payload: string) => {
  const type = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url, headers: { ...type, ...headers }, payload })
  return answer.json() as Json
}

/** The body with each object replaced, from the innermost to the outermost. */
const withObjects = (value: Json, change: (object: Json) => Json): Json => {
  if (Array.isArray(value)) return value.map(one => withObjects(one, change))
  if (typeof value !== 'object' || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withObjects(one, change)])))
}

const sameBodies: Record<string, (body: Json) => string> = {
  'unknown fields at every depth': body =>
    JSON.stringify(withObjects(body, one => ({ ...one, sentAt: 1_764_203_375, client: { version: ['2'] } }))),
  'its keys in another order': body =>
    JSON.stringify(withObjects(body, one => Object.fromEntries(Object.entries(one).toReversed()))),
  'amounts with decimals': body =>
    JSON.stringify(body).replaceAll(/("\w*(?:[tT]otal\w*|[fF]ee|Price)":\d+)\b/g, '$1.00'),
  'amounts as text': body =>
    JSON.stringify(body).replaceAll(/("\w*(?:[tT]otal\w*|[fF]ee|Price)":)(\d+)\b/g, '$1"$2.0"'),
  'amounts that are the same to the cent': body =>
    JSON.stringify(body).replaceAll(/("\w*(?:[tT]otal\w*|[fF]ee|Price)":\d+)\b/g, '$1.0000000000000142'),
  'ids as text': body => JSON.stringify(body).replaceAll(/("(?:productId|regionId|countryId)":)(\d+)/g, '$1"$2"'),
  'optional fields that are null': body =>
    JSON.stringify(withObjects(body, one => ('address1' in one ? { ...one, company: null, address2: null } : one))),
  'optional fields that are empty': body =>
    JSON.stringify(withObjects(body, one => ('address1' in one ? { ...one, company: '', address2: '' } : one))),
}

const cases = Object.keys(requests).flatMap(name => Object.keys(sameBodies).map(same => [name, same] as [Name, string]))

describe('agentic-commerce-protocol/agentic-commerce-protocol#120: what makes two requests the same', () => {
  test.each(cases)('%s is carried out once when it is repeated with %s', async (name, same) => {
    const request = await requests[name]!()
    const first = await sends(request, JSON.stringify(request.body))
    expect(first).toMatchObject({ statusCode: 200 })
    expect(await sends(request, sameBodies[same]!(request.body))).toEqual(first)
  })

  test.each(cases)('%s is answered when it comes first with %s', async (name, same) => {
    const request = await requests[name]!()
    const first = await sends(request, sameBodies[same]!(request.body))
    expect(first).toMatchObject({ statusCode: 200 })
    expect(await sends(request, JSON.stringify(request.body))).toEqual(first)
  })

  test('an order is placed with a payment whose request had other unknown fields', async () => {
    const body = await order()
    const begun = await sends(
      { url: '/v1/payment/order', body },
      JSON.stringify({ ...body, payment: undefined, ab: 'A' }),
    )
    expect(begun).toMatchObject({ statusCode: 200 })
    const placed = { ...body, ab: 'B', payment: { method: 'online', providerOrderId: begun.data.id, wallet: 'card' } }
    expect(await sends({ url: '/v1/order', body }, JSON.stringify(placed))).toMatchObject({ statusCode: 412 })
  })

  test.each([
    ['POST /cart', (body: Json) => ({ ...body, quantity: 2 })],
    ['POST /order', (body: Json) => ({ ...body, comment: 'Ring twice' })],
    ['POST /order', (body: Json) => ({ ...body, total: 60.01 })],
    ['POST /order', (body: Json) => ({ ...body, customer: { ...body.customer, lastName: 'Lim' } })],
    ['POST /payment/order', (body: Json) => ({ ...body, billingAddress: { ...address, city: 'Epping' } })],
    ['POST /customer-address/create', (body: Json) => ({ ...body, company: 'Lin & Co' })],
    ['POST /cart/lines', (body: Json) => ({ ...body, lines: [{ productId: shelf.beef, quantity: 2 }] })],
    ['POST /favourites', (body: Json) => ({ ...body, productIds: [shelf.rice] })],
    ['POST /lists', (body: Json) => ({ ...body, lists: [{ name: 'Weekly', lines: [] }] })],
    ['POST /order/{id}/change', (body: Json) => ({ ...body, substitution: 'call' })],
  ])('%s with its key and another content is refused: %#', async (name, change) => {
    const request = await requests[name]!()
    expect(await sends(request, JSON.stringify(request.body))).toMatchObject({ statusCode: 200 })
    expect(await sends(request, JSON.stringify(change(request.body)))).toMatchObject({ statusCode: 409 })
  })

  test('an order that an older gateway has placed is found by its key', async () => {
    const body = await order()
    const first = await sends({ url: '/v1/order', body }, JSON.stringify(body))
    const sorted = JSON.stringify(withObjects(body, one => Object.fromEntries(Object.entries(one).toSorted())))
    const hash = createHash('sha256').update(sorted).digest('base64url')
    await opened.database.execute(sql`update answers set body_hash = ${hash} where request_id = ${body.requestId}`)
    expect(await sends({ url: '/v1/order', body }, JSON.stringify({ ...body, sentAt: 1 }))).toEqual(first)
  })
})
