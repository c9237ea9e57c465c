import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderCommands } from '#gateway/cli/order-commands'
import type { OpenDatabase } from '#gateway/database/database'
import { createPayPal } from '#gateway/payments/paypal'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import { newRequestId } from '../../contract/gateway/given.ts'
import {
  approves,
  atProvider,
  becomesDue,
  begins,
  expires,
  openShopWithPayments,
  orders,
  paid,
  purchaseOf,
  rowOf,
} from '../../contract/payments/payment-given.ts'

let opened: OpenDatabase
let shop: Awaited<ReturnType<typeof openShopWithPayments>>
beforeAll(async () => {
  opened = await openCaseDatabase()
  shop = await openShopWithPayments(opened.database, fakeProvider(), {
    verifyWebhook: async () => true,
    shopEmail: 'grocer@example.com',
  })
})
afterAll(async () => {
  await shop?.app.close()
  await opened?.close()
})
beforeEach(() => void (shop.mails.length = 0))

const toGrocer = () => shop.mails.filter(({ to }) => to === 'grocer@example.com').map(({ subject }) => subject)
const notices = () => shop.mails.filter(({ subject }) => /^Your payment of .* was cancelled$/.test(subject))

/** An order that was paid, captured and cancelled, whose refund takes days. */
async function refunding() {
  const purchase = await paid(shop, 'capture')
  const number = (await orders(shop, purchase)).body.data.orderNumber as string
  await vi.waitFor(async () => expect(await rowOf(shop, purchase)).toMatchObject({ state: 'captured' }))
  const order = atProvider(shop, purchase)
  order.refund = 'pending'
  await orderCommands['order-status'](opened.database, [number, 'cancelled'])
  await shop.runJob()
  return { purchase, order, number }
}

describe('Automattic/woocommerce-payments#1195, paypal/PayPal-PHP-SDK#1235, craftcms/commerce-stripe#134: a refund that is pending counted as done', () => {
  test('a pending refund is read until it is done, and is made once', async () => {
    const { purchase, order } = await refunding()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ending', attempts: 0, due: false })
    await expires(shop, purchase, '3 days') // refunds take days
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ending', attempts: 0, due: false })
    Object.assign(order, { refund: 'done', status: 'refunded' })
    await becomesDue(shop, purchase)
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ended', due: false })
    expect(order.returns).toBe(1)
    expect(toGrocer()).toEqual([])
  })

  test('a pending refund that fails is mailed to the grocer, once', async () => {
    const { purchase, order, number } = await refunding()
    order.refund = 'failed'
    for (const _ of [1, 2]) {
      await becomesDue(shop, purchase)
      await shop.runJob()
    }
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'failed' })
    expect(toGrocer()).toEqual(['A payment of $60.00 could not be refunded'])
    expect(shop.mails.at(-1)!.text).toContain(`order ${number}`)
  })

  test.each(['ending', 'ended'])(
    'a failed refund that the provider reports is mailed for a payment that is %s',
    async state => {
      const { purchase, order, number } = await refunding()
      if (state === 'ended')
        await opened.database.execute(
          sql`update payments set state = 'ended' where request_id = ${purchase.body.requestId}`,
        )
      const resource = {
        id: 'R1',
        links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${order.captureId}` }],
      }
      const body = { id: newRequestId(), event_type: 'PAYMENT.REFUND.FAILED', resource }
      expect((await shop.app.inject({ method: 'POST', url: '/paypal/webhook', body })).statusCode).toBe(200)
      await vi.waitFor(() => expect(toGrocer()).toContain(`The payment of order ${number} needs your attention`))
    },
  )

  test('the buyer of a payment without an order is told at once, and once', async () => {
    const purchase = await purchaseOf(shop.call, 'capture')
    await begins(shop, purchase)
    approves(shop, purchase)
    const order = atProvider(shop, purchase)
    order.refund = 'pending'
    await expires(shop, purchase)
    for (const _ of [1, 2]) {
      await shop.runJob()
      await becomesDue(shop, purchase)
    }
    Object.assign(order, { refund: 'done', status: 'refunded' })
    await shop.runJob()
    expect(await rowOf(shop, purchase)).toMatchObject({ state: 'ended', email: null })
    expect(notices().map(({ to }) => to)).toEqual([purchase.body.customer.email])
    expect(order.returns).toBe(1)
  })
})

/** PayPal as a list of answers. */
function paypal(...answers: object[]) {
  const account = { clientId: 'c', secret: 's', apiUrl: 'https://api.example.com', merchantId: null, webhookId: null }
  const token = { access_token: 't', expires_in: 1_000 }
  const ask = async (url: unknown) => Response.json(String(url).endsWith('/oauth2/token') ? token : answers.shift())
  return createPayPal(account, ask as typeof fetch)
}

test.each([
  ['PENDING', true],
  ['COMPLETED', false],
])('a refund that PayPal answers with %s is pending: %s', async (status, isPending) => {
  expect(await paypal({ id: 'R1', status }).refund('C1', 'key')).toEqual({ isPending })
})

describe('paypal/PayPal-Java-SDK#280, mercadopago/sdk-dotnet#138: null where a field may be missing', () => {
  const amount = { currency_code: 'AUD', value: '10.00' }
  const order = (unit: object) => ({
    id: 'O1',
    status: 'COMPLETED',
    intent: 'CAPTURE',
    purchase_units: [{ amount, ...unit }],
  })
  test.each<[string, object, string]>([
    ['no payee and no payments', { payee: null, payments: null }, 'created'],
    ['a payee without an id', { payee: { merchant_id: null } }, 'created'],
    [
      'no captures',
      { payments: { captures: null, authorizations: [{ id: 'A1', status: 'CREATED', amount: null }] } },
      'authorized',
    ],
    [
      'a capture without an amount',
      { payments: { authorizations: null, captures: [{ id: 'C1', status: 'COMPLETED', amount: null }] } },
      'captured',
    ],
  ])('an order of PayPal with %s is read', async (_what, unit, status) => {
    expect(await paypal(order(unit)).read('O1')).toMatchObject({ status, amount: 1_000 })
  })

  test('a refusal without details keeps its name', async () => {
    const refused = { name: 'RESOURCE_NOT_FOUND', details: null, debug_id: null }
    const account = { clientId: 'c', secret: 's', apiUrl: 'https://api.example.com', merchantId: null, webhookId: null }
    const ask = async (url: unknown) =>
      String(url).endsWith('/oauth2/token')
        ? Response.json({ access_token: 't', expires_in: 1_000 })
        : Response.json(refused, { status: 404 })
    expect(await createPayPal(account, ask as typeof fetch).read('O1')).toBeNull()
  })
})
