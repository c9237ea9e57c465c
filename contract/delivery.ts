import { boolean, number, optional, nullable, string, type, type Infer } from 'superstruct'
import { opaqueId } from './ids.ts'
import { numeric, toCents } from './money.ts'
import { listOf, one, read, write } from './route.ts'
import type { Settings } from './settings.ts'

/** A way to get an order to the shopper; without a `fee` the standard fee applies. */
export const deliveryMethod = type({
  id: opaqueId,
  name: string(),
  description: string(),
  fee: optional(nullable(numeric)),
  needsAddress: boolean(),
})
export type DeliveryMethod = Infer<typeof deliveryMethod>

/** The body of POST /delivery-fee. */
export const deliveryFeeQuestion = type({
  sessionId: string(),
  deliveryMethod: string(),
  postCode: string(),
  city: string(),
  regionId: number(),
  countryId: number(),
})
export type DeliveryFeeQuestion = Infer<typeof deliveryFeeQuestion>

/** What delivery to an address costs, in dollars. */
export const deliveryFee = type({ deliveryFee: numeric })

/**
 * The delivery fee as far as it does not depend on the address.
 *
 * @param method - null before one is chosen; one that needs an address is assumed
 * @returns cents; null when the gateway calculates the fee from the address
 */
export function standardFee(settings: Settings, method: DeliveryMethod | null): number | null {
  const isByAddress = settings.calculateDeliveryFee && (method?.needsAddress ?? true)
  const dollars = method?.fee ?? (isByAddress ? null : settings.deliveryFee)
  return dollars === null ? null : toCents(dollars)
}

/** The API calls about delivery. */
export const deliveryRoutes = {
  deliveryMethods: read('/delivery-method', listOf(deliveryMethod)),
  deliveryFee: write('POST', '/delivery-fee', deliveryFeeQuestion, one(deliveryFee), 'read'),
} as const
