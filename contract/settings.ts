import { array, coerce, boolean, nullable, optional, string, type, type Infer, type Struct } from 'superstruct'
import { address, storeRegion, type StoreRegion } from './address.ts'
import { cartLine } from './cart.ts'
import { customerInfo } from './customer.ts'
import { numeric } from './money.ts'
import { read } from './route.ts'

/** A flag of /customer/init: 'T' is true, every other text is false. */
export const flag: Struct<boolean, null> = coerce(boolean(), string(), text => text === 'T')

/** An amount in dollars that /customer/init has as text, "8.90"; a number is accepted too. */
export const amountText: Struct<number, null> = coerce(numeric, string(), text => text)

/** The answer of GET /customer/init/{sessionId}: the shop's settings, and the cart and account of an existing session. */
export const beginning = type({
  shoppingCart: array(cartLine),
  customerInfo: nullable(customerInfo),
  billingAddress: nullable(address),
  deliveryAddress: array(address),
  limitAreaShipping: flag,
  receivedOnlinePayment: flag,
  calculateDeliveyFee: flag,
  deliveryFee: amountText,
  minimumOrderLimit: amountText,
  storeRegion: optional(nullable(storeRegion)),
  mailsSent: optional(nullable(boolean())),
})
export type Beginning = Infer<typeof beginning>

/** The store's settings; amounts in dollars. */
export interface Settings {
  limitAreaShipping: boolean
  receivedOnlinePayment: boolean
  calculateDeliveryFee: boolean
  deliveryFee: number
  minimumOrderLimit: number
  /** Absent if the gateway does not say. */
  storeRegion?: StoreRegion | null | undefined
  /** Whether mails reach the shopper; absent if the gateway does not say. */
  mailsSent?: boolean
}

/** The settings of an answer, without its other fields. The wire spells `calculateDeliveyFee`. */
export const settingsIn = ({
  limitAreaShipping,
  receivedOnlinePayment,
  calculateDeliveyFee: calculateDeliveryFee,
  deliveryFee,
  minimumOrderLimit,
  storeRegion: home,
  mailsSent,
}: Beginning): Settings => ({
  limitAreaShipping,
  receivedOnlinePayment,
  calculateDeliveryFee,
  deliveryFee,
  minimumOrderLimit,
  ...(home && { storeRegion: home }),
  ...(mailsSent && { mailsSent }),
})

/** The first API call of a visit. */
export const sessionRoutes = {
  begin: read('/customer/init/{sessionId}', beginning),
} as const
