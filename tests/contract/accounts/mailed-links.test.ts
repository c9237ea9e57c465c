import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryRows } from '#gateway/database/database'
import { deletePersonalData, exportPersonalData } from '#gateway/customers/personal-data'
import { listSubscribers } from '#gateway/mail/newsletter'
import type { Mail } from '#gateway/shop/mail'
import { openCaseGateways } from '../gateway/case-gateways.ts'
import {
  bearerHeaders,
  callOn,
  cartWith,
  lineOf,
  logIn,
  newCustomer,
  newEmail,
  orderOf,
  password,
  shelf,
  soft,
  type Known,
} from '../gateway/given.ts'

const opened = openCaseGateways()
let app: FastifyInstance
let mails: Mail[] = []

beforeAll(async () => {
  app = await opened.gateway({ createSendMail: () => async mail => void mails.push(mail) })
})
beforeEach(() => void (mails = []))

const call = callOn(() => app)

/** The path of the link in the next mail to an address. */
async function linkTo(email: string, which = 'link'): Promise<string> {
  await vi.waitFor(() => expect(mails.some(({ to }) => to === email)).toBe(true))
  const { text } = mails.splice(
    mails.findIndex(({ to }) => to === email),
    1,
  )[0]!
  return new RegExp(`^https://shop\\.example\\.com(/${which}/?[a-z-]*\\?token=[\\w-]+)$`, 'm').exec(text)![1]!
}

