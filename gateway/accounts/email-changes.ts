import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Customer } from '../customers/customers.ts'
import { findCustomerByEmail, lockCustomerIfAny, normalizeEmail } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { customers, emailChanges } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import { isDuplicate, softRefusal } from '../requests/refusals.ts'
import { endResetLinks, endUnconfirmedChange, savePassword } from './credentials.ts'
import { hashPassword } from './password-hashing.ts'
import type { AccountServices } from './tokens.ts'

/** Hours that the link to the new address is valid. */
const confirmHours = 24
/** Links that a customer can have mailed: each goes to an address that may be another person's. */
const mailsPerDay = 10
/** Days in which the old address can undo the change. */
const undoDays = 7

export const emailTaken = () =>
  softRefusal(409, 'An account with this email already exists. Please log in, or use a different email.')

/**
 * Checks that a customer may have a link mailed to a new email address.
 *
 * @throws Refused softly 409 for an address that has an account, 429 for too many mails
 */
export async function checkEmailChange(
  { database }: AccountServices,
  customer: Customer,
  email: string,
): Promise<void> {
  if ((await findCustomerByEmail(database, email)) !== null) throw emailTaken()
  await countAttempt(database, { action: 'email change', subject: customer.id, perDay: mailsPerDay })
}

/**
 * Queues a link to a new email address; the customer's address changes when it is opened. An earlier link that was not
 * opened becomes invalid. The caller has locked the customer.
 *
 * @returns the id of the mail, for `deliverMails`
 */
export async function queueEmailChange(
  { rules, publicUrl }: AccountServices,
  transaction: Database,
  customerId: string,
  email: string,
): Promise<string> {
  await endUnconfirmedChange(transaction, customerId)
  const expiresAt = sql`now() + make_interval(hours => ${confirmHours}::int)`
  const token = await insertLink(transaction, { customerId, kind: 'confirm', email, expiresAt })
  const link = `${publicUrl}/link/confirm-email?token=${token}`
  return queueMail(
    transaction,
    'new email address',
    mailTemplates(rules.name).confirmEmail(email, link, confirmHours),
    confirmHours * 60,
  )
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
 * that were mailed to the old address become invalid; logins stay, since the password is the same.
 *
 * @returns false for a link that is unknown, used or expired, or whose address has an account by now
 */
export async function confirmEmailChange(shop: AccountServices, token: string): Promise<boolean> {
  const { database, rules, publicUrl } = shop
  const mail = await database.transaction(async transaction => {
    const used = await useLink(transaction, token, 'confirm')
    if (used === null) return null
    const { link, customer: before } = used
    if (!(await setEmail(transaction, before.id, link.email))) return null
    const expiresAt = sql`now() + make_interval(days => ${undoDays}::int)`
    const undo = await insertLink(transaction, { customerId: before.id, kind: 'undo', email: before.email, expiresAt })
    const url = `${publicUrl}/link/undo-email?token=${undo}`
    return queueMail(
      transaction,
      'old email address',
      mailTemplates(rules.name).emailChanged(before.email, url, undoDays),
      undoDays * 24 * 60,
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
export async function undoEmailChange({ database }: AccountServices, token: string): Promise<boolean> {
  const [known] = await database.select().from(emailChanges).where(isValidLink(token, 'undo'))
  if (known === undefined) return false
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  return database.transaction(async transaction => {
    const used = await useLink(transaction, token, 'undo')
    if (used === null) return false
    const { link } = used
    if (!(await setEmail(transaction, link.customerId, link.email))) return false
    await savePassword(transaction, link.customerId, passwordHash)
    const isYounger = gte(emailChanges.createdAt, link.createdAt)
    await transaction.delete(emailChanges).where(and(eq(emailChanges.customerId, link.customerId), isYounger))
    return true
  })
}

const isValidLink = (token: string, kind: 'confirm' | 'undo') =>
  and(eq(emailChanges.tokenHash, hashOf(token)), eq(emailChanges.kind, kind), gt(emailChanges.expiresAt, sql`now()`))

/**
 * Locks the customer of a link and uses the link up. The customer comes first, as in every transaction that ends links: a
 * confirmation and a reset of the password at the same moment would wait for each other otherwise.
 *
 * @returns null for a link that is unknown, used or expired
 */
async function useLink(transaction: Database, token: string, kind: 'confirm' | 'undo') {
  const [known] = await transaction.select().from(emailChanges).where(isValidLink(token, kind))
  if (known === undefined) return null
  const customer = await lockCustomerIfAny(transaction, known.customerId)
  if (customer === null) return null
  const [link] = await transaction.delete(emailChanges).where(isValidLink(token, kind)).returning()
  return link === undefined ? null : { link, customer }
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
  await endResetLinks(transaction, customerId)
  return true
}

/** Deletes expired links. */
export async function deleteExpiredEmailChanges(database: Database): Promise<void> {
  await database.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`))
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
