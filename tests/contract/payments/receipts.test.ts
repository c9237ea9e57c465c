import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { openDatabase, type OpenDatabase } from '#gateway/database/database'
import type { Mail } from '#gateway/mail/send-mail'
import { seedIfEmpty } from '#gateway/database/seeding'
import { callOn, cartWith, caseGateway, caseGoods, orderOf, shelf } from '../gateway/given.ts'

let opened: OpenDatabase
let app: FastifyInstance
let sweep: () => Promise<void>
let mails: Mail[]
let isServerAway = false

beforeAll(async () => {
  opened = await openDatabase('memory', database => seedIfEmpty(database, caseGoods))
  app = await caseGateway(opened.database, {
    startJob: once => (sweep = once),
    createSendMail: () => async mail => {
      if (isServerAway) throw new Error('no mail server')
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
})

const call = callOn(() => app)

async function places() {
  const order = orderOf(await cartWith(call, [shelf.dumplings, 3]), 27, { couponCode: 'TEN' })
  const { body } = await call('placeOrder', { body: order })
  expect(body).toMatchObject({ statusCode: 200 })
  return { order, number: body.data.orderNumber as string }
}
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
      'Pick up: $0.00',
      'Total: $27.00',
    ])
      expect(mails[0]!.text).toContain(words)
    for (const typed of ['Mei', 'Lin', 'Rowe', '0298765432']) expect(mails[0]!.text).not.toContain(typed)
    await call('placeOrder', { body: order })
    await sweep()
    expect(mails).toHaveLength(1)
  })

  test('is mailed by a later job if the mail server was down; the order is placed in any case', async () => {
    isServerAway = true
    await places()
    await sweep()
    expect(mails).toEqual([])
    isServerAway = false
    await sweep()
    await sweep()
    expect(mails).toHaveLength(1)
  })
})
