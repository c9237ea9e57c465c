import { and, asc, eq } from 'drizzle-orm'
import type { Address, AddressChange, AddressFields, AddressUse, NewAddress } from '#contract/address'
import { heldCustomer } from './customers.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { placed, refuseUndelivered } from './addresses.ts'
import { notFound, softly } from '../requests/refusals.ts'
import { addresses } from '../database/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { trimmedOptional } from './form-rules.ts'

type Row = typeof addresses.$inferSelect
type Typed = Pick<Row, 'fields' | 'firstName' | 'lastName' | 'telephone'>

/** More than anybody has, and few enough for one list. */
const most = 30

/** The addresses of a customer. */
export interface AddressBook {
  /** All of them, the oldest first. */
  all: Address[]
  billing: Address | null
}

/** What a customer has saved. */
export async function addressBookOf(database: Database, customerId: string): Promise<AddressBook> {
  const rows = await database
    .select()
    .from(addresses)
    .where(eq(addresses.customerId, customerId))
    .orderBy(asc(addresses.place))
  const billing = rows.find(row => row.bills)
  return { all: rows.map(onTheWire), billing: billing ? onTheWire(billing) : null }
}

/**
 * Saves an address of a new customer, which bills.
 *
 * @param typed - looked at before
 */
export async function firstAddress(transaction: Database, customerId: string, typed: Typed): Promise<Address> {
  const [row] = await transaction
    .insert(addresses)
    .values({ id: newId(), customerId, ...typed, bills: true })
    .returning()
  return onTheWire(row!)
}

/** Saves one more address; one that nobody said the use of is for deliveries. */
export async function addAddress(shop: Shop, customerId: string, body: NewAddress): Promise<Address> {
  const typed = await typedAddress(shop, body, body.use ?? 'delivery')
  return shop.database.transaction(async transaction => {
    await heldCustomer(transaction, customerId)
    const saved = await transaction.$count(addresses, eq(addresses.customerId, customerId))
    if (saved >= most) throw softly(409, `You have saved ${most} addresses. Please change one of them instead.`)
    const bills = body.use === 'billing'
    if (bills) await letNoneBill(transaction, customerId)
    const [row] = await transaction
      .insert(addresses)
      .values({ id: newId(), customerId, ...typed, bills })
      .returning()
    return onTheWire(row!)
  })
}

/**
 * Changes a saved address.
 *
 * @throws Refused 404 for one that is not the customer's
 */
export async function changeAddress(shop: Shop, customerId: string, body: AddressChange): Promise<Address> {
  const own = and(eq(addresses.id, body.addressId), eq(addresses.customerId, customerId))
  const [known] = await shop.database.select({ id: addresses.id }).from(addresses).where(own)
  if (known === undefined) throw notFound('This address does not exist.')
  const typed = await typedAddress(shop, body, body.use)
  return shop.database.transaction(async transaction => {
    await heldCustomer(transaction, customerId)
    if (body.use === 'billing') await letNoneBill(transaction, customerId)
    const use = body.use === 'billing' ? { bills: true } : {}
    const [row] = await transaction
      .update(addresses)
      .set({ ...typed, ...use })
      .where(own)
      .returning()
    return onTheWire(row!)
  })
}

/** What was typed, looked at; where the area is limited, deliveries go to it alone. */
async function typedAddress({ database, rules }: Shop, body: NewAddress, use: AddressUse): Promise<Typed> {
  const firstName = trimmedOptional('firstName', body.firstName)
  const lastName = trimmedOptional('lastName', body.lastName)
  const telephone = trimmedOptional('telephone', body.telephone)
  const fields: AddressFields = await placed(database, body)
  if (use === 'delivery' && rules.limitAreaShipping) await refuseUndelivered(database, fields)
  return { fields, firstName, lastName, telephone }
}

/** The customer is held, so that nobody else decides which address bills. */
const letNoneBill = (transaction: Database, customerId: string) =>
  transaction
    .update(addresses)
    .set({ bills: false })
    .where(and(eq(addresses.customerId, customerId), eq(addresses.bills, true)))

const onTheWire = ({ id, fields, firstName, lastName, telephone }: Row): Address => ({
  addressId: id,
  ...fields,
  firstName,
  lastName,
  telephone,
})
