import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderStatus } from '#contract/order'
import { deletePersonalData, exportPersonalData } from '#gateway/customers/personal-data'
import { queryRows, type Database } from '#gateway/database/database'
import * as schema from '#gateway/database/schema'
import { queueMail } from '#gateway/mail/outbox'
import type { Mail } from '#gateway/shop/mail'
import { onBothEngines } from '../../contract/gateway/both-engines.ts'
import {
  callOn,
  cartWith,
  caseGateway,
  jobsByHand,
  lineOf,
  logIn,
  newCustomer,
  newEmail,
  orderOf,
  shelf,
  type Known,
} from '../../contract/gateway/given.ts'

/**
 * What each column that can hold text is.
 *
 * - `personal`: about a person; exported, and empty or gone after a deletion
 * - `reference`: the id of a customer; gone after a deletion
 * - `secret`: gives access to something, or holds a link that does; gone after a deletion, never exported
 * - `copy`: of exported data; gone after a deletion
 * - any other text: why it is not personal
 */
const columns: Record<string, string> = {
  'addresses.id': 'reference',
  'addresses.customer_id': 'reference',
  'addresses.fields': 'personal',
  'addresses.first_name': 'personal',
  'refunds.id': 'a random id',
  'refunds.request_id': 'a key of the office, which names no person',
  'refunds.order_id': 'a random id',
  'refunds.payment_id': 'a random id',
  'refunds.reason': 'one of five words',
  'refunds.note': 'personal',
  'refunds.staff_name': 'the name of a member of staff, no customer',
  'refunds.state': 'one of four words',
  'refunds.problem': 'a code',
  'addresses.last_name': 'personal',
  'addresses.telephone': 'personal',
  'changes.after': 'a status, a weight, a product, a role or a value of a setting',
  'changes.before': 'a status, a weight, a product, a role or a value of a setting',
  'changes.setting': 'the name of a setting of the store',
  'changes.staff_name': 'the name of a member of staff, no customer',
  'changes.what': 'a subject with the number of an order or the name of a member of staff',
  'missed_searches.day': 'a day on which a search found nothing',
  'missed_searches.term':
    'words of a search that found nothing, without who searched; not kept if they may name a person',
  'order_deliveries.id': 'the id of a report about an order, which names no person',
  'tries.key': 'a hash of an address or account; deleted within a day',
  'banners.image': 'goods',
  'banners.alt': 'goods',
  'banners.href': 'goods',
  'brands.name': 'goods',
  'cart_lines.id': 'secret',
  'cart_lines.session_id': 'secret',
  'cart_lines.substitution': 'one of four words',
  'cart_lines.note': 'personal',
  'carts.session_id': 'secret',
  'carts.customer_id': 'reference',
  'categories.title': 'goods',
  'categories.image': 'goods',
  'countries.name': 'goods',
  'coupons.code': 'goods',
  'coupons.description': 'goods',
  'coupons.discount_type': 'goods',
  'customers.id': 'reference',
  'customers.email': 'personal',
  'customers.email_key': 'copy',
  'customers.first_name': 'personal',
  'customers.last_name': 'personal',
  'customers.telephone': 'personal',
  'customers.password_hash': 'secret',
  'favourites.customer_id': 'reference',
  'shopping_lists.customer_id': 'reference',
  'shopping_lists.name': 'personal',
  'shopping_lists.link_hash': 'secret',
  'delivery_methods.id': 'goods',
  'delivery_methods.name': 'goods',
  'delivery_methods.description': 'goods',
  'slot_windows.method_id': 'goods',
  'slot_windows.starts_at': 'goods',
  'slot_windows.ends_at': 'goods',
  'closed_days.day': 'a day of the store',
  'email_changes.token_hash': 'secret',
  'email_changes.customer_id': 'reference',
  'email_changes.kind': 'one of two words',
  'email_changes.email': 'personal',
  'answers.call': 'the name of a call',
  'answers.request_id': 'a random key, kept so that the request is never carried out again',
  'answers.owner': 'reference',
  'answers.body_hash': 'a hash',
  'answers.answer': 'copy',
  'holds.multi_buy': 'goods',
  'holds.weighed': 'goods',
  'imports.staff_id': 'a member of staff, no customer',
  'imports.id': 'a random id',
  'imports.file_name': 'goods',
  'imports.content': 'goods',
  'imports.preview': 'goods',
  'login_failures.key': 'a hash of account and network; deleted after a day',
  'logins.id': 'secret',
  'logins.customer_id': 'reference',
  'mails.id': 'a random id',
  'mails.about': 'a subject with the number of an order',
  'mails.recipient': 'personal',
  'mails.subject': 'a subject with the number of an order',
  'mails.text': 'secret',
  'mails.problem': 'a code',
  'opening_hours.closes_at': 'a time of the store',
  'opening_hours.opens_at': 'a time of the store',
  'order_lines.order_id': 'the order, which stays for the books',
  'order_lines.product_name': 'goods',
  'order_lines.product_image': 'goods',
  'order_lines.multi_buy': 'goods',
  'order_lines.weighed': 'goods',
  'order_lines.picking': 'one of three words',
  'order_lines.substitute': 'goods',
  'order_lines.substitution': 'one of four words',
  'order_lines.note': 'personal',
  'orders.id': 'the order, which stays for the books',
  'orders.request_id': 'a random key, kept so that the request is never carried out again',
  'orders.status_times': 'times of statuses',
  'orders.session_id': 'the id of a cart that no longer exists',
  'orders.customer_id': 'reference',
  'orders.status': 'one of six words',
  'orders.first_name': 'personal',
  'orders.last_name': 'personal',
  'orders.email': 'personal',
  'orders.telephone': 'personal',
  'orders.billing_address': 'personal',
  'orders.delivery_address': 'personal',
  'orders.delivery_method': 'goods',
  'orders.coupon': 'goods',
  'orders.slot': 'a time and a delivery method',
  'orders.coupon_code': 'goods',
  'orders.payment_method': 'one of two words',
  'orders.payment_status': 'one of three words',
  'orders.provider_order_id': 'the payment at the provider, which stays for the books',
  'orders.provider': 'the name of the provider',
  'orders.comment': 'personal',
  'orders.substitution': 'one of four words',
  'recovery_codes.code_hash': 'a hash, of a member of staff',
  'recovery_codes.staff_id': 'the id of a member of staff',
  'staff.id': 'the id of a member of staff',
  'staff.email': 'of a member of staff, no customer',
  'staff.email_key': 'of a member of staff, no customer',
  'staff.name': 'of a member of staff, no customer',
  'staff.role': 'one of two words',
  'staff.password_hash': 'of a member of staff, no customer',
  'staff.totp_secret': 'of a member of staff, no customer',
  'staff_logins.id': 'a hash, of a member of staff',
  'staff_logins.staff_id': 'the id of a member of staff',
  'staff_logins.step': 'one of four words',
  'resets.token_hash': 'secret',
  'resets.customer_id': 'reference',
  'payments.request_id': 'a random key, kept so that the request is never carried out again',
  'payments.session_id': 'the id of a cart that no longer exists',
  'payments.customer_id': 'reference',
  'payments.body_hash': 'a hash',
  'payments.intent': 'one of two words',
  'payments.provider': 'the name of the provider',
  'payments.provider_order_id': 'the payment at the provider, which stays for the books',
  'payments.currency': 'a currency',
  'payments.state': 'one of eight words',
  'payments.authorization_id': 'the payment at the provider, which stays for the books',
  'payments.capture_id': 'the payment at the provider, which stays for the books',
  'payments.coupon': 'goods',
  'payments.slot': 'a time and a delivery method',
  'payments.coupon_code': 'goods',
  'payments.email': 'personal',
  'payments.network': 'a hash of a network',
  'payments.problem': 'a code',
  'payments.order_id': 'the order, which stays for the books',
  'post_code_fees.post_code': 'goods',
  'problem_photographs.report_id': 'a random id',
  'problem_photographs.content': 'personal',
  'problem_reports.id': 'a random id',
  'problem_reports.order_id': 'the order, which stays for the books',
  'problem_reports.kind': 'one of four words',
  'problem_reports.lines': 'goods',
  'problem_reports.comment': 'personal',
  'problem_reports.answer': 'personal',
  'problem_reports.answered_by': 'the name of a member of staff, no customer',
  'products.multi_buy': 'goods',
  'products.slug': 'goods',
  'products.name': 'goods',
  'products.second_name': 'goods',
  'products.folded_name': 'goods',
  'products.code': 'goods',
  'products.status_description': 'goods',
  'products.description': 'goods',
  'products.keywords': 'goods',
  'products.art': 'goods',
  'products.art_key': 'goods',
  'products.document': 'goods',
  'products.ingredients': 'goods',
  'products.nutrition': 'goods',
  'products.origin': 'goods',
  'products.storage': 'goods',
  'products.size': 'goods',
  'products.weighed': 'goods',
  'provider_events.id': 'the id of an event at the provider',
  'regions.name': 'goods',
  'holds.request_id': 'the payment, which stays for the books',
  'search_words.word': 'goods',
  'secrets.name': 'the name of a secret',
  'secrets.value': 'the shop’s own secret',
  'stock_notices.email': 'personal',
  'stock_notices.customer_id': 'reference',
  'stock_notices.token': 'secret',
  'subscribers.email': 'personal',
  'subscribers.token': 'secret',
  'suburbs.name': 'goods',
  'suburbs.post_code': 'goods',
}

