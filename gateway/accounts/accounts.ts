import { eq } from 'drizzle-orm'
import type { Login, ProfileChange, Registration } from '#contract/account'
import type { ContactPerson, CustomerInfo } from '#contract/customer'
import { fields, fieldError } from '#contract/fields'
import { readAddressBook, insertBillingAddress } from '../customers/address-book.ts'
import { adoptCart, readCart } from '../carts/carts.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import {
  readCustomer,
  findCustomerByEmail,
  normalizeEmail,
  lockCustomer,
  toCustomerInfo,
  type Customer,
} from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { hashPassword, verifyPassword } from './password-hashing.ts'
import { newId } from '../database/ids.ts'
import { delayLogin } from './login-delays.ts'
import { checkEmailChange, emailTaken, queueEmailChange } from './email-changes.ts'
import { requireLogin } from './credentials.ts'
import { deliverMailsLater } from '../mail/outbox.ts'
import { subscribeToNewsletter } from '../mail/newsletter.ts'
import { checkAddress } from '../customers/addresses.ts'
import { badRequest, fieldRefusal, Refused, softRefusal } from '../requests/refusals.ts'
import { customers } from '../database/schema.ts'
import { type Bearer, type AccountServices } from './tokens.ts'
import { networkOf } from '../requests/addresses.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import { checkContact, checkField, checkPerson } from '../customers/form-rules.ts'

/** One message for both, so that it does not reveal who has an account. */
const wrongCredentials = () => softRefusal(401, 'That email and password don’t match.')

/**
 * Registers a customer and gives them the guest's cart.
 *
 * @param ip - of the client
 * @throws Refused 400 for a field that breaks a rule, softly 409 for an email address that has an account, softly 422
 * for a common password
 */
export async function registerCustomer(shop: AccountServices, body: Registration, ip: string) {
  const { database, limits, rules, tokens } = shop
  const person = checkContact(body)
  const password = checkField('password', body.password)
  const address = await checkAddress(database, body)
  if (!body.acceptTerms) throw badRequest(fields.acceptTerms.required!)
  refuseCommonPassword(password, [person.email, rules.name])
  await countAttempt(database, { action: 'registration from', subject: networkOf(ip), perMinute: limits.registrations })
  if ((await findCustomerByEmail(database, person.email)) !== null) throw emailTaken()
  const passwordHash = await hashPassword(password)
  return database.transaction(async transaction => {
    const customer = await insertCustomer(transaction, person, passwordHash)
    const data = await insertBillingAddress(transaction, customer.id, { ...person, fields: address })
    if (body.subscribeNewsletter) await subscribeToNewsletter(shop, transaction, person.email)
    const sessionId = await adoptCart(transaction, customer.id, body.sessionId)
    const token = await tokens.issue(transaction, customer)
    return { token, data, customerInfo: toCustomerInfo(customer), ...sessionField(sessionId) }
  })
}

/** If several requests register one email address, the unique key accepts one. */
async function insertCustomer(transaction: Database, person: ContactPerson, passwordHash: string): Promise<Customer> {
  const [row] = await transaction
    .insert(customers)
    .values({ id: newId(), ...person, emailKey: normalizeEmail(person.email), passwordHash })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) throw emailTaken()
  return row
}

const sessionField = (sessionId: string | null) => (sessionId === null ? {} : { sessionId })

/**
 * Logs a customer in and gives them the guest's cart.
 *
 * @throws Refused softly 401 for an unknown email address or a wrong password: same message, same time
 */
export async function logIn(shop: AccountServices, { email, password, sessionId }: Login, ip: string) {
  const { database, pictures, tokens } = shop
  refuseTooLong('email', email)
  refuseTooLong('password', password)
  const delay = await delayLogin(database, email, networkOf(ip))
  const takeBack = await countLoginAttempt(shop, email, ip)
  const customer = await findCustomerByEmail(database, email)
  if (!(await isPasswordOf(customer, password))) {
    await delay.fails()
    throw wrongCredentials()
  }
  await takeBack()
  await delay.succeeds()
  return database.transaction(async transaction => {
    const held = await lockCustomer(transaction, customer!.id)
    if (held.passwordHash !== customer!.passwordHash) throw wrongCredentials() // The password was changed after it was verified.
    const own = await adoptCart(transaction, held.id, sessionId)
    const { all, billing } = await readAddressBook(transaction, held.id)
    return {
      token: await tokens.issue(transaction, held),
      data: all,
      billingAddress: billing,
      customerInfo: toCustomerInfo(held),
      shoppingCart: await readCart(transaction, pictures, own),
      ...sessionField(own),
    }
  })
}

