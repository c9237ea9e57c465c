import { EventEmitter, once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardMessage } from '#contract/refusal'
import { isBuildStale } from '#gateway/cli/build'
import { paypalHosts } from '#gateway/payments/paypal'
import { describePayments, createPaymentProvider } from '#gateway/cli/payment-provider'
import { readSettings } from '#gateway/cli/settings'
import { maskUrl } from '#gateway/requests/log-fields'
import { defaultLimits } from '#gateway/requests/rate-limits'
import { serveStorefront } from '#gateway/pages/storefront'
import { openCaseGateways } from './case-gateways.ts'
import { callOn, newCustomer, plainGateway } from './given.ts'

const opened = openCaseGateways(plainGateway)
const { gateway } = opened
const logged: string[] = []

const stream = new Writable({ write: (chunk, _encoding, done) => done(void logged.push(String(chunk))) })

let app: FastifyInstance

beforeAll(async () => {
  app = await gateway({ publicUrl: 'https://api.example.com', logger: { level: 'info', stream } })
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
  test('is given within 20 seconds to slow headers and bodies, which are checked every 5 seconds', () => {
    expect(app.server).toMatchObject({
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 8_192,
    })
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
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })
  test('to a preflight allows the contract’s methods and headers, for the shop’s own pages', async () => {
    const preflight = async (one: FastifyInstance, origin: string) => {
      const headers = { origin, 'access-control-request-method': 'PUT' }
      return (await one.inject({ method: 'OPTIONS', url: '/v1/cart/x', headers })).headers
    }
    const own = await preflight(app, 'https://api.example.com')
    expect(own).toMatchObject({
      'access-control-allow-origin': 'https://api.example.com',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
    })
    const others = await gateway({ corsOrigins: ['https://shop.example.com', 'https://m.example.com'] })
    const all = await gateway({ corsOrigins: ['*'] })
    const allowed = async (one: FastifyInstance, origin: string) =>
      (await preflight(one, origin))['access-control-allow-origin']
    expect(await allowed(app, 'https://evil.example')).toBeUndefined()
    expect(await allowed(others, 'https://m.example.com')).toBe('https://m.example.com')
    expect(await allowed(others, 'https://evil.example')).toBeUndefined()
    expect(await allowed(all, 'https://evil.example')).toBe('*')
  })
  test('that is sent while the gateway closes ends its connection', async () => {
    const closing = await gateway()
    const events = new EventEmitter()
    const [reached, closes] = [once(events, 'reached'), once(events, 'closes')]
    closing.addHook('preClose', async () => void events.emit('closes'))
    closing.get('/slow', async () => {
      events.emit('reached')
      await closes
      return 'answered'
    })
    const answer = fetch(`${await closing.listen({ host: '127.0.0.1', port: 0 })}/slow`)
    await reached
    const closed = closing.close()
    const { headers, status } = await answer
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    await closed
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
    ['/v1/order/abc/cancel', '/v1/order/***/cancel'],
    ['/order/10001?key=abc.def&from=mail', '/order/10001?key=***&from=mail'],
    ['/v1/order/by-request/a%2Forder%2F1?sessionId=abc', '/v1/order/by-request/***?sessionId=***'],
    ['/v1/payment/order/abc/authorize', '/v1/payment/order/***/authorize'],
    ['/sandbox/paypal/orders/abc/capture', '/sandbox/paypal/orders/***/capture'],
    ['/sandbox/paypal/approve?token=abc&origin=x', '/sandbox/paypal/approve?token=***&origin=x'],
    ['/reset-password?from=mail&token=abc', '/reset-password?from=mail&token=***'],
  ])('the path %s is logged as %s', (url, shown) => expect(maskUrl(url)).toBe(shown))
})

