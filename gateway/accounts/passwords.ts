import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { PasswordChange, PasswordReset } from '#contract/account'
import { accountEmailError, meant } from '#contract/fields'
import { confirmIdentity } from './accounts.ts'
import { requireLogin, savePassword } from './credentials.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import {
  findCustomer,
  findCustomerByEmail,
  lockCustomer,
  lockCustomerIfAny,
  readCustomer,
  type Customer,
} from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { hashPassword } from './password-hashing.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { badRequest, softRefusal, tooManyAttempts } from '../requests/refusals.ts'
import { passwordResets } from '../database/schema.ts'
import { type Bearer, type AccountServices } from './tokens.ts'
import { networkOf } from '../requests/addresses.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import { checkField } from '../customers/form-rules.ts'

/** Reset mails to one customer. */
const mailsPerDay = 20

/** Minutes that a mailed link is valid (ASVS 6.5.5). */
const linkMinutes = 10

/**
 * Changes a customer's password, ends all their logins and starts a new one.
 *
 * @throws Refused softly: 403 if the login is too old and no current password was given, 422 if that is wrong
 */
export async function changePassword(
  shop: AccountServices,
  bearer: Bearer,
  body: PasswordChange,
): Promise<{ token: string }> {
  const { database, rules, tokens } = shop
  const password = checkField('password', body.password)
  const customer = await readCustomer(database, bearer.customerId)
  refuseCommonPassword(password, [customer.email, rules.name])
  await confirmIdentity(shop, bearer, customer, body.currentPassword ?? null, 'password')
  const passwordHash = await hashPassword(password)
  const { token, mail } = await database.transaction(async transaction => {
    const held = await lockCustomer(transaction, customer.id)
    await requireLogin(transaction, bearer)
    await savePassword(transaction, customer.id, passwordHash)
    return {
      token: await tokens.issue(transaction, held),
      mail: await queuePasswordChangedMail(shop, transaction, held),
    }
  })
  deliverMailsLater(shop, [mail])
  return { token }
}

/**
 * Mails a reset link if the email address has an account. All of that happens after the answer, so that neither its
 * content nor its time reveals whether there is an account.
 */
export async function requestPasswordReset(shop: AccountServices, typed: string, ip: string): Promise<void> {
  const error = accountEmailError(typed)
  if (error !== null) throw badRequest(error)
  const email = meant('email', typed)
  const { database, limits, runLater } = shop
  await countAttempt(database, { action: 'reset from', subject: networkOf(ip), perMinute: limits.resetMails })
  void runLater('Mailing a reset link', () => sendResetLink(shop, email))
}

async function sendResetLink(shop: AccountServices, email: string): Promise<void> {
  const { database, limits, rules, publicUrl } = shop
  const customer = await findCustomerByEmail(database, email)
  if (customer === null) return
  const limit = { action: 'reset mail', subject: customer.id, perMinute: limits.resetMailsToAddress } as const
  if (!(await isAllowed(() => countAttempt(database, limit)))) return
  const ofDay = { action: 'reset mail of the day', subject: customer.id, perDay: mailsPerDay } as const
  if (!(await isAllowed(() => countAttempt(database, ofDay)))) return
  const resetToken = randomBytes(32).toString('base64url')
  const expiresAt = sql`now() + make_interval(mins => ${linkMinutes}::int)`
  const mail = await database.transaction(async transaction => {
    const held = await lockCustomerIfAny(transaction, customer.id)
    if (held?.emailKey !== customer.emailKey) return null // The address is no longer the account's.
    await transaction
      .insert(passwordResets)
      .values({ tokenHash: hashToken(resetToken), customerId: customer.id, expiresAt })
    const link = `${publicUrl}/reset-password?token=${resetToken}`
    const text = mailTemplates(rules.name).reset(customer.email, link, linkMinutes)
    return queueMail(transaction, 'reset link', text, linkMinutes)
  })
  if (mail !== null) deliverMailsLater(shop, [mail])
}

const isAllowed = async (count: () => Promise<unknown>): Promise<boolean> => {
  try {
    await count()
    return true
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === tooManyAttempts(1).statusCode) return false
    throw error
  }
}

/**
 * Checks a mailed link without using it.
 *
 * @throws Refused softly 410 for a link that is unknown, used or expired
 */
export async function checkResetLink(database: Database, resetToken: string): Promise<void> {
  await customerOfLink(database, isLinkOf(resetToken))
}

/** A link that has not expired. */
const isLinkOf = (resetToken: string) =>
  and(eq(passwordResets.tokenHash, hashToken(resetToken)), gt(passwordResets.expiresAt, sql`now()`))

/** @throws Refused softly 410 for a link that is unknown, used or expired */
async function customerOfLink(database: Database, isLink: ReturnType<typeof isLinkOf>): Promise<Customer> {
  const [link] = await database.select().from(passwordResets).where(isLink)
  const customer = link === undefined ? null : await findCustomer(database, link.customerId)
  if (customer === null) throw linkExpired()
  return customer
}

/**
 * Sets a new password with a mailed link and ends all logins of the customer.
 *
 * @throws Refused softly 410 for a link that is unknown, used or expired
 */
export async function resetPassword(shop: AccountServices, { resetToken, password }: PasswordReset): Promise<void> {
  const { database, rules } = shop
  const typed = checkField('password', password)
  const isLink = isLinkOf(resetToken)
  const customer = await customerOfLink(database, isLink)
  refuseCommonPassword(typed, [customer.email, rules.name])
  const passwordHash = await hashPassword(typed)
  const mail = await database.transaction(async transaction => {
    await lockCustomerIfAny(transaction, customer.id)
    const used = await transaction.delete(passwordResets).where(isLink).returning()
    if (used.length === 0) throw linkExpired()
    await savePassword(transaction, customer.id, passwordHash)
    return queuePasswordChangedMail(shop, transaction, customer)
  })
  deliverMailsLater(shop, [mail])
}

const linkExpired = () => softRefusal(410, 'This link has been used or has expired. Please ask for a new one.')

const queuePasswordChangedMail = (
  { rules }: AccountServices,
  transaction: Database,
  { email }: Customer,
): Promise<string> => queueMail(transaction, 'changed password', mailTemplates(rules.name).passwordChanged(email))

/** Deletes expired links. */
export async function deleteExpiredResets(database: Database): Promise<void> {
  await database.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}

const hashToken = (resetToken: string): string => createHash('sha256').update(resetToken).digest('base64url')
