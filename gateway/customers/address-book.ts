import { and, asc, eq } from 'drizzle-orm'
import type { Address, AddressFields } from '#contract/address'
import type { AddressChange, AddressUse, NewAddress } from '#contract/address-book'
import { lockCustomer } from './customers.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { checkAddress, withServedSuburb } from './addresses.ts'
import { notFound, softRefusal } from '../requests/refusals.ts'
import { addresses } from '../database/schema.ts'
import type { GatewayServices } from '../shop/services.ts'
import { readRules } from '../shop/store-settings.ts'
import { checkOptionalField } from './form-rules.ts'

type Row = typeof addresses.$inferSelect
type CheckedAddress = Pick<Row, 'fields' | 'firstName' | 'lastName' | 'telephone'>

/** Few enough to send all of them in one list. */
const largestBook = 30

export interface AddressBook {
  /** Oldest first. */
  all: Address[]
  billing: Address | null
}

export async function readAddressBook(database: Database, customerId: string): Promise<AddressBook> {
  const rows = await database
    .select()
    .from(addresses)
    .where(eq(addresses.customerId, customerId))
    .orderBy(asc(addresses.sequence))
  const billing = rows.find(row => row.isBilling)
  return { all: rows.map(toAddress), billing: billing ? toAddress(billing) : null }
}

/**
 * Inserts the first address of a new customer as the billing address.
 *
 * @param typed - checked by the caller
 */
export async function insertBillingAddress(
  transaction: Database,
  customerId: string,
  typed: CheckedAddress,
): Promise<Address> {
  const [row] = await transaction
    .insert(addresses)
    .values({ id: newId(), customerId, ...typed, isBilling: true })
    .returning()
  return toAddress(row!)
}

/** Adds an address; `use` is delivery unless the request says otherwise. */
export async function addAddress(shop: GatewayServices, customerId: string, body: NewAddress): Promise<Address> {
  const typed = await checkNewAddress(shop, body, body.use ?? 'delivery')
  return shop.database.transaction(async transaction => {
    await lockCustomer(transaction, customerId)
    const saved = await transaction.$count(addresses, eq(addresses.customerId, customerId))
    if (saved >= largestBook)
      throw softRefusal(409, `You have saved ${largestBook} addresses. Please change one of them instead.`)
    const isBilling = body.use === 'billing'
    if (isBilling) await clearBillingAddress(transaction, customerId)
    const [row] = await transaction
      .insert(addresses)
      .values({ id: newId(), customerId, ...typed, isBilling })
      .returning()
    return toAddress(row!)
  })
}

/**
 * Changes a saved address.
 *
 * @throws Refused 404 for another customer's address
 */
export async function changeAddress(shop: GatewayServices, customerId: string, body: AddressChange): Promise<Address> {
  const own = and(eq(addresses.id, body.addressId), eq(addresses.customerId, customerId))
  const [known] = await shop.database.select({ id: addresses.id }).from(addresses).where(own)
  if (known === undefined) throw notFound('This address does not exist.')
  const typed = await checkNewAddress(shop, body, body.use)
  return shop.database.transaction(async transaction => {
    await lockCustomer(transaction, customerId)
    if (body.use === 'billing') await clearBillingAddress(transaction, customerId)
    const use = body.use === 'billing' ? { isBilling: true } : {}
    const [row] = await transaction
      .update(addresses)
      .set({ ...typed, ...use })
      .where(own)
      .returning()
    return toAddress(row!)
  })
}

/** Checks an address. If deliveries are limited to an area, a delivery address must be within it. */
async function checkNewAddress(
  { database, rules }: GatewayServices,
  body: NewAddress,
  use: AddressUse,
): Promise<CheckedAddress> {
  const firstName = checkOptionalField('firstName', body.firstName)
  const lastName = checkOptionalField('lastName', body.lastName)
  const telephone = checkOptionalField('telephone', body.telephone)
  const typed: AddressFields = await checkAddress(database, body)
  const isLimited = use === 'delivery' && (await readRules(database, rules)).limitAreaShipping
  const fields = isLimited ? await withServedSuburb(database, typed) : typed
  return { fields, firstName, lastName, telephone }
}

/** The customer is locked, so that no concurrent request sets another billing address. */
const clearBillingAddress = (transaction: Database, customerId: string) =>
  transaction
    .update(addresses)
    .set({ isBilling: false })
    .where(and(eq(addresses.customerId, customerId), eq(addresses.isBilling, true)))

const toAddress = ({ id, fields, firstName, lastName, telephone }: Row): Address => ({
  addressId: id,
  ...fields,
  firstName,
  lastName,
  telephone,
})
