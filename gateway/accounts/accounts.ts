import { eq } from 'drizzle-orm'
import type { Login, Registration } from '#contract/account'
import type { ContactPerson } from '#contract/customer'
import { fields, mistakeIn } from '#contract/fields'
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
import { mailTemplates } from '../mail/send-mail.ts'
import { subscribeToNewsletter } from '../mail/newsletter.ts'
import { checkAddress } from '../customers/addresses.ts'
import { badRequest, Refused, softRefusal } from '../requests/refusals.ts'
import { customers, passwordResets } from '../database/schema.ts'
import { type Bearer, type AccountShop } from './tokens.ts'
import { countAttempt, networkOf } from '../requests/rate-limits.ts'
import { checkField, checkContact } from '../customers/form-rules.ts'

const emailTaken = () =>
  softRefusal(409, 'There is an account with this email already. Please log in, or use another email.')

/** One message for both, so that it does not tell who has an account. */
const wrongCredentials = () => softRefusal(401, 'This email and password do not belong together.')

/**
 * Makes a customer of a visitor, with their cart.
 *
 * @param ip - of who asks
 * @throws Refused 400 for what breaks a rule, softly 409 for an e-mail that has an account, softly 422 for a password that
 * everybody tries
 */
export async function registerCustomer(shop: AccountShop, body: Registration, ip: string) {
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
    if (body.subscribeNewsletter) await subscribeToNewsletter(transaction, person.email)
    const sessionId = await adoptCart(transaction, customer.id, body.sessionId)
    const token = await tokens.issue(transaction, customer)
    return { token, data, customerInfo: toCustomerInfo(customer), ...sessionField(sessionId) }
  })
}

/** Of many who register one e-mail at once, the table lets one in. */
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
 * Logs a customer in; the visitor's cart becomes theirs.
 *
 * @throws Refused softly, 401, for a wrong e-mail or password: in the same words, after the same time
 */
export async function logIn(shop: AccountShop, { email, password, sessionId }: Login, ip: string) {
  const { database, pictures, tokens } = shop
  refuseTooLong('email', email)
  refuseTooLong('password', password)
  const takeBack = await countLoginAttempt(shop, email, ip)
  const customer = await findCustomerByEmail(database, email)
  if (!(await isPasswordOf(customer, password))) throw wrongCredentials()
  await takeBack()
  return database.transaction(async transaction => {
    const held = await lockCustomer(transaction, customer!.id)
    if (held.passwordHash !== customer!.passwordHash) throw wrongCredentials() // it was changed while we were looking
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

/** Whatever else is odd about what was typed, it is a wrong e-mail or password. */
function refuseTooLong(field: 'email' | 'password', value: string): void {
  if (value.length > fields[field].most) throw badRequest(mistakeIn(field, value)!)
}

/** An attempt at an account counts wherever it comes from, and whether or not there is such an account. */
async function countLoginAttempt(shop: AccountShop, email: string, ip: string): Promise<() => Promise<void>> {
  const { database, limits } = shop
  const perMinute = limits.failedLoginsByAddress
  const ofAddress = await countAttempt(database, { action: 'failed login from', subject: networkOf(ip), perMinute })
  const ofAccount = await countPasswordAttempt(shop, email)
  return async () => {
    await ofAddress()
    await ofAccount()
  }
}

/** Counts a try of a password of an account; the answer takes it back. */
export const countPasswordAttempt = ({ database, limits }: AccountShop, email: string): Promise<() => Promise<void>> =>
  countAttempt(database, { action: 'failed login', subject: normalizeEmail(email), perMinute: limits.failedLogins })

/** Whether it is their password; nobody's takes as long. One that is too long to be anybody's is not hashed. */
export const isPasswordOf = async (customer: Customer | null, password: string): Promise<boolean> =>
  password.length <= fields.password.most && verifyPassword(customer?.passwordHash ?? null, password)

/**
 * Changes what a customer is called and how they are reached.
 *
 * @param customerId - whom the address of the call names
 * @throws Refused 403 for somebody else, softly 409 for an e-mail that has another account
 */
export async function updateCustomer(shop: AccountShop, bearer: Bearer, customerId: string, body: ContactPerson) {
  const { database, rules, tokens, sendMail, runLater } = shop
  if (customerId !== bearer.customerId) throw new Refused(403, 'This is not your account.')
  const person = checkContact(body)
  const before = await readCustomer(database, customerId)
  const customer = await refusingTakenEmail(() =>
    database.transaction(transaction => saveCustomer(transaction, customerId, person)),
  )
  if (before.emailKey !== customer.emailKey) {
    void runLater('The mail to an old address', () => sendMail(mailTemplates(rules.name).emailChanged(before.email)))
  }
  return { customerInfo: toCustomerInfo(customer), token: await tokens.renew(bearer, customer) }
}

/** A link that was mailed to an old address ends with it. */
async function saveCustomer(transaction: Database, id: string, person: ContactPerson): Promise<Customer> {
  const before = await lockCustomer(transaction, id)
  const emailKey = normalizeEmail(person.email)
  if (before.emailKey !== emailKey) await transaction.delete(passwordResets).where(eq(passwordResets.customerId, id))
  const [row] = await transaction
    .update(customers)
    .set({ ...person, emailKey })
    .where(eq(customers.id, id))
    .returning()
  return row!
}

/** PostgreSQL's code for a value that must be unique, and is there. */
const uniqueViolation = '23505'

async function refusingTakenEmail<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (error) {
    throw (error as { cause?: { code?: string } }).cause?.code === uniqueViolation ? emailTaken() : error
  }
}
