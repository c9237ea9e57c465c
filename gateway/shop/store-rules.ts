import type { OpeningDay } from '#contract/opening-hours'

/** The rules of a store; amounts in cents. */
export interface StoreRules {
  /** The name of the store in mails. */
  name: string
  /** Where orders are collected, in one line; omit to leave it out of mails. */
  address?: string
  currency: string
  /** IANA name of the store's time zone: its month decides what is in season. */
  timeZone: string
  /** For delivery methods without their own fee. */
  standardDeliveryFee: number
  /** The minimum subtotal, before discounts. */
  minimumOrderLimit: number
  /** Whether orders are delivered only to suburbs in the delivery area. */
  limitAreaShipping: boolean
  /** Whether the fee depends on the address. */
  calculateDeliveryFee: boolean
  receivedOnlinePayment: boolean
  /** The region of the store, which address forms start with; omit to start without. */
  regionId?: number
  /** The days on which the store is open. */
  openingHours: readonly OpeningDay[]
  /** Fees by post code, for delivery methods without their own fee. */
  deliveryFees: Readonly<Record<string, number>>
}

/** The delivery fee to a post code in cents, for delivery methods without their own fee. */
export function feeOfPostCode(
  { calculateDeliveryFee, deliveryFees, standardDeliveryFee }: StoreRules,
  postCode: string,
): number {
  const isKnown = calculateDeliveryFee && Object.hasOwn(deliveryFees, postCode) // 'constructor' is not a post code.
  return (isKnown ? deliveryFees[postCode] : undefined) ?? standardDeliveryFee
}
