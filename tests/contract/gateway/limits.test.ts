import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import { queryRows } from '#gateway/database/database'
import type { GatewayOptions } from '#gateway/http/gateway'
import { createLargeBodies } from '#gateway/http/large-bodies'
import { createInProcessFetch } from '#gateway/http/in-process-fetch'
import { serveStorefront } from '#gateway/pages/storefront'
import { deleteOldAnswers } from '#gateway/requests/idempotency'
import { defaultLimits } from '#gateway/requests/rate-limits'
import { createRequestCounter } from '#gateway/requests/request-limits'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { openShopWithPayments, paid } from '../payments/payment-given.ts'
import { callOn, cartWith, lineOf, newCustomer, newEmail, orderOf, shelf, type Json } from './given.ts'
import { openCaseGateways } from './case-gateways.ts'

const opened = openCaseGateways()
const gateway = (more: Partial<GatewayOptions> = {}) => opened.gateway({ limits: defaultLimits, ...more })

let networks = 0
/** An IP address that no other test uses. */
const newAddress = () => `198.51.100.${++networks}`

/** Calls the gateway from an IP address. */
const from =
  (app: FastifyInstance, remoteAddress: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: Json) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await app.inject({ method, url, remoteAddress, headers, ...payload })
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']), body: answer.json() as Json }
  }

let app: FastifyInstance

beforeAll(async () => {
  app = await gateway()
})

/** The body of an order of a new cart, from this machine, which is not counted. */
const newOrder = async (more: Partial<NewOrder> = {}): Promise<NewOrder> => {
  const body = orderOf(
    await cartWith(
      callOn(() => app),
      [shelf.beef, 1],
    ),
    60,
    more,
  )
  return { ...body, customer: { ...body.customer, email: newEmail(), ...more.customer } }
}

