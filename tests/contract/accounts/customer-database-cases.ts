import { eq, sql, type SQL } from 'drizzle-orm'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { queryRows, type Database } from '#gateway/database/database'
import { logins } from '#gateway/database/schema'
import type { Mail } from '#gateway/shop/mail'
import { deleteExpiredEmailChanges } from '#gateway/accounts/email-changes'
import { deleteOldFailures } from '#gateway/accounts/login-delays'
import { deleteExpiredResets } from '#gateway/accounts/passwords'
import { countAttempt } from '#gateway/requests/rate-limits'
import { deleteExpiredLogins } from '#gateway/accounts/tokens'
import { deleteUnusedCarts } from '#gateway/carts/carts'
import { exportPersonalData } from '#gateway/customers/personal-data'
import { cancelOrder } from '#gateway/orders/cancel-order'
import {
  address,
  bearerHeaders,
  callOn,
  caseGateway,
  caseMails,
  caseSecret,
  cartWith,
  lineOf,
  logIn,
  newCustomer,
  newEmail,
  orderOf,
  password,
  shelf,
  soft,
  type Answered,
  type Call,
  type Known,
} from '../gateway/given.ts'
import { shopWithPaymentsOn } from '../payments/payment-given.ts'

/** Access control and stored data of customers, in the database. */
export function customerDatabaseCases(database: () => Database, call: ReturnType<typeof callOn>): void {
  const shop = shopWithPaymentsOn(database) // some customers pay online
  const paying: Call = (name, asked) => shop().call(name, asked)
  describe('access', () => accessCases(database, paying))
  describe('the age of a login', () => ageCases(database, call))
  describe('a mailed link', () => linkCases(database, call))
  describe('a new email address', () => emailCases(database, call))
  describe('stored customer data', () => keepingCases(database, paying))
}

/** A text that changes with every row about customers, their carts and orders. */
async function contentsOf(database: Database): Promise<string> {
  const tables = [
    'customers',
    'addresses',
    'logins',
    'resets',
    'carts',
    'cart_lines',
    'orders',
    'payments',
    'holds',
    'answers',
    'favourites',
    'shopping_lists',
    'shopping_list_lines',
    'subscribers',
  ]
  const contentOf = async (table: string) => {
    const name = sql.identifier(table)
    const [row] = await queryRows<{ sum: string | null }>(
      database,
      sql`select md5(string_agg(row::text, '|' order by row::text)) as sum from ${name} as row`,
    )
    return `${table} ${row!.sum}`
  }
  return (await Promise.all(tables.map(contentOf))).join('\n')
}

interface Owned extends Known {
  orderId: string
  /** The key of that order. */
  requestId: string
  sessionId: string
  lineId: string
  /** The provider's order of a payment for that session. */
  paymentId: string
  /** A shopping list. */
  listId: number
}

/** The same, once the receipt of the order is sent: that changes the order after its answer. */
async function ownerWithReceipt(database: Database, call: Call): Promise<Owned> {
  const owned = await owner(call)
  await vi.waitFor(async () => {
    const isSent = sql`select mailed_at is not null as sent from orders where id = ${owned.orderId}`
    expect(await queryRows(database, isSent)).toEqual([{ sent: true }])
  }, 30_000)
  return owned
}

/** A customer with an address, a cart and an order. */
async function owner(call: Call): Promise<Owned> {
  const known = await newCustomer(call)
  const { headers } = known
  const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers })).body.data
  const ordered = orderOf(sessionId, 60)
  const { orderId } = (await call('placeOrder', { body: ordered, headers })).body.data
  const { data } = (await call('addLine', { body: lineOf(shelf.beef), headers })).body
  await call('saveFavourites', { body: { productIds: [shelf.rice] }, headers })
  const lists = [{ name: 'Weekly', lines: [{ productId: shelf.rice, quantity: 2 }] }]
  const [list] = (await call('createLists', { body: { lists }, headers })).body.data.lists
  const body = orderOf(data.sessionId, 60)
  const paymentId = (await call('beginPayment', { body, headers })).body.data.id
  const { sessionId: own, id: lineId } = data
  return { ...known, orderId, requestId: ordered.requestId, sessionId: own, lineId, paymentId, listId: list.id }
}