/** Every other invalid value is a wrong email address or password. */
function refuseTooLong(field: 'email' | 'password', value: string): void {
  if (value.length > fields[field].most) throw badRequest(fieldError(field, value)!)
}

/** Counts an attempt for the network and for the account, whether or not the account exists. */
async function countLoginAttempt(shop: AccountServices, email: string, ip: string): Promise<() => Promise<void>> {
  const { database, limits } = shop
  const perMinute = limits.failedLoginsByAddress
  const ofAddress = await countAttempt(database, { action: 'failed login from', subject: networkOf(ip), perMinute })
  const ofAccount = await countPasswordAttempt(shop, email)
  return async () => {
    await ofAddress()
    await ofAccount()
  }
}

/** Counts an attempt to enter the password of an account; the returned function undoes the count. */
export const countPasswordAttempt = (
  { database, limits }: AccountServices,
  email: string,
): Promise<() => Promise<void>> =>
  countAttempt(database, { action: 'failed login', subject: normalizeEmail(email), perMinute: limits.failedLogins })

/**
 * Whether this is the customer's password. Takes the same time for unknown accounts (prevents enumeration). Passwords
 * over the length limit are not hashed.
 */
export const isPasswordOf = async (customer: Customer | null, password: string): Promise<boolean> =>
  password.length <= fields.password.most && verifyPassword(customer?.passwordHash ?? null, password)

interface ChangedProfile {
  customerInfo: CustomerInfo
  token: string
  data?: { pendingEmail: string }
}

/**
 * Changes a customer's name and contact details. Another email address takes effect when the link that is mailed to it is
 * opened; until then the answer names it as `pendingEmail`.
 *
 * @param customerId - in the path of the request
 * @throws Refused 403 for another customer; for another email address softly 403 or 422 without a recent login or the
 * current password, 409 if it has an account
 */
export async function updateCustomer(
  shop: AccountServices,
  bearer: Bearer,
  customerId: string,
  body: ProfileChange,
): Promise<ChangedProfile> {
  const { database, tokens } = shop
  if (customerId !== bearer.customerId) throw new Refused(403, 'This is not your account.')
  const before = await readCustomer(database, customerId)
  const person = checkPerson(body)
  // an address of before the rule may stay
  const email = body.email.trim() === before.email ? before.email : checkField('email', body.email)
  const isOtherEmail = email !== before.email && normalizeEmail(email) !== before.emailKey
  if (isOtherEmail) {
    await confirmIdentity(shop, bearer, before, body.currentPassword ?? null, 'email')
    await checkEmailChange(shop, before, email)
  }
  const changed = await database.transaction(async transaction => {
    const held = await lockCustomer(transaction, customerId)
    await requireLogin(transaction, bearer)
    if (held.emailKey !== before.emailKey) return null
    const [customer] = await transaction
      .update(customers)
      .set(isOtherEmail ? person : { ...person, email })
      .where(eq(customers.id, customerId))
      .returning()
    const mail = isOtherEmail ? await queueEmailChange(shop, transaction, customerId, email) : null
    return { customer: customer!, mail }
  })
  // The email address was changed by its mailed link in the meantime: as if the request had come after that.
  if (changed === null) return updateCustomer(shop, bearer, customerId, body)
  const { customer, mail } = changed
  if (mail !== null) deliverMailsLater(shop, [mail])
  return {
    customerInfo: toCustomerInfo(customer),
    token: await tokens.renew(bearer, customer),
    ...(isOtherEmail && { data: { pendingEmail: email } }),
  }
}

/** Minutes after a login within which password and email address can be changed without entering the password. */
const recentLoginMinutes = 15

/** @throws Refused softly 403 if the login is too old and no password was given, 422 if that is wrong */
export async function confirmIdentity(
  shop: AccountServices,
  bearer: Bearer,
  customer: Customer,
  current: string | null,
  what: 'password' | 'email',
): Promise<void> {
  if (current === null) {
    const age = bearer.readAt.getTime() - bearer.authenticatedAt.getTime()
    if (age >= recentLoginMinutes * 60_000) throw softRefusal(403, `Please log in again to change your ${what}.`)
    return
  }
  const delay = await delayLogin(shop.database, customer.email, `login ${bearer.loginId}`)
  const takeBack = await countPasswordAttempt(shop, customer.email)
  if (!(await isPasswordOf(customer, current))) {
    await delay.fails()
    throw fieldRefusal('currentPassword', 'Your current password is incorrect.')
  }
  await takeBack()
  await delay.succeeds()
}
