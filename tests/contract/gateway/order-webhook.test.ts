import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '#gateway/cli/settings'
import { orderDeliveries } from '#gateway/database/schema'
import { freePort } from '../../kit/shop-server.ts'
import { openCaseGateways } from './case-gateways.ts'
import { address, callOn, cartWith, jobsByHand, orderOf, shelf } from './given.ts'

const secret = 'a secret of thirty-two characters or more'
const received: { headers: IncomingHttpHeaders; body: string }[] = []
/** What the receiver answers. */
let status = 200
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', part => (body += String(part)))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status).end('an answer that is not logged')
  })
})
const gateways = openCaseGateways()
const { startJob, runJob } = jobsByHand()
let call: ReturnType<typeof callOn>
beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`
  const app = await gateways.gateway({ orderWebhook: { url, secret }, startJob })
  call = callOn(() => app)
})
afterAll(() => void receiver.close())

/** Places an order that is delivered. @returns its number, and its request */
async function places() {
  const cart = await cartWith(call, [shelf.beef, 1])
  const more = { deliveryMethod: 'home', deliveryAddress: address, deliveryFee: 5.9, comment: 'Ring twice' }
  const body = orderOf(cart, 65.9, more)
  const answer = await call('placeOrder', { body })
  expect(answer.body).toMatchObject({ statusCode: 200 })
  return { number: answer.body.data.orderNumber as string, body }
}

test('a new order is reported once, signed, with an id and without the name, street, phone, email or comment', async () => {
  const { number, body } = await places()
  await call('placeOrder', { body }) // its answer was lost
  await runJob()
  await runJob()
  expect(received).toHaveLength(1)
  const { headers, body: text } = received[0]!
  const timestamp = headers['webhook-timestamp'] as string
  const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
  expect(headers['webhook-signature']).toBe(`v1=${signature}`)
  expect(JSON.parse(text)).toEqual({
    id: headers['webhook-id'],
    type: 'order.placed',
    order: {
      orderNumber: number,
      orderStatus: 'received',
      createdAt: expect.any(String),
      total: 65.9,
      currency: 'AUD',
      payment: { method: 'on-delivery', status: 'pending' },
      deliveryMethod: 'home',
      postCode: address.postCode,
      slot: null,
      lines: [{ productId: shelf.beef, productName: expect.any(String), quantity: 1 }],
    },
  })
  for (const personal of ['Mei', 'Lin', 'mei@example.com', '0298765432', address.address1, 'Ring twice'])
    expect(text).not.toContain(personal)
})

test('a report that is refused is sent again with the same id, later each time, and given up after three days', async () => {
  received.length = 0
  status = 500
  const { number } = await places()
  const isDelivery = eq(orderDeliveries.orderNumber, Number(number))
  const set = (values: object) => gateways.database.update(orderDeliveries).set(values).where(isDelivery)
  const minutesLeft = async () => {
    const [row] = await gateways.database
      .select({ minutes: sql<number>`round(extract(epoch from due_at - now()) / 60)::int` })
      .from(orderDeliveries)
      .where(isDelivery)
    return row?.minutes
  }
  const pauses: (number | undefined)[] = []
  for (let round = 0; round < 4; round++) {
    await runJob()
    pauses.push(await minutesLeft())
    await set({ dueAt: sql`now()` })
  }
  expect(pauses).toEqual([1, 5, 30, 120])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await set({ createdAt: sql`now() - interval '4 days'` })
  await runJob()
  expect(await minutesLeft()).toBeNull()
  status = 200
  await set({ dueAt: sql`now()` })
  await runJob()
  expect(await minutesLeft()).toBeUndefined()
})

test('a receiver that is gone is named in the log by what has failed', async () => {
  const logged: { event?: string; problem?: string }[] = []
  const stream = new Writable({ write: (chunk, _, done) => done(void logged.push(JSON.parse(String(chunk)))) })
  const jobs = jobsByHand()
  const orderWebhook = { url: `http://127.0.0.1:${await freePort()}/orders`, secret }
  await gateways.gateway({ orderWebhook, startJob: jobs.startJob, logger: { level: 'error', stream } })
  await places()
  await jobs.runJob()
  expect(logged.filter(({ event }) => event === 'webhook.failed')).toMatchObject([{ problem: 'ECONNREFUSED' }])
})

test('the webhook needs a secret of 32 characters, and https except on this machine', () => {
  const url = { ORDER_WEBHOOK_URL: 'https://till.example/orders' }
  expect(readSettings({}).orderWebhook).toBeNull()
  expect(readSettings({ ...url, ORDER_WEBHOOK_SECRET: secret }).orderWebhook).toEqual({
    url: 'https://till.example/orders',
    secret,
  })
  const slash = 'https://till.example/orders/?shop=1'
  expect(readSettings({ ORDER_WEBHOOK_URL: slash, ORDER_WEBHOOK_SECRET: secret }).orderWebhook!.url).toBe(slash)
  expect(() =>
    readSettings({ ORDER_WEBHOOK_URL: 'https://mei:tea@till.example', ORDER_WEBHOOK_SECRET: secret }),
  ).toThrow('ORDER_WEBHOOK_URL may not have a user name or a password.')
  expect(() => readSettings(url)).toThrow('ORDER_WEBHOOK_SECRET is missing')
  expect(() => readSettings({ ...url, ORDER_WEBHOOK_SECRET: 'short' })).toThrow('has less than 32 characters')
  expect(() => readSettings({ ORDER_WEBHOOK_URL: 'http://till.example', ORDER_WEBHOOK_SECRET: secret })).toThrow(
    'must begin with https:',
  )
})
