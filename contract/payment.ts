import { enums, optional, string, type, type Infer } from 'superstruct'
import { numeric } from './money.ts'
import { newOrder, providerOrderId } from './order.ts'
import { nothing, one, remove, write } from './route.ts'

// superstruct's `omit` would add to the first load
const { payment: _, ...unpaid } = newOrder.schema

/**
 * The body of POST /payment/order: the order as it will be placed, with the same `requestId`.
 *
 * `intent` says what follows the shopper's approval: the gateway authorises (the default), or the browser captures.
 * `providerOrderId` names an order that the browser has created at the provider: the gateway checks its amount and
 * adopts it, so that it can refund the payment if the browser is closed.
 */
export const newPayment = type({
  ...unpaid,
  intent: optional(enums(['authorize', 'capture'])),
  providerOrderId: optional(providerOrderId),
})
export type NewPayment = Infer<typeof newPayment>

/** The provider's order; `amount` in dollars. */
export const paymentOrder = type({ id: providerOrderId, amount: numeric, currency: string() })
export type PaymentOrder = Infer<typeof paymentOrder>

/** A payment with which an order can be placed: authorised by the gateway, or captured by the browser. */
export const paidPayment = type({ id: providerOrderId, status: enums(['authorized', 'captured']) })
export type PaidPayment = Infer<typeof paidPayment>

/** `statusCode`s of refused authorisations, besides 409 with its conflicts. */
export const paymentRefusals = {
  /** The provider declined the card; another one may be accepted. */
  declined: 402,
  /** The payment was abandoned or replaced: nothing was charged. */
  ended: 410,
  /** The shopper has not approved it. */
  notApproved: 412,
} as const

/**
 * The API calls about payments. All are idempotent.
 *
 * `endPayment` ends the reservations of a payment whose window was closed; 409 once it is authorised or captured. A
 * gateway may not have it (404).
 */
export const paymentRoutes = {
  beginPayment: write('POST', '/payment/order', newPayment, one(paymentOrder), 'order'),
  authorizePayment: write('POST', '/payment/order/{id}/authorize', type({}), one(paidPayment), 'order'),
  endPayment: remove('/payment/order/{id}', nothing),
} as const
