import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { NewPayment } from '#contract/payment'
import { queryRows, type Database } from '#gateway/database/database'
import type { GatewayOptions } from '#gateway/http/gateway'
import type { Mail } from '#gateway/shop/mail'
import { fakeProvider, type FakeOrder, type FakeProvider } from '../../kit/fake-provider.ts'
import {
  callOn,
  caseGateway,
  caseStore,
  cartWith,
  jobsByHand,
  newEmail,
  orderOf,
  shelf,
  type Answered,
  type Call,
} from '../gateway/given.ts'

/** A gateway with online payments, and the test's access to its parts. */
export interface ShopWithPayments {
  call: Call
  fake: FakeProvider
  runJob: () => Promise<void>
  database: Database
  /** Every mail that the gateway has sent. */
  mails: Mail[]
}

/** The settings of the cases, with online payments. */
const paidStore = { ...caseStore, receivedOnlinePayment: true }

/** Opens a gateway with online payments; the caller closes it. */
export async function openShopWithPayments(
  database: Database,
  fake: FakeProvider,
  more: Partial<GatewayOptions> = {},
): Promise<ShopWithPayments & { app: FastifyInstance }> {
  const mails: Mail[] = []
  const { startJob, runJob } = jobsByHand()
  const createSendMail = () => async (mail: Mail) => void mails.push(mail)
  const app = await caseGateway(database, {
    provider: fake,
    store: paidStore,
    startJob,
    createSendMail,
    acceptsBrowserOrders: true,
    ...more,
  })
  return { app, call: callOn(() => app), fake, runJob, database, mails }
}

/** One such gateway for all tests of a group. */
export function shopWithPaymentsOn(database: () => Database): () => ShopWithPayments {
  let shop: Awaited<ReturnType<typeof openShopWithPayments>>
  beforeAll(async () => {
    shop = await openShopWithPayments(database(), fakeProvider())
  })
  afterAll(() => shop?.app.close())
  return () => shop
}

/** How the money moves: the gateway authorizes; the browser captures; or the browser creates the order and captures. */
export type Way = 'authorize' | 'capture' | 'client'

/** One purchase, step by step. */
export interface Purchase {
  body: NewOrder
  headers: Record<string, string>
  way: Way
  /** The provider's order; null before. */
  id: string | null
}

/** A new guest's cart of Wagyu Beef for $60.00, to be paid online. */
export async function purchaseOf(call: Call, way: Way = 'authorize', more: Partial<NewOrder> = {}): Promise<Purchase> {
  const sessionId = await cartWith(call, [shelf.beef, 1])
  const body = orderOf(sessionId, 60, more)
  return { body: { ...body, customer: { ...body.customer, email: newEmail() } }, headers: {}, way, id: null }
}

/** The body of POST /payment/order. */
export function paymentOf({ body, way, id }: Purchase): NewPayment {
  const { payment: _, ...rest } = body
  const brought = way === 'client' && id !== null ? { providerOrderId: id } : {}
  return { ...rest, ...(way === 'authorize' ? {} : { intent: 'capture' as const }), ...brought }
}

/** Creates the payment. */
export async function begins({ call, fake }: ShopWithPayments, purchase: Purchase): Promise<Answered> {
  const { body, headers, way } = purchase
  const cents = Math.round(body.total * 100)
  if (way === 'client') purchase.id ??= fake.makes(cents, { reference: body.requestId })
  const answer = await call('beginPayment', { body: paymentOf(purchase), headers })
  purchase.id = answer.body.data?.id ?? purchase.id
  return answer
}

/** Approves in the provider's window; the browser captures if the setup says so. */
export function approves({ fake }: ShopWithPayments, { id, way }: Purchase): void {
  const order = fake.orders.get(id!)
  if (order?.status === 'created') fake.approves(id!)
  if (order?.status === 'approved' && way !== 'authorize') fake.takes(id!)
}

/** Authorizes the payment, or reads its state. */
export const authorizes = ({ call }: ShopWithPayments, { id, headers }: Purchase): Promise<Answered> =>
  call('authorizePayment', { params: { id: id! }, body: {}, headers })

/** Places the order that was paid. */
export const orders = ({ call }: ShopWithPayments, { body, id, headers }: Purchase): Promise<Answered> =>
  call('placeOrder', { body: { ...body, payment: { method: 'online', providerOrderId: id! } }, headers })

/** A purchase up to the authorized or captured payment. */
export async function paid(
  shop: ShopWithPayments,
  way: Way = 'authorize',
  more: Partial<NewOrder> = {},
): Promise<Purchase> {
  const purchase = await purchaseOf(shop.call, way, more)
  expect((await begins(shop, purchase)).body.statusCode).toBe(200)
  approves(shop, purchase)
  expect((await authorizes(shop, purchase)).body.statusCode).toBe(200)
  return purchase
}

/** The provider's order of a purchase. */
export const atProvider = ({ fake }: ShopWithPayments, { id }: Purchase): FakeOrder => fake.orders.get(id!)!

/** The columns of a purchase's row that tests check. */
export async function rowOf({ database }: ShopWithPayments, { body }: Purchase) {
  const [row] = await queryRows<{ state: string; email: string | null; held: number; due: boolean; attempts: number }>(
    database,
    sql`select state, email, (select count(*) from holds where request_id = payments.request_id)::int as held,
      coalesce(next_check_at <= now(), false) as due, attempts from payments where request_id = ${body.requestId}`,
  )
  return row
}

/** Lets a payment expire, also one that the buyer has approved. */
export const expires = ({ database }: ShopWithPayments, { body }: Purchase, ago = '1 second') =>
  database.execute(sql`
    update payments set ends_at = now() - ${ago}::interval, next_check_at = now(), approved = true
    where request_id = ${body.requestId}`)

/** Lets the settlement job look at a payment now, unless it is settled. */
export const becomesDue = ({ database }: ShopWithPayments, { body }: Purchase) =>
  database.execute(
    sql`update payments set next_check_at = now() where request_id = ${body.requestId} and next_check_at is not null`,
  )

/** The available stock of a product. */
export async function stockOf({ database }: ShopWithPayments, productId: number): Promise<number> {
  const [row] = await queryRows<{ stock: number }>(database, sql`select stock from products where id = ${productId}`)
  return row!.stock
}

/** The counted uses of a coupon. */
export async function usesOf({ database }: ShopWithPayments, code: string): Promise<number> {
  const [row] = await queryRows<{ used: number }>(database, sql`select used from coupons where code = ${code}`)
  return row!.used
}
