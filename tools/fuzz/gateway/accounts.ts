import { accountRoutes } from '#contract/account'
import type { Login, PasswordChange, PasswordReset, Registration, ResetLink } from '#contract/account'
import type { Address, AddressFields } from '#contract/address'
import type { AddressChange, NewAddress } from '#contract/address-book'
import type { ContactPerson, CustomerInfo } from '#contract/customer'
import { fieldError } from '#contract/fields'
import { adoptCart, linesOf } from './carts.ts'
import { newId, Refused, type Store, type StoredCustomer } from './state.ts'

/** Lifetime of a token, in milliseconds. */
const tokenLifetime = 3_600_000

/** Issues an unsigned token that the shop can parse. */
export function issueToken(store: Store, { customerId, person }: StoredCustomer): string {
  const { firstName, lastName, email } = person
  store.count += 1
  const exp = Math.floor((store.now() + tokenLifetime) / 1_000)
  const claims = { sub: customerId, firstName, lastName, email, exp, n: store.count }
  return `eyJ0b2tlbg.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signed`
}

/** The customer id of a token; null without one. @throws Refused 401 if it is unknown, expired or revoked */
export function customerOfToken(store: Store, token: string | null): string | null {
  if (token === null) return null
  const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString()
  const { sub, exp } = JSON.parse(claims) as { sub: string; exp: number }
  const isGood = store.customers.has(sub) && exp * 1_000 > store.now() && !store.revoked.has(token)
  if (!isGood) throw new Refused(401, 'Please log in again.', 'hard')
  return sub
}

export const infoOf = ({ customerId, person }: StoredCustomer): CustomerInfo => ({ customerId, ...person })
export const billingOf = ({ addresses, billingId }: StoredCustomer): Address | null =>
  addresses.find(({ addressId }) => addressId === billingId) ?? null

const findCustomer = (store: Store, email: string) =>
  [...store.customers.values()].find(({ person }) => person.email.toLowerCase() === email.trim().toLowerCase())

/** The logged-in customer. @throws Refused 401 for guests */
export function requireCustomer(store: Store, customerId: string | null): StoredCustomer {
  const customer = customerId === null ? undefined : store.customers.get(customerId)
  if (!customer) throw new Refused(401, 'Please log in again.', 'hard')
  return customer
}

/** @throws Refused 400 for a field that the shop should have rejected */
function requireValidPerson(person: ContactPerson): void {
  for (const field of ['firstName', 'lastName', 'email', 'telephone'] as const) {
    const error = fieldError(field, person[field])
    if (error) throw new Refused(400, error, 'hard')
  }
}

const contactOf = ({ firstName, lastName, email, telephone }: ContactPerson): ContactPerson => ({
  firstName,
  lastName,
  email,
  telephone,
})
const fieldsOf = (body: AddressFields): AddressFields => {
  const { address1, city, postCode, regionId, regionName, countryId, countryName } = body
  return { address1, city, postCode, regionId, regionName, countryId, countryName }
}

export function createAccount(store: Store, body: Registration): object {
  requireValidPerson(body)
  if (fieldError('password', body.password)) throw new Refused(400, 'Password is too short', 'hard')
  if (findCustomer(store, body.email)) throw new Refused(409, 'This email has an account already.')
  const address: Address = { addressId: newId(store, 'address'), ...fieldsOf(body) }
  const customerId = newId(store, 'customer')
  const person = contactOf(body)
  const customer: StoredCustomer = {
    customerId,
    person,
    password: body.password,
    addresses: [address],
    billingId: address.addressId,
  }
  store.customers.set(customerId, customer)
  const sessionId = adoptCart(store, customerId, body.sessionId)?.sessionId ?? null
  return { token: issueToken(store, customer), data: address, customerInfo: infoOf(customer), sessionId }
}

export function logIn(store: Store, { email, password, sessionId }: Login): object {
  const customer = findCustomer(store, email)
  if (!customer || customer.password !== password) throw new Refused(401, 'Email or password is wrong.')
  const cart = adoptCart(store, customer.customerId, sessionId)
  return {
    token: issueToken(store, customer),
    data: customer.addresses,
    billingAddress: billingOf(customer),
    customerInfo: infoOf(customer),
    shoppingCart: linesOf(store, cart),
    ...(cart && { sessionId: cart.sessionId }),
  }
}

export function updateCustomer(store: Store, bearer: string | null, customerId: string, body: ContactPerson): object {
  const customer = requireCustomer(store, bearer)
  if (customer.customerId !== customerId) throw new Refused(403, 'This is not your account.', 'hard')
  requireValidPerson(body)
  const other = findCustomer(store, body.email)
  if (other && other !== customer) throw new Refused(409, 'This email has an account already.')
  customer.person = contactOf(body)
  return { token: issueToken(store, customer) }
}

export function updatePassword(store: Store, bearer: string | null, { password, currentPassword }: PasswordChange) {
  const customer = requireCustomer(store, bearer)
  if (currentPassword !== customer.password) throw new Refused(403, 'The current password is wrong.')
  customer.password = password
  return { token: issueToken(store, customer) }
}

export function checkResetLink(store: Store, { resetToken }: ResetLink): object {
  if (!store.resetTokens.has(resetToken)) throw new Refused(410, 'This link was used, or is too old.')
  return {}
}

export function resetPassword(store: Store, { resetToken, password }: PasswordReset): object {
  if (!store.resetTokens.delete(resetToken)) throw new Refused(410, 'This link was used, or is too old.')
  store.customers.get('mai')!.password = password
  return {}
}

export function createAddress(store: Store, bearer: string | null, body: NewAddress): Address {
  const customer = requireCustomer(store, bearer)
  const address = { addressId: newId(store, 'address'), ...fieldsOf(body) }
  customer.addresses.push(address)
  if (body.use === 'billing') customer.billingId = address.addressId
  return address
}

export function updateAddress(store: Store, bearer: string | null, body: AddressChange): Address {
  const customer = requireCustomer(store, bearer)
  const at = customer.addresses.findIndex(({ addressId }) => addressId === body.addressId)
  if (at < 0) throw new Refused(404, 'This address does not exist.', 'hard')
  const address = { addressId: body.addressId, ...fieldsOf(body) }
  customer.addresses[at] = address
  if (body.use === 'billing') customer.billingId = address.addressId
  return address
}

/** Routes that need no token and ignore an invalid one. */
export const publicRoutes: readonly unknown[] = [
  accountRoutes.login,
  accountRoutes.createAccount,
  accountRoutes.forgotPassword,
  accountRoutes.checkResetLink,
  accountRoutes.resetPassword,
]
