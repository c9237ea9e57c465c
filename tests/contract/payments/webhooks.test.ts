import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { orderCommands } from '#gateway/cli/order-commands'
import { queryRows, type OpenDatabase } from '#gateway/database/database'
import { deleteOldEvents } from '#gateway/payments/webhooks'
import { openCaseDatabase } from '../gateway/case-database.ts'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { newRequestId } from '../gateway/given.ts'
import {
  atProvider,
  becomesDue,
  expires,
  openShopWithPayments,
  orders,
  paid,
  rowOf,
  type Purchase,
} from './payment-given.ts'

let opened: OpenDatabase
let shop: Awaited<ReturnType<typeof openShopWithPayments>>
const verify = vi.fn(async (headers: Record<string, unknown>, _body: string) => {
  if (headers['paypal-transmission-sig'] === 'broken') throw new Error('no answer')
  return headers['paypal-transmission-sig'] === 'genuine'
})

beforeAll(async () => {
  opened = await openCaseDatabase()
  shop = await openShopWithPayments(opened.database, fakeProvider(), {
    verifyWebhook: verify,
    shopEmail: 'grocer@example.com',
  })
})
afterAll(async () => {
  await shop?.app.close()
  await opened?.close()
})

const eventOf = (event_type: string, ids: object) =>
  JSON.stringify({
    id: newRequestId(),
    event_type,
    resource: { id: newRequestId(), supplementary_data: { related_ids: ids } },
  })

const resourceOf = (resource: object) =>
  JSON.stringify({ id: newRequestId(), event_type: 'PAYMENT.CAPTURE.REVERSED', resource })

const reports = async (body: string, signature = 'genuine') => {
  const headers = { 'content-type': 'application/json', 'paypal-transmission-sig': signature }
  return (await shop.app.inject({ method: 'POST', url: '/paypal/webhook', headers, body })).statusCode
}
const hasState = (purchase: Purchase, state: string) =>
  vi.waitFor(async () => expect(await rowOf(shop, purchase)).toMatchObject({ state }))
const told = () => shop.mails.filter(({ to }) => to === 'grocer@example.com')

