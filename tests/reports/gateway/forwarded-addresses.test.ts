import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { clientAddress, createTrust } from '#gateway/http/client-address'
import { networkOf } from '#gateway/requests/addresses'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'
import { plainGateway, type Json } from '../../contract/gateway/given.ts'

const { gateway } = openCaseGateways(plainGateway)

type Headers = Record<string, string>

/** The client of a request from an address with headers. */
const clientOf = (headers: Headers, remoteAddress = '127.0.0.1', proxies: string | false = false) =>
  clientAddress({ headers, socket: { remoteAddress } as never }, createTrust(proxies))

describe('review F18: a proxy on the same machine', () => {
  test('limits its shoppers each on their own, without TRUST_PROXY', async () => {
    const app = await gateway({ limits: { reads: 1 } })
    const statusFor = async (headers: Headers) => (await app.inject({ url: '/v1/brand', headers })).statusCode
    const [one, other] = [{ 'x-forwarded-for': '203.0.113.1' }, { forwarded: 'for=203.0.113.2' }]
    expect([await statusFor(one), await statusFor(one)]).toEqual([200, 429])
    expect([await statusFor(other), await statusFor(other)]).toEqual([200, 429])
    expect([await statusFor({}), await statusFor({})]).toEqual([200, 200])
  })

  test.each(['127.0.0.1', '::1', 'unknown', '', 'localhost', '127.0.0.1:80'])(
    'limits requests that it forwards for “%s”',
    async client => {
      const app = await gateway({ limits: { reads: 1 } })
      const asked = { url: '/v1/brand', headers: { 'x-forwarded-for': client } }
      expect([(await app.inject(asked)).statusCode, (await app.inject(asked)).statusCode]).toEqual([200, 429])
    },
  )

  test('is believed too if TRUST_PROXY names another', () => {
    expect(clientOf({ 'x-forwarded-for': '203.0.113.1' }, '127.0.0.1', '10.0.0.1')).toBe('203.0.113.1')
  })

  test('that names no client is warned about once by a public shop', async () => {
    const logged: Json[] = []
    const stream = new Writable({ write: (chunk, _, done) => done(void logged.push(JSON.parse(String(chunk)))) })
    const logger = { level: 'warn', stream }
    const shop = await gateway({ publicUrl: 'https://shop.example', logger })
    await shop.inject({ url: '/v1/brand', headers: { 'x-forwarded-for': '203.0.113.1' } })
    expect(logged).toEqual([])
    await shop.inject('/v1/brand')
    await shop.inject('/v1/brand')
    expect(logged.map(({ msg }) => msg)).toEqual([expect.stringMatching(/name no client.*X-Forwarded-For/)])
    await (await gateway({ publicUrl: 'http://localhost:4173', logger })).inject('/v1/brand')
    expect(logged).toHaveLength(1)
  })
})

describe('express-rate-limit/express-rate-limit#234, rack/rack#1227, wso2/product-apim#8518, traefik/traefik#11508, review gateway-3 7: forwarded addresses', () => {
  test.each([
    ['203.0.113.9:40001', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['[2001:db8::9]:40001', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:DB8:0:0::9', '2001:db8::9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:40001', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['spoofed, 203.0.113.9:1', '203.0.113.9'],
    ['198.51.100.1,203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['203.0.113.9, 127.0.0.1', '203.0.113.9'],
  ])('“%s” is the client %s', (listed, client) => {
    expect(clientOf({ 'x-forwarded-for': listed }, '10.0.0.7', '10.0.0.0/8')).toBe(client)
  })

  test.each(['unknown', '203.0.113.999', '203.0.113.9:x', 'a:b', '[203.0.113.9', '203.0.113.9, ', 'x'.repeat(4_000)])(
    '“%s” counts for the proxy',
    listed => expect(clientOf({ 'x-forwarded-for': listed }, '10.0.0.7', '10.0.0.7')).toBe('10.0.0.7'),
  )

  test.each([
    ['for=203.0.113.9', '203.0.113.9'],
    ['For="203.0.113.9:4000";proto=https;by=10.0.0.7', '203.0.113.9'],
    ['proto=http; for="[2001:db8::9]:4711"', '2001:db8::9'],
    ['for=198.51.100.1, for=203.0.113.9', '203.0.113.9'],
    ['for="198.51.100.1, for=198.51.100.2", for=203.0.113.9', '203.0.113.9'],
    ['for=_hidden', '10.0.0.7'],
    ['for=unknown', '10.0.0.7'],
    ['proto=https', '10.0.0.7'],
    ['for="203.0.113.9', '203.0.113.9'],
  ])('the header Forwarded with “%s” is the client %s', (forwarded, client) => {
    expect(clientOf({ forwarded }, '10.0.0.7', '10.0.0.7')).toBe(client)
  })

  test('a Forwarded that the client wrote does not replace what the proxy wrote into X-Forwarded-For', () => {
    expect(clientOf({ forwarded: 'for=198.51.100.1', 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9')
  })

  test('headers of a peer that is no proxy are ignored', () => {
    expect(clientOf({ 'x-forwarded-for': '203.0.113.9' }, '198.51.100.1')).toBe('198.51.100.1')
    expect(clientOf({ forwarded: 'for=203.0.113.9' }, '::ffff:198.51.100.1')).toBe('198.51.100.1')
  })

  test('addresses of one /64 network share a count, and text makes no key of its own', () => {
    const keys = ['2001:db8::1', '[2001:db8::2]:80', '2001:db8:0:0:ffff::3'].map(listed =>
      networkOf(clientOf({ 'x-forwarded-for': listed })),
    )
    expect(new Set(keys)).toEqual(new Set(['2001:db8:0:0::/64']))
    expect(new Set(['one', 'two', '1.2.3.4:5'].map(networkOf)).size).toBe(1)
  })

  test('fourteen coupon guesses from changing ports are one client', async () => {
    const app = await gateway({ trustProxy: '127.0.0.1' })
    const guesses = Array.from({ length: 14 }, async (_, number) => {
      const headers = { 'x-forwarded-for': `203.0.113.9:4000${number}` }
      return (await app.inject({ url: `/v1/coupon/validate/GUESS${number}`, headers })).statusCode
    })
    expect((await Promise.all(guesses)).filter(status => status === 429)).toHaveLength(4)
  })
})
