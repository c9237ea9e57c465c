import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deletePersonalData, exportPersonalData } from '#gateway/customers/personal-data'
import { queryRows, type Database } from '#gateway/database/database'
import { onBothEngines } from '../../contract/gateway/both-engines.ts'
import {
  callOn,
  cartWith,
  caseGateway,
  lineOf,
  logIn,
  newCustomer,
  newEmail,
  newRequestId,
  orderOf,
  shelf,
} from '../../contract/gateway/given.ts'

/** Letters, digits and at sign of the ASCII text in full width. */
const fullWidth = (text: string) =>
  text.replaceAll(/[a-z\d@]/gi, sign => String.fromCodePoint(sign.codePointAt(0)! + 0xfe_e0))

function emailCases(database: () => Database): void {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await caseGateway(database())
  })
  afterAll(() => app?.close())
  const call = callOn(() => app)

  test.each([
    ['in full width', fullWidth],
    ['with a zero-width space', (email: string) => email.replace('@', '\u200B@')],
    ['in capitals', (email: string) => email.toUpperCase()],
    ['with capitals of other scripts', (email: string) => `ПÉ${email}`, (email: string) => `пé${email}`],
  ])('a guest’s order and newsletter that were stored %s are exported and deleted', async (_title, stored, typed?) => {
    const email = newEmail()
    const body = orderOf(await cartWith(call, [shelf.beef, 1]), 60)
    const { answer, number } = await call('placeOrder', { body }).then(({ body: sent }) => ({
      answer: sent,
      number: sent.data.orderNumber as string,
    }))
    expect(answer.statusCode).toBe(200)
    await database().execute(
      sql`update orders set status = 'completed', email = ${stored(email)} where number = ${number}`,
    )
    await database().execute(sql`insert into subscribers (email, token) values (${stored(email)}, ${`token-${email}`})`)
    const asked = typed?.(email) ?? email
    const data = await exportPersonalData(database(), asked)
    expect(data).toMatchObject({ orders: [{ number: Number(number) }], newsletter: { email: stored(email) } })
    expect(await deletePersonalData(database(), asked)).toBe(1)
    const left = sql`select 1 from subscribers where email = ${stored(email)} union all
      select 1 from orders where email = ${stored(email)}`
    expect(await queryRows(database(), left)).toEqual([])
  })

  test('an order on delivery is all that stays of a guest who did nothing else', async () => {
    const sent = orderOf(await cartWith(call, [shelf.beef, 1]), 60)
    const body = { ...sent, customer: { ...sent.customer, email: newEmail() } }
    expect((await call('placeOrder', { body })).body.statusCode).toBe(200)
    await database().execute(sql`update orders set status = 'completed' where request_id = ${body.requestId}`)
    await database().execute(sql`delete from mails where recipient = ${body.customer.email}`)
    const requestId = newRequestId() // of another person, whose request may be repeated
    await call('addLine', { body: lineOf(shelf.beef, { requestId }) })
    expect(await deletePersonalData(database(), body.customer.email)).toBe(1)
    expect(await queryRows(database(), sql`select 1 from answers where request_id = ${requestId}`)).toHaveLength(1)
    expect(await deletePersonalData(database(), body.customer.email)).toBeNull()
  })

  test('what another person has stored in another notation is not exported, and stays', async () => {
    const [email, other] = [newEmail(), newEmail()]
    for (const one of [email, other])
      await database().execute(
        sql`insert into subscribers (email, token) values (${fullWidth(one)}, ${`token-${one}`})`,
      )
    expect(await exportPersonalData(database(), email)).toMatchObject({ newsletter: { email: fullWidth(email) } })
    expect(await deletePersonalData(database(), email)).toBe(0)
    const left = sql`select email from subscribers where email in (${fullWidth(email)}, ${fullWidth(other)})`
    expect(await queryRows(database(), left)).toEqual([{ email: fullWidth(other) }])
  })

  test.each([
    ['with two full stops', (email: string) => `a..${email}`],
    ['in full width', fullWidth],
  ])('an account that was registered %s logs in, changes its name, and is deleted', async (_title, before) => {
    const { email, customerId, headers } = await newCustomer(call)
    const old = before(email)
    await database().execute(
      sql`update customers set email = ${old}, email_key = ${old.toLowerCase()} where id = ${customerId}`,
    )
    expect((await logIn(call, ` ${old} `)).body).toMatchObject({ statusCode: 200, customerInfo: { email: old } })
    const body = { firstName: 'Mei', lastName: 'Lin', email: ` ${old} `, telephone: '0298765432' }
    const change = await call('updateCustomer', { params: { customerId }, body, headers })
    expect(change.body).toMatchObject({ statusCode: 200, customerInfo: { firstName: 'Mei', email: old } })
    expect((await call('forgotPassword', { body: { email: old } })).body.statusCode).toBe(200)
    expect(await deletePersonalData(database(), old)).toBe(0)
    expect(await exportPersonalData(database(), old)).toBeNull()
  })

  test('an address of before the rule is not taken on', async () => {
    const { customerId, headers } = await newCustomer(call)
    const body = { firstName: 'Mei', lastName: 'Lin', email: `a..${newEmail()}`, telephone: '0298765432' }
    expect((await call('updateCustomer', { params: { customerId }, body, headers })).body.statusCode).toBe(400)
  })
}

describe('review F10: an email address that was stored before it was normalised as now', () => {
  onBothEngines(emailCases)
})