/** Every call about a customer, for this customer. */
const callsAbout = ({ customerId, addressId, orderId, requestId, sessionId, paymentId, listId }: Owned) =>
  ({
    updatePassword: { body: { password: 'galangal & ginger' } },
    updateCustomer: {
      params: { customerId },
      body: { firstName: 'Eve', lastName: 'Eve', email: newEmail(), telephone: '0200000000' },
    },
    createAddress: { body: { ...address, use: 'billing' } },
    updateAddress: { body: { ...address, addressId, address1: 'Elsewhere', use: 'billing' } },
    orders: { body: { orderStatus: 'current' } },
    order: { params: { id: orderId } },
    favourites: {},
    usuals: {},
    revisions: {},
    saveFavourites: { body: { productIds: [shelf.beef] } },
    removeFavourite: { params: { productId: shelf.rice } },
    shoppingLists: {},
    createLists: { body: { lists: [{ name: 'Hot pot', lines: [] }] } },
    renameList: { params: { listId }, body: { name: 'Mine' } },
    setListLine: { params: { listId, productId: shelf.beef }, body: { quantity: 1 } },
    removeListLine: { params: { listId, productId: shelf.rice } },
    deleteList: { params: { listId } },
    begin: { params: { sessionId } },
    placeOrder: { body: orderOf(sessionId, 60) },
    beginPayment: { body: orderOf(sessionId, 60) },
    authorizePayment: { params: { id: paymentId }, body: {} },
    endPayment: { params: { id: paymentId } },
    findOrder: { params: { requestId, sessionId } },
    discardOrder: { params: { requestId, sessionId } },
  }) as const

const openToGuests: readonly string[] = ['begin', 'placeOrder', 'beginPayment']
const unknownToGuests: readonly string[] = ['authorizePayment', 'endPayment', 'findOrder', 'discardOrder']

const statusForGuests = (name: string) =>
  openToGuests.includes(name) ? 200 : unknownToGuests.includes(name) ? 404 : 401

/** Signs this customer's claims in another way than the gateway does. */
const forged = (claims: object, secret: Uint8Array, alg = 'HS256', ends: string | number = '1h') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, typ: 'JWT' }).setExpirationTime(ends).sign(secret)

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Invalid tokens, made from a valid one. */
const badTokens: [string, (good: Owned, call: Call) => Promise<string> | string][] = [
  ['is empty', () => ''],
  ['has three empty parts', () => 'a.b.c'],
  ['has two parts', ({ token }) => token.split('.').slice(0, 2).join('.')],
  ['has another signature', ({ token }) => token.replace(/.{4}$/, 'AAAA')],
  ['has no algorithm', ({ token }) => `${part({ alg: 'none' })}.${token.split('.')[1]}.`],
  [
    'has the algorithm none, and a signature',
    ({ token }) => [part({ alg: 'none' }), ...token.split('.').slice(1)].join('.'),
  ],
  ['is signed by another secret', ({ token }) => forged(decodeJwt(token), new Uint8Array(32))],
  ['is signed by another algorithm', ({ token }) => forged(decodeJwt(token), caseSecret, 'HS512')],
  ['has expired', ({ token }) => forged(decodeJwt(token), caseSecret, 'HS256', Math.floor(Date.now() / 1_000) - 1)],
  [
    'never ends',
    ({ token }) =>
      new SignJWT({ ...decodeJwt(token), exp: undefined }).setProtectedHeader({ alg: 'HS256' }).sign(caseSecret),
  ],
  ['names no login', ({ token }) => forged({ ...decodeJwt(token), jti: undefined }, caseSecret)],
  ['names an unknown login', ({ token }) => forged({ ...decodeJwt(token), jti: 'made-up' }, caseSecret)],
  [
    'names another customer’s login',
    async ({ token }, call) =>
      forged({ ...decodeJwt(token), jti: decodeJwt((await newCustomer(call)).token).jti }, caseSecret),
  ],
  [
    'was logged out',
    async ({ email }, call) => {
      const { token } = (await logIn(call, email)).body
      await call('logout', { body: {}, headers: bearerHeaders(token) })
      return token
    },
  ],
  [
    'is older than the password',
    async ({ token }, call) => {
      const change = { password: 'lemongrass & mint' }
      expect((await call('updatePassword', { body: change, headers: bearerHeaders(token) })).body.statusCode).toBe(200)
      return token
    },
  ],
]