const opens = (url: string) => app.inject({ method: 'GET', url })
const presses = async (url: string) =>
  (await app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
    .statusCode

const person = (email: string) => ({ firstName: 'Mei', lastName: 'Lin', email, telephone: '0298765432' })
const changes = ({ customerId, headers }: Known, email: string, more: object = {}) =>
  call('updateCustomer', { params: { customerId }, body: { ...person(email), ...more }, headers })
const infoOf = async (headers: Record<string, string>) =>
  (await call('begin', { params: { sessionId: 'null' }, headers })).body.customerInfo
const agedLogin = ({ customerId }: Known) =>
  opened.database.execute(
    sql`update logins set proven_at = now() - interval '15 minutes' where customer_id = ${customerId}`,
  )

/** A customer whose email address was changed; the links of both mails. */
async function moved() {
  const customer = await newCustomer(call)
  const next = newEmail()
  await changes(customer, next)
  const confirm = await linkTo(next)
  expect(await presses(confirm)).toBe(200)
  return { customer, next, confirm, undo: await linkTo(customer.email) }
}

describe('a mailed link', () => {
  test.each(['other', 'constructor', 'toString'])('with the path %s does not exist', async name => {
    expect([(await opens(`/link/${name}?token=x`)).statusCode, await presses(`/link/${name}?token=x`)]).toEqual([
      404, 404,
    ])
  })
})

describe('a new email address', () => {
  test('takes effect when its mailed link is opened and its button is pressed, once', async () => {
    const customer = await newCustomer(call)
    const next = newEmail()
    const answer = await changes(customer, next, { firstName: 'Ana' })
    expect(answer.body).toMatchObject({ statusCode: 200, data: { pendingEmail: next } })
    expect(await infoOf(bearerHeaders(answer.body.token))).toMatchObject({ firstName: 'Ana', email: customer.email })
    const link = await linkTo(next)
    expect(link).toMatch(/^\/link\/confirm-email/)
    const page = await opens(link)
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).toContain('<button>Confirm</button>')
    expect((await infoOf(customer.headers)).email).toBe(customer.email)
    expect(await presses(link)).toBe(200)
    expect((await infoOf(customer.headers)).email).toBe(next)
    expect((await logIn(call, next)).body.statusCode).toBe(200)
    expect((await logIn(call, customer.email)).body.statusCode).toBe(401)
    expect(await presses(link)).toBe(410)
  })
  test('needs a login of the last 15 minutes or the password', async () => {
    const customer = await newCustomer(call)
    await agedLogin(customer)
    const next = newEmail()
    expect(await changes(customer, next)).toEqual(soft(403, 'Please log in again to change your email.'))
    expect(await changes(customer, next, { currentPassword: 'wrong one' })).toMatchObject({ body: { statusCode: 422 } })
    expect((await changes(customer, customer.email, { firstName: 'Ana' })).body.statusCode).toBe(200)
    expect((await infoOf(customer.headers)).firstName).toBe('Ana')
    expect((await changes(customer, next, { currentPassword: password })).body.data).toEqual({ pendingEmail: next })
  })
  test('has one link, which is valid for a day and refused if the address has an account by then', async () => {
    const customer = await newCustomer(call)
    const [first, second] = [newEmail(), newEmail()]
    await changes(customer, first)
    const old = await linkTo(first)
    await changes(customer, second)
    const link = await linkTo(second)
    expect(await presses(old)).toBe(410)
    await newCustomer(call, { email: second })
    expect(await presses(link)).toBe(410)
    await changes(customer, first)
    const late = await linkTo(first)
    await opened.database.execute(sql`update email_changes set expires_at = now()`)
    expect(await presses(late)).toBe(410)
    expect((await infoOf(customer.headers)).email).toBe(customer.email)
  })
  test('can be undone from the old address for 7 days, which ends every login and the password', async () => {
    const { customer, undo } = await moved()
    expect(undo).toMatch(/^\/link\/undo-email/)
    const [row] = await queryRows<{ days: number }>(
      opened.database,
      sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from email_changes
        where customer_id = ${customer.customerId}`,
    )
    expect(row).toEqual({ days: 7 })
    expect(await presses(undo)).toBe(200)
    expect(await call('begin', { params: { sessionId: 'null' }, headers: customer.headers })).toMatchObject({
      status: 401,
    })
    expect((await logIn(call, customer.email)).body.statusCode).toBe(401)
    await call('forgotPassword', { body: { email: customer.email } })
    expect(await linkTo(customer.email, 'reset-password')).toContain('token=')
    expect(await presses(undo)).toBe(410)
  })
  test('is undone once by a link that is opened twice at the same moment', async () => {
    const { undo } = await moved()
    expect((await Promise.all([presses(undo), presses(undo)])).toSorted()).toEqual([200, 410])
  })
  test('is mailed to the old address without naming the new one, and ends password links sent there', async () => {
    const customer = await newCustomer(call)
    await call('forgotPassword', { body: { email: customer.email } })
    const reset = new URL(await linkTo(customer.email, 'reset-password'), 'https://shop.example.com')
    const next = newEmail()
    await changes(customer, next)
    await presses(await linkTo(next))
    await vi.waitFor(() => expect(mails).toHaveLength(1))
    expect(mails[0]).toMatchObject({
      to: customer.email,
      subject: 'Your email address for Test Grocer has been changed',
    })
    expect(mails[0]!.text).not.toContain(next)
    const body = { resetToken: reset.searchParams.get('token'), password: 'galangal & ginger' }
    expect((await call('resetPassword', { body })).body.statusCode).toBe(410)
  })
  test('of a stolen token can be undone by the owner, also after further changes and undos of the thief', async () => {
    const { customer, next, undo } = await moved()
    const third = newEmail()
    await changes(customer, third)
    await presses(await linkTo(third))
    const thiefs = await linkTo(next) // sets the thief's first address
    expect(await presses(thiefs)).toBe(200)
    expect(await presses(undo)).toBe(200)
    const [row] = await queryRows(opened.database, sql`select email from customers where id = ${customer.customerId}`)
    expect(row).toEqual({ email: customer.email })
    expect(
      await queryRows(opened.database, sql`select 1 from email_changes where customer_id = ${customer.customerId}`),
    ).toEqual([])
  })
  test('whose link fails for another reason than a taken address can be confirmed later', async () => {
    const customer = await newCustomer(call)
    const next = newEmail()
    await changes(customer, next)
    const link = await linkTo(next)
    await opened.database.execute(sql`create function fail_change() returns trigger language plpgsql as
      $$ begin raise exception 'This fails'; end $$`)
    await opened.database.execute(sql`create trigger fail_change before update of email_key on customers
      for each row execute function fail_change()`)
    expect(await presses(link)).toBe(500)
    await opened.database.execute(sql`drop function fail_change cascade`)
    expect(await presses(link)).toBe(200)
  })
  test('that was changed back can be undone too: the logins end', async () => {
    const { customer, next, undo } = await moved()
    await changes(customer, customer.email)
    expect(await presses(await linkTo(customer.email))).toBe(200)
    await linkTo(next)
    expect((await infoOf(customer.headers)).email).toBe(customer.email)
    expect(await presses(undo)).toBe(200)
    expect((await call('begin', { params: { sessionId: 'null' }, headers: customer.headers })).status).toBe(401)
  })
})

describe('the newsletter', () => {
  const subscribers = async () =>
    (await listSubscribers(opened.database, 'https://shop.example.com')).map(one => one.email)

  test('is sent only to addresses that confirmed, and each can unsubscribe', async () => {
    const email = newEmail()
    for (const _ of [1, 2]) expect((await call('subscribeNewsletter', { body: { email } })).body.statusCode).toBe(200)
    const link = await linkTo(email)
    expect(mails).toEqual([]) // one mail a day
    await opens(link)
    expect(await subscribers()).not.toContain(email)
    expect(await presses(link)).toBe(200)
    expect(await subscribers()).toContain(email)
    expect((await call('subscribeNewsletter', { body: { email } })).body.statusCode).toBe(200)
    expect(await presses(link.replace('confirm-newsletter', 'unsubscribe'))).toBe(200)
    expect(await subscribers()).not.toContain(email)
    expect(mails).toEqual([])
  })
  test('refuses text that is no email address, and links that are unknown', async () => {
    expect(await call('subscribeNewsletter', { body: { email: 'not an email 17' } })).toMatchObject({ status: 400 })
    expect(await presses('/link/confirm-newsletter?token=made-up')).toBe(410)
    expect((await opens('/link/other')).statusCode).toBe(404)
  })
})

describe('failed logins', () => {
  const enters = (email: string, typed: string, ip: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/customer/login',
      body: { email, password: typed, sessionId: null },
      remoteAddress: ip,
    })
  const fails = (email: string, ip = '203.0.113.7') => enters(email, 'wrong one', ip)
  const waitsOver = () => opened.database.execute(sql`update login_failures set waits_until = now()`)

  test('from one network are delayed by 1, 2, 4 … seconds, at most 15 minutes; others are not delayed', async () => {
    const { email } = await newCustomer(call)
    for (let n = 0; n < 5; n += 1) expect((await fails(email)).json().statusCode).toBe(401)
    const waits: number[] = []
    for (let n = 0; n < 4; n += 1) {
      const refused = await fails(email)
      expect(refused.statusCode).toBe(429)
      waits.push(Number(refused.headers['retry-after']))
      await waitsOver()
      await fails(email)
    }
    expect(waits).toEqual([1, 2, 4, 8])
    await opened.database.execute(sql`update login_failures set count = 19 where count = 9`)
    await waitsOver()
    await fails(email)
    expect(Number((await fails(email)).headers['retry-after'])).toBe(900)
    await opened.database.execute(
      sql`update login_failures set waits_until = now() where waits_until < now() + interval '2 minutes'`,
    )
    expect((await logIn(call, email)).body.statusCode).toBe(200) // another network
    expect((await fails(email)).statusCode).toBe(429)
  })
  test('are counted from one again after a login from the same network', async () => {
    const { email } = await newCustomer(call)
    const ip = '203.0.113.8'
    for (let n = 0; n < 4; n += 1) expect((await fails(email, ip)).json().statusCode).toBe(401)
    expect((await enters(email, password, ip)).json().statusCode).toBe(200)
    for (let n = 0; n < 5; n += 1) expect((await fails(email, ip)).json().statusCode).toBe(401)
    expect((await fails(email, ip)).statusCode).toBe(429)
  })
  test('from all networks together are delayed by at most a minute, also for unknown accounts', async () => {
    const email = newEmail()
    for (let n = 0; n < 20; n += 1) expect((await fails(email, `198.51.100.${n}`)).json().statusCode).toBe(401)
    expect((await fails(email, '192.0.2.1')).headers['retry-after']).toBe('1')
    await opened.database.execute(sql`update login_failures set count = 100 where count = 20`)
    await waitsOver()
    await fails(email, '192.0.2.2')
    expect(Number((await fails(email, '192.0.2.3')).headers['retry-after'])).toBe(60)
  })
})

describe('the data of a customer', () => {
  const orders = async (customer: Known, guestEmail: string) => {
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers: customer.headers })).body.data
    const own = orderOf(sessionId, 60, { comment: `Ring twice, ${customer.email}` })
    await call('placeOrder', { body: own, headers: customer.headers })
    const guest = orderOf(await cartWith(call, [shelf.beef, 1]), 60)
    await call('placeOrder', { body: { ...guest, customer: { ...guest.customer, email: guestEmail } } })
    return own
  }

  test('is exported completely, without secrets', async () => {
    const customer = await newCustomer(call, { subscribeNewsletter: true })
    await orders(customer, customer.email.toUpperCase())
    const data = (await exportPersonalData(opened.database, customer.email))!
    expect(data).toMatchObject({
      customer: { email: customer.email, firstName: 'Mei' },
      addresses: [{ fields: { address1: '1 Rowe Street' } }],
      orders: [{ comment: `Ring twice, ${customer.email}`, lines: [{ productId: shelf.beef }] }, { customerId: null }],
      newsletter: { email: customer.email },
    })
    expect(JSON.stringify(data)).not.toMatch(/argon2|sessionId|requestId|token/)
    expect(await exportPersonalData(opened.database, 'unknown@example.com')).toBeNull()
  })
  test('is found in every notation of the email address', async () => {
    const email = `rené.${newEmail()}`.normalize('NFD')
    await orders(await newCustomer(call), email)
    await call('subscribeNewsletter', { body: { email } })
    expect(await exportPersonalData(opened.database, email.normalize('NFC'))).toMatchObject({
      orders: [{ customerId: null }],
      newsletter: { email: email.normalize('NFC') },
    })
  })
  test('is deleted once no order is in progress; orders stay without personal data', async () => {
    const customer = await newCustomer(call, { subscribeNewsletter: true })
    const placed = await orders(customer, customer.email)
    await call('addLine', { body: lineOf(shelf.beef), headers: customer.headers })
    await expect(deletePersonalData(opened.database, customer.email)).rejects.toThrow('are under way')
    await opened.database.execute(sql`update orders set status = 'completed'`)
    expect(await deletePersonalData(opened.database, customer.email)).toBe(2)
    expect(await exportPersonalData(opened.database, customer.email)).toBeNull()
    const tables = [
      'customers',
      'addresses',
      'carts',
      'logins',
      'orders',
      'answers',
      'mails',
      'subscribers',
      'payments',
    ]
    for (const table of tables) {
      const rows = await queryRows<{ text: string }>(
        opened.database,
        sql`select row::text as text from ${sql.identifier(table)} as row`,
      )
      const whole = rows.map(({ text }) => text).join('\n')
      for (const secret of [customer.email, customer.customerId])
        expect([table, whole]).toEqual([table, expect.not.stringContaining(secret)])
    }
    expect(await call('begin', { params: { sessionId: 'null' }, headers: customer.headers })).toMatchObject({
      status: 401,
    })
    expect((await call('placeOrder', { body: placed })).body.statusCode).not.toBe(200)
    expect(await deletePersonalData(opened.database, customer.email)).toBeNull()
  })
})
