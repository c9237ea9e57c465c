import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { openapiDocument } from '#gateway/openapi/document'
import { openCaseGateways } from './case-gateways.ts'
import { mismatchOf } from './documented-answers.ts'

const opened = openCaseGateways()
const { gateway } = opened
let app: FastifyInstance

beforeAll(async () => {
  app = await gateway()
})

describe('GET /openapi.json', () => {
  test('sends the document of the API, also to a browser and to a page of the shop', async () => {
    const headers = { accept: 'text/html', origin: 'https://shop.example.com' }
    const answer = await app.inject({ url: '/openapi.json', headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': 'https://shop.example.com',
    })
    expect(answer.json()).toEqual(openapiDocument())
  })

  test('sends nothing to a client that has the document', async () => {
    const { headers } = await app.inject('/openapi.json')
    const again = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  })

  test('is counted as a read', async () => {
    const limited = await gateway({ limits: { reads: 1 } })
    const ask = async () => (await limited.inject({ url: '/openapi.json', remoteAddress: '203.0.113.7' })).statusCode
    expect([await ask(), await ask()]).toEqual([200, 429])
  })
})

describe('an answer that the document does not describe is found:', () => {
  const type = 'application/json; charset=utf-8'
  const brands = { statusCode: 200, listData: [{ id: 1, name: 'Golden Paddy' }] }

  test.each<[string, Parameters<typeof mismatchOf>, RegExp]>([
    ['a status', ['brands', 404, type, { statusCode: 404, message: 'Gone' }], /status/],
    ['a content type', ['brands', 200, 'text/html', brands], /content type/],
    ['a body without a field', ['brands', 200, type, { statusCode: 200 }], /required property 'listData'/],
    ['a number as text', ['brands', 200, type, { ...brands, listData: [{ id: '1', name: '' }] }], /must be integer/],
    ['another field', ['brands', 200, type, { ...brands, total: 1 }], /additional properties/],
    ['a soft refusal', ['addLine', 200, type, { statusCode: 410, message: 'No', data: null }], /allowed values/],
    ['a refusal without a message', ['product', 404, type, { statusCode: 404 }], /'message'/],
  ])('%s', (_what, answer, mismatch) => {
    expect(mismatchOf(...answer)).toMatch(mismatch)
  })

  test('not one that it describes', () => {
    expect(mismatchOf('brands', 200, type, brands)).toBeNull()
    expect(mismatchOf('product', 404, type, { statusCode: 404, message: 'Gone' })).toBeNull()
    expect(mismatchOf('validateCoupon', 200, type, { statusCode: 404, message: 'No', data: null })).toBeNull()
  })
})