function accessCases(database: () => Database, call: Call): void {
  test.each(badTokens)('a token that %s is refused and changes nothing', async (_what, tokenOf) => {
    const victim = await ownerWithReceipt(database(), call)
    const headers = bearerHeaders(await tokenOf(victim, call))
    const before = await contentsOf(database())
    for (const [name, asked] of Object.entries(callsAbout(victim))) {
      const answer = await call(name as 'order', { ...asked, headers })
      expect([name, answer]).toEqual([
        name,
        { status: 401, body: { statusCode: 401, message: 'Please log in again.' } },
      ])
    }
    expect(await contentsOf(database())).toBe(before)
  })
  test.each(badTokens)('a token that %s is ignored by the cart', async (_what, tokenOf) => {
    const victim = await owner(call)
    const headers = bearerHeaders(await tokenOf(victim, call))
    const { sessionId, lineId } = victim
    expect((await call('cart', { params: { sessionId }, headers })).body.listData).toEqual([])
    expect(await call('removeLine', { params: { id: lineId }, headers })).toMatchObject({ status: 404 })
    expect((await call('logout', { body: {}, headers })).body).toEqual({ statusCode: 200 })
    const guests = await cartWith(call, [shelf.rice, 1])
    expect((await call('cart', { params: { sessionId: guests }, headers })).body.listData).toHaveLength(1)
  })
  test('a guest gets 401 and changes nothing', async () => {
    const victim = await ownerWithReceipt(database(), call)
    const before = await contentsOf(database())
    for (const [name, asked] of Object.entries(callsAbout(victim))) {
      const answer = await call(name as 'order', asked)
      expect([name, answer.status]).toEqual([name, statusForGuests(name)])
      expect(JSON.stringify(answer.body)).not.toContain(victim.email)
    }
    expect(withoutAnswers(await contentsOf(database()))).toBe(withoutAnswers(before))
  })
  test('another customer can neither see nor change anything', async () => {
    const [victim, other] = [await ownerWithReceipt(database(), call), await newCustomer(call)]
    const { headers } = other
    const before = await contentsOf(database())
    const { updateCustomer, updateAddress, order, orders, placeOrder, begin, ...paying } = callsAbout(victim)
    const answers: [number, number, Answered][] = [
      [403, 403, await call('updateCustomer', { ...updateCustomer, headers })],
      [404, 404, await call('updateAddress', { ...updateAddress, headers })],
      [404, 404, await call('renameList', { ...paying.renameList, headers })],
      [404, 404, await call('setListLine', { ...paying.setListLine, headers })],
      [200, 200, await call('removeListLine', { ...paying.removeListLine, headers })],
      [200, 200, await call('deleteList', { ...paying.deleteList, headers })],
      [200, 200, await call('shoppingLists', { headers })],
      [404, 404, await call('order', { ...order, headers })],
      [200, 200, await call('orders', { ...orders, headers })],
      [200, 409, await call('placeOrder', { ...placeOrder, headers })],
      [200, 409, await call('beginPayment', { ...paying.beginPayment, headers })],
      [404, 404, await call('authorizePayment', { ...paying.authorizePayment, headers })],
      [404, 404, await call('endPayment', { ...paying.endPayment, headers })],
      [404, 404, await call('findOrder', { ...paying.findOrder, headers })],
      [404, 404, await call('discardOrder', { ...paying.discardOrder, headers })],
      [200, 200, await call('begin', { ...begin, headers })],
      [200, 200, await call('cart', { params: { sessionId: victim.sessionId }, headers })],
      [404, 404, await call('removeLine', { params: { id: victim.lineId }, headers })],
    ]
    // a customer has favourites of their own only
    expect((await call('favourites', { headers })).body.listData).toEqual([])
    await call('removeFavourite', { params: { productId: shelf.rice }, headers })
    for (const [status, statusCode, answer] of answers) {
      expect(answer).toMatchObject({ status, body: { statusCode } })
      for (const secret of [victim.email, victim.sessionId, victim.orderId, victim.lineId, victim.paymentId]) {
        expect(JSON.stringify(answer.body)).not.toContain(secret)
      }
    }
    expect(withoutAnswers(await contentsOf(database()))).toBe(withoutAnswers(before))
  })
}

