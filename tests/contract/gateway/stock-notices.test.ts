import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deletePersonalData, exportPersonalData } from '#gateway/customers/personal-data'
import { queryRows } from '#gateway/database/database'
import { deleteOldStockNotices } from '#gateway/mail/stock-notices'
import type { Mail } from '#gateway/shop/mail'
import { openCaseGateways } from './case-gateways.ts'
import { callOn, cartWith, jobsByHand, newCustomer, newEmail, newRequestId, shelf, soft } from './given.ts'

const opened = openCaseGateways()
const [first, second] = [jobsByHand(), jobsByHand()]
let app: FastifyInstance
let mails: Mail[] = []
const unlimited = { stockNotices: 100_000 }

beforeAll(async () => {
  const createSendMail = () => async (mail: Mail) => void mails.push(mail)
  app = await opened.gateway({ createSendMail, startJob: first.startJob, limits: unlimited })
  await opened.gateway({ createSendMail, startJob: second.startJob, limits: unlimited })
})
beforeEach(async () => {
  mails = []
  await stocks(shelf.gone, 0)
  await opened.database.execute(sql`delete from stock_notices`)
})

const call = callOn(() => app)
const stocks = (id: number, stock: number) =>
  opened.database.execute(sql`update products set stock = ${stock} where id = ${id}`)
const asks = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  call('requestStockNotice', { body: { productId: shelf.gone, email, ...more }, headers })
const presses = async (url: string) => (await app.inject({ method: 'POST', url })).statusCode
const requests = () => queryRows<{ email: string }>(opened.database, sql`select email from stock_notices`)

/** The paths of the links in the next mail to an address. */
async function linksTo(email: string): Promise<string[]> {
  await vi.waitFor(() => expect(mails.map(({ to }) => to)).toContain(email))
  const [{ text }] = mails.splice(
    mails.findIndex(({ to }) => to === email),
    1,
  ) as [Mail]
  return [...text.matchAll(/^https:\/\/shop\.example\.com(\/\S+)$/gm)].map(([, path]) => path!)
}

/** A guest whose request is confirmed. */
async function waiting(email = newEmail()): Promise<{ email: string; end: string }> {
  await asks(email)
  const [confirm, end] = await linksTo(email)
  expect(await presses(confirm!)).toBe(200)
  return { email, end: end! }
}