describe('orders', () => {
  test('are limited to ten per minute and network; a repeated order is not counted', async () => {
    const asking = from(app, newAddress())
    const first = await newOrder()
    expect((await asking('POST', '/v1/order', first)).body.statusCode).toBe(200)
    for (let more = 1; more < 10; more++)
      expect(
        (await asking('POST', '/v1/order', { ...first, requestId: `limit-${more}`, sessionId: 'gone' })).status,
      ).toBe(200)
    const refused = await asking('POST', '/v1/order', await newOrder())
    expect([refused.status, refused.body.statusCode]).toEqual([429, 429])
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect((await asking('POST', '/v1/order', first)).body.statusCode).toBe(200)
    expect((await from(app, newAddress())('POST', '/v1/order', await newOrder())).body.statusCode).toBe(200)
  })

  test('are limited per day and network', async () => {
    const asking = from(await gateway({ limits: { ordersPerDay: 1 } }), newAddress())
    expect((await asking('POST', '/v1/order', await newOrder())).body.statusCode).toBe(200)
    const refused = await asking('POST', '/v1/order', await newOrder())
    expect([refused.status, refused.body.message]).toEqual([429, 'Too many attempts. Please try again in 24 hours.'])
    expect(refused.retryAfter).toBeGreaterThan(80_000)
  })

  test('of guests are limited to three per hour and email address, from any network; refused ones are not counted', async () => {
    const { customer } = await newOrder()
    const placing = async (more: Partial<NewOrder> = {}, email = customer.email) =>
      from(app, newAddress())('POST', '/v1/order', await newOrder({ ...more, customer: { ...customer, email } }))
    expect((await placing({ total: 1 })).body.statusCode).toBe(409)
    for (let order = 0; order < 3; order++) expect((await placing()).body.statusCode).toBe(200)
    expect((await placing({}, customer.email.toUpperCase())).status).toBe(429)
    expect((await placing({}, newEmail())).body.statusCode).toBe(200)
  })

  test('of customers are not limited by their email address', async () => {
    const one = await gateway({ limits: { guestOrdersToAddress: 0 } })
    const { email, headers } = await newCustomer(callOn(() => app))
    const order = await newOrder()
    const answer = await one.inject({
      method: 'POST',
      url: '/v1/order',
      remoteAddress: newAddress(),
      headers,
      body: { ...order, customer: { ...order.customer, email } },
    })
    expect(answer.json().statusCode).toBe(200)
  })

  test('with a coupon that does not apply count as coupon checks, others do not', async () => {
    const asking = from(await gateway({ limits: { ...defaultLimits, orders: 100, couponChecks: 3 } }), newAddress())
    const placing = async (couponCode: string) => asking('POST', '/v1/order', await newOrder({ couponCode, total: 1 }))
    for (const known of ['TEN', 'TEN', 'TEN', 'TEN'])
      expect((await placing(known)).body.conflicts[0].about).toBe('total')
    for (const guess of ['NOPE', 'ENDED', 'SPENT'])
      expect((await placing(guess)).body.conflicts[0].about).toBe('coupon')
    for (const code of ['NOPE', 'TEN']) expect((await placing(code)).status).toBe(429)
    expect((await asking('GET', '/v1/coupon/validate/TEN')).status).toBe(429)
  })

  test('whose payment has begun are placed whatever the limits: their money was taken', async () => {
    const limits = { ...defaultLimits, orders: 1, ordersPerDay: 1, guestOrdersToAddress: 1, couponChecks: 1 }
    const shop = await openShopWithPayments(opened.database, fakeProvider(), { limits })
    onTestFinished(() => shop.app.close())
    const asking = from(shop.app, newAddress())
    const { customer } = await newOrder()
    const purchase = await paid(shop, 'authorize', { customer })
    expect((await asking('POST', '/v1/order', await newOrder({ customer }))).body.statusCode).toBe(200)
    const onDelivery = { ...(await newOrder({ customer })), payment: { method: 'on-delivery' as const } }
    expect((await asking('POST', '/v1/order', onDelivery)).status).toBe(429)
    const order = { ...purchase.body, payment: { method: 'online', providerOrderId: purchase.id } }
    expect((await asking('POST', '/v1/order', order)).body).toMatchObject({
      statusCode: 200,
      data: { payment: { method: 'online' } },
    })
  })

  test('can be discarded ten times per minute and network', async () => {
    const asking = from(app, newAddress())
    for (let times = 0; times < 10; times++)
      expect((await asking('DELETE', `/v1/order/by-request/limits-${times}?sessionId=s`)).status).toBe(200)
    expect((await asking('DELETE', '/v1/order/by-request/limits-10?sessionId=s')).status).toBe(429)
  })

  test('that were refused are forgotten after 2 days, discarded keys after 30, placed orders never', async () => {
    const call = callOn(() => app)
    const [placed, refused, discarded] = [await newOrder(), await newOrder({ total: 1 }), await newOrder()]
    for (const body of [placed, refused]) await call('placeOrder', { body })
    const { requestId, sessionId } = discarded
    await call('discardOrder', { params: { requestId, sessionId } })
    const keptAfter = async (days: number) => {
      await opened.database.execute(
        sql`update answers set created_at = now() - make_interval(days => ${days}, secs => 1)`,
      )
      await deleteOldAnswers(opened.database)
      const rows = await queryRows<{ id: string }>(opened.database, sql`select request_id as id from answers`)
      return [placed, refused, discarded].map(body => rows.some(({ id }) => id === body.requestId))
    }
    expect(await keptAfter(1)).toEqual([true, true, true])
    expect(await keptAfter(2)).toEqual([true, false, true])
    expect(await keptAfter(30)).toEqual([true, false, false])
  })

  test('and carts with ids longer than any that exists are refused, and nothing is stored', async () => {
    const call = callOn(() => app)
    const long = 'x'.repeat(65)
    const tooLong = (name: string) => ({ status: 400, body: { statusCode: 400, message: `${name} is too long.` } })
    expect(await call('placeOrder', { body: orderOf(long, 60) })).toEqual(tooLong('sessionId'))
    expect(await call('addLine', { body: lineOf(shelf.rice, { mySessionId: long }) })).toEqual(tooLong('mySessionId'))
    expect(await call('discardOrder', { params: { requestId: 'key', sessionId: long } })).toEqual(tooLong('sessionId'))
    expect(await call('findOrder', { params: { requestId: 'x'.repeat(201), sessionId: 's' } })).toEqual(
      tooLong('requestId'),
    )
  })
})