/** A refused order is stored as the answer to its key, and changes nothing else. */
const withoutAnswers = (contents: string) => contents.replace(/^answers .*$/m, '')

function ageCases(database: () => Database, call: Call): void {
  const beginning = (headers: Record<string, string>) => call('begin', { params: { sessionId: 'null' }, headers })
  const aged = ({ customerId }: Known, change: SQL) =>
    database().execute(sql`update logins set ${change} where customer_id = ${customerId}`)

  test('needs the current password after 15 minutes, even if the token was renewed', async () => {
    const customer = await newCustomer(call)
    const { headers, customerId, email } = customer
    await aged(customer, sql`proven_at = now() - interval '15 minutes'`)
    const person = { firstName: 'Ana', lastName: 'Lim', email, telephone: '0298765432' }
    const renewed = (await call('updateCustomer', { params: { customerId }, body: person, headers })).body.token
    for (const token of [customer.token, renewed]) {
      const asked = { body: { password: 'galangal & ginger' }, headers: bearerHeaders(token) }
      expect(await call('updatePassword', asked)).toEqual(soft(403, 'Please log in again to change your password.'))
    }
    const body = { password: 'galangal & ginger', currentPassword: password }
    expect((await call('updatePassword', { body, headers })).body.statusCode).toBe(200)
  })
  test('can change the password after 14 minutes', async () => {
    const customer = await newCustomer(call)
    await aged(customer, sql`proven_at = now() - interval '14 minutes'`)
    const { body } = await call('updatePassword', {
      body: { password: 'galangal & ginger' },
      headers: customer.headers,
    })
    expect(body.statusCode).toBe(200)
  })
  test('expires an hour after its last use', async () => {
    const customer = await newCustomer(call)
    for (const _ of [1, 2]) {
      await aged(customer, sql`used_at = used_at - interval '59 minutes'`)
      expect(await beginning(customer.headers)).toMatchObject({ status: 200 })
    }
    await aged(customer, sql`used_at = used_at - interval '61 minutes'`)
    expect(await beginning(customer.headers)).toMatchObject({ status: 401 })
  })
  test('is not used by a call whose answer is the same for everyone', async () => {
    const customer = await newCustomer(call)
    const isOld = sql`select from logins where customer_id = ${customer.customerId} and used_at < now() - interval '9 minutes'`
    await aged(customer, sql`used_at = now() - interval '10 minutes'`)
    await call('deliveryMethods', { headers: customer.headers })
    expect(await queryRows(database(), isOld)).toHaveLength(1)
    await call('cart', { params: { sessionId: 'any' }, headers: customer.headers })
    expect(await queryRows(database(), isOld)).toHaveLength(0)
  })
  test('is refused if the password changes after it was verified', async () => {
    const customer = await newCustomer(call)
    const changePassword = () => {
      const body = { password: 'galangal & ginger', currentPassword: password }
      return call('updatePassword', { body, headers: customer.headers })
    }
    // A login has one transaction, which begins once the password was verified.
    const interrupted = beforeTransaction(database(), async () => {
      expect((await changePassword()).body.statusCode).toBe(200)
    })
    const app = await caseGateway(interrupted)
    const answer = await logIn(
      callOn(() => app),
      customer.email,
    )
    await app.close()
    expect(answer).toEqual(soft(401, 'That email and password don’t match.'))
    expect(await database().$count(logins, eq(logins.customerId, customer.customerId))).toBe(1) // of the change
  })
  test('is deleted once it has expired, and no other is', async () => {
    const [ended, idle, good] = [await newCustomer(call), await newCustomer(call), await newCustomer(call)]
    await aged(ended, sql`expires_at = now() - interval '1 second'`)
    await aged(idle, sql`used_at = now() - interval '61 minutes'`)
    await deleteExpiredLogins(database(), 60)
    const kept = await queryRows<{ customer_id: string }>(
      database(),
      sql`select customer_id from logins where customer_id in (${ended.customerId}, ${idle.customerId}, ${good.customerId})`,
    )
    expect(kept).toEqual([{ customer_id: good.customerId }])
  })
}

