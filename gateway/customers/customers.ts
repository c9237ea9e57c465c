import { eq } from 'drizzle-orm'
import type { CustomerInfo } from '#contract/customer'
import type { Database } from '../database/database.ts'
import { customers } from '../database/schema.ts'
import { unauthenticated } from '../requests/refusals.ts'

export type Customer = typeof customers.$inferSelect

/** Normalises an email address for comparison: case and Unicode composition do not matter. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** @param email - as typed */
export async function findCustomerByEmail(database: Database, email: string): Promise<Customer | null> {
  const [row] = await database
    .select()
    .from(customers)
    .where(eq(customers.emailKey, normalizeEmail(email)))
  return row ?? null
}

/**
 * @param id - of a logged-in customer
 * @throws Refused 401 if the customer was deleted meanwhile
 */
export async function readCustomer(database: Database, id: string): Promise<Customer> {
  const [row] = await database.select().from(customers).where(eq(customers.id, id))
  if (row === undefined) throw unauthenticated()
  return row
}

/**
 * Locks a customer until the transaction ends. Changes of the customer's cart, password or address book lock the
 * customer first and carts after that, which prevents deadlocks.
 */
export async function lockCustomer(transaction: Database, id: string): Promise<Customer> {
  const [row] = await transaction.select().from(customers).where(eq(customers.id, id)).for('no key update')
  if (row === undefined) throw unauthenticated()
  return row
}

export const toCustomerInfo = ({ id, firstName, lastName, email, telephone }: Customer): CustomerInfo => ({
  customerId: id,
  firstName,
  lastName,
  email,
  telephone,
})
