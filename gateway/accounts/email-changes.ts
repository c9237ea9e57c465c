import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import type { Customer } from '../customers/customers.ts'
import { findCustomerByEmail, lockCustomer, normalizeEmail } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { customers, emailChanges, passwordResets } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import { isDuplicate, softRefusal } from '../requests/refusals.ts'
import { hashPassword } from './password-hashing.ts'
import { endAllLogins, type AccountShop } from './tokens.ts'

/** Hours that the link to the new address is valid. */
const confirmHours = 24
/** Links that a customer can have mailed: each goes to an address that may be another person's. */
const mailsPerDay = 10
/** Days in which the old address can undo the change. */
const undoDays = 7

export const emailTaken = () =>
  softRefusal(409, 'An account with this email already exists. Please log in, or use a different email.')

/**
 * Mails a link to a new email address; the customer's address changes when it is opened. An earlier link that was not
 * opened becomes invalid.
 *
 * @throws Refused softly 409 for an address that has an account, 429 for too many mails
 */
export async function requestEmailChange(shop: AccountShop, customer: Customer, email: string): Promise<void> {
  const { database, rules, publicUrl } = shop
  if ((await findCustomerByEmail(database, email)) !== null) throw emailTaken()
  await countAttempt(database, { action: 'email change', subject: customer.id, perDay: mailsPerDay })
  const mail = await database.transaction(async transaction => {
    const isOpen = and(eq(emailChanges.customerId, customer.id), eq(emailChanges.kind, 'confirm'))
    await transaction.delete(emailChanges).where(isOpen)
    const expiresAt = sql`now() + make_interval(hours => ${confirmHours}::int)`
    const token = await insertLink(transaction, { customerId: customer.id, kind: 'confirm', email, expiresAt })
    const link = `${publicUrl}/link/confirm-email?token=${token}`
    return queueMail(
      transaction,
      'new email address',
      mailTemplates(rules.name).confirmEmail(email, link, confirmHours),
    )
  })
  deliverMailsLater(shop, [mail])
}

interface NewLink {
  customerId: string
  kind: 'confirm' | 'undo'
  email: string
  expiresAt: ReturnType<typeof sql>
}

/** @returns the token of the link */
async function insertLink(transaction: Database, link: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await transaction.insert(emailChanges).values({ ...link, tokenHash: hashOf(token) })
  return token
}

/**
 * Sets the new email address of an opened link, and mails a link to the old one that undoes the change. Password links
 * that were mailed to the old address become invalid.
 *
 * @returns false for a link that is unknown, used or expired, or whose address has an account by now
 */
export async function confirmEmailChange(shop: AccountShop, token: string): Promise<boolean> {
  const { database, rules, publicUrl } = shop
  const mail = await database.transaction(async transaction => {
    const link = await useLink(transaction, token, 'confirm')
    if (link === null) return null
    const before = await lockCustomer(transaction, link.customerId)
    if (!(await setEmail(transaction, before.id, link.email))) return null
    const expiresAt = sql`now() + make_interval(days => ${undoDays}::int)`
    const undo = await insertLink(transaction, { customerId: before.id, kind: 'undo', email: before.email, expiresAt })
    const url = `${publicUrl}/link/undo-email?token=${undo}`
    return queueMail(
      transaction,
      'old email address',
      mailTemplates(rules.name).emailChanged(before.email, url, undoDays),
    )
  })
  if (mail === null) return false
  deliverMailsLater(shop, [mail])
  return true
}

/**
 * Sets the email address back. Ends every login and the password: the person who changed the address may know it. Later
 * links become invalid and earlier ones stay: the owner's link is earlier than those of a person who took the account over.
 *
 * @returns false for a link that is unknown, used or expired, or whose address has an account by now
 */
export async function undoEmailChange({ database }: AccountShop, token: string): Promise<boolean> {
  const [known] = await database.select().from(emailChanges).where(isValidLink(token, 'undo'))
  if (known === undefined) return false
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  return database.transaction(async transaction => {
    const link = await useLink(transaction, token, 'undo')
    if (link === null) return false
    await lockCustomer(transaction, link.customerId)
    if (!(await setEmail(transaction, link.customerId, link.email))) return false
    await transaction.update(customers).set({ passwordHash }).where(eq(customers.id, link.customerId))
    await endAllLogins(transaction, link.customerId)
    const isYounger = or(eq(emailChanges.kind, 'confirm'), gte(emailChanges.createdAt, link.createdAt))
    await transaction.delete(emailChanges).where(and(eq(emailChanges.customerId, link.customerId), isYounger))
    return true
  })
}

const isValidLink = (token: string, kind: 'confirm' | 'undo') =>
  and(eq(emailChanges.tokenHash, hashOf(token)), eq(emailChanges.kind, kind), gt(emailChanges.expiresAt, sql`now()`))

/** Returns null for a link that is unknown, used or expired. */
async function useLink(transaction: Database, token: string, kind: 'confirm' | 'undo') {
  const [link] = await transaction.delete(emailChanges).where(isValidLink(token, kind)).returning()
  return link ?? null
}

/** Returns false if another account has the address. */
async function setEmail(transaction: Database, customerId: string, email: string): Promise<boolean> {
  const other = await findCustomerByEmail(transaction, email)
  if (other !== null && other.id !== customerId) return false
  try {
    // a savepoint: a concurrent registration of the address would end the whole transaction
    await transaction.transaction(savepoint =>
      savepoint
        .update(customers)
        .set({ email, emailKey: normalizeEmail(email) })
        .where(eq(customers.id, customerId)),
    )
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
  await transaction.delete(passwordResets).where(eq(passwordResets.customerId, customerId))
  return true
}

/** Deletes expired links. */
export async function deleteExpiredEmailChanges(database: Database): Promise<void> {
  await database.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`))
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