/** The mails sent to an address. */
const mailsTo = (email: string): Mail[] => caseMails.filter(mail => mail.to === email)

/** A database on which something happens right before each transaction begins. */
const beforeTransaction = (database: Database, act: () => Promise<void>): Database =>
  new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'transaction') return value.bind(target)
      return async (...given: unknown[]) => {
        await act()
        return value.apply(target, given)
      }
    },
  })

/** A registration of an address that ends between the check of a change and the change itself, of one customer. */
const registersMeanwhile = (customerId: string) => [
  sql`create function register_meanwhile() returns trigger language plpgsql as $$
    begin
      insert into customers (id, first_name, last_name, email, telephone, email_key, password_hash)
        values (new.id || '/2', 'Ana', 'Li', new.email, '0298765432', new.email_key, '');
      return new;
    end $$`,
  sql.raw(`create trigger register_meanwhile before update of email_key on customers
    for each row when (new.id = '${customerId}') execute function register_meanwhile()`),
]

function emailCases(database: () => Database, call: Call): void {
  test.each(['confirm', 'undo'])('is refused if it is registered at the same moment: %s', async which => {
    const app = await caseGateway(database())
    const { customerId, email, headers } = await newCustomer(call)
    const next = newEmail()
    const body = { firstName: 'Mei', lastName: 'Lin', email: next, telephone: '0298765432' }
    expect((await call('updateCustomer', { params: { customerId }, body, headers })).body.statusCode).toBe(200)
    const opens = async (to: string) => {
      await vi.waitFor(() => expect(mailsTo(to)).not.toEqual([]))
      const [, url] = /^https:\/\/shop\.example\.com(\/link\/[\w-]+\?token=[\w-]+)$/m.exec(mailsTo(to).at(-1)!.text)!
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await app.inject({ method: 'POST', url: url!, headers: form })).statusCode
    }
    if (which === 'undo') expect(await opens(next)).toBe(200)
    const known = which === 'undo' ? next : email
    for (const statement of registersMeanwhile(customerId)) await database().execute(statement)
    try {
      expect(await opens(which === 'undo' ? email : next)).toBe(410)
    } finally {
      await database().execute(sql`drop function register_meanwhile cascade`)
    }
    const found = await queryRows(database(), sql`select email from customers where id = ${customerId}`)
    expect(found).toEqual([{ email: known }])
    await app.close()
  })
}