const tables = Object.values<unknown>(schema).filter(value => is(value, PgTable)) as PgTable[]
const withoutText = /^(?:integer|bigint|boolean|timestamp)/
const textColumns = tables.flatMap(table =>
  Object.values(getTableColumns(table))
    .filter(column => !withoutText.test(column.getSQLType()))
    .map(column => `${getTableName(table)}.${column.name}`),
)
const columnsThatAre = (kind: string) => Object.keys(columns).filter(name => columns[name] === kind)

/** Every row of every table, as text. */
async function contentsOf(database: Database): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const table of tables) {
    const name = getTableName(table)
    const rows = await queryRows<{ text: string }>(
      database,
      sql`select row::text as text from ${sql.identifier(name)} as row order by 1`,
    )
    contents.set(name, rows.map(({ text }) => text).join('\n'))
  }
  return contents
}

function deletionCases(database: () => Database, isWhole: boolean): void {
  let app: FastifyInstance
  let mails: Mail[] = []
  const { startJob, runJob } = jobsByHand()
  beforeAll(async () => {
    app = await caseGateway(database(), { startJob, createSendMail: () => async mail => void mails.push(mail) })
  })
  afterAll(() => app?.close())
  beforeEach(() => void (mails = []))
  const call = callOn(() => app)

  /** An order, sent by the account or by a guest, in a status. */
  async function ordered(email: string, headers: Record<string, string> | undefined, status = 'completed') {
    const sessionId =
      headers === undefined
        ? await cartWith(call, [shelf.beef, 1])
        : (await call('addLine', { body: lineOf(shelf.beef), headers })).body.data.sessionId
    const order = orderOf(sessionId, 60)
    const body = { ...order, customer: { ...order.customer, email } }
    const answer = await call('placeOrder', { body, ...(headers && { headers }) })
    expect(answer.body.statusCode).toBe(200)
    const number = answer.body.data.orderNumber as string
    await database().execute(sql`update orders set status = ${status} where number = ${number}`)
    return { number, body, orderId: answer.body.data.orderId as string }
  }

  /** A customer with a row in every table that can hold personal data; each personal column has a text of its own. */
  async function everything(): Promise<Known & { order: Awaited<ReturnType<typeof ordered>> }> {
    const customer = await newCustomer(call, { subscribeNewsletter: true })
    const { customerId, headers, email } = customer
    const order = await ordered(newEmail(), headers)
    await ordered(email.toUpperCase(), undefined, 'cancelled')
    await call('placeOrder', { body: { ...orderOf('no cart', 60) }, headers }) // refused
    await call('addLine', { body: { ...lineOf(shelf.rice), requestId: `add-${customerId}` }, headers })
    const profile = { firstName: 'Mei', lastName: 'Lin', email: newEmail(), telephone: '0298765432' }
    await call('updateCustomer', { params: { customerId }, body: profile, headers })
    await call('forgotPassword', { body: { email } })
    await logIn(call, email)
    await call('saveFavourites', { body: { productIds: [shelf.rice] }, headers })
    await call('requestStockNotice', {
      body: { productId: shelf.gone, email, requestId: `notice-${customerId}` },
      headers,
    })
    const lists = [{ name: `marked list ${customerId}`, lines: [{ productId: shelf.rice, quantity: 2 }] }]
    const created = await call('createLists', { body: { lists, requestId: `list-${customerId}` }, headers })
    await call('shareList', { params: { listId: created.body.data.lists[0].id }, body: {}, headers })
    await vi.waitFor(async () =>
      expect(await queryRows(database(), sql`select 1 from resets where customer_id = ${customerId}`)).toHaveLength(1),
    )
    await database().execute(sql`
      insert into email_changes (token_hash, customer_id, kind, email, expires_at)
      values (${`hash-${customerId}`}, ${customerId}, 'undo', ${newEmail()}, now() + interval '7 days')`)
    await database().execute(sql`
      insert into payments (request_id, session_id, customer_id, body_hash, intent, amount, currency, state, subtotal,
        discount, delivery_fee, email, ends_at, order_id)
      values (${`paid-${order.number}`}, 'gone', null, '', 'capture', 6000, 'AUD', 'failed', 6000, 0, 0, ${newEmail()}, now(),
        ${order.orderId})`)
    await queueMail(database(), 'reset link', { to: email, subject: 'A new password', text: 'token=secret' })
    const mark = (column: string) => `marked ${column} ${customerId}`
    const address = (column: string) => JSON.stringify({ address1: mark(column), city: mark(column) })
    const isOwn = sql`customer_id = ${customerId}`
    for (const name of ['first_name', 'last_name', 'telephone'].map(sql.identifier)) {
      const text = (table: string) => mark(`${table}.${name.value}`)
      await database().execute(sql`update addresses set ${name} = ${text('addresses')} where ${isOwn}`)
      await database().execute(sql`update orders set ${name} = ${text('orders')} where ${isOwn}`)
      await database().execute(sql`update customers set ${name} = ${text('customers')} where id = ${customerId}`)
    }
    await database().execute(sql`
      update addresses set fields = fields || ${address('addresses.fields')}::jsonb where ${isOwn}`)
    await database().execute(sql`
      update orders set comment = ${mark('orders.comment')},
        billing_address = billing_address || ${address('orders.billing_address')}::jsonb,
        delivery_address = billing_address || ${address('orders.delivery_address')}::jsonb where ${isOwn}`)
    await database().execute(sql`
      update cart_lines set note = ${mark('cart_lines.note')}
      where session_id in (select session_id from carts where ${isOwn})`)
    await database().execute(sql`
      update order_lines set note = ${mark('order_lines.note')}
      where order_id in (select id from orders where ${isOwn})`)
    await database().execute(sql`
      insert into refunds (id, request_id, order_id, payment_id, amount, reason, note, staff_name, state)
      select 'refund-' || number, 'refund-' || number, id, 'paid-' || number, 100, 'other', ${mark('refunds.note')}, 'Mei Chen', 'done'
      from orders where ${isOwn}`)
    await database().execute(sql`
      insert into problem_reports (id, order_id, kind, lines, comment, answer, answered_by, answered_at)
      select 'report-' || number, id, 'missing', '[]', ${mark('problem_reports.comment')}, ${mark('problem_reports.answer')}, 'Mei Chen', now()
      from orders where ${isOwn}`)
    await database().execute(sql`
      insert into problem_photographs (report_id, content)
      select 'report-' || number, ${Buffer.from(mark('photograph'))} from orders where ${isOwn}`)
    return { ...customer, order }
  }

  if (isWhole) {
    test('every column that can hold text has an entry here, and no other', () => {
      expect(Object.keys(columns).toSorted()).toEqual(textColumns.toSorted())
    })

    test('everything about a person is exported, and gone after a deletion, in every table', async () => {
      const person = await everything()
      const { customerId, email, order } = person
      /** Values of a kind of column in this person's rows. */
      const valuesOf = async (kind: string): Promise<Map<string, string[]>> => {
        const values = new Map<string, string[]>()
        for (const name of columnsThatAre(kind)) {
          const [table, column] = name.split('.') as [string, string]
          const ofOrders = sql`order_id in (select id from orders where customer_id = ${customerId})`
          const isTheirs = {
            customers: sql`id = ${customerId}`,
            mails: sql`true`,
            subscribers: sql`email = ${email}`,
            payments: sql`order_id = ${order.orderId}`,
            carts: sql`customer_id = ${customerId}`,
            cart_lines: sql`session_id in (select session_id from carts where customer_id = ${customerId})`,
            problem_reports: ofOrders,
            problem_photographs: sql`report_id in (select id from problem_reports where ${ofOrders})`,
            refunds: sql`order_id in (select id from orders where customer_id = ${customerId})`,
            order_lines: sql`order_id in (select id from orders where customer_id = ${customerId})`,
            answers: sql`owner = ${`customer:${customerId}`}`,
          }[table]
          const rows = await queryRows<{ value: string | null }>(
            database(),
            sql`select ${table === 'problem_photographs' ? sql`translate(encode(content, 'base64'), e'\n', '')` : sql`${sql.identifier(column)}::text`} as value from ${sql.identifier(table)}
              where ${isTheirs ?? sql`customer_id = ${customerId}`}`,
          )
          values.set(
            name,
            rows.flatMap(({ value }) => (value === null || value === '' ? [] : [value])),
          )
        }
        return values
      }
      const [personal, secret] = [await valuesOf('personal'), await valuesOf('secret')]
      for (const [name, values] of [...personal, ...secret]) expect([name, values.length]).not.toEqual([name, 0])
      const data = await exportPersonalData(database(), email)
      expect(data!.favourites).toEqual([{ productId: shelf.rice, savedAt: expect.any(Date) }])
      expect(data!.shoppingLists).toMatchObject([{ lines: [{ productId: shelf.rice, quantity: 2 }] }])
      const exported = JSON.stringify(data)
      for (const [name, values] of personal)
        for (const value of values) {
          const parts = value.startsWith('{') ? Object.values(JSON.parse(value) as object).map(String) : [value]
          for (const part of parts) expect([name, exported]).toEqual([name, expect.stringContaining(part)])
        }
      for (const [name, values] of secret)
        for (const value of values) expect([name, exported]).toEqual([name, expect.not.stringContaining(value)])

      expect(await deletePersonalData(database(), email)).toBe(2)
      const marks = [
        customerId,
        email,
        ...[...personal].flatMap(([, values]) => values),
        ...[...secret].flatMap(([, values]) => values),
      ]
      for (const [name, text] of await contentsOf(database())) {
        if (name === 'orders' || name === 'payments') continue // the next test looks at each of their columns
        for (const mark of marks.filter(value => value.length > 4))
          expect([name, text.toLowerCase()]).toEqual([name, expect.not.stringContaining(mark.toLowerCase())])
      }
      expect(await exportPersonalData(database(), email)).toBeNull()
      expect(await deletePersonalData(database(), email)).toBeNull()
    })

    test('orders and payments stay for the books, with every personal column empty', async () => {
      const { email, customerId, order } = await everything()
      expect(await deletePersonalData(database(), email)).toBe(2)
      for (const [table, where] of [
        ['orders', sql`id = ${order.orderId}`],
        ['payments', sql`order_id = ${order.orderId}`],
      ] as const) {
        const [row] = await queryRows<Record<string, unknown>>(
          database(),
          sql`select * from ${sql.identifier(table)} where ${where}`,
        )
        expect(JSON.stringify(row)).not.toMatch(new RegExp(`marked|${customerId}|${email}`))
        const kept = Object.keys(columns).filter(
          name => name.startsWith(`${table}.`) && ['personal', 'reference'].includes(columns[name]!),
        )
        for (const name of kept) {
          const value = row![name.split('.')[1]!]
          const isEmpty =
            value === null || value === '' || Object.values(value as object).every(part => part === '' || part === 0)
          expect([name, value, isEmpty]).toEqual([name, value, true])
        }
      }
    })

    const statuses = Object.keys(orderStatus.schema)
    const isOver = (status: string) => status === 'completed' || status === 'cancelled'
    test.each(statuses.flatMap(status => [[status, 'account'] as const, [status, 'guest'] as const]))(
      'a person with an order that is %s, of the %s, is deleted only if the order is over',
      async (status, who) => {
        const { email, headers } = await newCustomer(call)
        const { number } = await ordered(email, who === 'account' ? headers : undefined, status)
        await runJob() // the receipt is sent
        const before = await contentsOf(database())
        if (isOver(status)) {
          expect(await deletePersonalData(database(), email)).toBe(1)
          return
        }
        await expect(deletePersonalData(database(), email)).rejects.toThrow(
          `These orders are under way; complete or cancel them first: ${number}.`,
        )
        expect(await contentsOf(database())).toEqual(before)
      },
    )

    test('a change of another customer to the address of a deleted person ends', async () => {
      const [person, other] = [await newCustomer(call), await newCustomer(call)]
      await database().execute(sql`
        insert into email_changes (token_hash, customer_id, kind, email, expires_at)
        values ('to-deleted', ${other.customerId}, 'confirm', ${person.email.toUpperCase()}, now() + interval '1 day')`)
      await deletePersonalData(database(), person.email)
      expect(await queryRows(database(), sql`select 1 from email_changes where token_hash = 'to-deleted'`)).toEqual([])
      expect(await exportPersonalData(database(), other.email)).toMatchObject({ customer: { email: other.email } })
    })

    test('mails of another person at an address that a deleted person had entered are sent', async () => {
      const [person, other] = [await newCustomer(call), newEmail()]
      await database().execute(sql`
        insert into email_changes (token_hash, customer_id, kind, email, expires_at)
        values ('typo', ${person.customerId}, 'confirm', ${other}, now() + interval '1 day')`)
      await queueMail(database(), 'receipt 1', { to: other, subject: 'Your order', text: '' })
      await queueMail(database(), 'new email address', { to: other, subject: 'Confirm', text: '' })
      await deletePersonalData(database(), person.email)
      await runJob()
      expect(mails.filter(({ to }) => to === other).map(({ subject }) => subject)).toEqual(['Your order'])
    })

    test('a receipt that was not mailed yet is not sent after the deletion', async () => {
      const { email, headers } = await newCustomer(call)
      const { number } = await ordered(email, headers)
      await runJob()
      mails.length = 0
      await database().execute(sql`update orders set mailed_at = null where number = ${number}`)
      await deletePersonalData(database(), email)
      await runJob()
      expect(mails).toEqual([])
    })
  }

  test('a deletion and an order at the same moment end with one of them', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newCustomer(call)))
    for (const { headers, email, customerId } of people) {
      const sessionId = (await call('addLine', { body: lineOf(shelf.beef), headers })).body.data.sessionId
      const order = orderOf(sessionId, 60)
      const [deleted, placed] = await Promise.all([
        deletePersonalData(database(), email).catch((error: Error) => error.message),
        call('placeOrder', { body: { ...order, customer: { ...order.customer, email } }, headers }),
      ])
      expect(placed.status).toBeLessThan(500)
      const isPlaced = placed.body.statusCode === 200
      expect(isPlaced ? String(deleted) : deleted).toEqual(isPlaced ? expect.stringContaining('under way') : 0)
      const rows = await queryRows(database(), sql`select 1 from customers where id = ${customerId}`)
      expect(rows).toHaveLength(isPlaced ? 1 : 0)
    }
  })
}

describe('review tests-3: what a deletion keeps', () => {
  onBothEngines(deletionCases)
})
