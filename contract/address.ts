import { optional, nullable, string, type, type Infer } from 'superstruct'
import { opaqueId, wholeId } from './ids.ts'

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
