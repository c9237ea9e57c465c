import { eq } from 'drizzle-orm'
import type { CustomerInfo } from '#contract/customer'
import type { Database } from '../database/database.ts'
import { customers } from '../database/schema.ts'

/** A customer as the database has one. */
export type Customer = typeof customers.$inferSelect

/** An e-mail address as it is compared: capitals, and how a letter is composed, do not tell two people apart. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** @param email - as typed */
export async function findCustomerByEmail(database: Database, email: string): Promise<Customer | null> {
  const [row] = await database
    .select()
    .from(customers)
    .where(eq(customers.emailKey, normalizeEmail(email)))
  return row ?? null
}

/** @param id - of a customer that is there: customers are never taken away */
export async function readCustomer(database: Database, id: string): Promise<Customer> {
  const [row] = await database.select().from(customers).where(eq(customers.id, id))
  return row!
}

/**
 * Holds a customer until the transaction ends. Who changes which cart is the customer's, the password, or the address
 * book holds the customer first, and carts after that, so that no two of them wait for one another.
 */
export async function lockCustomer(transaction: Database, id: string): Promise<Customer> {
  const [row] = await transaction.select().from(customers).where(eq(customers.id, id)).for('no key update')
  return row!
}

/** What a customer is told about themselves. */
export const toCustomerInfo = ({ id, firstName, lastName, email, telephone }: Customer): CustomerInfo => ({
  customerId: id,
  firstName,
  lastName,
  email,
  telephone,
})
