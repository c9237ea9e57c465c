/** What a grocer decides about the shop; amounts in cents. */
export interface StoreRules {
  /** What the shop is called, in mails. */
  name: string
  currency: string
  /** The fee where a delivery method has none of its own. */
  standardDeliveryFee: number
  /** The least that the lines must come to, before any discount. */
  minimumOrderLimit: number
  /** Whether only suburbs of the delivery area are delivered to. */
  limitAreaShipping: boolean
  /** Whether the fee depends on the address, so that the shop has to ask for it. */
  calculateDeliveryFee: boolean
  /** Whether orders can be paid online. */
  receivedOnlinePayment: boolean
  /** Fees by post code, for methods that have none of their own. */
  deliveryFees: Readonly<Record<string, number>>
}
