import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'
import {
  bearerHeaders,
  callOn,
  cartWith,
  newCustomer,
  orderOf,
  shelf,
  type Json,
} from '../../contract/gateway/given.ts'

const { gateway } = openCaseGateways()
let app: FastifyInstance

beforeAll(async () => {
  app = await gateway()
  await app.listen({ host: '127.0.0.1', port: 0 })
})

/** Sends a request as its own bytes: clients add or drop headers. */
async function send(
  method: string,
  path: string,
  headers: string[],
  body = '',
): Promise<{ status: number; body: Json }> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write([`${method} ${path} HTTP/1.1`, 'host: shop', 'connection: close', ...headers, '', body].join('\r\n'))
  const answer = await text(Readable.from(socket))
  return {
    status: Number(answer.split(' ')[1]),
    body: JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)),
  }
}

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/merge+json',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
]
const emptyBodies: [string, string[], string][] = types.flatMap(type => [
  [`the type ${type} and no length`, [`content-type: ${type}`], ''],
  [`the type ${type} and the length 0`, [`content-type: ${type}`, 'content-length: 0'], ''],
  [`the type ${type} and no chunk`, [`content-type: ${type}`, 'transfer-encoding: chunked'], '0\r\n\r\n'],
])

describe('fastify/fastify#894, fastify/fastify#5148, safe-global/safe-client-gateway#3266, remult/remult#177, embedpdf/embed-pdf-viewer#771: an empty body with a type', () => {
  test.each(emptyBodies)('a line is removed by a request with %s', async (_what, headers, body) => {
    const call = callOn(() => app)
    const sessionId = await cartWith(call, [shelf.rice, 1])
    const { listData } = (await call('cart', { params: { sessionId } })).body
    expect((await send('DELETE', `/v1/cart/${listData[0].id}`, headers, body)).status).toBe(200)
    expect((await call('cart', { params: { sessionId } })).body.listData).toEqual([])
  })

  test.each(emptyBodies)('a logout with %s ends the login', async (_what, headers, body) => {
    const call = callOn(() => app)
    const { token } = await newCustomer(call)
    const answer = await send('POST', '/v1/customer/logout', [`authorization: Bearer ${token}`, ...headers], body)
    expect(answer.status).toBe(200)
    expect((await call('orders', { body: {}, headers: bearerHeaders(token) })).status).toBe(401)
  })

  test.each(emptyBodies)('a list is shared, and its sharing is ended, with %s', async (_what, headers, body) => {
    const call = callOn(() => app)
    const { token } = await newCustomer(call)
    const made = await call('createLists', {
      body: { lists: [{ name: 'Weekly', lines: [] }] },
      headers: bearerHeaders(token),
    })
    const path = `/v1/lists/${made.body.data.lists[0].id}/link`
    const authorized = [`authorization: Bearer ${token}`, ...headers]
    const link = await send('POST', path, authorized, body)
    expect(link.body).toMatchObject({ statusCode: 200, data: { key: expect.any(String) } })
    expect((await send('DELETE', path, authorized, body)).status).toBe(200)
    const opened = await call('sharedList', { body: { key: link.body.data.key } })
    expect(opened.body.statusCode).toBe(410)
  })

  test.each(emptyBodies)('an order is cancelled by its customer with %s', async (_what, headers, body) => {
    const call = callOn(() => app)
    const { token } = await newCustomer(call)
    const sessionId = await cartWith(call, [shelf.beef, 1])
    const placed = await call('placeOrder', { body: orderOf(sessionId, 60), headers: bearerHeaders(token) })
    const path = `/v1/order/${placed.body.data.orderId}/cancel`
    const answer = await send('POST', path, [`authorization: Bearer ${token}`, ...headers], body)
    expect(answer.body).toMatchObject({ statusCode: 200, data: { orderStatus: 'cancelled' } })
  })

  test('a call that needs a body is refused with the field that is missing', async () => {
    expect(await send('POST', '/v1/cart', ['content-type: application/json'])).toEqual({
      status: 400,
      body: { statusCode: 400, message: expect.stringMatching(/is missing or invalid/) },
    })
  })

  test('a body of another type is refused', async () => {
    for (const type of [
      'text/plain',
      'text/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ])
      expect([
        type,
        (await send('POST', '/v1/cart', [`content-type: ${type}`, 'content-length: 2'], '{}')).status,
      ]).toEqual([type, 415])
  })
})
