import { boolean, nullable, optional, string, type, type Infer } from 'superstruct'
import { wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { listOf, read } from './route.ts'

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

/** The API calls of address forms. */
export const placeRoutes = {
  countries: read('/country', listOf(country), 'lookup'),
  regions: read('/region/{countryId}/1', listOf(region), 'lookup'),
  suburbs: read('/suburb/{regionId}/1', listOf(suburb), 'lookup'),
} as const