describe('an event that the provider reports', () => {
  test('ends a pending capture at once, with the state that the provider has', async () => {
    const purchase = await paid(shop)
    atProvider(shop, purchase).isReviewed = true
    await orders(shop, purchase)
    await hasState(purchase, 'pending')
    atProvider(shop, purchase).status = 'captured'
    expect(await reports(eventOf('PAYMENT.CAPTURE.COMPLETED', { order_id: purchase.id }))).toBe(200)
    await hasState(purchase, 'captured')
  })
  test('changes nothing by itself: the provider is asked; an event from elsewhere is refused', async () => {
    const purchase = await paid(shop)
    atProvider(shop, purchase).isReviewed = true
    await orders(shop, purchase)
    await hasState(purchase, 'pending')
    expect(await reports(eventOf('PAYMENT.CAPTURE.COMPLETED', { order_id: purchase.id }))).toBe(200)
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'pending' })
    const event = eventOf('PAYMENT.CAPTURE.DENIED', { order_id: purchase.id })
    expect([await reports(event, 'forged'), await reports(event, 'broken'), await reports('{}')]).toEqual([
      400, 503, 400,
    ])
  })
  test('about captured money notifies the grocer once, however often it is reported', async () => {
    const purchase = await paid(shop, 'capture')
    const { orderNumber } = (await orders(shop, purchase)).body.data
    const event = eventOf('PAYMENT.CAPTURE.REVERSED', { order_id: purchase.id })
    for (const _ of [1, 2]) expect(await reports(event)).toBe(200)
    await vi.waitFor(() => expect(told()).toHaveLength(1))
    await shop.runJob()
    expect(told().map(({ subject }) => subject)).toEqual([`The payment of order ${orderNumber} needs your attention`])
  })
  test('is kept for 30 days, so that it is carried out once; then its number is deleted', async () => {
    await opened.database.execute(sql`insert into provider_events (id, received_at)
      values ('old-29', now() - interval '29 days'), ('old-31', now() - interval '31 days')`)
    await deleteOldEvents(opened.database)
    const left = sql`select id from provider_events where id like 'old-%'`
    expect(await queryRows(opened.database, left)).toEqual([{ id: 'old-29' }])
  })
  test('about a payment without an order mails no one', async () => {
    const purchase = await paid(shop, 'capture')
    const before = told().length
    expect(await reports(eventOf('PAYMENT.CAPTURE.REVERSED', { order_id: purchase.id }))).toBe(200)
    await shop.runJob()
    expect(told()).toHaveLength(before)
  })
  test('returns money that was captured after the payment had ended', async () => {
    const purchase = await paid(shop)
    await expires(shop, purchase)
    await shop.runJob()
    await hasState(purchase, 'ended')
    Object.assign(atProvider(shop, purchase), { status: 'captured', captureId: 'LATE-1', charges: 1 })
    expect(await reports(eventOf('PAYMENT.CAPTURE.COMPLETED', { order_id: purchase.id }))).toBe(200)
    await vi.waitFor(() => expect(atProvider(shop, purchase)).toMatchObject({ status: 'refunded', returns: 1 }))
  })
  test('about a refund that the gateway makes itself mails no one', async () => {
    const purchase = await paid(shop, 'capture')
    const { orderNumber } = (await orders(shop, purchase)).body.data
    await hasState(purchase, 'captured')
    atProvider(shop, purchase).refund = 'pending'
    await orderCommands['order-status'](opened.database, [orderNumber, 'cancelled'])
    await shop.runJob()
    const before = told().length
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ending' })
    expect(await reports(eventOf('PAYMENT.CAPTURE.REFUNDED', { order_id: purchase.id }))).toBe(200)
    Object.assign(atProvider(shop, purchase), { status: 'refunded', refund: 'done' })
    await becomesDue(shop, purchase)
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ended' })
    expect(await reports(eventOf('PAYMENT.CAPTURE.REFUNDED', { order_id: purchase.id }))).toBe(200)
    await shop.runJob()
    expect(told()).toHaveLength(before)
  })
  test('about a denied capture mails no one while the provider says that it is pending', async () => {
    const purchase = await paid(shop)
    atProvider(shop, purchase).isReviewed = true
    await orders(shop, purchase)
    await hasState(purchase, 'pending')
    const before = told().length
    expect(await reports(eventOf('PAYMENT.CAPTURE.DENIED', { order_id: purchase.id }))).toBe(200)
    await shop.runJob()
    expect(told()).toHaveLength(before)
    atProvider(shop, purchase).status = 'voided' // now it has decided
    await becomesDue(shop, purchase)
    await shop.runJob()
    await vi.waitFor(() => expect(told()).toHaveLength(before + 1))
    expect(told().at(-1)!.subject).toContain('could not be taken')
  })
  test('makes a pending capture due before the provider is asked, so that a restarted gateway asks again', async () => {
    const purchase = await paid(shop)
    atProvider(shop, purchase).isReviewed = true
    await orders(shop, purchase)
    await hasState(purchase, 'pending')
    expect(await rowOf(shop, purchase)).toMatchObject({ due: false })
    const asked = new Promise(resolve => {
      shop.fake.meanwhile('read', async () => resolve(await rowOf(shop, purchase)))
    })
    expect(await reports(eventOf('PAYMENT.CAPTURE.COMPLETED', { order_id: purchase.id }))).toBe(200)
    expect(await asked).toMatchObject({ due: true })
  })
  test('is accepted by a gateway that has no address to mail it to', async () => {
    const silent = await openShopWithPayments(opened.database, shop.fake, { verifyWebhook: verify })
    const purchase = await paid(shop, 'capture')
    await orders(shop, purchase)
    await hasState(purchase, 'captured')
    const body = eventOf('PAYMENT.CAPTURE.REVERSED', { order_id: purchase.id })
    const headers = { 'content-type': 'application/json', 'paypal-transmission-sig': 'genuine' }
    const answer = await silent.app.inject({ method: 'POST', url: '/paypal/webhook', headers, body })
    expect(answer.statusCode).toBe(200)
    await silent.app.close()
  })
  test('about a payment whose order is not placed yet changes nothing', async () => {
    const purchase = await paid(shop)
    expect(await reports(eventOf('PAYMENT.AUTHORIZATION.CREATED', { order_id: purchase.id }))).toBe(200)
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'authorized', held: 1, attempts: 0 })
  })
  test('about a payment that has failed does not make it due again', async () => {
    const purchase = await paid(shop)
    atProvider(shop, purchase).isRefused = true
    await orders(shop, purchase)
    await hasState(purchase, 'failed')
    expect(await reports(eventOf('PAYMENT.CAPTURE.DENIED', { order_id: purchase.id }))).toBe(200)
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'failed', due: false })
  })
})

describe('the names in an event', () => {
  /** Reports an event with this resource. @returns whether the grocer was notified about the purchase */
  const isFound = async (resourceFor: (name: string) => object): Promise<boolean> => {
    const purchase = await paid(shop, 'capture')
    await orders(shop, purchase)
    await hasState(purchase, 'captured')
    const before = told().length
    expect(await reports(resourceOf(resourceFor(purchase.id!)))).toBe(200)
    await shop.runJob()
    return told().length > before
  }
  const nested = (value: unknown, levels: number): object =>
    levels === 0 ? { id: value } : { part: nested(value, levels - 1) }
  const others = (count: number) => Array.from({ length: count }, (_, index) => `OTHER-${index}`)

  test('are those of its fields and links, not words of a text', async () => {
    expect(await isFound(name => ({ note: `/v2/checkout/orders/${name}`, title: name }))).toBe(false)
    expect(await isFound(name => ({ href: `/v2/checkout/orders/${name}` }))).toBe(true)
  })
  test('are looked for in eight levels', async () => {
    expect(await isFound(name => nested(name, 7))).toBe(true)
    expect(await isFound(name => nested(name, 8))).toBe(false)
  })
  test('are looked up to 500; an empty one does not count', async () => {
    expect(await isFound(name => ({ id: ['', ...others(499), name] }))).toBe(true)
    expect(await isFound(name => ({ id: [...others(500), name] }))).toBe(false)
  })
})
