import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'
import { plainGateway } from '../../contract/gateway/given.ts'

const { gateway } = openCaseGateways(plainGateway)
let app: FastifyInstance

beforeAll(async () => {
  app = await gateway({ verifyWebhook: async () => false })
})

const large = Buffer.alloc(10_000_000, ' ')
const packed: Record<string, Buffer> = {
  br: brotliCompressSync(large),
  gzip: gzipSync(large),
  deflate: deflateSync(large),
  zstd: Buffer.from('(µ/ý'),
  compress: Buffer.from('x'),
  'x-gzip': gzipSync('{}'),
  'gzip, br': Buffer.from('x'),
  'identity, br': brotliCompressSync('{}'),
  BR: brotliCompressSync('{}'),
  nothing: Buffer.from('{}'),
}
const search = '{"criteria":"search","brand_id":0,"category_id":0,"searchCriteria":"rice"}'
const inLatin1 = Buffer.from(search.replace('rice', 'Käse'), 'latin1')
const paths = [
  ['POST', '/v1/product/criteria'],
  ['POST', '/v1/cart'],
  ['PUT', '/v1/cart/x'],
  ['DELETE', '/v1/cart/x'],
  ['POST', '/v1/nothing'],
  ['POST', '/elsewhere'],
  ['POST', '/paypal/webhook'],
  ['POST', '/link/unsubscribe'],
] as const

describe('review gateway-3 1, vercel/next.js#96173, nodejs/node#22705, thejoshwolfe/yauzl#27: bodies that are refused', () => {
  test.each(paths)('a compressed body for %s %s is refused before it is unpacked', async (method, url) => {
    for (const [encoding, body] of Object.entries(packed)) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      const answer = await app.inject({ method, url, headers, body })
      expect([encoding, answer.statusCode, answer.headers['accept-encoding']]).toEqual([encoding, 415, 'identity'])
      expect(answer.json()).toEqual({ statusCode: 415, message: expect.stringMatching(/Compressed requests/) })
    }
  })

  test.each(['identity', 'Identity', ''])('a body with the content-encoding “%s” is read', async encoding => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await app.inject({ method: 'POST', url: '/v1/product/criteria', headers, body: search })
    expect(answer.statusCode).toBe(200)
  })
})

describe('review gateway-3 5: bodies in another charset', () => {
  const post = (contentType: string, body: string | Buffer) =>
    app.inject({ method: 'POST', url: '/v1/product/criteria', headers: { 'content-type': contentType }, body })

  test.each(['iso-8859-1', 'ISO-8859-1', '"windows-1252"', 'utf-16', 'shift_jis', 'gb2312'])(
    'a body in %s is refused with the reason',
    async charset => {
      const answer = await post(`application/json; charset=${charset}`, inLatin1)
      expect(answer.json()).toEqual({ statusCode: 415, message: 'The charset of the body must be utf-8.' })
    },
  )

  test.each(['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
    'a body of the type %s is read',
    async type => expect((await post(type, search)).statusCode).toBe(200),
  )

  test('a body that is not UTF-8, though it names no charset, is refused instead of being stored damaged', async () => {
    const answer = await post('application/json', inLatin1)
    expect(answer.json()).toEqual({ statusCode: 400, message: 'The body is not text in UTF-8.' })
  })

  test('a byte order mark is ignored', async () => {
    expect((await post('application/json', `\uFEFF${search}`)).statusCode).toBe(200)
  })
})
