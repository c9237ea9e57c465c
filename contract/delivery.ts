import { boolean, number, optional, nullable, string, type, type Infer } from 'superstruct'
import { opaqueId } from './ids.ts'
import { numeric } from './money.ts'
import { listOf, one, read, write } from './route.ts'

/** A way to get an order to the shopper; without a `fee` the standard fee holds. */
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

/** What is asked of the gateway about delivery. */
export const deliveryRoutes = {
  deliveryMethods: read('/delivery-method', listOf(deliveryMethod)),
  deliveryFee: write('POST', '/delivery-fee', deliveryFeeQuestion, one(deliveryFee), 'read'),
} as const
