import { accountRoutes } from '#contract/account'
import type { Login, PasswordChange, PasswordReset, Registration } from '#contract/account'
import type { Address, AddressChange, AddressFields, NewAddress } from '#contract/address'
import type { ContactPerson, CustomerInfo } from '#contract/customer'
import { mistakeIn } from '#contract/fields'
import { adoptCart, linesOf } from './carts.ts'
import { newId, Refused, type Member, type Store } from './state.ts'

/** Lifetime of a token, in milliseconds. */
const tokenLifetime = 3_600_000

/** Issues an unsigned token that the shop can parse. */
export function issueToken(store: Store, { customerId, person }: Member): string {
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
  const isGood = store.members.has(sub) && exp * 1_000 > store.now() && !store.revoked.has(token)
  if (!isGood) throw new Refused(401, 'Please log in again.', 'hard')
  return sub
}

export const infoOf = ({ customerId, person }: Member): CustomerInfo => ({ customerId, ...person })
export const billingOf = ({ addresses, billingId }: Member): Address | null =>
  addresses.find(({ addressId }) => addressId === billingId) ?? null

const findMember = (store: Store, email: string) =>
  [...store.members.values()].find(({ person }) => person.email.toLowerCase() === email.trim().toLowerCase())

/** The logged-in customer. @throws Refused 401 for guests */
export function requireMember(store: Store, customerId: string | null): Member {
  const member = customerId === null ? undefined : store.members.get(customerId)
  if (!member) throw new Refused(401, 'Please log in again.', 'hard')
  return member
}

/** @throws Refused 400 for a field that the shop should have rejected */
function requireValidPerson(person: ContactPerson): void {
  for (const field of ['firstName', 'lastName', 'email', 'telephone'] as const) {
    const mistake = mistakeIn(field, person[field])
    if (mistake) throw new Refused(400, mistake, 'hard')
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
  if (mistakeIn('password', body.password)) throw new Refused(400, 'Password is too short', 'hard')
  if (findMember(store, body.email)) throw new Refused(409, 'This e-mail has an account already.')
  const address: Address = { addressId: newId(store, 'address'), ...fieldsOf(body) }
  const customerId = newId(store, 'customer')
  const person = contactOf(body)
  const member: Member = {
    customerId,
    person,
    password: body.password,
    addresses: [address],
    billingId: address.addressId,
  }
  store.members.set(customerId, member)
  const sessionId = adoptCart(store, customerId, body.sessionId)?.sessionId ?? null
  return { token: issueToken(store, member), data: address, customerInfo: infoOf(member), sessionId }
}

export function logIn(store: Store, { email, password, sessionId }: Login): object {
  const member = findMember(store, email)
  if (!member || member.password !== password) throw new Refused(401, 'E-mail or password is wrong.')
  const cart = adoptCart(store, member.customerId, sessionId)
  return {
    token: issueToken(store, member),
    data: member.addresses,
    billingAddress: billingOf(member),
    customerInfo: infoOf(member),
    shoppingCart: linesOf(store, cart),
    ...(cart && { sessionId: cart.sessionId }),
  }
}

export function updateCustomer(store: Store, bearer: string | null, customerId: string, body: ContactPerson): object {
  const member = requireMember(store, bearer)
  if (member.customerId !== customerId) throw new Refused(403, 'This is not your account.', 'hard')
  requireValidPerson(body)
  const other = findMember(store, body.email)
  if (other && other !== member) throw new Refused(409, 'This e-mail has an account already.')
  member.person = contactOf(body)
  return { token: issueToken(store, member) }
}

export function updatePassword(store: Store, bearer: string | null, { password, currentPassword }: PasswordChange) {
  const member = requireMember(store, bearer)
  if (currentPassword !== member.password) throw new Refused(403, 'The current password is wrong.')
  member.password = password
  return { token: issueToken(store, member) }
}

export function resetPassword(store: Store, { resetToken, password }: PasswordReset): object {
  if (!store.resetTokens.delete(resetToken)) throw new Refused(410, 'This link was used, or is too old.')
  store.members.get('mai')!.password = password
  return {}
}

export function createAddress(store: Store, bearer: string | null, body: NewAddress): Address {
  const member = requireMember(store, bearer)
  const address = { addressId: newId(store, 'address'), ...fieldsOf(body) }
  member.addresses.push(address)
  if (body.use === 'billing') member.billingId = address.addressId
  return address
}

export function updateAddress(store: Store, bearer: string | null, body: AddressChange): Address {
  const member = requireMember(store, bearer)
  const at = member.addresses.findIndex(({ addressId }) => addressId === body.addressId)
  if (at < 0) throw new Refused(404, 'This address does not exist.', 'hard')
  const address = { addressId: body.addressId, ...fieldsOf(body) }
  member.addresses[at] = address
  if (body.use === 'billing') member.billingId = address.addressId
  return address
}

/** Routes that need no token and ignore an invalid one. */
export const publicRoutes: readonly unknown[] = [
  accountRoutes.login,
  accountRoutes.createAccount,
  accountRoutes.forgotPassword,
  accountRoutes.resetPassword,
]