function linkCases(database: () => Database, call: Call): void {
  const next = 'galangal & ginger'
  const resetting = (resetToken: string, more = {}) =>
    call('resetPassword', { body: { resetToken, password: next, ...more } })
  const checking = (resetToken: string) => call('checkResetLink', { body: { resetToken } })
  const usedUp = soft(410, 'This link has been used or has expired. Please ask for a new one.')
  const linkFor = async (email: string): Promise<string> => {
    const known = mailsTo(email).length
    await call('forgotPassword', { body: { email } })
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(known + 1))
    const { text } = mailsTo(email).at(-1)!
    return /^https:\/\/shop\.example\.com\/reset-password\?token=([\w-]{43})$/m.exec(text)![1]!
  }

  test('changes the password once, revokes every token and sends a mail', async () => {
    const { email, headers } = await newCustomer(call)
    const token = await linkFor(email.toUpperCase().toLowerCase())
    expect((await resetting(token)).body).toEqual({ statusCode: 200 })
    expect(await resetting(token)).toEqual(usedUp)
    expect(await checking(token)).toEqual(usedUp)
    expect(await call('begin', { params: { sessionId: 'null' }, headers })).toMatchObject({ status: 401 })
    expect((await logIn(call, email)).body.statusCode).toBe(401)
    expect((await call('login', { body: { email, password: next, sessionId: null } })).body.statusCode).toBe(200)
    await vi.waitFor(() =>
      expect(mailsTo(email).at(-1)!.subject).toBe('Your password for Test Grocer has been changed'),
    )
  })
  test('can be checked without being used, and the answer reveals nothing else', async () => {
    const { email } = await newCustomer(call)
    const token = await linkFor(email)
    for (const _ of [1, 2]) expect(await checking(token)).toEqual({ status: 200, body: { statusCode: 200 } })
    expect((await resetting(token)).body).toEqual({ statusCode: 200 })
  })
  test('works once, even for twenty concurrent requests', async () => {
    const { email } = await newCustomer(call)
    const token = await linkFor(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => resetting(token)))
    expect(answers.filter(answer => answer.body.statusCode === 200)).toHaveLength(1)
    for (const answer of answers.filter(one => one.body.statusCode !== 200)) expect(answer).toEqual(usedUp)
  })
  test('is valid for ten minutes', async () => {
    const { email, customerId } = await newCustomer(call)
    const token = await linkFor(email)
    const age = (seconds: number) =>
      database().execute(
        sql`update resets set expires_at = expires_at - make_interval(secs => ${seconds}) where customer_id = ${customerId}`,
      )
    await age(595)
    expect(await resetting(token, { password: 'short' })).toMatchObject({ status: 400 })
    expect(await resetting(token, { password: 'password' })).toMatchObject({ body: { statusCode: 422 } })
    expect((await checking(token)).body).toEqual({ statusCode: 200 })
    await age(6)
    expect(await checking(token)).toEqual(usedUp)
    expect(await resetting(token)).toEqual(usedUp)
    await deleteExpiredResets(database())
    expect(await queryRows(database(), sql`select from resets where customer_id = ${customerId}`)).toEqual([])
  })
  test('is revoked by the use of another link and by a password change', async () => {
    const { email } = await newCustomer(call)
    const links = [await linkFor(email), await linkFor(email)]
    expect((await resetting(links[1]!)).body.statusCode).toBe(200)
    expect(await resetting(links[0]!)).toEqual(usedUp)
    const other = await newCustomer(call)
    const link = await linkFor(other.email)
    await call('updatePassword', { body: { password: next }, headers: other.headers })
    expect(await resetting(link)).toEqual(usedUp)
  })
  test('is not stored in the database, and contains no name', async () => {
    const { email, customerId } = await newCustomer(call, { firstName: 'Visit https://evil.example' })
    const token = await linkFor(email)
    const rows = await queryRows<{ row: string }>(
      database(),
      sql`select resets::text as row from resets where customer_id = ${customerId}`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(token)
    expect(mailsTo(email)[0]!.text).not.toContain('evil')
  })
  test('is sent at most twice per minute and customer, with the same answer', async () => {
    const { email } = await newCustomer(call)
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await call('forgotPassword', { body: { email } }))
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { statusCode: 200 } })
    const later = await newCustomer(call)
    await linkFor(later.email) // earlier requests have been processed by then
    expect(mailsTo(email)).toHaveLength(2)
  })
  test('is sent at most twenty times per day and customer', async () => {
    const { email, customerId } = await newCustomer(call)
    const ofDay = { action: 'reset mail of the day', subject: customerId, perDay: 20 } as const
    for (let n = 0; n < 19; n++) await countAttempt(database(), ofDay)
    await linkFor(email)
    await call('forgotPassword', { body: { email } })
    await linkFor((await newCustomer(call)).email) // earlier requests have been processed by then
    expect(mailsTo(email)).toHaveLength(1)
  })
  test('is not sent to an address without an account', async () => {
    const email = newEmail()
    await call('forgotPassword', { body: { email } })
    await linkFor((await newCustomer(call)).email)
    expect(mailsTo(email)).toEqual([])
  })
}

