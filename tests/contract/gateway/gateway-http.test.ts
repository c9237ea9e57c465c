import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardMessage } from '#contract/refusal'
import { isBuildStale } from '#gateway/cli/build'
import { openDatabase, type OpenDatabase } from '#gateway/database/database'
import { demoPictures } from '#gateway/demo/pictures'
import { createGateway, maskUrl, type GatewayOptions } from '#gateway/http/gateway'
import { paypalHosts } from '#gateway/payments/paypal'
import { describePayments, createPaymentProvider } from '#gateway/cli/payment-provider'
import { seedIfEmpty } from '#gateway/database/seeding'
import { readSettings } from '#gateway/cli/settings'
import { serveStorefront } from '#gateway/pages/storefront'
import { caseGoods, caseStore, type Json } from './given.ts'

let opened: OpenDatabase
const apps: FastifyInstance[] = []
const logged: string[] = []

const gateway = async (more: Partial<GatewayOptions> = {}) => {
  const app = await createGateway({ database: opened.database, store: caseStore, pictures: demoPictures, ...more })
  apps.push(app)
  return app
}

const stream = new Writable({ write: (chunk, _encoding, done) => done(void logged.push(String(chunk))) })

let app: FastifyInstance

beforeAll(async () => {
  opened = await openDatabase('memory', database => seedIfEmpty(database, caseGoods))
  app = await gateway({ publicUrl: 'https://api.example.com', logger: { level: 'info', stream } })
})
afterAll(async () => {
  for (const one of apps) await one.close()
  await opened?.close()
})

const json = { 'content-type': 'application/json' }

describe('an answer', () => {
  test('to an unknown path is a refusal in the contract’s format', async () => {
    for (const url of ['/v1/nothing', '/v1/', '/v1/cart/x/y', '/elsewhere']) {
      const answer = await app.inject(url)
      expect([url.slice(0, 20), answer.statusCode]).toEqual([url.slice(0, 20), 404])
      expect(answer.json()).toEqual({ statusCode: 404, message: expect.any(String) })
    }
  })
  test('to a body above 100 kB is 413', async () => {
    const body = (length: number) => JSON.stringify({ email: 'x'.repeat(length) })
    const sent = (length: number) =>
      app.inject({ method: 'POST', url: '/v1/customer/subscribeNewsletter', headers: json, body: body(length) })
    expect((await sent(100_001)).json()).toEqual({ statusCode: 413, message: expect.any(String) })
    expect((await sent(99_000)).statusCode).toBe(400)
  })
  test.each([
    '{',
    '',
    '{"__proto__":{}}',
    '['.repeat(40_000) + ']'.repeat(40_000),
    '{"a":'.repeat(30) + '1' + '}'.repeat(30),
  ])('to an invalid JSON body is 400 (%#)', async body => {
    const answer = await app.inject({ method: 'POST', url: '/v1/cart', headers: json, body })
    expect(answer.json()).toEqual({ statusCode: 400, message: expect.any(String) })
  })
  test.each([
    '/v1/cart/a%00b',
    '/v1/coupon/validate/%00',
    '/v1/customer/init/%ED%A0%80',
    '/v1/product/%',
    '/v1/region/%00/1',
  ])('to %s is 400', async url =>
    expect((await app.inject(url)).json()).toEqual({ statusCode: 400, message: expect.any(String) }),
  )
  test('to an overlong path is 414', async () => {
    const answer = await app.inject(`/v1/cart/${'x'.repeat(5_000)}`)
    expect(answer.json()).toEqual({ statusCode: 414, message: expect.any(String) })
  })
  test('to another content type is a refusal in the contract’s format', async () => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await app.inject({ method: 'POST', url: '/v1/cart', headers, body: '<a/>' })
    expect(answer.json()).toEqual({ statusCode: 415, message: expect.any(String) })
  })
  test('is never cached, sniffed, framed or indexed', async () => {
    const { headers } = await app.inject('/v1/brand')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })
  test('to a preflight allows the contract’s methods and headers', async () => {
    const headers = { origin: 'https://shop.example.com', 'access-control-request-method': 'PUT' }
    const answer = await app.inject({ method: 'OPTIONS', url: '/v1/cart/x', headers })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-methods']).toContain('PUT')
    expect(answer.headers['access-control-allow-headers']).toBe('authorization, content-type')
  })
  test('is compressed if the client accepts it', async () => {
    const features = { criteria: 'category', category_id: 1, brand_id: 0 }
    const headers = { ...json, 'accept-encoding': 'br' }
    const answer = await app.inject({ method: 'POST', url: '/v1/product/criteria', headers, body: features })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString()).listData.length).toBeGreaterThan(5)
  })
})