describe('unapproved payments of a network', () => {
  /** Begins payments for new carts, from one IP address. */
  const payer = async () => {
    const { app: paying } = await openShopWithPayments(opened.database, fakeProvider(), { limits: defaultLimits })
    onTestFinished(() => paying.close())
    const asking = from(paying, newAddress())
    return async (quantity: number, productId: number, more: Partial<NewOrder> = {}) => {
      const { payment: _, ...body } = orderOf(
        await cartWith(
          callOn(() => app),
          [productId, quantity],
        ),
        0,
        more,
      )
      return { body, answer: await asking('POST', '/v1/payment/order', body), asking }
    }
  }
  const stock = async (id: number) =>
    (await queryRows<{ stock: number }>(opened.database, sql`select stock from products where id = ${id}`))[0]!.stock

  test('reserve at most 30 percent of a product, and get it back when they end', async () => {
    const before = await stock(shelf.soySauce)
    const pays = await payer()
    const all = await pays(before, shelf.soySauce, { total: before * 10 })
    const left = Math.floor(before * 0.3)
    const message = `Only ${left} of Soy Sauce 1 L しょうゆ can be paid for online at the moment. Please choose fewer, or pay on delivery.`
    const conflict = { about: 'stock', productId: shelf.soySauce, left, message }
    expect(all.answer.body).toEqual({ statusCode: 409, message, data: null, conflicts: [conflict] })
    const half = Math.floor(left / 2)
    expect((await pays(half, shelf.soySauce, { total: half * 10 })).answer.body.statusCode).toBe(200)
    const share = await pays(left - half, shelf.soySauce, { total: (left - half) * 10 })
    expect(share.answer.body.statusCode).toBe(200)
    const none =
      'Soy Sauce 1 L しょうゆ can’t be paid for online at the moment. Please choose to pay on delivery, or try again later.'
    const more = await pays(10, shelf.soySauce, { total: 100 })
    expect(more.answer.body.conflicts).toMatchObject([{ left: 0, message: none }])
    expect(await stock(shelf.soySauce)).toBe(before - left)
    expect((await share.asking('DELETE', `/v1/payment/order/${share.answer.body.data.id}`)).status).toBe(200)
    expect((await pays(10, shelf.soySauce, { total: 100 })).answer.body.statusCode).toBe(200)
    expect((await (await payer())(10, shelf.soySauce, { total: 100 })).answer.body.statusCode).toBe(200)
  })
  test('that are begun on this machine reserve any share', async () => {
    const { app: paying } = await openShopWithPayments(opened.database, fakeProvider(), { limits: defaultLimits })
    onTestFinished(() => paying.close())
    const asking = from(paying, '127.0.0.1')
    const all = await stock(shelf.soySauce)
    const sessionId = await cartWith(
      callOn(() => app),
      [shelf.soySauce, all],
    )
    const { payment: _, ...body } = orderOf(sessionId, 0, { total: all * 10 })
    const { body: answer } = await asking('POST', '/v1/payment/order', body)
    expect(answer.statusCode).toBe(200)
    expect((await asking('DELETE', `/v1/payment/order/${answer.data.id}`)).status).toBe(200)
    expect(await stock(shelf.soySauce)).toBe(all)
  })
  test('no longer count to its share once they are approved: neither their goods nor their coupons', async () => {
    const pays = await payer()
    const approves = (requestId: string) =>
      opened.database.execute(sql`update payments set approved = true where request_id = ${requestId}`)
    const share = Math.floor((await stock(shelf.fishSauce)) * 0.3)
    const sauce = await pays(share, shelf.fishSauce, { total: share * 10 })
    expect(sauce.answer.body.statusCode).toBe(200)
    expect((await pays(50, shelf.fishSauce, { total: 500 })).answer.body.conflicts).toMatchObject([{ left: 0 }])
    await approves(sauce.body.requestId)
    expect((await pays(50, shelf.fishSauce, { total: 500 })).answer.body.statusCode).toBe(200)
    const paysEight = () => pays(1, shelf.beef, { total: 52, couponCode: 'EIGHT' })
    const begun = [await paysEight(), await paysEight(), await paysEight()]
    expect((await paysEight()).answer.body.conflicts).toMatchObject([{ about: 'coupon' }])
    await approves(begun[0]!.body.requestId)
    expect((await paysEight()).answer.body.statusCode).toBe(200)
  })
  test('reserve a small stock whole', async () => {
    expect((await (await payer())(5, shelf.five, { total: 200 })).answer.body.statusCode).toBe(200)
  })
  test('with a coupon that does not apply count as coupon checks', async () => {
    const { app: paying } = await openShopWithPayments(opened.database, fakeProvider(), {
      limits: { ...defaultLimits, couponChecks: 2 },
    })
    onTestFinished(() => paying.close())
    const asking = from(paying, newAddress())
    const pays = async (couponCode: string | null, total = 1) => {
      const { payment: _, ...body } = await newOrder({ couponCode, total })
      return asking('POST', '/v1/payment/order', body)
    }
    for (const known of ['TEN', 'TEN']) expect((await pays(known)).body.conflicts[0].about).toBe('total')
    for (const known of ['TEN', 'TEN']) expect((await pays(known, 54)).body.statusCode).toBe(200)
    for (const guess of ['NOPE', 'ENDED']) expect((await pays(guess)).body.conflicts[0].about).toBe('coupon')
    expect((await pays('TEN')).status).toBe(429)
    expect((await pays(null, 60)).body.statusCode).toBe(200)
  })
  test('reserve at most 3 uses of a coupon', async () => {
    const pays = await payer()
    const paysTen = async () => (await pays(1, shelf.beef, { total: 54, couponCode: 'TEN' })).answer.body
    for (let times = 0; times < 3; times++) expect((await paysTen()).statusCode).toBe(200)
    expect((await paysTen()).conflicts).toMatchObject([{ about: 'coupon' }])
    expect((await (await payer())(1, shelf.beef, { total: 54, couponCode: 'TEN' })).answer.body.statusCode).toBe(200)
  })
})

