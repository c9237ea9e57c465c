import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { PasswordChange, PasswordReset } from '#contract/account'
import { countPassword, isPasswordOf } from './accounts.ts'
import { refuseCommon } from './common-passwords.ts'
import { customerOf, customerWith, heldCustomer, type Customer } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { hashed } from './password-hashing.ts'
import { letters } from '../mail/send-mail.ts'
import { softly, tooMany, unknownCustomer } from '../requests/refusals.ts'
import { customers, logins, resets } from '../database/schema.ts'
import { endLogins, type Bearer, type AccountShop } from './tokens.ts'
import { countTry, networkOf } from '../requests/rate-limits.ts'
import { checked } from '../customers/form-rules.ts'

/** Who showed the password so many minutes ago need not show it again to change it. */
const young = 15

/** How many minutes a mailed link is good (ASVS 6.5.5). */
const linkLife = 10

/**
 * Gives a customer another password and ends all their logins but a new one.
 *
 * @throws Refused softly: 403 when the login is too old and no current password was given, 422 when that is wrong
 */
export async function changePassword(
  shop: AccountShop,
  bearer: Bearer,
  body: PasswordChange,
): Promise<{ token: string }> {
  const { database, rules, tokens } = shop
  const password = checked('password', body.password)
  const customer = await customerOf(database, bearer.customerId)
  refuseCommon(password, [customer.email, rules.name])
  await refuseStranger(shop, bearer, customer, body.currentPassword ?? null)
  const passwordHash = await hashed(password)
  const token = await database.transaction(async transaction => {
    const held = await heldCustomer(transaction, customer.id)
    const [login] = await transaction.select().from(logins).where(eq(logins.id, bearer.loginId))
    if (login === undefined) throw unknownCustomer() // logged out, or changed by somebody else, in the meantime
    await savePassword(transaction, customer.id, passwordHash)
    return tokens.issue(transaction, held)
  })
  tellChanged(shop, customer)
  return { token }
}

async function refuseStranger(
  shop: AccountShop,
  bearer: Bearer,
  customer: Customer,
  current: string | null,
): Promise<void> {
  if (current === null) {
    const age = Date.now() - bearer.provenAt.getTime()
    if (age >= young * 60_000) throw softly(403, 'Please log in again to change your password.')
    return
  }
  const takeBack = await countPassword(shop, customer.email)
  if (!(await isPasswordOf(customer, current))) throw softly(422, 'Your current password is not right.')
  await takeBack()
}

/**
 * Mails a link to whoever has an account with this e-mail. All of that happens after the answer, which therefore says
 * nothing, and takes no longer, for those who have one.
 */
export async function forgetPassword(shop: AccountShop, typed: string, ip: string): Promise<void> {
  const email = checked('email', typed)
  const { database, limits, later } = shop
  await countTry(database, { what: 'reset from', who: networkOf(ip), most: limits.resetMails })
  void later('A link for a new password', () => mailLink(shop, email))
}

async function mailLink(shop: AccountShop, email: string): Promise<void> {
  const { database, limits, rules, post, publicUrl } = shop
  const customer = await customerWith(database, email)
  if (customer === null) return
  const allowance = { what: 'reset mail', who: customer.id, most: limits.resetMailsToAddress } as const
  if (!(await isAllowed(() => countTry(database, allowance)))) return
  const resetToken = randomBytes(32).toString('base64url')
  const expiresAt = sql`now() + make_interval(mins => ${linkLife}::int)`
  await database.insert(resets).values({ tokenHash: hashOf(resetToken), customerId: customer.id, expiresAt })
  const link = `${publicUrl}/reset-password?token=${resetToken}`
  await post(letters(rules.name).reset(customer.email, link, linkLife))
}

const isAllowed = async (count: () => Promise<unknown>): Promise<boolean> => {
  try {
    await count()
    return true
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === tooMany(1).statusCode) return false
    throw error
  }
}

/**
 * Gives the owner of a mailed link another password and ends all their logins.
 *
 * @throws Refused softly, 410, for a link that was used, or is older than ten minutes, or never was
 */
export async function resetPassword(shop: AccountShop, { resetToken, password }: PasswordReset): Promise<void> {
  const { database, rules } = shop
  const typed = checked('password', password)
  const isLink = and(eq(resets.tokenHash, hashOf(resetToken)), gt(resets.expiresAt, sql`now()`))
  const [link] = await database.select().from(resets).where(isLink)
  if (link === undefined) throw usedUp()
  const customer = await customerOf(database, link.customerId)
  refuseCommon(typed, [customer.email, rules.name])
  const passwordHash = await hashed(typed)
  await database.transaction(async transaction => {
    await heldCustomer(transaction, customer.id)
    const used = await transaction.delete(resets).where(isLink).returning()
    if (used.length === 0) throw usedUp()
    await savePassword(transaction, customer.id, passwordHash)
  })
  tellChanged(shop, customer)
}

const usedUp = () => softly(410, 'This link has been used or has expired. Please ask for a new one.')

/** With the old password everything ends that it opened. */
async function savePassword(transaction: Database, customerId: string, passwordHash: string): Promise<void> {
  await transaction.update(customers).set({ passwordHash }).where(eq(customers.id, customerId))
  await endLogins(transaction, customerId)
  await transaction.delete(resets).where(eq(resets.customerId, customerId))
}

const tellChanged = ({ rules, post, later }: AccountShop, { email }: Customer): void =>
  void later('The mail of a changed password', () => post(letters(rules.name).passwordChanged(email)))

/** Forgets links that are too old. */
export async function forgetResets(database: Database): Promise<void> {
  await database.delete(resets).where(lt(resets.expiresAt, sql`now()`))
}

const hashOf = (resetToken: string): string => createHash('sha256').update(resetToken).digest('base64url')
