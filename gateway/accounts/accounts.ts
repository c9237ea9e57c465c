import { eq } from 'drizzle-orm'
import type { Login, Registration } from '#contract/account'
import type { ContactPerson } from '#contract/customer'
import { fields, mistakeIn } from '#contract/fields'
import { addressBookOf, firstAddress } from '../customers/address-book.ts'
import { adoptCart, cartOf } from '../carts/carts.ts'
import { refuseCommon } from './common-passwords.ts'
import { customerOf, customerWith, emailKeyOf, heldCustomer, infoOf, type Customer } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { hashed, matches } from './password-hashing.ts'
import { newId } from '../database/ids.ts'
import { letters } from '../mail/send-mail.ts'
import { subscribe } from '../mail/newsletter.ts'
import { placed } from '../customers/addresses.ts'
import { badRequest, Refused, softly } from '../requests/refusals.ts'
import { customers, resets } from '../database/schema.ts'
import { type Bearer, type AccountShop } from './tokens.ts'
import { countTry, networkOf } from '../requests/rate-limits.ts'
import { checked, trimmedContact } from '../customers/form-rules.ts'

const taken = () => softly(409, 'There is an account with this email already. Please log in, or use another email.')

/** One message for both, so that it does not tell who has an account. */
const wrong = () => softly(401, 'This email and password do not belong together.')

/**
 * Makes a customer of a visitor, with their cart.
 *
 * @param ip - of who asks
 * @throws Refused 400 for what breaks a rule, softly 409 for an e-mail that has an account, softly 422 for a password that
 * everybody tries
 */
export async function register(shop: AccountShop, body: Registration, ip: string) {
  const { database, limits, rules, tokens } = shop
  const person = trimmedContact(body)
  const password = checked('password', body.password)
  const address = await placed(database, body)
  if (!body.acceptTerms) throw badRequest(fields.acceptTerms.required!)
  refuseCommon(password, [person.email, rules.name])
  await countTry(database, { what: 'registration from', who: networkOf(ip), most: limits.registrations })
  if ((await customerWith(database, person.email)) !== null) throw taken()
  const passwordHash = await hashed(password)
  return database.transaction(async transaction => {
    const customer = await insertCustomer(transaction, person, passwordHash)
    const data = await firstAddress(transaction, customer.id, { ...person, fields: address })
    if (body.subscribeNewsletter) await subscribe(transaction, person.email)
    const sessionId = await adoptCart(transaction, customer.id, body.sessionId)
    const token = await tokens.issue(transaction, customer)
    return { token, data, customerInfo: infoOf(customer), ...named(sessionId) }
  })
}

/** Of many who register one e-mail at once, the table lets one in. */
async function insertCustomer(transaction: Database, person: ContactPerson, passwordHash: string): Promise<Customer> {
  const [row] = await transaction
    .insert(customers)
    .values({ id: newId(), ...person, emailKey: emailKeyOf(person.email), passwordHash })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) throw taken()
  return row
}

const named = (sessionId: string | null) => (sessionId === null ? {} : { sessionId })

/**
 * Logs a customer in; the visitor's cart becomes theirs.
 *
 * @throws Refused softly, 401, for a wrong e-mail or password: in the same words, after the same time
 */
export async function logIn(shop: AccountShop, { email, password, sessionId }: Login, ip: string) {
  const { database, pictures, tokens } = shop
  refuseTooLong('email', email)
  refuseTooLong('password', password)
  const takeBack = await countLogin(shop, email, ip)
  const customer = await customerWith(database, email)
  if (!(await isPasswordOf(customer, password))) throw wrong()
  await takeBack()
  return database.transaction(async transaction => {
    const held = await heldCustomer(transaction, customer!.id)
    if (held.passwordHash !== customer!.passwordHash) throw wrong() // it was changed while we were looking
    const own = await adoptCart(transaction, held.id, sessionId)
    const { all, billing } = await addressBookOf(transaction, held.id)
    return {
      token: await tokens.issue(transaction, held),
      data: all,
      billingAddress: billing,
      customerInfo: infoOf(held),
      shoppingCart: await cartOf(transaction, pictures, own),
      ...named(own),
    }
  })
}

/** Whatever else is odd about what was typed, it is a wrong e-mail or password. */
function refuseTooLong(field: 'email' | 'password', value: string): void {
  if (value.length > fields[field].most) throw badRequest(mistakeIn(field, value)!)
}

/** An attempt at an account counts wherever it comes from, and whether or not there is such an account. */
async function countLogin(shop: AccountShop, email: string, ip: string): Promise<() => Promise<void>> {
  const { database, limits } = shop
  const most = limits.failedLoginsByAddress
  const ofAddress = await countTry(database, { what: 'failed login from', who: networkOf(ip), most })
  const ofAccount = await countPassword(shop, email)
  return async () => {
    await ofAddress()
    await ofAccount()
  }
}

/** Counts a try of a password of an account; the answer takes it back. */
export const countPassword = ({ database, limits }: AccountShop, email: string): Promise<() => Promise<void>> =>
  countTry(database, { what: 'failed login', who: emailKeyOf(email), most: limits.failedLogins })

/** Whether it is their password; nobody's takes as long. One that is too long to be anybody's is not hashed. */
export const isPasswordOf = async (customer: Customer | null, password: string): Promise<boolean> =>
  password.length <= fields.password.most && matches(customer?.passwordHash ?? null, password)

/**
 * Changes what a customer is called and how they are reached.
 *
 * @param customerId - whom the address of the call names
 * @throws Refused 403 for somebody else, softly 409 for an e-mail that has another account
 */
export async function changeCustomer(shop: AccountShop, bearer: Bearer, customerId: string, body: ContactPerson) {
  const { database, rules, tokens, post, later } = shop
  if (customerId !== bearer.customerId) throw new Refused(403, 'This is not your account.')
  const person = trimmedContact(body)
  const before = await customerOf(database, customerId)
  const customer = await orTaken(() =>
    database.transaction(transaction => saveCustomer(transaction, customerId, person)),
  )
  if (before.emailKey !== customer.emailKey) {
    void later('The mail to an old address', () => post(letters(rules.name).emailChanged(before.email)))
  }
  return { customerInfo: infoOf(customer), token: await tokens.renew(bearer, customer) }
}

/** A link that was mailed to an old address ends with it. */
async function saveCustomer(transaction: Database, id: string, person: ContactPerson): Promise<Customer> {
  const before = await heldCustomer(transaction, id)
  const emailKey = emailKeyOf(person.email)
  if (before.emailKey !== emailKey) await transaction.delete(resets).where(eq(resets.customerId, id))
  const [row] = await transaction
    .update(customers)
    .set({ ...person, emailKey })
    .where(eq(customers.id, id))
    .returning()
  return row!
}

/** PostgreSQL's code for a value that must be unique, and is there. */
const uniqueViolation = '23505'

async function orTaken<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (error) {
    throw (error as { cause?: { code?: string } }).cause?.code === uniqueViolation ? taken() : error
  }
}
