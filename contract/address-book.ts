import { enums, nullable, optional, string, type, type Infer } from 'superstruct'
import { address, addressFields } from './address.ts'
import { requestId } from './ids.ts'
import { one, write } from './route.ts'

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