describe('requests', () => {
  test('that read and that write are limited per minute and network, and say when to try again', async () => {
    const limited = await gateway({ limits: { reads: 3, writes: 2 } })
    const asking = from(limited, '2001:db8:1:2::1')
    const neighbour = from(limited, '2001:db8:1:2:ffff::9')
    for (let read = 0; read < 3; read++) expect((await asking('GET', '/v1/brand')).status).toBe(200)
    const refused = await neighbour('GET', '/v1/brand')
    expect([refused.status, refused.body.statusCode]).toEqual([429, 429])
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(60)
    for (const status of [200, 200, 429])
      expect((await asking('POST', '/v1/cart', lineOf(shelf.rice))).status).toBe(status)
    expect((await from(limited, '2001:db8:1:3::1')('GET', '/v1/brand')).status).toBe(200)
  })

  test('from this machine and from server rendering are not counted', async () => {
    const limited = await gateway({ limits: { reads: 0 } })
    expect((await from(limited, '127.0.0.1')('GET', '/v1/brand')).status).toBe(200)
    for (const loopback of ['::1', '::ffff:127.0.0.1'])
      expect((await from(limited, loopback)('GET', '/v1/brand')).status).toBe(200)
    expect((await createInProcessFetch(limited)('/v1/brand')).status).toBe(200)
    expect((await from(limited, newAddress())('GET', '/v1/brand')).status).toBe(429)
  })

  test.each([
    ['mailed links', 'GET', '/link/unsubscribe'],
    ['mailed links', 'POST', '/link/unsubscribe'],
    ['PayPal’s events', 'POST', '/paypal/webhook'],
  ] as const)('for %s (%s %s) are limited per minute and network', async (_what, method, url) => {
    const limited = await gateway({ limits: { writes: 1 }, verifyWebhook: async () => false })
    const address = newAddress()
    const statusFor = async (remoteAddress: string) => (await limited.inject({ method, url, remoteAddress })).statusCode
    const first = await statusFor(address)
    expect(first).not.toBe(429)
    expect([await statusFor(address), await statusFor(newAddress())]).toEqual([429, first])
  })

  test('for the newsletter are limited to five per minute and network', async () => {
    const asking = from(app, newAddress())
    const signUp = () => asking('POST', '/v1/customer/subscribeNewsletter', { email: newEmail() })
    for (let times = 0; times < 5; times++) expect((await signUp()).status).toBe(200)
    expect((await signUp()).status).toBe(429)
  })

  test('for mails about stock are limited to five per minute and network, and to 20 per day and email address', async () => {
    const asking = (address = newAddress(), email = newEmail()) =>
      from(app, address)('POST', '/v1/stock-notices', { productId: shelf.gone, email })
    const network = newAddress()
    for (let times = 0; times < 5; times++) expect((await asking(network)).status).toBe(200)
    expect((await asking(network)).status).toBe(429)
    const email = newEmail()
    for (let times = 0; times < 20; times++) expect((await asking(newAddress(), email)).status).toBe(200)
    expect((await asking(newAddress(), email.toUpperCase())).status).toBe(429)
  })

  test('start again from zero each minute, for a bounded number of networks', () => {
    let now = 0
    const counter = createRequestCounter({ ...defaultLimits, reads: 1 }, () => now)
    expect([counter.count('reads', '203.0.113.1'), counter.count('reads', '203.0.113.1')]).toEqual([true, false])
    now = 59_999
    expect(counter.count('reads', '203.0.113.1')).toBe(false)
    now = 60_000
    expect([counter.count('reads', '203.0.113.1'), counter.count('reads', '203.0.113.1')]).toEqual([true, false])
    const countOther = (other: number) =>
      counter.count('reads', `10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`)
    for (let other = 1; other < 50_000; other++) countOther(other)
    expect(counter.count('reads', '203.0.113.1')).toBe(false)
    countOther(50_000)
    expect(counter.count('reads', '203.0.113.1')).toBe(true) // The oldest count was dropped.
    expect([counter.count('reads', 'made up'), counter.count('reads', 'another')]).toEqual([true, false])
  })
})

