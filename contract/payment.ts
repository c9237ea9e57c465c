import { enums, optional, size, string, type, type Infer } from 'superstruct'
import { numeric } from './money.ts'
import { newOrder } from './order.ts'
import { nothing, one, remove, write } from './route.ts'

/** The payment provider's own id of an order, which opens it. */
const providerOrderId = size(string(), 1, 100)

// superstruct's own `omit` would bring a part of it into the first load of the shop
const { payment: _, ...unpaid } = newOrder.schema

/**
 * The body of POST /payment/order: the order as it will be placed, with the same `requestId`.
 *
 * `intent` says what follows the shopper's approval: the gateway authorises (the standard), or the browser captures.
 * `providerOrderId` names an order that the browser has made at the provider itself: the gateway checks its amount and
 * takes it over, so that a payment whose browser went away is known, and given back.
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

/** A payment that is good for an order: set aside by the gateway, or taken by the browser. */
export const paidPayment = type({ id: providerOrderId, status: enums(['authorized', 'captured']) })
export type PaidPayment = Infer<typeof paidPayment>

/** `statusCode`s of refused authorisations, beside 409 with its conflicts. */
export const paymentRefusals = {
  /** The provider declined: another way to pay may do. */
  declined: 402,
  /** It was given up, or replaced: nothing was charged. */
  ended: 410,
  /** The shopper has not approved it. */
  notApproved: 412,
} as const

/**
 * What is asked of the gateway about payments. Every call can be repeated: the same question has the same answer.
 *
 * `endPayment` ends the reservations of a payment whose window was closed; 409 once its money is set aside or taken. A
 * gateway may not have it (404).
 */
export const paymentRoutes = {
  beginPayment: write('POST', '/payment/order', newPayment, one(paymentOrder), 'order'),
  authorizePayment: write('POST', '/payment/order/{id}/authorize', type({}), one(paidPayment), 'order'),
  endPayment: remove('/payment/order/{id}', nothing),
} as const
