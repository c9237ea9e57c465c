import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { queryRows, type OpenDatabase } from '#gateway/database/database'
import type { Mail } from '#gateway/shop/mail'
import { sql } from 'drizzle-orm'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { openShopWithPayments, orders, paid } from './payment-given.ts'
import { callOn, cartWith, caseGateway, jobsByHand, orderOf, shelf } from '../gateway/given.ts'
import { openCaseDatabase } from '../gateway/case-database.ts'

let opened: OpenDatabase
let app: FastifyInstance
const { startJob, runJob } = jobsByHand()
let mails: Mail[]
let isServerAway = false
/** The mail server's answer while it is away; none if it can't be reached. */
let responseCode: number | undefined
/** What a mail server answers to the address of a mail. */
const command = 'RCPT TO'

beforeAll(async () => {
  opened = await openCaseDatabase()
  app = await caseGateway(opened.database, {
    startJob,
    createSendMail: () => async mail => {
      if (isServerAway) throw Object.assign(new Error('no mail server'), responseCode && { responseCode, command })
      mails.push(mail)
    },
  })
})
afterAll(async () => {
  await app.close()
  await opened.close()
})
beforeEach(() => {
  mails = []
  isServerAway = false
  responseCode = undefined
})

const call = callOn(() => app)

async function places() {
  const order = orderOf(await cartWith(call, [shelf.dumplings, 3]), 27, { couponCode: 'TEN' })
  const { body } = await call('placeOrder', { body: order })
  expect(body).toMatchObject({ statusCode: 200 })
  return { order, number: body.data.orderNumber as string }
}
const becomeDue = () => opened.database.execute(sql`update mails set due_at = now() where due_at is not null`)
const arrived = () => expect.poll(() => mails.length)

describe('the receipt of an order', () => {
  test('is mailed once, with the amounts and nothing the shopper typed', async () => {
    const { order, number } = await places()
    await arrived().toBe(1)
    expect(mails[0]).toMatchObject({ to: 'mei@example.com', subject: expect.stringContaining(number) })
    for (const words of [
      '3 × Pork & Chive Dumplings 1 kg',
      '$30.00',
      'TEN',
      '-$3.00',
      'Pick up: Free',
      'Total: $27.00',
    ])
      expect(mails[0]!.text).toContain(words)
    for (const typed of ['Mei', 'Lin', 'Rowe', '0298765432']) expect(mails[0]!.text).not.toContain(typed)
    await call('placeOrder', { body: order })
    await runJob()
    expect(mails).toHaveLength(1)
    // as if the gateway had ended before it wrote the receipt
    await opened.database.execute(sql`update orders set mailed_at = null where number = ${number}`)
    await runJob()
    await arrived().toBe(2)
  })

  test.each([
    ['sandbox', true],
    ['paypal-sandbox', true],
    ['paypal', undefined],
  ] as const)('of an order paid at %s says TEST if no money moved', async (name, isTest) => {
    const shop = await openShopWithPayments(opened.database, { ...fakeProvider(), name })
    const answer = await orders(shop, await paid(shop))
    expect(answer.body.data.payment.isTest).toBe(isTest)
    await expect.poll(() => shop.mails.length).toBe(1)
    const { subject, text } = shop.mails[0]!
    expect(text).not.toContain('Discount')
    expect([subject.startsWith('TEST'), text.startsWith('TEST ORDER. No money was moved')]).toEqual([
      isTest === true,
      isTest === true,
    ])
    const [row] = await queryRows(opened.database, sql`select provider from orders order by number desc limit 1`)
    expect(row).toEqual({ provider: name })
    await shop.app.close()
  })

  test('is mailed by a later job if the mail server was down; the order is placed in any case', async () => {
    isServerAway = true
    await places()
    await runJob()
    expect(mails).toEqual([])
    isServerAway = false
    await runJob()
    expect(mails).toEqual([]) // it is not due yet
    await becomeDue()
    await runJob()
    await runJob()
    expect(mails).toHaveLength(1)
  })

  const mailRows = () =>
    queryRows<{ minutes: number | null; recipient: string; text: string; problem: string | null; attempts: number }>(
      opened.database,
      sql`select round(extract(epoch from due_at - now()) / 60)::int as minutes, recipient, text, problem, attempts
        from mails`,
    )

  test('is sent again after 1, 5 and 30 minutes, then every 2 hours for 5 days', async () => {
    isServerAway = true
    await places()
    const waits: (number | null)[] = []
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      if (attempt > 1) await becomeDue()
      await runJob()
      await expect.poll(async () => (await mailRows())[0]?.attempts).toBe(attempt)
      waits.push((await mailRows())[0]!.minutes)
    }
    expect(waits).toEqual([1, 5, 30, 120, 120])
    await opened.database.execute(sql`update mails set created_at = now() - interval '121 hours'`)
    await becomeDue()
    await runJob()
    expect(await mailRows()).toMatchObject([{ minutes: null, recipient: '', text: '', problem: 'unknown' }])
    await opened.database.execute(sql`delete from mails`)
  })

  test('is dropped at once if the mail server refuses it permanently, but not if it refuses it temporarily', async () => {
    isServerAway = true
    responseCode = 450
    await places()
    await runJob()
    await expect.poll(async () => (await mailRows())[0]?.minutes).toBe(1)
    responseCode = 550
    await becomeDue()
    await runJob()
    expect(await mailRows()).toMatchObject([
      { minutes: null, recipient: '', text: '', problem: '550 RCPT TO', attempts: 2 },
    ])
    isServerAway = false
    await runJob()
    expect(mails).toEqual([])
    await opened.database.execute(sql`delete from mails`)
  })
})
