import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#gateway/database/database'
import { serveSandbox } from '#gateway/payments/sandbox/routes'
import { createSandbox, type Sandbox } from '#gateway/payments/sandbox/sandbox'
import { openCaseDatabase } from '../gateway/case-database.ts'
import { newRequestId, plainGateway, type Json } from '../gateway/given.ts'

let opened: OpenDatabase
let app: FastifyInstance
let sandbox: Sandbox

beforeAll(async () => {
  opened = await openCaseDatabase()
  app = await plainGateway(opened.database)
  sandbox = await createSandbox(opened.database, 0)
  serveSandbox(app, sandbox)
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

const place = '/sandbox/paypal'
const dinner = { intent: 'capture', amount: '42.10', currency: 'AUD' }

async function asks(path: string, body?: object): Promise<{ status: number; body: Json }> {
  const request = body ? ({ method: 'POST', body } as const) : {}
  const answer = await app.inject({ ...request, url: place + path })
  return { status: answer.statusCode, body: answer.json() }
}
const made = async (more: object = {}): Promise<string> =>
  (await asks('/orders', { ...dinner, requestId: newRequestId(), ...more })).body.id

describe('the sandbox’s script', () => {
  test('is served for any client-id, to any origin', async () => {
    const answer = await app.inject(`${place}/sdk.js?client-id=any&currency=AUD`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.body).toContain('Buttons')
  })
  test.each([
    ['', 400],
    ['?client-id=', 400],
    ['?client-id=sandbox-broken', 503],
  ])('does not load with %j', async (query, status) =>
    expect((await app.inject(`${place}/sdk.js${query}`)).statusCode).toBe(status),
  )
})

describe('an order at the sandbox', () => {
  test('is created once per key and answered in the provider’s format', async () => {
    const order = { ...dinner, requestId: newRequestId() }
    const { status, body } = await asks('/orders', order)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      intent: 'CAPTURE',
      status: 'CREATED',
      purchase_units: [{ amount: { currency_code: 'AUD', value: '42.10' }, payments: { captures: [] } }],
    })
    expect((await asks('/orders', order)).body).toEqual(body)
    expect((await asks(`/orders/${body.id}`)).body).toEqual(body)
    expect(await sandbox.read(body.id)).toMatchObject({ amount: 4_210, currency: 'AUD' })
  })
  test.each([
    { amount: '0.00' },
    { amount: '-1.00' },
    { amount: '1e3' },
    { amount: '1.234' },
    { currency: '<b>' },
    { intent: 'steal' },
    { requestId: '' },
  ])('is not created with %j', async more => {
    const answer = await asks('/orders', { ...dinner, requestId: newRequestId(), ...more })
    expect(answer).toEqual({ status: 400, body: { statusCode: 400, message: expect.any(String) } })
  })
  test('is captured once it is approved', async () => {
    const id = await made()
    const capture = () => asks(`/orders/${id}/capture`, { requestId: newRequestId() })
    expect(await capture()).toMatchObject({ status: 422, body: { message: 'ORDER_NOT_APPROVED' } })
    expect((await asks(`/orders/${id}/approve`, {})).body.status).toBe('APPROVED')
    const { body } = await capture()
    expect(body.status).toBe('COMPLETED')
    expect(body.purchase_units[0].payments.captures).toEqual([{ id: expect.any(String), status: 'COMPLETED' }])
    expect((await capture()).body).toEqual(body)
    expect((await asks(`/orders/${id}/approve`, {})).status).toBe(422)
    await sandbox.refund(body.purchase_units[0].payments.captures[0].id, newRequestId())
    expect((await asks(`/orders/${id}`)).body.purchase_units[0].payments.captures[0].status).toBe('REFUNDED')
  })
  test('is not captured with a declined card, until another card is chosen', async () => {
    const id = await made()
    const key = newRequestId()
    await asks(`/orders/${id}/decline`, {})
    const refused = await asks(`/orders/${id}/capture`, { requestId: key })
    expect(refused).toMatchObject({ status: 422, body: { message: 'INSTRUMENT_DECLINED' } })
    await asks(`/orders/${id}/approve`, { card: 'slow' })
    expect((await asks(`/orders/${id}/capture`, { requestId: key })).body.status).toBe('COMPLETED')
  })
  test('gets another amount from its browser', async () => {
    const id = await made()
    const { body } = await asks(`/orders/${id}/amount`, { amount: '50.00' })
    expect(body.purchase_units[0].amount.value).toBe('50.00')
    await asks(`/orders/${id}/approve`, {})
    expect((await asks(`/orders/${id}/amount`, { amount: '0.01' })).status).toBe(422)
  })
  test('that was not created does not exist', async () => {
    expect((await asks('/orders/none')).status).toBe(404)
    expect((await asks('/orders/none/approve', {})).status).toBe(422)
    expect((await asks('/orders/none/capture', { requestId: newRequestId() })).status).toBe(404)
  })
  test('answers malformed requests with a refusal, never with an error', async () => {
    const requestId = newRequestId()
    expect((await asks('/orders', { ...dinner, requestId })).status).toBe(200)
    expect((await asks('/orders', { ...dinner, amount: '1.00', requestId })).status).toBe(422)
    const { body } = await asks('/orders', { ...dinner, intent: 'authorize', requestId: newRequestId() })
    expect((await asks(`/orders/${body.id}/capture`, { requestId: newRequestId() })).status).toBe(422)
    for (const path of ['/orders/%00', '/approve?token=%00']) expect((await asks(path)).status).toBe(400)
    for (const path of ['/orders/%00/approve', '/orders/%00/decline']) expect((await asks(path, {})).status).toBe(400)
  })
})

