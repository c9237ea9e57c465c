import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { serveStorefront } from '#gateway/pages/storefront'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'
import { plainGateway } from '../../contract/gateway/given.ts'

const { gateway } = openCaseGateways(plainGateway)
const dist = mkdtempSync(join(tmpdir(), 'shop-counted-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))

const remoteAddress = '198.51.100.9'
const json = { 'content-type': 'application/json' }

/** A gateway that accepts one request of each kind per minute. */
const limited = () => gateway({ limits: { reads: 1, writes: 1, pictures: 1 }, verifyWebhook: async () => false })

const statusesOf = async (app: FastifyInstance, asked: InjectOptions) => {
  const statuses: number[] = []
  for (let times = 0; times < 2; times++) statuses.push((await app.inject({ remoteAddress, ...asked })).statusCode)
  return statuses
}

describe('review gateway-3 2: requests that are refused early', () => {
  test.each<[string, number, InjectOptions]>([
    ['broken JSON', 400, { method: 'POST', url: '/v1/cart', headers: json, body: '{' }],
    ['a body that is not what the call needs', 400, { method: 'POST', url: '/v1/cart', headers: json, body: '{}' }],
    ['broken JSON of a lookup', 400, { method: 'POST', url: '/v1/product/criteria', headers: json, body: '{' }],
    ['a body that is too large', 413, { method: 'POST', url: '/v1/cart', headers: json, body: 'x'.repeat(100_001) }],
    ['another type', 415, { method: 'POST', url: '/v1/cart', headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
    ['an unreadable type', 415, { method: 'POST', url: '/v1/cart', headers: { 'content-type': 'json' }, body: '{}' }],
    ['a compressed body', 415, { method: 'POST', url: '/v1/cart', headers: { 'content-encoding': 'br' }, body: 'x' }],
    ['an unknown call', 404, { url: '/v1/nothing' }],
    ['an unknown call with a body', 404, { method: 'POST', url: '/v1/nothing', headers: json, body: '{' }],
    ['an unknown path', 404, { url: '/elsewhere' }],
    ['another method', 404, { method: 'PUT', url: '/v1/cart', headers: json, body: '{}' }],
    ['an unknown product', 404, { url: '/v1/product/999999' }],
    ['a path that is no text', 400, { url: '/v1/product/%' }],
    ['a long path', 414, { url: `/v1/cart/${'x'.repeat(2_000)}` }],
    ['an unknown picture', 404, { url: '/pictures/none.0/none/1' }],
    ['an earlier path of an unknown picture', 404, { url: '/pictures/none.0.svg' }],
    ['an event that is none', 400, { method: 'POST', url: '/paypal/webhook', headers: json, body: '{' }],
    ['a HEAD', 200, { method: 'HEAD', url: '/v1/brand' }],
  ])('%s is counted', async (_what, status, asked) => {
    expect(await statusesOf(await limited(), asked)).toEqual([status, 429])
  })

  test.each([
    ['a file that is missing', 404, '/assets/gone-abc123.js'],
    ['a URL that is too long', 414, `/main/faq?q=${'x'.repeat(3_000)}`],
    ['a page', 200, '/main/faq'],
  ])('%s of the storefront is counted', async (_what, status, url) => {
    writeFileSync(join(dist, 'index.html'), 'plain')
    const app = await limited()
    await serveStorefront(app, dist)
    expect(await statusesOf(app, { url, headers: { accept: 'text/html' } })).toEqual([status, 429])
  })

  test('an upload that is aborted before its end is counted', async () => {
    const app = await gateway({ limits: { writes: 1 } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const arrived = once(app.server, 'request')
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /v1/cart HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: 203.0.113.5\r\n')
    socket.write('content-type: application/json\r\ncontent-length: 1000\r\n\r\n{')
    await arrived
    socket.destroy()
    const headers = { ...json, 'x-forwarded-for': '203.0.113.5' }
    expect((await app.inject({ method: 'POST', url: '/v1/cart', headers, body: '{}' })).statusCode).toBe(429)
  })

  test('a request counts once, also with a HEAD route and an unknown path', async () => {
    const app = await gateway({ limits: { reads: 2 } })
    expect(await statusesOf(app, { url: '/v1/brand' })).toEqual([200, 200])
    expect(await statusesOf(app, { url: '/v1/nothing', remoteAddress: '198.51.100.10' })).toEqual([404, 404])
  })
})
