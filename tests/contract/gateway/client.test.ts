import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { standardMessage, type Refusal } from '#contract/refusal'
import { routes } from '#contract/routes'
import { createClient, listOrEmpty, requireSuccess, type Client } from '#src/effects/client.ts'
import { isWithoutPostgres, openCasePostgres } from './both-engines.ts'
import { openCaseDatabase } from './case-database.ts'
import { openCaseGateways } from './case-gateways.ts'
import { contractCases } from './cases.ts'
import { caseGateway, type Call } from './given.ts'

const clientOf = (base: string, token: string | null = null, log: (...words: unknown[]) => void = () => {}): Client =>
  createClient({ base, token: () => token, now: () => Date.now(), log })

/** The client as a caller of the cases; its answers are turned back into the wire format. */
const spokenBy =
  (clientWith: (token: string | null) => Client): Call =>
  async (route, { params, body, headers } = {}) => {
    const client = clientWith(headers?.authorization?.replace('Bearer ', '') ?? null)
    try {
      const outcome = await client(routes[route] as (typeof routes)['cart'], { params, body: body as null })
      if (outcome.done) return { status: 200, body: { statusCode: 200, ...outcome.answer } }
      const { status, message, field, conflicts } = outcome.refusal
      const details = { ...(field && { field }), ...(conflicts && { conflicts }) }
      return { status: 200, body: { statusCode: status, message, data: null, ...details } }
    } catch (error) {
      const { status, message } = error as Refusal
      return { status, body: { statusCode: status, message } }
    }
  }