describe('the sandbox’s window', () => {
  const opens = (query: string) => app.inject(`${place}/approve${query}`)
  const title = (html: string) => /<h1>(.*)<\/h1>/.exec(html)?.[1]

  test('offers the choices, and says when an order is paid', async () => {
    const id = await made()
    const page = await opens(`?token=${id}`)
    expect(title(page.body)).toBe('Approve this payment')
    expect(page.body).toContain('42.10 AUD')
    expect(page.body).toContain('Sandbox: no real money')
    await asks(`/orders/${id}/decline`, {})
    expect(title((await opens(`?token=${id}`)).body)).toBe('Approve this payment')
    await asks(`/orders/${id}/approve`, {})
    expect(title((await opens(`?token=${id}`)).body)).toBe('Approve this payment')
    await asks(`/orders/${id}/capture`, { requestId: newRequestId() })
    expect(title((await opens(`?token=${id}`)).body)).toBe('This payment has already been made')
  })
  test('says when a payment has ended', async () => {
    const { id } = await sandbox.create(
      { intent: 'authorize', amount: 100, currency: 'AUD', reference: 'x' },
      newRequestId(),
    )
    await sandbox.approve(id, 'good')
    const { authorizationId } = await sandbox.authorize(id, newRequestId())
    await sandbox.void(authorizationId!, newRequestId())
    expect(title((await opens(`?token=${id}`)).body)).toBe('This payment has ended')
  })
  test('says when a payment was refunded', async () => {
    const id = await made()
    await sandbox.approve(id, 'good')
    const { captureId } = await sandbox.captureOrder(id, newRequestId())
    await sandbox.refund(captureId!, newRequestId())
    expect(title((await opens(`?token=${id}`)).body)).toBe('This payment has ended')
  })
  test('shows an error for an unknown order and repeats no input', async () => {
    const page = await opens('?token=%3Cscript%3E')
    expect([page.statusCode, title(page.body)]).toEqual([404, 'There is no such order'])
    expect(page.body).not.toContain('<script>')
  })
  test('has an empty icon, so that no browser requests one that its policy forbids', async () => {
    const { body, headers } = await opens('')
    expect(body).toContain('<link rel="icon" href="data:," />')
    expect(headers['content-security-policy']).toContain('img-src data:')
  })
  test('has the opener policy of a shop on its own origin: WebKit would separate it from the shop otherwise', async () => {
    const policyFor = async (origin: string) => {
      const request = { url: `${place}/approve`, query: { origin }, headers: { host: 'market.example' } }
      return (await app.inject(request)).headers['cross-origin-opener-policy']
    }
    expect(await policyFor('http://market.example')).toBe('same-origin-allow-popups')
    expect(await policyFor('https://shop.example')).toBe('unsafe-none')
    expect(await policyFor('')).toBe('unsafe-none')
  })
  test('keeps its opener, runs its own script only, and can’t be framed', async () => {
    const { headers } = await opens('')
    expect(headers).toMatchObject({ 'cross-origin-opener-policy': 'unsafe-none', 'cache-control': 'no-store' })
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await app.inject(`${place}/window.js`)).headers['content-type']).toContain('text/javascript')
    expect((await app.inject(`${place}/window.css`)).headers['content-type']).toContain('text/css')
  })
})