describe('a mail about a product that is in stock again', () => {
  test('is offered for a product that is not in stock, and refused for one that is', async () => {
    const stockNotice = async (id: number) => (await call('product', { params: { id } })).body.data.stockNotice
    expect([await stockNotice(shelf.gone), await stockNotice(shelf.awaited), await stockNotice(shelf.rice)]).toEqual([
      true,
      true,
      undefined,
    ])
    const body = { productId: shelf.rice, email: newEmail() }
    expect(await call('requestStockNotice', { body })).toEqual(
      soft(409, 'Jasmine Rice 5 kg 金穗香米 is in stock again.'),
    )
    expect((await call('requestStockNotice', { body: { ...body, productId: 999_999 } })).status).toBe(404)
    expect((await asks('not an email 17')).status).toBe(400)
  })

  test('is sent to a guest who has confirmed the address, once, and ends the request', async () => {
    const { email } = await waiting()
    const other = newEmail()
    await asks(other)
    await linksTo(other) // never confirmed
    await first.runJob()
    expect(mails).toEqual([])
    await stocks(shelf.gone, 3)
    await first.runJob()
    await first.runJob()
    expect(mails.map(({ to }) => to)).toEqual([email])
    expect(await linksTo(email)).toEqual([`/main/product-detail/${shelf.gone}`])
    expect(await requests()).toEqual([{ email: other }])
  })

  test('is sent once by two gateways', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => waiting()))
    await stocks(shelf.gone, 1)
    await Promise.all([first.runJob(), second.runJob()])
    await Promise.all([first.runJob(), second.runJob()])
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
  })

  test('is sent when a reservation is released', async () => {
    await stocks(shelf.gone, 1)
    const sessionId = await cartWith(call, [shelf.gone, 1])
    await stocks(shelf.gone, 0) // reserved
    const { email } = await waiting()
    await opened.database.execute(sql`
      insert into payments (request_id, session_id, body_hash, intent, amount, currency, state, subtotal, discount, delivery_fee, ends_at)
      values ('held', ${sessionId}, '', 'capture', 6000, 'AUD', 'creating', 6000, 0, 0, now())`)
    await opened.database.execute(sql`
      insert into holds (request_id, product_id, quantity, price) values ('held', ${shelf.gone}, 1, 600)`)
    const [line] = (await call('cart', { params: { id: sessionId, sessionId } })).body.listData
    await call('removeLine', { params: { id: line.id } }) // abandons the payment
    await first.runJob()
    expect(mails.map(({ to }) => to)).toEqual([email])
  })

  test('is not sent after its end by the link, nor after 90 days, and not confirmed after them', async () => {
    const [ended, old] = [await waiting(), await waiting()]
    const late = newEmail()
    await asks(late)
    const [confirm] = await linksTo(late)
    expect([await presses(ended.end), await presses(ended.end)]).toEqual([200, 200])
    await opened.database.execute(sql`update stock_notices set since = now() - interval '90 days'`)
    expect(await presses(confirm!)).toBe(410)
    await stocks(shelf.gone, 1)
    await first.runJob()
    expect(mails).toEqual([])
    expect((await requests()).map(({ email }) => email).toSorted()).toEqual([old.email, late].toSorted())
    await deleteOldStockNotices(opened.database)
    expect(await requests()).toEqual([])
  })

  test('can be asked for again after the request has ended', async () => {
    const { email } = await waiting()
    await opened.database.execute(sql`update stock_notices set since = now() - interval '90 days'`)
    expect((await asks(email)).body.statusCode).toBe(200)
    expect(await linksTo(email)).toHaveLength(2)
  })

  test('has one link a day for an address that is not confirmed', async () => {
    const email = newEmail()
    const answers = [await asks(email), await asks(email.toUpperCase())]
    const [confirm] = await linksTo(email)
    expect(mails).toEqual([])
    await opened.database.execute(sql`update stock_notices set asked_at = now() - interval '25 hours'`)
    answers.push(await asks(email))
    expect((await linksTo(email))[0]).toBe(confirm)
    await presses(confirm!)
    await opened.database.execute(sql`update stock_notices set asked_at = now() - interval '25 hours'`)
    answers.push(await asks(email))
    await first.runJob()
    expect(mails).toEqual([])
    // an answer does not tell whether the address is known
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('needs no confirmation from a customer with the address of the account, and from no one else', async () => {
    const [customer, other] = [await newCustomer(call), await newCustomer(call)]
    const answers = [await asks(customer.email, {}, customer.headers), await asks(customer.email, {}, other.headers)]
    const [end] = await linksTo(customer.email)
    expect(end).toMatch(/^\/link\/end-stock-notice\?token=/)
    expect(answers[0]).toEqual(answers[1])
    await asks(other.email, {}, customer.headers)
    expect((await linksTo(other.email))[0]).toMatch(/^\/link\/confirm-stock-notice\?token=/)
    await stocks(shelf.gone, 1)
    await first.runJob()
    expect(mails.map(({ to }) => to)).toEqual([customer.email])
  })

  test('counts at once if a customer asks who had asked as a guest', async () => {
    const customer = await newCustomer(call)
    await asks(customer.email)
    await linksTo(customer.email)
    await asks(customer.email, {}, customer.headers)
    expect(await linksTo(customer.email)).toEqual([expect.stringMatching(/end-stock-notice/)])
    await stocks(shelf.gone, 1)
    await first.runJob()
    expect(mails).toHaveLength(1)
  })

  test('is asked for once by an idempotency key', async () => {
    const [email, requestId] = [newEmail(), newRequestId()]
    const answer = await asks(email, { requestId })
    const [, end] = await linksTo(email)
    await presses(end!)
    expect(await asks(email, { requestId })).toEqual(answer)
    expect(await requests()).toEqual([])
    expect((await asks(newEmail(), { requestId })).status).toBe(409)
  })

  test('is in the exported data of a person without its link, and gone after the deletion', async () => {
    const customer = await newCustomer(call)
    await asks(customer.email, {}, customer.headers)
    await linksTo(customer.email)
    // the account has another address since
    await opened.database.execute(
      sql`update stock_notices set email = 'old@example.com' where customer_id = ${customer.customerId}`,
    )
    const { email } = await waiting()
    const [account, guest] = [
      await exportPersonalData(opened.database, customer.email),
      await exportPersonalData(opened.database, email),
    ]
    expect(account!.stockNotices).toMatchObject([{ email: 'old@example.com', productId: shelf.gone }])
    expect(guest).toMatchObject({ customer: null, stockNotices: [{ email, productId: shelf.gone }] })
    expect(JSON.stringify([account, guest])).not.toContain('token')
    await deletePersonalData(opened.database, customer.email)
    await deletePersonalData(opened.database, email)
    expect(await requests()).toEqual([])
  })
})
