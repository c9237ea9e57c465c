import type { Shop } from '../shop/shop.ts'

/** Where an order stands with the provider. `captured` money can be given back, `authorized` money is only set aside. */
export type ProviderStatus = 'created' | 'approved' | 'authorized' | 'captured' | 'voided' | 'refunded'

/** An order at a payment provider; `amount` in cents. */
export interface ProviderOrder {
  id: string
  status: ProviderStatus
  amount: number
  currency: string
  /** What is set aside; null before. */
  authorizationId: string | null
  /** What was taken; null before. */
  captureId: string | null
}

/** What a payment order is made of; `amount` in cents. */
export interface NewProviderOrder {
  /** What follows the approval: the gateway sets the money aside, or the shopper's browser takes it. */
  intent: 'authorize' | 'capture'
  amount: number
  currency: string
  /** Stands with the order at the provider: the shop's own key of it. */
  reference: string
}

/** The provider says no to the shopper's way to pay; another may do. */
export class Declined extends Error {}

/** The shopper has not approved the order. */
export class NotApproved extends Error {}

/**
 * A payment provider. Every change carries a `requestId`: the provider does it once for each, and answers the same again.
 *
 * Errors other than those named are passing: nobody knows what happened, and asking again is safe. Their words are logged,
 * so they name no person.
 */
export interface PaymentProvider {
  create(order: NewProviderOrder, requestId: string): Promise<ProviderOrder>
  /** @returns null where the provider knows no such order */
  read(id: string): Promise<ProviderOrder | null>
  /**
   * Sets the amount of an approved order aside.
   *
   * @throws Declined
   * @throws NotApproved
   */
  authorize(id: string, requestId: string): Promise<ProviderOrder>
  /** Takes what is set aside, all of it. */
  capture(authorizationId: string, requestId: string): Promise<{ captureId: string }>
  /** Lets go of what is set aside; once that is gone, by whatever way, there is nothing to do. */
  void(authorizationId: string, requestId: string): Promise<void>
  /** Gives back what was taken, all of it. */
  refund(captureId: string, requestId: string): Promise<void>
}

/** What payments work with. */
export interface PaymentShop extends Shop {
  /** Null if the shop takes no payments online. */
  provider: PaymentProvider | null
}