describe('the log', () => {
  test('contains no session and no line id', async () => {
    await app.inject('/v1/cart/secret-session')
    await app.inject('/v1/customer/init/secret-session')
    await app.inject({ method: 'DELETE', url: '/v1/cart/secret-line' })
    expect(logged.join('')).toContain('/v1/cart/***')
    expect(logged.join('')).not.toContain('secret')
  })
  test('of an error says what failed and contains no personal data', async () => {
    await opened.database.execute('alter table carts rename to lost')
    logged.length = 0
    const answer = await app.inject('/v1/cart/secret-session')
    await opened.database.execute('alter table lost rename to carts')
    expect(answer.json()).toEqual({ statusCode: 500, message: standardMessage })
    expect(logged.join('')).toContain('relation \\"carts\\" does not exist')
    expect(logged.join('')).not.toContain('secret')
  })
  test.each([
    ['/v1/cart/abc?x=1', '/v1/cart/***?x=1'],
    ['/v1/coupon/abc', '/v1/coupon/***'],
    ['/v1/coupon/validate/TEN', '/v1/coupon/validate/TEN'],
    ['/v1/product/7', '/v1/product/7'],
    ['/v1/customer/update/abc', '/v1/customer/update/***'],
    ['/v1/order/abc', '/v1/order/***'],
    ['/v1/order/by-request/a%2Forder%2F1?sessionId=abc', '/v1/order/by-request/***?sessionId=***'],
    ['/v1/payment/order/abc/authorize', '/v1/payment/order/***/authorize'],
    ['/sandbox/paypal/orders/abc/capture', '/sandbox/paypal/orders/***/capture'],
    ['/sandbox/paypal/approve?token=abc&origin=x', '/sandbox/paypal/approve?token=***&origin=x'],
    ['/reset-password?from=mail&token=abc', '/reset-password?from=mail&token=***'],
  ])('the path %s is logged as %s', (url, shown) => expect(maskUrl(url)).toBe(shown))
})

describe('coupon checks', () => {
  const tries = async (one: FastifyInstance, forwarded?: string) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return one.inject({ url: '/v1/coupon/validate/TEN', headers })
  }
  test('are limited to ten per minute and IP address, whatever the client claims', async () => {
    const one = await gateway()
    for (let n = 0; n < 10; n++) expect((await tries(one, `10.0.0.${n}`)).statusCode).toBe(200)
    const refused = await tries(one, '10.0.0.99')
    expect(refused.json()).toEqual({ statusCode: 429, message: expect.stringMatching(/^Too many tries/) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await one.inject('/v1/brand')).statusCode).toBe(200)
  })
  test('count for the IP address that a trusted proxy reports', async () => {
    const one = await gateway({ trustProxy: '127.0.0.1', limits: { couponChecks: 1 } })
    expect((await tries(one, '10.0.0.1')).statusCode).toBe(200)
    expect((await tries(one, '10.0.0.2')).statusCode).toBe(200)
    expect((await tries(one, '10.0.0.1')).statusCode).toBe(429)
  })
})

