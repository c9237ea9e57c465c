import { plainEmail } from '#contract/typed-text'
import { eq, inArray, ne } from 'drizzle-orm'
import type { CustomerInfo } from '#contract/customer'
import type { Database } from '../database/database.ts'
import { customers } from '../database/schema.ts'
import { unauthenticated } from '../requests/refusals.ts'

export type Customer = typeof customers.$inferSelect

/** Normalises an email address for comparison: case and Unicode composition do not matter. */
export const normalizeEmail = (email: string): string => plainEmail(email).normalize('NFC').toLowerCase()

/** @param email - as typed. An account of before an address was normalised as now is found by what it was registered with */
export async function findCustomerByEmail(database: Database, email: string): Promise<Customer | null> {
  const [row] = await database
    .select()
    .from(customers)
    .where(inArray(customers.emailKey, [normalizeEmail(email), email.trim().normalize('NFC').toLowerCase()]))
    .orderBy(ne(customers.emailKey, normalizeEmail(email)))
  return row ?? null
}

/**
 * @param id - of a logged-in customer
 * @throws Refused 401 if the customer was deleted meanwhile
 */
export async function readCustomer(database: Database, id: string): Promise<Customer> {
  const row = await findCustomer(database, id)
  if (row === null) throw unauthenticated()
  return row
}

/** Returns null if the customer was deleted meanwhile. */
export async function findCustomer(database: Database, id: string): Promise<Customer | null> {
  const [row] = await database.select().from(customers).where(eq(customers.id, id))
  return row ?? null
}

/**
 * Locks a customer until the transaction ends. Changes of the customer's cart, password, email address or address book lock
 * the customer first, and carts and mailed links after that, which prevents deadlocks.
 *
 * @throws Refused 401 if the customer was deleted meanwhile
 */
export async function lockCustomer(transaction: Database, id: string): Promise<Customer> {
  const row = await lockCustomerIfAny(transaction, id)
  if (row === null) throw unauthenticated()
  return row
}

/** The same; returns null if the customer was deleted meanwhile. */
export async function lockCustomerIfAny(transaction: Database, id: string): Promise<Customer | null> {
  const [row] = await transaction.select().from(customers).where(eq(customers.id, id)).for('no key update')
  return row ?? null
}

export const toCustomerInfo = ({ id, firstName, lastName, email, telephone }: Customer): CustomerInfo => ({
  customerId: id,
  firstName,
  lastName,
  email,
  telephone,
})