describe('coupon checks', () => {
  const tries = async (one: FastifyInstance, forwarded?: string, remoteAddress = '127.0.0.1') => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return one.inject({ url: '/v1/coupon/validate/TEN', headers, remoteAddress })
  }
  test('are limited to ten per minute and IP address, whatever the client claims', async () => {
    const one = await gateway()
    const client = '198.51.100.77'
    for (let n = 0; n < 10; n++) expect((await tries(one, `10.0.0.${n}`, client)).statusCode).toBe(200)
    const refused = await tries(one, '10.0.0.99', client)
    expect(refused.json()).toEqual({ statusCode: 429, message: expect.stringMatching(/^Too many attempts/) })
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

describe('keys of shared lists', () => {
  test('that are wrong are limited to ten per minute and IP address; a key that works is not', async () => {
    const one = await gateway()
    const read = (key: string, remoteAddress = '198.51.100.78') =>
      one.inject({ method: 'POST', url: '/v1/shared-list', payload: { key }, remoteAddress })
    for (let n = 0; n < 10; n++) expect((await read(`wrong-${n}`)).json()).toMatchObject({ statusCode: 410 })
    expect((await read('wrong-10')).statusCode).toBe(429)
    const changed = await one.inject({
      method: 'PUT',
      url: '/v1/shared-list/lines/1',
      payload: { key: 'wrong-11', quantity: 1 },
      remoteAddress: '198.51.100.78',
    })
    expect(changed.statusCode).toBe(429)
    expect((await read('wrong-12', '198.51.100.79')).statusCode).toBe(200)
    const call = callOn(() => one)
    const { headers } = await newCustomer(call)
    const lists = [{ name: 'Weekly', lines: [] }]
    const listId = (await call('createLists', { body: { lists }, headers })).body.data.lists[0].id
    const { key } = (await call('shareList', { params: { listId }, body: {}, headers })).body.data
    expect((await read(key)).json()).toMatchObject({ statusCode: 200, data: { name: 'Weekly' } })
  })
})

describe('a picture', () => {
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
      expect(page.headers).not.toHaveProperty('origin-agent-cluster')
    }
    const asset = await one.inject('/assets/main-B1x_2-zQ.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await one.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })
  test.each(['br', 'identity'])('sends its files with no header that only documents need: %s', async encoding => {
    const one = await shop()
    writeFileSync(join(dist, 'assets', 'main-B1x_2-zQ.js.br'), 'compressed')
    const { headers } = await one.inject({
      url: '/assets/main-B1x_2-zQ.js',
      headers: { 'accept-encoding': encoding },
    })
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept-ranges',
      'cache-control',
      'connection',
      ...(encoding === 'br' ? ['content-encoding'] : []),
      'content-length',
      'content-type',
      'cross-origin-resource-policy',
      'date',
      'etag',
      'last-modified',
      'vary',
      'x-content-type-options',
    ])
    expect(headers.vary).toBe('Origin, accept-encoding')
    // a drawing is a document if it is opened by itself
    const drawing = await one.inject({ url: '/favicon.svg' })
    expect(drawing.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
  })
  test('refuses overlong paths and queries of pages before it parses them', async () => {
    const one = await shop()
    const statusOf = async (url: string) => (await one.inject({ url, headers: { accept: 'text/html' } })).statusCode
    const words = encodeURIComponent('米'.repeat(200))
    expect(await statusOf(`/main/product-list/0?by=search&q=${words}`)).toBe(200)
    expect(await statusOf(`/main/product-list/0?by=search&q=${words}${words}`)).toBe(414)
    expect(await statusOf(`/${'a/'.repeat(255)}`)).toBe(200)
    expect(await statusOf(`${'/'.repeat(7_000)}x`)).toBe(414)
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
  test('requires Trusted Types unless the payment provider is another company', async () => {
    const policyOf = async (payment: readonly string[]) => {
      const answer = await (await shop(payment)).inject({ url: '/cart', headers: { accept: 'text/html' } })
      return String(answer.headers['content-security-policy'])
    }
    expect(await policyOf([])).toContain(
      "require-trusted-types-for 'script'; trusted-types start shop default worker dompurify",
    )
    expect(await policyOf(paypalHosts)).not.toContain('trusted-types')
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
    expect(isBuildStale(root, built)).toBe(true)
    mkdirSync(`${built}-office`)
    writeFileSync(join(`${built}-office`, 'index.html'), '')
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
      makesPicturesAhead: true,
      metricsPort: 0,
      databaseUrl: null,
      databaseConnections: 20,
      trustProxy: false,
      publicUrl: 'http://localhost:4173',
      limits: defaultLimits,
      tokenSecret: null,
      tokenLife: { total: 720, idle: 60 },
      smtpUrl: null,
      shopEmail: null,
      mailFrom: { address: 'no-reply@localhost' },
      payments: 'sandbox',
      paypal: null,
      acceptsBrowserOrders: true,
      sandboxSlowness: 10_000,
      office: 'local',
      orderWebhook: null,
      inspector: 'on',
      serviceWorker: 'on',
      pictureFolder: join('.data', 'pictures'),
      photographFolder: join('.data', 'photographs'),
    })
  })
  test('use PayPal if both parts of the account are set', () => {
    const account = { PAYPAL_CLIENT_ID: 'shop', PAYPAL_SECRET: 'hush' }
    const paypal = {
      clientId: 'shop',
      secret: 'hush',
      apiUrl: 'https://api-m.paypal.com',
      merchantId: null,
      webhookId: null,
    }
    expect(readSettings(account).paypal).toEqual(paypal)
    const apiUrl = 'https://api-m.sandbox.paypal.com'
    expect(readSettings({ ...account, PAYPAL_API_URL: `${apiUrl}/` }).paypal).toEqual({ ...paypal, apiUrl })
    expect(() => readSettings({ ...account, PAYPAL_API_URL: 'paypal' })).toThrow('PAYPAL_API_URL')
    expect(() => readSettings({ ...account, PAYPAL_API_URL: 'http://paypal.example' })).toThrow(
      'must begin with https:',
    )
    expect(readSettings({ ...account, PAYPAL_API_URL: 'http://127.0.0.1:9' }).paypal?.apiUrl).toBe('http://127.0.0.1:9')
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
    const none = readSettings({ PAYMENTS: 'none' })
    expect(await createPaymentProvider(none, opened.database)).toEqual({ provider: null, sandbox: null, hosts: [] })
    expect(describePayments(none)).toBe('Payments: on delivery only (PAYMENTS is none)')
  })
  test.each([
    [{}, 'sandbox'],
    [{ PUBLIC_URL: 'http://localhost:8080', HOST: '0.0.0.0' }, 'sandbox'],
    [{ HOST: '0.0.0.0' }, 'none'],
    [{ PUBLIC_URL: 'https://grocer.example' }, 'none'],
    [{ PUBLIC_URL: 'https://grocer.example', PAYMENTS: 'sandbox', SANDBOX_IN_PUBLIC: 'on' }, 'sandbox'],
    [{ PUBLIC_URL: 'https://grocer.example', PAYPAL_CLIENT_ID: 'shop', PAYPAL_SECRET: 'hush' }, 'paypal'],
    [{ PAYPAL_CLIENT_ID: 'shop', PAYPAL_SECRET: 'hush', PAYMENTS: 'none' }, 'none'],
  ])('choose the sandbox only where no other machine reaches the shop, or if it is named: %j, %s', (from, payments) =>
    expect(readSettings(from).payments).toBe(payments),
  )
  test('accept orders of browsers at PayPal only if that is set, with the account that is to be paid', () => {
    const account = { PAYPAL_CLIENT_ID: 'shop', PAYPAL_SECRET: 'hush' }
    expect(readSettings(account).acceptsBrowserOrders).toBe(false)
    const chosen = { ...account, PAYPAL_BROWSER_ORDERS: 'on' }
    expect(() => readSettings(chosen)).toThrow('PAYPAL_MERCHANT_ID is missing')
    expect(readSettings({ ...chosen, PAYPAL_MERCHANT_ID: 'SHOP123' })).toMatchObject({
      acceptsBrowserOrders: true,
      paypal: { merchantId: 'SHOP123' },
    })
  })
  test('refuse PayPal without an account', () => {
    expect(() => readSettings({ PAYMENTS: 'paypal' })).toThrow('PAYPAL_CLIENT_ID')
  })
  test.each([
    [{ PORT: '70000' }, 'PORT is not a whole number in its range: 70000'],
    [{ PUBLIC_URL: 'shop' }, 'PUBLIC_URL is not an http: or https: URL: shop'],
  ])('an error says what is wrong with %j', (from, message) => expect(() => readSettings(from)).toThrow(message))
  test.each([
    { PORT: 'x' },
    { PORT: '70000' },
    { CORS_ORIGINS: 'https://shop.example.com/path' },
    { CORS_ORIGINS: 'shop.example.com' },
    { DATABASE_CONNECTIONS: '1' },
    { PUBLIC_URL: 'shop' },
    { COUPON_CHECKS_PER_MINUTE: '-1' },
    { FAILED_LOGINS_PER_MINUTE: 'many' },
    { TOKEN_MINUTES: '0' },
    { TOKEN_SECRET: 'too short' },
    { SMTP_URL: 'mail.example.com' },
    { SANDBOX_SLOW_MILLISECONDS: 'long' },
    { PAYMENTS: 'cash' },
    { SHOP_EMAIL: 'grocer' },
    { PAYPAL_BROWSER_ORDERS: 'maybe' },
  ])('an error names the invalid variable of %j', from =>
    expect(() => readSettings(from)).toThrow(Object.keys(from)[0]),
  )
})