describe('a picture', () => {
  const pathOf = async () => (await app.inject('/v1/product/1')).json().data.thumbnail as string
  test('is drawn, cached forever, and allowed on every origin', async () => {
    const plain = await app.inject(await pathOf())
    expect(plain.body).toMatch(/^<svg/)
    expect(plain.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const packed = await app.inject({ url: await pathOf(), headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  })
  test('exists for every view, aisle and banner', async () => {
    const { productImages } = (await app.inject('/v1/product/1')).json().data
    const aisles = (await app.inject('/v1/category-menu')).json().listData
    const banners = (await app.inject('/v1/banner')).json().listData
    const urls = [...productImages.map((one: Json) => one.imageUrl), ...[...aisles, ...banners].map(one => one.image)]
    expect(new Set(urls).size).toBe(8)
    for (const url of urls) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  })
  test('is a 404 if it has changed or never existed', async () => {
    const path = await pathOf()
    const others = [path.replace(/.(?=\.svg)/, last => (last === '0' ? '1' : '0')), path.replace('front', 'inside')]
    for (const url of [...others, '/pictures/x.svg', '/pictures/../package.json', '/pictures/%00', '/pictures/']) {
      const answer = await app.inject(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json()).toMatchObject({ statusCode: 404 })
    }
  })
  test('has a path for a storefront on the gateway’s origin and an absolute URL for others', async () => {
    const thumbnail = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/v1/product/1', headers })).json().data.thumbnail
    expect(await thumbnail({})).toMatch(/^\/pictures\//)
    expect(await thumbnail({ host: 'localhost:4173', origin: 'http://localhost:4173' })).toMatch(/^\/pictures\//)
    expect(await thumbnail({ origin: 'https://api.example.com' })).toMatch(/^\/pictures\//)
    expect(await thumbnail({ origin: 'https://shop.example.com' })).toMatch(/^https:\/\/api\.example\.com\/pictures\//)
    expect(await thumbnail({ host: 'evil.example', origin: 'null' })).toMatch(
      /^https:\/\/api\.example\.com\/pictures\//,
    )
  })
})

describe('the built shop', () => {
  const dist = mkdtempSync(join(tmpdir(), 'shop-dist-'))
  afterAll(() => rmSync(dist, { recursive: true, force: true }))
  const shop = async (payment: readonly string[] = []) => {
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Shop</title>')
    writeFileSync(join(dist, 'assets', 'main-B1x_2-zQ.js'), 'export {}')
    mkdirSync(join(dist, '.vite'), { recursive: true })
    for (const hidden of ['.built', '.vite/manifest.json']) writeFileSync(join(dist, hidden), '{}')
    writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const one = await gateway()
    await serveStorefront(one, dist, undefined, payment)
    return one
  }
  test('serves its pages and files at their paths', async () => {
    const one = await shop()
    const home = await one.inject('/')
    expect([home.statusCode, home.headers.location]).toEqual([301, '/main/product-list/0'])
    for (const url of ['/main/product-list/0?by=search&q=a.b', '/cart', '/index.html', '/reset-password?token=x']) {
      const page = await one.inject({ url, headers: { accept: 'text/html' } })
      expect([url, page.statusCode, page.body]).toEqual([url, 200, expect.stringContaining('<title>Shop')])
      expect(page.headers['content-security-policy']).toContain("default-src 'self'")
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(page.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      })
    }
    const asset = await one.inject('/assets/main-B1x_2-zQ.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await one.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })
  test('allows the payment provider’s hosts if it is another company, and no other host if not', async () => {
    const policyOf = async (payment: readonly string[]) => {
      const answer = await (await shop(payment)).inject({ url: '/cart', headers: { accept: 'text/html' } })
      return String(answer.headers['content-security-policy']).split('; ')
    }
    const hosts = 'https://*.paypal.com https://*.paypalobjects.com'
    expect(await policyOf(paypalHosts)).toEqual(
      expect.arrayContaining([
        `script-src 'self' ${hosts}`,
        `frame-src 'self' ${hosts}`,
        `img-src 'self' data: ${hosts}`,
        `connect-src 'self' ${hosts}`,
      ]),
    )
    expect((await policyOf([])).join('; ')).not.toContain('https:')
  })
  test('serves no page for files, API calls and data', async () => {
    const one = await shop()
    for (const url of [
      '/assets/gone-12345678.js',
      '/robots.txt',
      '/.built',
      '/.vite/manifest.json',
      '/v1/nothing',
      '/pictures/x.svg',
      '/sandbox/paypal/sdk.js',
      '/sandbox/paypal/approve',
      '/..%2fpackage.json',
    ]) {
      const answer = await one.inject({ url, headers: { accept: 'text/html' } })
      expect([url, answer.statusCode]).toEqual([url, 404])
    }
    expect((await one.inject({ url: '/cart', headers: { accept: 'application/json' } })).statusCode).toBe(404)
    expect((await one.inject({ method: 'POST', url: '/cart', body: {} })).statusCode).toBe(404)
  })
  test('is rebuilt if its sources are newer or a build was interrupted', () => {
    const root = mkdtempSync(join(tmpdir(), 'shop-root-'))
    const built = join(root, 'dist')
    mkdirSync(join(root, 'src', 'ui'), { recursive: true })
    mkdirSync(built)
    writeFileSync(join(root, 'src', 'ui', 'Price.tsx'), '')
    expect(isBuildStale(root, built)).toBe(true)
    writeFileSync(join(built, 'index.html'), '')
    expect(isBuildStale(root, built)).toBe(true)
    writeFileSync(join(built, '.built'), '')
    utimesSync(join(built, '.built'), new Date(), new Date(Date.now() + 10_000))
    expect(isBuildStale(root, built)).toBe(true)
    mkdirSync(`${built}-server`)
    writeFileSync(join(`${built}-server`, 'render.js'), '')
    expect(isBuildStale(root, built)).toBe(true)
    mkdirSync(`${built}-inspector`)
    writeFileSync(join(`${built}-inspector`, 'index.html'), '')
    expect(isBuildStale(root, built)).toBe(false)
    utimesSync(join(root, 'src', 'ui', 'Price.tsx'), new Date(), new Date(Date.now() + 20_000))
    expect(isBuildStale(root, built)).toBe(true)
    rmSync(root, { recursive: true })
  })
})

describe('the settings', () => {
  test('have defaults that other machines can’t reach', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 4173,
      dataDir: '.data',
      databaseUrl: null,
      trustProxy: false,
      publicUrl: 'http://localhost:4173',
      limits: {
        couponChecks: 10,
        payments: 30,
        failedLogins: 5,
        failedLoginsByAddress: 30,
        registrations: 10,
        resetMails: 10,
        resetMailsToAddress: 2,
      },
      tokenSecret: null,
      tokenLife: { total: 720, idle: 60 },
      smtpUrl: null,
      mailFrom: 'no-reply@localhost',
      paypal: null,
      sandboxSlowness: 10_000,
      inspector: 'on',
    })
  })
  test('use PayPal if both parts of the account are set', () => {
    const account = { PAYPAL_CLIENT_ID: 'shop', PAYPAL_SECRET: 'hush' }
    const paypal = { clientId: 'shop', secret: 'hush', apiUrl: 'https://api-m.paypal.com' }
    expect(readSettings(account).paypal).toEqual(paypal)
    const apiUrl = 'https://api-m.sandbox.paypal.com'
    expect(readSettings({ ...account, PAYPAL_API_URL: `${apiUrl}/` }).paypal).toEqual({ ...paypal, apiUrl })
    expect(() => readSettings({ ...account, PAYPAL_API_URL: 'paypal' })).toThrow('PAYPAL_API_URL')
    expect(() => readSettings({ PAYPAL_SECRET: 'hush' })).toThrow('PAYPAL_CLIENT_ID is missing')
    expect(() => readSettings({ PAYPAL_CLIENT_ID: 'shop' })).toThrow('PAYPAL_SECRET is missing')
  })
  test('choose the payment provider, which the start reports', async () => {
    const sandbox = readSettings({})
    const chosen = await createPaymentProvider(sandbox, opened.database)
    expect([chosen.sandbox === chosen.provider, chosen.hosts]).toEqual([true, []])
    expect(describePayments(sandbox)).toBe('Payments: sandbox (no real money)')
    const real = readSettings({ PAYPAL_CLIENT_ID: 'shop', PAYPAL_SECRET: 'hush' })
    expect(await createPaymentProvider(real, opened.database)).toMatchObject({ sandbox: null, hosts: paypalHosts })
    expect(describePayments(real)).toBe('Payments: PayPal (https://api-m.paypal.com)')
  })
  test.each([
    { PORT: 'x' },
    { PORT: '70000' },
    { PUBLIC_URL: 'shop' },
    { COUPON_CHECKS_PER_MINUTE: '-1' },
    { FAILED_LOGINS_PER_MINUTE: 'many' },
    { TOKEN_MINUTES: '0' },
    { TOKEN_SECRET: 'too short' },
    { SMTP_URL: 'mail.example.com' },
    { SANDBOX_SLOW_MILLISECONDS: 'long' },
  ])('an error names the invalid variable of %j', from =>
    expect(() => readSettings(from)).toThrow(Object.keys(from)[0]),
  )
})
