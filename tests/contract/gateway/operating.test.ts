import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readSettings } from '#gateway/cli/settings'
import { startupWarnings } from '#gateway/cli/startup-warnings'
import type { OpenDatabase } from '#gateway/database/database'
import type { Health } from '#gateway/http/health'
import { createMailStatus } from '#gateway/shop/mail-status'
import { queueMail } from '#gateway/mail/outbox'
import { createMetrics, type Metrics } from '#gateway/http/metrics'
import { serveStorefront } from '#gateway/pages/storefront'
import { openCaseDatabase } from './case-database.ts'
import { callOn, cartWith, caseGateway, jobsByHand, newCustomer, newEmail, orderOf, shelf, type Json } from './given.ts'

const folder = mkdtempSync(join(tmpdir(), 'operating-'))
const lastRuns = { payments: null, receipts: null, mails: null }
const health: Health = {
  lastRuns,
  lastMail: null,
  mail: 'folder',
  mailStatus: createMailStatus(),
  provider: null,
}
/** Each job has ended a round at this time, in milliseconds ago. */
const ran = (ago = 0) => {
  const time = new Date(Date.now() - ago)
  return { payments: time, receipts: time, mails: time }
}
const lines: Json[] = []
const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(JSON.parse(String(chunk)))) })

let opened: OpenDatabase
let app: FastifyInstance
let metrics: Metrics