describe('pages', () => {
  const dist = mkdtempSync(join(tmpdir(), 'shop-limits-'))
  afterAll(() => rmSync(dist, { recursive: true, force: true }))
  test('beyond the limit of a network are rendered by its browser', async () => {
    writeFileSync(join(dist, 'index.html'), 'plain')
    const limited = await gateway({ limits: { pages: 2, reads: 4 } })
    const renderer = {
      keyOf: (url: string) => url,
      render: async () => ({ status: 200, html: 'drawn', isCacheable: true }),
    }
    await serveStorefront(limited, dist, { renderer, scriptHashes: [] })
    const opening = async (remoteAddress: string) => {
      const { statusCode, body } = await limited.inject({
        url: '/main/faq',
        remoteAddress,
        headers: { accept: 'text/html' },
      })
      return statusCode === 200 ? body : statusCode
    }
    const shopper = newAddress()
    expect([await opening(shopper), await opening(shopper), await opening(shopper)]).toEqual([
      'drawn',
      'drawn',
      'plain',
    ])
    expect([await opening(newAddress()), await opening(shopper), await opening(shopper)]).toEqual([
      'drawn',
      'plain',
      429,
    ])
  })
})

describe('pages that a browser requests ahead', () => {
  const dist = mkdtempSync(join(tmpdir(), 'shop-ahead-'))
  afterAll(() => rmSync(dist, { recursive: true, force: true }))
  const purpose = 'prefetch;prerender'
  const open = async (page: { isCacheable: boolean }) => {
    writeFileSync(join(dist, 'index.html'), 'plain')
    const limited = await gateway({ limits: { pages: 1, reads: 1, prefetches: 2 } })
    const renderer = { keyOf: (url: string) => url, render: async () => ({ status: 200, html: 'drawn', ...page }) }
    await serveStorefront(limited, dist, { renderer, scriptHashes: [] })
    const remoteAddress = newAddress()
    return (more: Record<string, string> = {}) =>
      limited.inject({ url: '/main/faq', remoteAddress, headers: { accept: 'text/html', ...more } })
  }
  test('have a limit of their own, and use up no other', async () => {
    const opens = await open({ isCacheable: true })
    const ahead = [await opens({ 'sec-purpose': 'prefetch' }), await opens({ 'sec-purpose': purpose })]
    expect(ahead.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, 'drawn'],
      [200, 'drawn'],
    ])
    expect((await opens({ 'sec-purpose': 'prefetch' })).statusCode).toBe(429)
    const followed = await opens()
    expect([followed.statusCode, followed.body]).toEqual([200, 'drawn'])
    expect((await opens()).statusCode).toBe(429)
  })
  test('are the answers that any request gets', async () => {
    const opens = await open({ isCacheable: true })
    const [ahead, followed] = [await opens({ 'sec-purpose': 'prefetch' }), await opens()]
    expect({ ...ahead.headers, date: '' }).toEqual({ ...followed.headers, date: '' })
  })
  test('are refused if they are not whole, so that no browser keeps an incomplete one', async () => {
    const opens = await open({ isCacheable: false })
    const ahead = await opens({ 'sec-purpose': 'prefetch' })
    expect([ahead.statusCode, ahead.body, ahead.headers['cache-control']]).toEqual([503, '', 'no-store'])
    expect((await opens()).body).toBe('drawn')
  })
})

