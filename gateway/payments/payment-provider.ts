import type { ProviderName } from '../database/provider-name.ts'
import type { GatewayServices } from '../shop/services.ts'

/**
 * State of an order at the provider. `captured` money can be refunded; `authorized` money is only reserved; while the
 * status is `pending` the provider reviews the payment, which can end either way.
 */
export type ProviderStatus = 'created' | 'approved' | 'pending' | 'authorized' | 'captured' | 'voided' | 'refunded'

/** An order at a payment provider. */
export interface ProviderOrder {
  id: string
  status: ProviderStatus
  intent: NewProviderOrder['intent']
  /** Whether it pays this store's account, and nothing else. */
  isOwn: boolean
  /** In cents: the captured or authorised amount, else the requested one. */
  amount: number
  currency: string
  /** The authorization; null before there is one. */
  authorizationId: string | null
  /** The capture; null before there is one. */
  captureId: string | null
}

/** An order to create at the provider; `amount` in cents. */
export interface NewProviderOrder {
  /** After the approval: the gateway authorises (`authorize`), or the shopper's browser captures (`capture`). */
  intent: 'authorize' | 'capture'
  amount: number
  currency: string
  /** Stored with the order at the provider: the shop's idempotency key. */
  reference: string
}

/** The provider declined this card or payment method; another one may succeed. */
export class Declined extends Error {}

export class NotApproved extends Error {}

/** The provider refused a change. The issue is the provider's code for the reason; it names no person. */
export class ProviderRefusal extends Error {
  readonly issue: string
  /** Whether the same request can never succeed. */
  readonly isFinal: boolean
  constructor(message: string, issue: string, isFinal: boolean) {
    super(message)
    this.issue = issue
    this.isFinal = isFinal
  }
}

/** An amount in cents. */
export interface Money {
  amount: number
  currency: string
}

/** A capture. While it is pending the provider reviews it. */
export interface Capture {
  captureId: string
  isPending: boolean
}

/** A refund. While it is pending the money is on its way, and the refund can still fail. */
export interface Refund {
  isPending: boolean
}

/**
 * A payment provider. Every change carries a `requestId`: the provider executes it once and repeats its answer.
 *
 * All other errors but a final `ProviderRefusal` are transient: the outcome is unknown, and a retry is safe. Their
 * messages are logged, so they must not contain personal data.
 */
export interface PaymentProvider {
  /** Stored with payments and orders. */
  readonly name: ProviderName
  create(order: NewProviderOrder, requestId: string): Promise<ProviderOrder>
  /** Returns null if there is no such order. */
  read(id: string): Promise<ProviderOrder | null>
  /**
   * Authorises the amount of an approved order.
   *
   * @throws Declined
   * @throws NotApproved
   */
  authorize(id: string, requestId: string): Promise<ProviderOrder>
  /** Captures the whole authorised amount, or a part of it: then the rest is released. */
  capture(authorizationId: string, requestId: string, part?: Money | null): Promise<Capture>
  /** Voids an authorization. Does nothing if it is void, expired or captured already. */
  void(authorizationId: string, requestId: string): Promise<void>
  /** Refunds a part of the captured amount, or all that is left of it. A repeated request returns the refund's present state. */
  refund(captureId: string, requestId: string, part?: Money | null): Promise<Refund>
}

/** The dependencies of payments. */
export interface PaymentServices extends GatewayServices {
  /** Null if the shop takes no payments online. */
  provider: PaymentProvider | null
  /** Whether orders that the browser created at the provider are accepted. Browsers can create any order. */
  acceptsBrowserOrders: boolean
}