beforeAll(async () => {
  opened = await openCaseDatabase()
  metrics = await createMetrics()
  app = await caseGateway(opened.database, {
    logger: { level: 'warn', stream },
    countEvent: metrics.count,
    health,
    limits: { couponChecks: 1 },
    createSendMail: () => async () => {},
  })
  metrics.observe(app, health)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><div id="root"></div>')
  const render = async () => ({ status: 200 as const, html: 'incomplete', isCacheable: false })
  await serveStorefront(app, folder, {
    renderer: { keyOf: (url: string) => url, render },
    scriptHashes: [],
  })
})
afterAll(async () => {
  await app.close()
  await opened.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => void (lines.length = 0))

const call = callOn(() => app)

/** Waits until the probe, which queries the database at most once per second, has this result. */
const isProbed = (isUp: boolean) =>
  vi.waitFor(async () => expect(await app.isDatabaseUp()).toBe(isUp), { timeout: 10_000 })

/** Calls `act` while every query fails, also for the probe. */
async function withoutDatabase(act: () => Promise<void>): Promise<void> {
  const { execute } = opened.database
  opened.database.execute = (() => Promise.reject(new Error('connection refused'))) as unknown as typeof execute
  await isProbed(false)
  await act().finally(() => (opened.database.execute = execute))
  await isProbed(true)
}

/** Begins work after a response: a mail is sent. */
const subscribe = (to: FastifyInstance) =>
  to.inject({ method: 'POST', url: '/v1/customer/subscribeNewsletter', body: { email: newEmail() } })

describe('an operator', () => {
  test('can check with /livez and /readyz whether the shop runs and can serve', async () => {
    expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' })
    health.lastRuns = ran()
    const ready = await app.inject('/readyz')
    expect([ready.statusCode, ready.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(ready.json()).toMatchObject({ status: 'ok', database: 'ok', job: 'ok', mail: 'folder', provider: 'none' })
    health.lastRuns = { ...ran(), payments: new Date(Date.now() - 301_000) }
    const stuck = await app.inject('/readyz')
    expect([stuck.statusCode, stuck.json().job]).toEqual([503, 'stuck'])
    health.lastRuns = ran()
  })

  test('gets 503, not 200, on pages and /readyz while the database is gone; /livez still answers 200', async () => {
    const get = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).statusCode
    const all = async () => [
      await get('/main/product-list/0'),
      await get('/cart'),
      await get('/readyz'),
      await get('/livez'),
    ]
    await withoutDatabase(async () => expect(await all()).toEqual([503, 503, 503, 200]))
    expect(await all()).toEqual([200, 200, 200, 200])
  })

  test('finds one line for each security and money event, without personal data, at the default LOG_LEVEL', async () => {
    const { email } = await newCustomer(call)
    await call('login', { body: { email, password: 'wrong password', sessionId: null } })
    await call('validateCoupon', { params: { code: 'TEN' } })
    await call('validateCoupon', { params: { code: 'TEN' } })
    const { body } = await call('placeOrder', { body: orderOf(await cartWith(call, [shelf.beef, 1]), 60) })
    await call('placeOrder', { body: orderOf(await cartWith(call, [shelf.beef, 1]), 1) })
    const events = lines.filter(line => line.event !== undefined)
    expect(events.map(line => [line.event, line.call, line.statusCode])).toEqual([
      ['account.created', 'createAccount', 200],
      ['login.failed', 'login', 401],
      ['rate-limit.reached', 'validateCoupon', 429],
      ['order.placed', 'placeOrder', 200],
      ['order.refused', 'placeOrder', 409],
    ])
    expect(events[3]).toMatchObject({ orderNumber: body.data.orderNumber, total: 60 })
    for (const secret of [email, 'wrong password', 'Mei', '0298765432', body.data.orderId]) {
      expect(JSON.stringify(lines)).not.toContain(secret)
    }
  })

  test('finds method and path of a failed request in the line of its error, at every LOG_LEVEL', async () => {
    await opened.database.execute('alter table carts rename to lost')
    await app.inject('/v1/cart/secret-session')
    await opened.database.execute('alter table lost rename to carts')
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, method: 'GET', path: '/v1/cart/***' }))
  })

  test('finds no error when a client closes the connection while its answer is being compressed', async () => {
    const rename = (name: string) =>
      opened.database.execute(sql`update products set name = ${name} where id = ${shelf.beef}`)
    // so long that the list is compressed as a stream
    await rename('Beef '.repeat(100_000))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ criteria: 'search', category_id: 0, brand_id: 0, searchCriteria: 'beef' })
    const search = () => fetch(`${origin}/v1/product/criteria`, { method: 'POST', headers, body })
    app.server.once('request', (_, response) => response.once('pipe', () => response.destroy()))
    await expect(search()).rejects.toThrow('fetch failed')
    expect(lines).toEqual([])
    expect((await search()).headers.get('content-encoding')).toBe('gzip')
    await rename('Beef')
  })

  test.each([
    ['https://grocer.example', 'max-age=31536000', true],
    ['http://localhost:4173', undefined, false],
  ])('gets the headers of %s that suit its scheme', async (publicUrl, transport, isUpgraded) => {
    const one = await caseGateway(opened.database, { publicUrl })
    await serveStorefront(one, folder, undefined, [], undefined, publicUrl.startsWith('https'))
    const { headers } = await one.inject({ url: '/cart', headers: { accept: 'text/html' } })
    await one.close()
    expect(headers['strict-transport-security']).toBe(transport)
    expect(String(headers['content-security-policy']).includes('upgrade-insecure-requests')).toBe(isUpgraded)
    expect(headers['permissions-policy']).toContain('camera=(), ')
  })

  test('gets the outcome of the last mail from /readyz, not that of one that is being sent', async () => {
    const ownHealth: Health = { ...health, lastRuns: ran(), mailStatus: createMailStatus(), lastMail: 'sent' }
    let fail: (error: Error) => void = () => {}
    const sending = vi.fn(() => new Promise<void>((_resolve, reject) => void (fail = reject)))
    const one = await caseGateway(opened.database, { health: ownHealth, createSendMail: () => sending })
    onTestFinished(() => one.close())
    const outcome = async () => (await one.inject('/readyz')).json().lastMail
    await subscribe(one)
    await vi.waitFor(() => expect(sending).toHaveBeenCalled())
    expect(await outcome()).toBe('sent')
    fail(new Error('The mail server does not answer.'))
    await expect.poll(outcome).toBe('failed')
  })

  test('finds kind, codes and place of an error in work after a response, without its message', async () => {
    const { startJob, runJob } = jobsByHand()
    const one = await caseGateway(opened.database, { logger: { level: 'warn', stream }, startJob })
    onTestFinished(() => one.close())
    await opened.database.execute('alter table mails rename to lost')
    await runJob()
    await opened.database.execute('alter table lost rename to mails')
    const line = lines.find(({ msg }) => msg === 'Sending mails failed')!
    expect(line).toMatchObject({ level: 50, code: '42P01', stack: expect.stringMatching(/at .*deliverMails/) })
    expect(JSON.stringify(line)).not.toMatch(/select|recipient/)
  })

  test('can stop the shop: it waits for work after responses, and for work that begins meanwhile', async () => {
    const steps: string[] = []
    let finish = () => {}
    const sending = vi.fn(() => new Promise<void>(resolve => void (finish = resolve)))
    const { startJob, runJob } = jobsByHand()
    const one = await caseGateway(opened.database, { createSendMail: () => sending, startJob })
    const closing = new Promise<void>(resolve => void one.addHook('onClose', async () => resolve()))
    await subscribe(one)
    await vi.waitFor(() => expect(sending).toHaveBeenCalled())
    const closed = one.close().then(() => steps.push('closed'))
    await closing
    // the gateway's own hook follows the one of this test
    await new Promise(resolve => setImmediate(resolve))
    await queueMail(opened.database, 'receipt', { to: newEmail(), subject: 'Your order', text: '' })
    void runJob().then(() => steps.push('job'))
    finish()
    await vi.waitFor(() => expect(sending).toHaveBeenCalledTimes(2))
    for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setImmediate(resolve))
    expect(steps).toEqual([])
    finish()
    await closed
    expect(steps).toEqual(['job', 'closed'])
  })

  test('has metrics for Prometheus on a port of their own', async () => {
    await app.inject('/v1/brand')
    const close = await metrics.listen('127.0.0.1', 9_464)
    const answer = await fetch('http://127.0.0.1:9464/metrics')
    const text = await answer.text()
    await close()
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(/shop_request_seconds_count\{method="GET",route="\/v1\/brand",status="200"\} [1-9]/)
    expect(text).toContain('shop_events_total{event="login.failed"} 1')
    expect(text).toMatch(/shop_last_job_run_timestamp_seconds\{job="payments"\} 1\d{9}/)
    expect(text).toContain('process_resident_memory_bytes')
    expect((await app.inject({ url: '/metrics', headers: { accept: 'application/json' } })).statusCode).toBe(404)
  })

  test.each<[string, Record<string, string>, RegExp[]]>([
    ['a shop on this machine', {}, []],
    ['a public shop with everything', { PUBLIC_URL: 'https://grocer.example', SMTP_URL: 'smtps://m.example' }, []],
    ['a public shop without mail', { PUBLIC_URL: 'https://grocer.example' }, [/^SMTP_URL is missing/]],
    [
      'a public shop with the sandbox and the inspector',
      {
        PUBLIC_URL: 'https://grocer.example',
        SMTP_URL: 'smtps://m.example',
        PAYMENTS: 'sandbox',
        SANDBOX_IN_PUBLIC: 'on',
        INSPECTOR: 'on',
      },
      [/^PAYMENTS is sandbox/, /^INSPECTOR is on/],
    ],
    ...['postgres://db.example/shop', 'postgresql://shop:secret@db.example/shop'].map(
      (DATABASE_URL): [string, Record<string, string>, RegExp[]] => [
        `a public shop with its database at ${DATABASE_URL}`,
        { PUBLIC_URL: 'https://grocer.example', SMTP_URL: 'smtps://m.example', DATABASE_URL },
        [/^DATABASE_URL names another machine/],
      ],
    ),
    ...[
      'postgres:///shop?host=/run/postgresql',
      'postgres://shop@localhost/shop',
      'postgres://db.example/shop?sslmode=require',
    ].map((DATABASE_URL): [string, Record<string, string>, RegExp[]] => [
      `a public shop with its database at ${DATABASE_URL}`,
      { PUBLIC_URL: 'https://grocer.example', SMTP_URL: 'smtps://m.example', DATABASE_URL },
      [],
    ]),
    ['a shop for other machines without PUBLIC_URL', { HOST: '0.0.0.0', SMTP_URL: 'smtp://m' }, [/^PUBLIC_URL is/]],
    [
      'a public shop without TLS',
      { PUBLIC_URL: 'http://grocer.example', SMTP_URL: 'smtp://m' },
      [/^PUBLIC_URL is http: passwords/],
    ],
  ])('is warned at the start of what is missing in the settings of %s', (_shop, environment, expected) => {
    const found = startupWarnings(readSettings(environment)).filter(
      one => !one.startsWith('PAYMENTS') || environment.PAYMENTS,
    )
    expect(found).toEqual(expected.map(one => expect.stringMatching(one)))
  })

  const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_SECRET: 'secret', PAYPAL_MERCHANT_ID: 'merchant' }
  const paypalSandbox = { ...paypal, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' }
  test.each([
    ['its own sandbox at a public address', { PUBLIC_URL: 'https://grocer.example', PAYMENTS: 'sandbox' }],
    ['its own sandbox for other machines', { HOST: '0.0.0.0', PAYMENTS: 'sandbox' }],
    ['PayPal’s sandbox at a public address', { PUBLIC_URL: 'https://grocer.example', ...paypalSandbox }],
  ])('does not start with %s, unless the settings say so', (_what, environment: Record<string, string>) => {
    expect(() => readSettings(environment)).toThrow('SANDBOX_IN_PUBLIC')
    expect(() => readSettings({ ...environment, SANDBOX_IN_PUBLIC: 'off' })).toThrow('goods would be ordered')
    expect(readSettings({ ...environment, SANDBOX_IN_PUBLIC: 'on' }).payments).toBe(environment.PAYMENTS ?? 'paypal')
  })
  test('can start the shop with a sandbox that only this machine reaches, and with PayPal', () => {
    expect(readSettings({}).payments).toBe('sandbox')
    expect(readSettings({ ...paypalSandbox }).payments).toBe('paypal')
    expect(readSettings({ PUBLIC_URL: 'https://grocer.example', ...paypal }).payments).toBe('paypal')
    expect(readSettings({ HOST: '0.0.0.0' }).payments).toBe('none')
  })
})