describe('connections', () => {
  class Peer extends EventEmitter {
    isDestroyed = false
    constructor(readonly remoteAddress: string) {
      super()
    }
    destroy() {
      this.isDestroyed = true
    }
  }
  const connecting = (one: FastifyInstance, count: number, remoteAddress: string) => {
    const peers = Array.from({ length: count }, () => new Peer(remoteAddress))
    const [bound] = one.server.listeners('connection').slice(-1) as ((peer: Peer) => void)[]
    for (const peer of peers) bound!(peer)
    return peers
  }
  test('are limited to a hundred per network and two thousand in all', async () => {
    const one = await gateway()
    expect(one.server.maxConnections).toBe(2_000)
    const peers = connecting(one, 101, '203.0.113.7')
    expect(peers.map(peer => peer.isDestroyed).lastIndexOf(false)).toBe(99)
    expect(connecting(one, 1, '203.0.113.8')[0]!.isDestroyed).toBe(false)
    expect(connecting(one, 101, '127.0.0.1').some(peer => peer.isDestroyed)).toBe(false)
    peers[0]!.emit('close')
    expect(connecting(one, 2, '203.0.113.7').map(peer => peer.isDestroyed)).toEqual([false, true])
  })
})

describe('a proxy', () => {
  const logged: Json[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void logged.push(JSON.parse(String(chunk)))) })
  const warnings = () => logged.filter(line => /TRUST_PROXY/.test(line.msg))
  test('that TRUST_PROXY does not name is warned about once', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const asked = { url: '/v1/brand', remoteAddress: '10.0.0.9', headers }
    const trusting = await gateway({ trustProxy: '10.0.0.9', logger: { level: 'warn', stream } })
    await trusting.inject(asked)
    expect(warnings()).toEqual([])
    const one = await gateway({ logger: { level: 'warn', stream } })
    await one.inject('/v1/brand')
    expect(warnings()).toEqual([])
    for (let times = 0; times < 2; times++) await one.inject(asked)
    expect(warnings()).toHaveLength(1)
  })
})

