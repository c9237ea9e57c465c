import { sql } from 'drizzle-orm'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderCommands } from '#gateway/cli/order-commands'
import { queryRows, type OpenDatabase } from '#gateway/database/database'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import { newRequestId, type Json } from '../../contract/gateway/given.ts'
import {
  atProvider,
  openShopWithPayments,
  orders,
  paid,
  rowOf,
  type Purchase,
} from '../../contract/payments/payment-given.ts'

let opened: OpenDatabase
let shop: Awaited<ReturnType<typeof openShopWithPayments>>
const lines: Json[] = []
const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(JSON.parse(String(chunk)))) })

beforeAll(async () => {
  opened = await openCaseDatabase()
  shop = await openShopWithPayments(opened.database, fakeProvider(), {
    verifyWebhook: async () => true,
    shopEmail: 'grocer@example.com',
    logger: { level: 'warn', stream },
  })
})
afterAll(async () => {
  await shop?.app.close()
  await opened?.close()
})
beforeEach(() => {
  lines.length = 0
  shop.mails.length = 0
})

/** What a payment is called at the provider. */
interface Names {
  order: string
  capture: string
  key: string
}

const api = 'https://api.paypal.com'
const link = (rel: string, path: string) => ({ rel, href: `${api}${path}`, method: 'GET' })
const refund = (more: object) => ({ id: `REFUND-${newRequestId()}`, status: 'COMPLETED', ...more })

/** The forms of PayPal's resources, as its documentation and other shops' reports have them. */
const forms: [string, string, (names: Names) => object][] = [
  [
    'a refund with a link up to the capture',
    'PAYMENT.CAPTURE.REFUNDED',
    ({ capture }) =>
      refund({
        links: [link('self', '/v2/payments/refunds/R1'), link('up', `/v2/payments/captures/${capture}`)],
      }),
  ],
  [
    'a refund with related ids',
    'PAYMENT.CAPTURE.REFUNDED',
    ({ order, capture }) =>
      refund({
        supplementary_data: { related_ids: { order_id: order, capture_id: capture } },
      }),
  ],
  [
    'a refund with the shop’s key only',
    'PAYMENT.CAPTURE.REFUNDED',
    ({ key }) => refund({ custom_id: key, supplementary_data: null }),
  ],
  [
    'a refund with the shop’s key as the invoice',
    'PAYMENT.CAPTURE.REFUNDED',
    ({ key }) => refund({ invoice_id: key, links: [] }),
  ],
  [
    'a reversal with a link up to the capture',
    'PAYMENT.CAPTURE.REVERSED',
    ({ capture }) =>
      refund({
        links: [link('up', `/v2/payments/captures/${capture}?fields=all`)],
      }),
  ],
  [
    'a reversal that is the capture itself',
    'PAYMENT.CAPTURE.REVERSED',
    ({ capture }) => ({ id: capture, status: 'REVERSED' }),
  ],
  [
    'a link to an action of the capture',
    'PAYMENT.CAPTURE.REVERSED',
    ({ capture }) => ({
      id: 'X1',
      links: [link('refund', `/v2/payments/captures/${capture}/refund`)],
    }),
  ],
  [
    'a denied capture',
    'PAYMENT.CAPTURE.DENIED',
    ({ order, capture }) => ({
      id: capture,
      status: 'DECLINED',
      links: [link('up', `/v2/checkout/orders/${order}`)],
    }),
  ],
  ['a declined capture', 'PAYMENT.CAPTURE.DECLINED', ({ capture }) => ({ id: capture, status: 'DECLINED' })],
  [
    'a failed refund',
    'PAYMENT.REFUND.FAILED',
    ({ capture }) => refund({ links: [link('up', `/v2/payments/captures/${capture}`)] }),
  ],
  [
    'a dispute',
    'CUSTOMER.DISPUTE.CREATED',
    ({ capture }) => ({
      dispute_id: 'PP-D-1',
      disputed_transactions: [
        { seller_transaction_id: capture, buyer_transaction_id: 'B1', seller: { merchant_id: 'M' } },
      ],
    }),
  ],
  [
    'a dispute with the shop’s key',
    'CUSTOMER.DISPUTE.CREATED',
    ({ key }) => ({
      dispute_id: 'PP-D-2',
      disputed_transactions: [{ buyer_transaction_id: 'B1', custom: key }],
    }),
  ],
  [
    'a decided dispute',
    'CUSTOMER.DISPUTE.RESOLVED',
    ({ capture }) => ({
      dispute_id: 'PP-D-3',
      disputed_transactions: [{ transaction_info: { seller_transaction_id: capture } }],
    }),
  ],
]

