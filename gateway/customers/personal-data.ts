import { and, eq, getTableColumns, inArray, not, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AddressFields } from '#contract/address'
import type { Database } from '../database/database.ts'
import { equalsIgnoringCase } from '../database/letter-case.ts'
import {
  addresses,
  cartLines,
  carts,
  customers,
  emailChanges,
  favourites,
  idempotencyKeys,
  logins,
  mails,
  orderLines,
  orders,
  payments,
  problemPhotographs,
  problemReports,
  shoppingListLines,
  shoppingLists,
  stockNotices,
  subscribers,
  refunds,
} from '../database/schema.ts'
import { normalizeEmail, type Customer } from './customers.ts'

/** The data that the shop stores about a person, as JSON, without passwords, tokens and links. */
export interface PersonalData {
  customer: object | null
  addresses: object[]
  /** The account's logins that are valid. */
  logins: object[]
  /** Changes of the email address that are not confirmed, or that can be undone. */
  emailChanges: object[]
  /** The account's cart. */
  cart: object[]
  /** The products that the customer has saved. */
  favourites: object[]
  /** The customer's shopping lists, each with its products. */
  shoppingLists: object[]
  orders: object[]
  payments: object[]
  /** Mails that are not sent yet. Their texts hold links, and are left out. */
  mails: object[]
  newsletter: object | null
  /** The products that the person wants a mail about when they are in stock again. */
  stockNotices: object[]
}

/** The columns with email addresses, in any notation. */
const emailColumns = [
  customers.emailKey,
  orders.email,
  payments.email,
  emailChanges.email,
  mails.recipient,
  subscribers.email,
  stockNotices.email,
]

/** The normalised email address, and other notations of it that are stored. */
type Notations = readonly [string, ...string[]]

/** Whether a column has this email address, in any notation. */
const isEmail = (column: PgColumn, email: Notations): SQL | undefined =>
  or(equalsIgnoringCase(column, email[0]), inArray(column, [...email]))

/**
 * The notations of an email address that are stored: it may have been stored before addresses were normalised as now. Those that are not plain ASCII are therefore compared here.
 */
async function notationsOf(database: Database, email: string): Promise<Notations> {
  const wanted = normalizeEmail(email)
  const others = new Set<string>()
  for (const column of emailColumns) {
    const isCandidate = sql`${column} ~ '[^!-~]|[<>:;,]'`
    const stored = await database.selectDistinct({ email: column }).from(column.table).where(isCandidate)
    for (const one of stored) if (one.email !== null && normalizeEmail(one.email) === wanted) others.add(one.email)
  }
  return [wanted, ...others]
}

/** What belongs to a person: of the account, and what was done with the email address as a guest. */
interface Belongings {
  customer: Customer | null
  placed: (typeof orders.$inferSelect)[]
  changes: (typeof emailChanges.$inferSelect)[]
  isTheirMail: SQL | undefined
  isTheirPayment: SQL | undefined
}

/** Orders of the account, and those that were placed with the email address as a guest. */
const ordersOf = (customer: Customer | null, email: Notations): SQL | undefined =>
  or(customer === null ? undefined : eq(orders.customerId, customer.id), isEmail(orders.email, email))

/** Requests for mails of the account, and those with the email address. */
const noticesOf = (customer: Customer | null, email: Notations): SQL | undefined =>
  or(customer === null ? undefined : eq(stockNotices.customerId, customer.id), isEmail(stockNotices.email, email))

/** Payments of the account, of the orders, and those that were begun with the email address as a guest. */
const paymentsOf = (database: Database, customer: Customer | null, email: Notations): SQL | undefined =>
  or(
    customer === null ? undefined : eq(payments.customerId, customer.id),
    isEmail(payments.email, email),
    inArray(payments.orderId, database.select({ id: orders.id }).from(orders).where(ordersOf(customer, email))),
  )

/**
 * Locks what belongs to a person until the transaction ends, so that no order is placed meanwhile. In the order in which
 * orders and payments are locked elsewhere: customer, cart, payments, orders.
 */
async function lockBelongings(transaction: Database, email: Notations): Promise<void> {
  const isCustomer = inArray(customers.emailKey, [...email])
  const [customer = null] = await transaction.select().from(customers).where(isCustomer).for('no key update')
  if (customer !== null) {
    await transaction.select().from(carts).where(eq(carts.customerId, customer.id)).for('update')
    // only now: an order that holds the cart refers to the customer next
    await transaction.select({ id: customers.id }).from(customers).where(isCustomer).for('update')
  }
  await transaction
    .select()
    .from(payments)
    .where(paymentsOf(transaction, customer, email))
    .for('update')
  await transaction.select({ id: orders.id }).from(orders).where(ordersOf(customer, email)).for('update')
}