// On PostgreSQL, because gateway.test.ts has the same cases on PGlite: each runs on both engines.
describe('the gateway, through the shop’s client', () => {
  const opened = openCaseGateways(caseGateway, isWithoutPostgres ? openCaseDatabase : openCasePostgres)
  let base = ''
  beforeAll(async () => {
    const app = await opened.gateway()
    base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1`
  })
  contractCases(spokenBy(token => clientOf(base, token)))

  test('is on PostgreSQL, unless it is not installed', () => {
    expect((opened.database as unknown as { $client: unknown }).$client instanceof PGlite).toBe(isWithoutPostgres)
  })
})

describe('the client', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void
  let server: Server
  let base: string
  let answers: Answer[]
  let asked: IncomingMessage[]

  beforeEach(async () => {
    answers = []
    asked = []
    server = createServer((request, response) => {
      asked.push(request)
      const answer = answers.shift()
      if (answer) answer(request, response)
      else response.writeHead(500).end('{}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })

  const json =
    (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
    (_, response) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const drop: Answer = request => request.socket.destroy()
  const brands = (client: Client) => listOrEmpty(client(routes.brands))
  const refusalOf = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail('it was answered'),
      (error: Refusal) => error,
    )

  test('ignores unknown fields, and accepts numbers as text', async () => {
    answers = [json({ statusCode: '200', listData: [{ id: '7', name: 'Umi', country: 'JP' }], page: 1 })]
    expect(await brands(clientOf(base))).toMatchObject([{ id: 7, name: 'Umi' }])
  })

  // Specification: 8.4
  test.each([
    ['a field that is missing', { statusCode: 200, listData: [{ id: 7 }] }],
    ['a field of another type', { statusCode: 200, listData: [{ id: 'seven', name: 'Umi' }] }],
    ['no list', { statusCode: 200 }],
    ['no statusCode', { listData: [] }],
    ['no object', 'hello'],
    ['null', null],
  ])('counts an answer with %s as a failed call, with the standard message', async (_name, body) => {
    answers = [json(body)]
    expect(await refusalOf(brands(clientOf(base)))).toEqual({
      code: 'lost',
      message: standardMessage,
      isUnexplained: true,
      status: 0,
    })
  })

  test.each<[string, Answer]>([
    ['HTML', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>')],
    [
      'JSON that breaks off',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"statusCode":200,"li'),
    ],
    ['a connection that breaks', drop],
  ])('counts %s as a failed call', async (_name, answer) => {
    answers = [answer]
    expect((await refusalOf(brands(clientOf(base)))).code).toBe('lost')
  })

  // Specification: 7.1.7, 7.1.8, 7.1.9
  test('returns an empty list if the gateway refuses a lookup, and its message if the shopper asked', async () => {
    answers = [
      json({ statusCode: 500, message: 'No.' }),
      json({ statusCode: 404, message: 'There is no such coupon.', data: null }),
    ]
    expect(await brands(clientOf(base))).toEqual([])
    expect(await refusalOf(requireSuccess(clientOf(base)(routes.validateCoupon, { params: { code: 'X' } })))).toEqual({
      code: 'refused',
      message: 'There is no such coupon.',
      status: 404,
    })
  })

  // Specification: 8.8
  test('distinguishes a refusal, with the gateway’s message, from a lost response', async () => {
    answers = [
      json({ statusCode: 409, message: 'It moved on.' }, 409),
      json({ statusCode: 503, message: 'Down.' }, 503),
    ]
    const add = () => refusalOf(clientOf(base)(routes.removeLine, { params: { id: 'a' } }))
    expect(await add()).toEqual({ code: 'refused', message: 'It moved on.', status: 409 })
    expect(await add()).toEqual({ code: 'lost', message: 'Down.', status: 503 })
  })

  test('marks an error without a statusCode, which is not the gateway’s', async () => {
    const page: Answer = (_, response) =>
      void response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('404 page not found')
    answers = [page, json({ error: 'Not found' }, 404), json({ statusCode: 404, message: 'Gone.' }, 404)]
    const ask = () => refusalOf(clientOf(base)(routes.removeLine, { params: { id: 'a' } }))
    const foreign = { code: 'refused', message: standardMessage, isUnexplained: true, status: 404, isForeign: true }
    expect([await ask(), await ask()]).toEqual([foreign, foreign])
    expect(await ask()).toEqual({ code: 'refused', message: 'Gone.', status: 404 })
  })

  test('passes on how long the gateway asks it to wait', async () => {
    answers = [json({ statusCode: 429, message: 'Slowly.' }, 429, { 'retry-after': '3' })]
    expect(await refusalOf(brands(clientOf(base)))).toMatchObject({ status: 429, retryAfter: 3_000 })
  })

  test('retries a read once after a temporary failure, and a lookup or a change never', async () => {
    answers = [drop, json({ statusCode: 200, listData: [] })]
    expect(await listOrEmpty(clientOf(base)(routes.cart, { params: { sessionId: 's' } }))).toEqual([])
    expect(asked).toHaveLength(2)
    answers = [drop, drop]
    await refusalOf(brands(clientOf(base)))
    await refusalOf(clientOf(base)(routes.removeLine, { params: { id: 'a' } }))
    expect(asked).toHaveLength(4)
  })

  test('does not try a read again that was refused', async () => {
    answers = [json({ statusCode: 404, message: 'Gone.' }, 404)]
    await refusalOf(clientOf(base)(routes.cart, { params: { sessionId: 's' } }))
    expect(asked).toHaveLength(1)
  })

  test('gives every try of a read its own 10 seconds, also with an abort signal', async () => {
    const timers: [number, AbortController][] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(wait => {
      const controller = new AbortController()
      timers.push([wait, controller])
      return controller.signal
    })
    const isLate = () => timers.at(-1)![1].abort(new DOMException('too late', 'TimeoutError'))
    answers = [isLate, isLate]
    const { signal } = new AbortController()
    expect((await refusalOf(clientOf(base)(routes.cart, { params: { sessionId: 's' }, signal }))).code).toBe('lost')
    expect(timers.map(([wait]) => wait)).toEqual([10_000, 10_000])
    timeout.mockRestore()
  })

  test.each([
    ['a lookup', 'brands', 5_000],
    ['a read', 'cart', 10_000],
    ['a change', 'removeLine', 15_000],
    ['an order', 'placeOrder', 30_000],
  ] as const)('waits for %s as long as its route allows', async (_name, route, wait) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    answers = [json({ statusCode: 500 })]
    await clientOf(base)(routes[route] as (typeof routes)['brands'], { params: { sessionId: 's', id: 'i' } })
    expect(timeout).toHaveBeenCalledWith(wait)
    timeout.mockRestore()
  })

  test('stops waiting when it is aborted', async () => {
    const controller = new AbortController()
    answers = [() => controller.abort()]
    expect((await refusalOf(clientOf(base)(routes.brands, { signal: controller.signal }))).code).toBe('lost')
  })

  test('encodes parameters so that each stays one segment of the path', async () => {
    answers = [json({ statusCode: 404, data: null })]
    await clientOf(base)(routes.validateCoupon, { params: { code: '../a b/ü' } })
    expect(asked[0]!.url).toBe('/v1/coupon/validate/..%2Fa%20b%2F%C3%BC')
  })

  const tokenThatEnds = (exp: unknown) => `e30.${btoa(JSON.stringify({ sub: 'mai', exp }))}.signature`
  // Specification: 6.3, 6.7
  test.each([
    ['a token that is valid for an hour', tokenThatEnds(Date.now() / 1_000 + 3_600), true],
    ['an expired token', tokenThatEnds(Date.now() / 1_000 - 1), false],
    ['a token without an expiry', tokenThatEnds(undefined), false],
    ['something with two parts', 'a.b', false],
    ['something unreadable', 'a.%%%.c', false],
    ['no token', null, false],
  ])('sends %s: %s', async (_name, token, isSent) => {
    answers = [json({ statusCode: 200, listData: [] })]
    await brands(clientOf(base, token))
    expect(asked[0]!.headers.authorization).toBe(isSent ? `Bearer ${token}` : undefined)
  })

  // Specification: 8.2
  test('logs failed calls without names, session ids and tokens', async () => {
    const logged: unknown[] = []
    answers = [json({ statusCode: 500, message: 'Down.' }, 500)]
    const client = clientOf(base, tokenThatEnds(Date.now()), (...words) => logged.push(...words))
    await refusalOf(client(routes.removeLine, { params: { id: 'secret-line' } }))
    expect(logged).toEqual(['The gateway answered 500: Down.'])
  })
})