/** Events that say nothing that a person has to do, but name a payment. */
const quietForms: [string, string, (names: Names) => object][] = [
  ['a completed capture', 'PAYMENT.CAPTURE.COMPLETED', ({ capture }) => ({ id: capture, status: 'COMPLETED' })],
  ['a pending capture', 'PAYMENT.CAPTURE.PENDING', ({ capture }) => ({ id: capture, status: 'PENDING' })],
  [
    'an approved order',
    'CHECKOUT.ORDER.APPROVED',
    ({ order }) => ({ id: order, purchase_units: [{ reference_id: 'default' }] }),
  ],
  [
    'a completed order',
    'CHECKOUT.ORDER.COMPLETED',
    ({ capture }) => ({
      id: 'OTHER',
      purchase_units: [{ payments: { captures: [{ id: capture }] } }],
    }),
  ],
  [
    'a reversed approval',
    'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    ({ order }) => ({ order_id: order, purchase_units: [] }),
  ],
  [
    'a void authorization',
    'PAYMENT.AUTHORIZATION.VOIDED',
    ({ order }) => ({
      id: 'A1',
      links: [link('up', `/v2/checkout/orders/${order}`)],
    }),
  ],
]

const reports = async (event_type: string, resource: object, id = newRequestId()) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ id, event_version: '1.0', event_type, resource, links: [] })
  return (await shop.app.inject({ method: 'POST', url: '/paypal/webhook', headers, body })).statusCode
}
const alarms = () => shop.mails.filter(({ to }) => to === 'grocer@example.com').map(({ subject }) => subject)
const isStored = async (id: string) =>
  (await queryRows(opened.database, sql`select 1 from provider_events where id = ${id}`)).length === 1

/** An order whose money was captured. */
async function captured(): Promise<{ purchase: Purchase; number: string; names: Names }> {
  const purchase = await paid(shop, 'capture')
  const number = (await orders(shop, purchase)).body.data.orderNumber as string
  const names = { order: purchase.id!, capture: atProvider(shop, purchase).captureId!, key: purchase.body.requestId }
  await vi.waitFor(async () => expect(await rowOf(shop, purchase)).toMatchObject({ state: 'captured' }))
  return { purchase, number, names }
}