function keepingCases(database: () => Database, call: Call): void {
  const none = async (query: SQL) => expect(await queryRows(database(), query)).toEqual([])

  test('passwords are stored as argon2id with 19 MiB, two passes and their own salt', async () => {
    const rows = await queryRows<{ password_hash: string }>(database(), sql`select password_hash from customers`)
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(new Set(rows.map(row => row.password_hash)).size).toBe(rows.length)
  })
  test('subscribing at registration is stored', async () => {
    const { email } = await newCustomer(call, { subscribeNewsletter: true })
    const other = await newCustomer(call)
    const rows = await queryRows(
      database(),
      sql`select email from subscribers where email in (${email.toLowerCase()}, ${other.email.toLowerCase()})`,
    )
    expect(rows).toEqual([{ email: email.toLowerCase() }])
  })
  test('an email address has one customer, a customer has one cart and one billing address', async () => {
    await none(sql`select email_key from customers group by email_key having count(*) > 1`)
    await none(
      sql`select customer_id from carts where customer_id is not null group by customer_id having count(*) > 1`,
    )
    await none(sql`
      select id from customers where 1 <> (select count(*) from addresses where customer_id = customers.id and bills)`)
    const { headers } = await newCustomer(call)
    const body = { ...address, firstName: 'Mei', lastName: 'Chen', telephone: '0412345678' }
    expect((await call('createAddress', { body, headers })).body.statusCode).toBe(200)
    const second = sql`update addresses set bills = true`
    await expect(database().execute(second)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/addresses_one_bills/) },
    })
  })
  test('D5: the regions of saved addresses belong to their countries', async () => {
    await none(sql`
      select id from addresses where not exists (
        select from regions where id = (fields->>'regionId')::int and country_id = (fields->>'countryId')::int)`)
  })
  test('the cart of a guest is deleted once it was not used for 30 days; that of a customer stays', async () => {
    const guest = await cartWith(call, [shelf.rice, 1])
    const used = await cartWith(call, [shelf.rice, 1])
    const { headers } = await newCustomer(call)
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.rice), headers })).body.data
    const all = sql`session_id in (${guest}, ${used}, ${sessionId})`
    await database().execute(sql`update carts set touched_at = now() - interval '29 days' where ${all}`)
    await database().execute(
      sql`update carts set touched_at = now() - interval '31 days' where session_id in (${guest}, ${sessionId})`,
    )
    await deleteUnusedCarts(database())
    const kept = await queryRows<{ id: string }>(database(), sql`select session_id as id from carts where ${all}`)
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([used, sessionId]))
  })
  test('a link to a new email address that has expired is deleted, and so are wrong passwords of a day ago', async () => {
    const { customerId } = await newCustomer(call)
    await database().execute(sql`
      insert into email_changes (token_hash, customer_id, kind, email, expires_at) values
        (${`old ${customerId}`}, ${customerId}, 'confirm', ${newEmail()}, now() - interval '1 second'),
        (${`new ${customerId}`}, ${customerId}, 'confirm', ${newEmail()}, now() + interval '1 minute')`)
    await database().execute(sql`
      insert into login_failures (key, count, waits_until) values
        (${`old ${customerId}`}, 1, now() - interval '25 hours'), (${`new ${customerId}`}, 1, now() - interval '23 hours')`)
    await deleteExpiredEmailChanges(database())
    await deleteOldFailures(database())
    const kept = await queryRows<{ key: string }>(
      database(),
      sql`select token_hash as key from email_changes where customer_id = ${customerId}
        union all select key from login_failures where key in (${`old ${customerId}`}, ${`new ${customerId}`})`,
    )
    expect(kept).toEqual([{ key: `new ${customerId}` }, { key: `new ${customerId}` }])
  })
  test('a cancelled order that was to be paid on delivery returns no payment, and its mail says so', async () => {
    const stored = () =>
      queryRows(
        database(),
        sql`select used, stock from coupons, products where coupons.code = 'TEN' and products.id = ${shelf.beef}`,
      )
    const before = await stored()
    const sessionId = await cartWith(call, [shelf.beef, 1])
    const body = orderOf(sessionId, 54, { couponCode: 'TEN' })
    const { orderNumber } = (await call('placeOrder', { body })).body.data
    expect(await stored()).not.toEqual(before)
    const cancelled = await cancelOrder(database(), Number(orderNumber), 'Test Grocer')
    expect(cancelled).toEqual({ requestId: null, mail: expect.any(String) })
    expect(await stored()).toEqual(before)
    const [mail] = await queryRows<{ text: string }>(
      database(),
      sql`select text from mails where id = ${cancelled!.mail}`,
    )
    expect(mail!.text).toContain('You haven’t been charged.')
    const { requestId } = body
    const read = await call('findOrder', { params: { requestId, sessionId } })
    expect(read.body.data.payment).toEqual({ method: 'on-delivery', status: 'pending' })
    expect(read.body.data).not.toHaveProperty('comment')
  })
  test('a payment of a customer is exported with their data, whatever email address it names', async () => {
    const { email, headers } = await newCustomer(call)
    const { sessionId } = (await call('addLine', { body: lineOf(shelf.beef), headers })).body.data
    const body = orderOf(sessionId, 60)
    const other = { ...body, customer: { ...body.customer, email: newEmail() } }
    expect((await call('beginPayment', { body: other, headers })).body.statusCode).toBe(200)
    expect((await exportPersonalData(database(), email))!.payments).toHaveLength(1)
  })
  test('an order that does not exist, or is completed, cannot be cancelled', async () => {
    const body = orderOf(await cartWith(call, [shelf.beef, 1]), 60)
    const { orderNumber } = (await call('placeOrder', { body })).body.data
    const cancelling = (number: number) => cancelOrder(database(), number, 'Test Grocer')
    await expect(cancelling(999_999)).rejects.toThrow('There is no order 999999.')
    await database().execute(sql`update orders set status = 'completed' where number = ${orderNumber}`)
    await expect(cancelling(Number(orderNumber))).rejects.toThrow('is completed and can')
  })
  // Specification: 1.20
  test('finished orders are listed as past orders', async () => {
    const { headers, orderId } = await owner(call)
    const listed = async (orderStatus: string) =>
      (await call('orders', { body: { orderStatus }, headers })).body.listData.map(
        (one: { orderId: string }) => one.orderId,
      )
    for (const status of ['preparing', 'on-its-way', 'ready-for-pickup', 'completed', 'cancelled']) {
      await database().execute(sql`update orders set status = ${status} where id = ${orderId}`)
      const isOver = ['completed', 'cancelled'].includes(status)
      expect([await listed('current'), await listed('history')]).toEqual(isOver ? [[], [orderId]] : [[orderId], []])
    }
  })
}