/** Finds what belongs to a person. */
async function findBelongings(database: Database, email: Notations): Promise<Belongings> {
  const [customer = null] = await database
    .select()
    .from(customers)
    .where(inArray(customers.emailKey, [...email]))
  const placed = await database.select().from(orders).where(ordersOf(customer, email)).orderBy(orders.number)
  const isTheirChange = or(
    customer === null ? undefined : eq(emailChanges.customerId, customer.id),
    isEmail(emailChanges.email, email),
  )
  const changes = await database.select().from(emailChanges).where(isTheirChange)
  return {
    customer,
    placed,
    changes,
    // Orders and changes may name other addresses of the person; other mails to those may be another person's.
    isTheirMail: or(
      isEmail(mails.recipient, email),
      inArray(
        mails.about,
        placed.flatMap(({ number }) => [
          `receipt ${number}`,
          `cancelled order ${number}`,
          `packed order ${number}`,
          `answer about order ${number}`,
        ]),
      ),
      and(
        inArray(mails.about, ['new email address', 'old email address']),
        inArray(
          mails.recipient,
          changes.filter(change => change.customerId === customer?.id).map(change => change.email),
        ),
      ),
    ),
    isTheirPayment: paymentsOf(database, customer, email),
  }
}

/**
 * Collects the data that the shop stores about a person.
 *
 * @returns null if no data is stored for this email address
 */
export async function exportPersonalData(database: Database, typed: string): Promise<PersonalData | null> {
  const email = await notationsOf(database, typed)
  const { customer, placed, changes, isTheirMail, isTheirPayment } = await findBelongings(database, email)
  const [subscriber] = await database
    .select({
      email: subscribers.email,
      since: subscribers.since,
      confirmedAt: subscribers.confirmedAt,
      askedAt: subscribers.askedAt,
    })
    .from(subscribers)
    .where(isEmail(subscribers.email, email))
  const { token: _token, customerId: _customer, ...noticeColumns } = getTableColumns(stockNotices)
  const notices = await database.select(noticeColumns).from(stockNotices).where(noticesOf(customer, email))
  const paid = await database.select().from(payments).where(isTheirPayment)
  const waiting = await database.select().from(mails).where(isTheirMail)
  const found = [customer, subscriber ?? null, ...placed, ...changes, ...paid, ...waiting, ...notices]
  if (found.every(one => one === null)) return null
  const isOne = (id: string) => eq(orderLines.orderId, id)
  return {
    customer: customer && withoutSecrets(customer),
    ...(await exportAccount(database, customer?.id ?? '')),
    emailChanges: changes.map(({ tokenHash: _token, ...change }) => change),
    orders: await Promise.all(
      placed.map(async ({ sessionId: _session, requestId: _request, ...order }) => ({
        ...order,
        lines: await database.select().from(orderLines).where(isOne(order.id)),
        refunds: await database.select().from(refunds).where(eq(refunds.orderId, order.id)),
        problemReports: await exportReports(database, order.id),
      })),
    ),
    payments: paid.map(({ sessionId: _session, requestId: _request, bodyHash: _body, ...payment }) => payment),
    mails: waiting.map(({ about, recipient, subject, createdAt }) => ({ about, recipient, subject, createdAt })),
    newsletter: subscriber ?? null,
    stockNotices: notices,
  }
}

/** The reports of an order, each with its photograph in base64. */
async function exportReports(database: Database, orderId: string): Promise<object[]> {
  const rows = await database
    .select({ report: problemReports, content: problemPhotographs.content })
    .from(problemReports)
    .leftJoin(problemPhotographs, eq(problemPhotographs.reportId, problemReports.id))
    .where(eq(problemReports.orderId, orderId))
  return rows.map(({ report, content }) => ({ ...report, photograph: content?.toString('base64') ?? null }))
}

async function exportAccount(database: Database, customerId: string) {
  const { authenticatedAt, usedAt, expiresAt } = getTableColumns(logins)
  const { productId, quantity, substitution, note } = getTableColumns(cartLines)
  return {
    addresses: await database.select().from(addresses).where(eq(addresses.customerId, customerId)),
    logins: await database
      .select({ authenticatedAt, usedAt, expiresAt })
      .from(logins)
      .where(eq(logins.customerId, customerId)),
    cart: await database
      .select({ productId, quantity, substitution, note })
      .from(cartLines)
      .innerJoin(carts, eq(carts.sessionId, cartLines.sessionId))
      .where(eq(carts.customerId, customerId)),
    favourites: await database
      .select({ productId: favourites.productId, savedAt: favourites.savedAt })
      .from(favourites)
      .where(eq(favourites.customerId, customerId)),
    shoppingLists: await exportShoppingLists(database, customerId),
  }
}

