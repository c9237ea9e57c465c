import { boolean, enums, optional, nullable, string, type, type Infer } from 'superstruct'
import { opaqueId, requestId, wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { listOf, one, read, write } from './route.ts'

/** A country that an address can be in. */
export const country = type({ countryId: wholeId, name: string() })
export type Country = Infer<typeof country>

/** A state or territory of a country. */
export const region = type({ regionId: wholeId, name: string() })
export type Region = Infer<typeof region>

/** A suburb or city of a region. */
export const suburb = type({
  name: string(),
  postCode: optional(nullable(string())),
  /** Whether orders are delivered there; absent if the gateway does not say. */
  inDeliveryArea: optional(nullable(boolean())),
  /** Dollars, for delivery methods without their own fee; absent if the fee does not depend on the address. */
  deliveryFee: optional(nullable(numeric)),
})
export type Suburb = Infer<typeof suburb>

const place = { regionId: wholeId, regionName: string(), countryId: wholeId, countryName: string() }

/** The country and region of the store, which address forms start with. */
export const storeRegion = type(place)
export type StoreRegion = Infer<typeof storeRegion>

/** A postal address, for billing or delivery. */
export const addressFields = type({
  company: optional(nullable(string())),
  address1: string(),
  address2: optional(nullable(string())),
  city: string(),
  postCode: string(),
  ...place,
})
export type AddressFields = Infer<typeof addressFields>

/** An address that a customer has saved. */
export const address = type({
  ...addressFields.schema,
  addressId: opaqueId,
  firstName: optional(nullable(string())),
  lastName: optional(nullable(string())),
  telephone: optional(nullable(string())),
})

export type Address = Infer<typeof address>

/** What an address is for; the gateway stores which one is the billing address. */
export const addressUse = enums(['billing', 'delivery'])
export type AddressUse = Infer<typeof addressUse>

/** The body of POST /customer-address/create. `requestId` is an idempotency key: requests with the same key add one address. */
export const newAddress = type({
  ...addressFields.schema,
  firstName: optional(nullable(string())),
  lastName: optional(nullable(string())),
  telephone: optional(nullable(string())),
  use: optional(nullable(addressUse)),
  requestId: optional(requestId),
})
export type NewAddress = Infer<typeof newAddress>

/** The body of POST /customer-address/update. */
export const addressChange = type({ ...address.schema, use: addressUse })
export type AddressChange = Infer<typeof addressChange>

/** The API calls of a customer's address book. */
export const addressRoutes = {
  createAddress: write('POST', '/customer-address/create', newAddress, one(address)),
  updateAddress: write('POST', '/customer-address/update', addressChange, one(address)),
} as const

/** The API calls of address forms. */
export const placeRoutes = {
  countries: read('/country', listOf(country), 'lookup'),
  regions: read('/region/{countryId}/1', listOf(region), 'lookup'),
  suburbs: read('/suburb/{regionId}/1', listOf(suburb), 'lookup'),
} as const