describe('a report of a problem', () => {
  const url = '/v1/order/unknown/problem'
  const small = { kind: 'other', lines: [], comment: 'Late' }
  /** Sends the head of a request over a connection, and no body. @returns what is answered, and what closes the connection */
  function sendsHead(port: number, head: string) {
    const socket = connect(port, '127.0.0.1')
    const answer = new Promise<string>(resolve => {
      let text = ''
      socket.on('data', chunk => resolve((text += String(chunk))))
      socket.on('close', () => resolve(text))
    })
    socket.write(`POST ${url} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${head}\r\n\r\n`)
    return { answer, close: () => new Promise(resolve => socket.once('close', resolve).destroy()) }
  }

  test('whose body is large is refused by its head while three others are read', async () => {
    const own = await gateway()
    await own.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => own.close())
    const { port } = own.server.address() as AddressInfo
    const call = from(own, '127.0.0.1')
    const arrived = () => new Promise(resolve => own.server.once('request', resolve))
    const held = []
    for (const head of ['content-length: 9000000', 'content-length: 100001', 'transfer-encoding: chunked']) {
      const next = arrived()
      held.push(sendsHead(port, head))
      await next
    }
    expect(await sendsHead(port, 'content-length: 9000000').answer).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 5/i)
    expect(await sendsHead(port, 'content-length: 30000000').answer).toMatch(/^HTTP\/1.1 429/)
    expect(await call('POST', url, small)).toMatchObject({ status: 404 })
    await held[0]!.close()
    await expect
      .poll(async () => (await call('POST', url, { ...small, photograph: 'A'.repeat(200_000) })).status)
      .toBe(404)
    await Promise.all(held.slice(1).map(({ close }) => close()))
  })

  test('whose body is too large is refused by its head', async () => {
    const own = await gateway()
    await own.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => own.close())
    const { port } = own.server.address() as AddressInfo
    expect(await sendsHead(port, 'content-length: 30000000').answer).toMatch(/^HTTP\/1.1 413/)
  })

  test('is read one at a time from a network if its body is large', async () => {
    const bodies = createLargeBodies()
    const asks = (client: string, raw = new EventEmitter()) => {
      bodies.admit(
        { headers: { 'content-length': '200000' }, client } as unknown as FastifyRequest,
        { raw } as unknown as FastifyReply,
      )
      return raw
    }
    const first = asks('198.51.100.1')
    expect(() => asks('198.51.100.1')).toThrow('Too many attempts')
    const second = asks('198.51.100.2')
    first.emit('finish')
    first.emit('close')
    asks('198.51.100.1')
    asks('198.51.100.3')
    expect(() => asks('198.51.100.4')).toThrow('Too many attempts')
    second.emit('close')
    asks('198.51.100.4')
  })

  test('is limited to twenty an hour and network', async () => {
    const call = callOn(() => app)
    const { customerId, headers } = await newCustomer(call)
    const { orderId } = (await call('placeOrder', { body: await newOrder() })).body.data
    await queryRows(
      opened.database,
      sql`update orders set status = 'completed', customer_id = ${customerId} where id = ${orderId}`,
    )
    const remoteAddress = newAddress()
    const report = () =>
      app.inject({
        method: 'POST',
        url: `/v1/order/${orderId}/problem`,
        remoteAddress,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...small, lines: [], comment: '' }),
      })
    for (let count = 0; count < defaultLimits.problemReports; count++)
      expect((await report()).json()).toMatchObject({ statusCode: 422 })
    expect((await report()).statusCode).toBe(429)
  })
})