/** The shopping lists with their products. */
async function exportShoppingLists(database: Database, customerId: string): Promise<object[]> {
  const { listId, productId, quantity } = getTableColumns(shoppingListLines)
  const lists = await database.select().from(shoppingLists).where(eq(shoppingLists.customerId, customerId))
  const lines = await database
    .select({ listId, productId, quantity })
    .from(shoppingListLines)
    .innerJoin(shoppingLists, eq(shoppingLists.id, listId))
    .where(eq(shoppingLists.customerId, customerId))
  return lists.map(({ id, name, createdAt }) => ({
    name,
    createdAt,
    lines: lines.filter(line => line.listId === id).map(({ listId: _list, ...line }) => line),
  }))
}

const withoutSecrets = ({ id, email, firstName, lastName, telephone, since }: Customer) => ({
  id,
  email,
  firstName,
  lastName,
  telephone,
  since,
})

const noAddress: AddressFields = {
  address1: '',
  city: '',
  postCode: '',
  regionId: 0,
  regionName: '',
  countryId: 0,
  countryName: '',
}

/** The answer to a repeated request for an order whose customer was deleted. */
const deletedAnswer = { statusCode: 410, message: 'The data of this order was deleted.', data: null }

/**
 * Deletes a person's account, addresses, cart, favourites, shopping lists, logins, mails, changes of the email address, subscription and requests for mails about stock in one transaction.
 * Reports of problems with orders are deleted with their photographs. Orders stay for the books, without name, address, email address, phone, comment and notes on their lines and refunds; so do their payments.
 *
 * @returns the number of orders that stay; null if no data is stored for this email address
 * @throws Error if an order is still under way: it needs the address
 */
export const deletePersonalData = (database: Database, typed: string): Promise<number | null> =>
  database.transaction(async transaction => {
    const email = await notationsOf(transaction, typed)
    await lockBelongings(transaction, email)
    const { customer, placed, isTheirMail, isTheirPayment } = await findBelongings(transaction, email)
    const open = placed.filter(({ status }) => status !== 'completed' && status !== 'cancelled')
    if (open.length > 0) {
      const numbers = open.map(({ number }) => number).join(', ')
      throw new Error(`These orders are under way; complete or cancel them first: ${numbers}.`)
    }
    const ended = [
      await transaction
        .delete(subscribers)
        .where(isEmail(subscribers.email, email))
        .returning({ email: subscribers.email }),
      await transaction
        .delete(stockNotices)
        .where(noticesOf(customer, email))
        .returning({ productId: stockNotices.productId }),
      await transaction.delete(mails).where(isTheirMail).returning({ id: mails.id }),
      await transaction
        .delete(emailChanges)
        .where(isEmail(emailChanges.email, email))
        .returning({ email: emailChanges.email }),
      await transaction
        .update(payments)
        .set({ customerId: null, email: null })
        .where(isTheirPayment)
        .returning({ requestId: payments.requestId }),
    ]
    await forgetAnswers(
      transaction,
      customer,
      placed.map(({ requestId }) => requestId),
    )
    await transaction
      .update(orders)
      .set({
        customerId: null,
        firstName: '',
        lastName: '',
        email: '',
        telephone: '',
        billingAddress: noAddress,
        deliveryAddress: null,
        comment: null,
        linkVersion: sql`${orders.linkVersion} + 1`,
        receiptSentAt: sql`coalesce(${orders.receiptSentAt}, now())`, // there is no address to send it to
      })
      .where(
        inArray(
          orders.id,
          placed.map(({ id }) => id),
        ),
      )
    await transaction
      .update(orderLines)
      .set({ note: null })
      .where(
        inArray(
          orderLines.orderId,
          placed.map(({ id }) => id),
        ),
      )
    await transaction
      .update(refunds)
      .set({ note: null })
      .where(
        inArray(
          refunds.orderId,
          placed.map(({ id }) => id),
        ),
      )
    // with their photographs
    await transaction.delete(problemReports).where(
      inArray(
        problemReports.orderId,
        placed.map(({ id }) => id),
      ),
    )
    if (customer !== null) {
      await transaction.delete(carts).where(eq(carts.customerId, customer.id))
      await transaction.delete(customers).where(eq(customers.id, customer.id)) // with addresses, logins, links, favourites and shopping lists
    }
    const isKnown = customer !== null || placed.length > 0 || ended.some(rows => rows.length > 0)
    return isKnown ? placed.length : null
  })

/** Keys of orders stay, so that they are never executed again; their answers hold names and addresses. */
async function forgetAnswers(transaction: Database, customer: Customer | null, requestIds: string[]): Promise<void> {
  const isOwn = customer === null ? undefined : eq(idempotencyKeys.owner, `customer:${customer.id}`)
  const isOrder = eq(idempotencyKeys.call, 'POST /order')
  await transaction
    .update(idempotencyKeys)
    .set({ answer: deletedAnswer, owner: 'deleted' })
    .where(and(isOrder, or(inArray(idempotencyKeys.requestId, requestIds), isOwn))) // also orders that were refused
  if (isOwn !== undefined) await transaction.delete(idempotencyKeys).where(and(isOwn, not(isOrder)))
}