describe('the-events-calendar/event-tickets#4468, Sylius/PayPalPlugin#106, edx/commerce-coordinator#311: events that name the payment in another way', () => {
  test.each(forms)('%s (%s) is mailed to the grocer, once', async (_what, kind, form) => {
    const { number, names } = await captured()
    const id = newRequestId()
    const resource = form(names)
    for (const _ of [1, 2]) expect(await reports(kind, resource, id)).toBe(200)
    await vi.waitFor(() => expect(alarms()).toHaveLength(1))
    await shop.runJob()
    expect(alarms()).toEqual([`The payment of order ${number} needs your attention`])
    expect(lines.filter(line => line.event === 'payment.reported')).toMatchObject([{ issue: kind }])
  })

  test.each(quietForms)('%s (%s) is understood, and mails no one', async (_what, kind, form) => {
    const { names } = await captured()
    const id = newRequestId()
    expect(await reports(kind, form(names), id)).toBe(200)
    await shop.runJob()
    expect([await isStored(id), alarms()]).toEqual([true, []])
  })

  test('a dispute about two payments is mailed for each', async () => {
    const [one, other] = [await captured(), await captured()]
    const disputed_transactions = [one, other].map(({ names }) => ({ seller_transaction_id: names.capture }))
    expect(await reports('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-4', disputed_transactions })).toBe(200)
    await vi.waitFor(() => expect(alarms()).toHaveLength(2))
    expect(alarms().toSorted()).toEqual(
      [one, other].map(({ number }) => `The payment of order ${number} needs your attention`).toSorted(),
    )
  })

  test('an id of the provider counts more than the key that a browser may have written', async () => {
    const [one, other] = [await captured(), await captured()]
    await reports('PAYMENT.CAPTURE.REVERSED', { id: one.names.capture, custom_id: other.names.key })
    await vi.waitFor(() => expect(alarms()).toEqual([`The payment of order ${one.number} needs your attention`]))
  })

  test('an event about an unknown payment is logged, not used up, and carried out when it is sent again', async () => {
    const { names, number } = await captured()
    const id = newRequestId()
    const resource = { id: 'R1', links: [link('up', '/v2/payments/captures/UNKNOWN')] }
    expect(await reports('PAYMENT.CAPTURE.REFUNDED', resource, id)).toBe(200)
    const logged = lines.filter(line => line.event === 'payment.unknown')
    expect(logged.map(({ level, issue }) => [level, issue])).toEqual([
      [30, 'PAYMENT.CAPTURE.REFUNDED'],
      [50, 'PAYMENT.CAPTURE.REFUNDED'],
    ])
    expect([await isStored(id), alarms()]).toEqual([false, []])
    await opened.database.execute(sql`update payments set capture_id = 'UNKNOWN' where capture_id = ${names.capture}`)
    expect(await reports('PAYMENT.CAPTURE.REFUNDED', resource, id)).toBe(200)
    await vi.waitFor(() => expect(alarms()).toEqual([`The payment of order ${number} needs your attention`]))
  })

  test('an event without any name, and one about nothing of money, are logged and answered', async () => {
    for (const resource of [{}, { links: null, supplementary_data: null, id: null }, { id: '' }])
      expect(await reports('MERCHANT.ONBOARDING.COMPLETED', resource)).toBe(200)
    expect(lines.filter(line => line.event === 'payment.unknown').map(({ level }) => level)).toEqual([30, 30, 30])
  })

  test('a refund that is reported before the capture is known is mailed', async () => {
    const purchase = await paid(shop)
    atProvider(shop, purchase).isReviewed = true
    const number = (await orders(shop, purchase)).body.data.orderNumber as string
    await vi.waitFor(async () => expect(await rowOf(shop, purchase)).toMatchObject({ state: 'pending' }))
    await reports('PAYMENT.CAPTURE.REFUNDED', refund({ custom_id: purchase.body.requestId }))
    await vi.waitFor(() => expect(alarms()).toEqual([`The payment of order ${number} needs your attention`]))
  })

  test('a refund on the provider’s pages is known to the shop; a partial one leaves the payment captured', async () => {
    const { purchase, number, names } = await captured()
    const resource = refund({ links: [link('up', `/v2/payments/captures/${names.capture}`)] })
    await reports('PAYMENT.CAPTURE.REFUNDED', resource) // of a part: the provider's order is still captured
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'captured', due: false })
    atProvider(shop, purchase).status = 'refunded'
    shop.fake.fails('read', 'before')
    await reports('PAYMENT.CAPTURE.REFUNDED', resource)
    await vi.waitFor(async () => expect(await rowOf(shop, purchase)).toMatchObject({ attempts: 1, state: 'captured' }))
    await opened.database.execute(sql`update payments set next_check_at = now() where request_id = ${names.key}`)
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ended', due: false })
    const line = (await orderCommands.orders(opened.database, [])).split('\n').find(one => one.startsWith(number))
    expect(line).toContain('\trefunded\t')
  })

  test('a refund of what was not packed is the shop’s own; one of more is mailed', async () => {
    const { number, names } = await captured()
    await opened.database.execute(sql`update payments set final_amount = amount - 500 where request_id = ${names.key}`)
    const links = [link('up', `/v2/payments/captures/${names.capture}`)]
    const own = refund({ links, amount: { currency_code: 'AUD', value: '5.00' } })
    await reports('PAYMENT.CAPTURE.REFUNDED', own)
    await shop.runJob()
    expect(alarms()).toEqual([])
    // two dollars more, on the provider's pages
    const total = { total_refunded_amount: { currency_code: 'AUD', value: '7.00' } }
    const other = refund({ links, amount: { currency_code: 'AUD', value: '2.00' }, seller_payable_breakdown: total })
    await reports('PAYMENT.CAPTURE.REFUNDED', other)
    await vi.waitFor(() => expect(alarms()).toEqual([`The payment of order ${number} needs your attention`]))
  })

  test('an order whose money was refunded on the provider’s pages can be cancelled, and is not refunded again', async () => {
    const { purchase, number, names } = await captured()
    atProvider(shop, purchase).status = 'refunded'
    await reports('PAYMENT.CAPTURE.REFUNDED', refund({ custom_id: names.key }))
    await vi.waitFor(async () => expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ended' }))
    await orderCommands['order-status'](opened.database, [number, 'cancelled'])
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ended' })
    expect(atProvider(shop, purchase).returns).toBe(0)
  })
})
