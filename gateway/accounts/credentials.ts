import { and, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { customers, emailChanges, logins, passwordResets } from '../database/schema.ts'
import { unauthenticated } from '../requests/refusals.ts'
import { endAllLogins, type Bearer } from './tokens.ts'

/**
 * Saves a password and ends everything that was issued before it and that proves or changes who owns the account: logins,
 * links to reset the password, and changes of the email address that were not confirmed. Links that undo a change stay:
 * they are the way back for the owner of the old address. The caller has locked the customer.
 */
export async function savePassword(transaction: Database, customerId: string, passwordHash: string): Promise<void> {
  await transaction.update(customers).set({ passwordHash }).where(eq(customers.id, customerId))
  await endAllLogins(transaction, customerId)
  await endResetLinks(transaction, customerId)
  await endUnconfirmedChange(transaction, customerId)
}

/** Ends the links to reset the password that were mailed to a customer. */
export async function endResetLinks(transaction: Database, customerId: string): Promise<void> {
  await transaction.delete(passwordResets).where(eq(passwordResets.customerId, customerId))
}

/** Ends the link that sets a new email address and that was not opened yet. */
export async function endUnconfirmedChange(transaction: Database, customerId: string): Promise<void> {
  await transaction
    .delete(emailChanges)
    .where(and(eq(emailChanges.customerId, customerId), eq(emailChanges.kind, 'confirm')))
}

/**
 * Checks that a login did not end since the request began, by logging out or by another request. The caller has locked the
 * customer, so that the login does not end before the transaction.
 *
 * @throws Refused 401
 */
export async function requireLogin(transaction: Database, { loginId }: Bearer): Promise<void> {
  const [login] = await transaction.select({ id: logins.id }).from(logins).where(eq(logins.id, loginId))
  if (login === undefined) throw unauthenticated()
}
