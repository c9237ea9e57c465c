import { and, eq, inArray, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AddressFields } from '#contract/address'
import type { Database } from '../database/database.ts'
import {
  addresses,
  carts,
  customers,
  emailChanges,
  idempotencyKeys,
  mails,
  orderLines,
  orders,
  payments,
  subscribers,
} from '../database/schema.ts'
import { findCustomerByEmail, normalizeEmail, type Customer } from './customers.ts'

/** The data that the shop stores about a person, as JSON, without passwords, tokens and links. */
export interface PersonalData {
  customer: object | null
  addresses: object[]
  orders: object[]
  newsletter: object | null
}

/** Whether a column has this email address, in any notation: `normalizeEmail` in SQL. */
const isEmail = (column: PgColumn, email: string): SQL =>
  eq(sql`lower(normalize(${column}, NFC))`, normalizeEmail(email))

/** Orders of the account, and those that were placed with the email address as a guest. */
const ordersOf = (customer: Customer | null, email: string): SQL | undefined =>
  or(customer === null ? undefined : eq(orders.customerId, customer.id), isEmail(orders.email, email))

/**
 * Collects the data that the shop stores about a person.
 *
 * @returns null if no data is stored for this email address
 */
export async function exportPersonalData(database: Database, email: string): Promise<PersonalData | null> {
  const customer = await findCustomerByEmail(database, email)
  const placed = await database.select().from(orders).where(ordersOf(customer, email)).orderBy(orders.number)
  const [subscriber] = await database
    .select({ email: subscribers.email, since: subscribers.since, confirmedAt: subscribers.confirmedAt })
    .from(subscribers)
    .where(eq(subscribers.email, normalizeEmail(email)))
  if (customer === null && placed.length === 0 && subscriber === undefined) return null
  const saved =
    customer === null ? [] : await database.select().from(addresses).where(eq(addresses.customerId, customer.id))
  const isOne = (id: string) => eq(orderLines.orderId, id)
  return {
    customer: customer && withoutSecrets(customer),
    addresses: saved,
    orders: await Promise.all(
      placed.map(async ({ sessionId: _session, requestId: _request, ...order }) => ({
        ...order,
        lines: await database.select().from(orderLines).where(isOne(order.id)),
      })),
    ),
    newsletter: subscriber ?? null,
  }
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
 * Deletes a person's account, addresses, cart, logins, mails and subscription in one transaction. Orders stay for the books,
 * without name, address, email address, phone and comment; so do their payments.
 *
 * @returns the number of orders that stay; null if no data is stored for this email address
 * @throws Error if an order is still under way: it needs the address
 */
export const deletePersonalData = (database: Database, email: string): Promise<number | null> =>
  database.transaction(async transaction => {
    const customer = await findCustomerByEmail(transaction, email)
    const isTheirs = ordersOf(customer, email)
    const placed = await transaction.select().from(orders).where(isTheirs).for('update')
    const open = placed.filter(({ status }) => status !== 'completed' && status !== 'cancelled')
    if (open.length > 0) {
      const numbers = open.map(({ number }) => number).join(', ')
      throw new Error(`These orders are under way; complete or cancel them first: ${numbers}.`)
    }
    const key = normalizeEmail(email)
    const unsubscribed = await transaction.delete(subscribers).where(eq(subscribers.email, key)).returning()
    if (customer === null && placed.length === 0 && unsubscribed.length === 0) return null
    await transaction.delete(mails).where(isEmail(mails.recipient, email))
    await transaction.delete(emailChanges).where(isEmail(emailChanges.email, email))
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
      })
      .where(isTheirs)
    if (customer !== null) {
      await transaction
        .update(payments)
        .set({ customerId: null, email: null })
        .where(eq(payments.customerId, customer.id))
      await transaction.delete(carts).where(eq(carts.customerId, customer.id))
      await transaction.delete(customers).where(eq(customers.id, customer.id)) // with addresses, logins and links
    }
    return placed.length
  })

/** Keys of orders stay, so that they are never executed again; their answers hold names and addresses. */
async function forgetAnswers(transaction: Database, customer: Customer | null, requestIds: string[]): Promise<void> {
  const ofOrders = and(eq(idempotencyKeys.call, 'POST /order'), inArray(idempotencyKeys.requestId, requestIds))
  if (requestIds.length > 0)
    await transaction.update(idempotencyKeys).set({ answer: deletedAnswer, owner: 'deleted' }).where(ofOrders)
  if (customer === null) return
  const isOwn = eq(idempotencyKeys.owner, `customer:${customer.id}`)
  const isKept = notInArray(idempotencyKeys.call, ['POST /order'])
  await transaction.delete(idempotencyKeys).where(and(isOwn, isKept))
}
