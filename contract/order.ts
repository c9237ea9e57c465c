import { array, boolean, enums, nullable, optional, size, string, type, type Infer, type Struct } from 'superstruct'
import { addressFields } from './address.ts'
import { contactPerson } from './customer.ts'
import { opaqueId, requestId, wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { optionalMultiBuy } from './multi-buy.ts'
import { listOf, nothing, one, read, remove, write } from './route.ts'
import { lineChoice, optionalSubstitution } from './line-choice.ts'
import type { LineChoice, Substitution } from './substitution.ts'
import type { OrderSlot } from './slots.ts'
import { optionalWeighed } from './weighed.ts'

/** The status of an order. */
export const orderStatus = enums(['received', 'preparing', 'on-its-way', 'ready-for-pickup', 'completed', 'cancelled'])
export type OrderStatus = Infer<typeof orderStatus>

/** One product of an order, priced as it was when the order was placed. `totalPrice` is an estimate until a product that is sold by weight is weighed. */
export const orderLine = type({
  productId: wholeId,
  productName: string(),
  productImage: string(),
  productPrice: numeric,
  quantity: numeric,
  totalPrice: numeric,
  weighed: optionalWeighed,
  /** What was weighed; absent before. */
  weighedGrams: optional(nullable(numeric)),
  /** As it was when the order was placed. */
  multiBuy: optionalMultiBuy,
  /** What the line costs with `multiBuy`, in dollars; absent without one. */
  linePrice: optional(nullable(numeric)),
})
export type OrderLine = Infer<typeof orderLine> & LineChoice

/** A product and how many of it. */
export interface NamedQuantity {
  productName: string
  quantity: number
}

/** A line as it is packed: `insteadOf` was ordered, and is replaced by it. */
export type PackedLine = OrderLine & { insteadOf?: NamedQuantity | null }

/** The part of an order in a list that is validated. */
export const orderSummary = type({
  orderId: opaqueId,
  orderNumber: string(),
  orderStatus,
  createdAt: string(),
  quantity: numeric,
  total: numeric,
  /** Something is not weighed yet. Optional, as everything about goods that are sold by weight. */
  isEstimate: optional(nullable(boolean())),
})
/** An order in a list of orders. `slot` is optional and not validated here, since the first load contains this file: `slotOf` reads it. */
export type OrderSummary = Infer<typeof orderSummary> & { slot?: OrderSlot | null }

/** The body of POST /order/fetchOrder: orders in progress, or finished ones. */
export const ordersQuestion = type({ orderStatus: enums(['current', 'history']) })
export type OrdersQuestion = Infer<typeof ordersQuestion>

/** A placed order with all its data. */
export const order = type({
  ...orderSummary.schema,
  lines: array(orderLine),
  subtotal: numeric,
  discount: numeric,
  couponCode: nullable(string()),
  deliveryFee: numeric,
  /** Dollars; the most that an order of goods by weight can cost. */
  most: optional(nullable(numeric)),
  deliveryMethod: string(),
  billingAddress: addressFields,
  deliveryAddress: nullable(addressFields),
  customer: contactPerson,
  payment: type({
    method: enums(['online', 'on-delivery']),
    status: enums(['pending', 'authorized', 'captured']),
    providerOrderId: optional(nullable(string())),
  }),
  comment: optional(nullable(string())),
})
/**
 * An order, with its slot if it has one. `isTest`: the provider moves no money. `isReturned`: the order was cancelled and its money is refunded. Both are
 * optional and only `true` counts, so that the first load contains no validation of them; nor of `substitution`, what is wanted for
 * lines without a choice of their own, and of what was replaced or left out. A gateway without `cancellation` lets no shopper cancel an order, and neither
 * does one that sends null, for an order that is completed or cancelled.
 */
export type Order = Omit<Infer<typeof order>, 'lines'> &
  OrderSummary & {
    lines: PackedLine[]
    payment: { isTest?: boolean; isReturned?: boolean }
    substitution?: Substitution | null
    /** What was ordered, and had run out when the order was packed. */
    leftOut?: NamedQuantity[] | null
    statusTimes?: StatusTimes | null
    cancellation?: Cancellation | null
    /** What the store has refunded of it, oldest first; absent without a refund. */
    refunds?: ReceivedRefund[] | null
  }

/** A refund that the payment provider has made: dollars, and when the store decided on it, in ISO 8601. */
export interface ReceivedRefund {
  amount: number
  at: string
}

/** When an order got each status, in ISO 8601. A status that it has not had, or whose time is not known, is absent. */
export type StatusTimes = Partial<Record<OrderStatus, string>>

/** Why an order can't be cancelled any more: its packing has begun, or the cut-off of its slot has passed. */
export type CancellationRefusal = 'packing' | 'cutOff'

/** Whether the shopper can cancel an order. */
export interface Cancellation {
  /** Until when, if its packing has not begun before: ISO 8601 with the store's offset. Null for an order without a slot. */
  until: string | null
  /** Null as long as it can be cancelled. */
  refusal: CancellationRefusal | null
}

/** A line as the shopper saw it, in dollars; with `linePrice` if it has a multi-buy, and with the choices that it has. */
export const seenLine = type({
  productId: wholeId,
  quantity: numeric,
  totalPrice: numeric,
  linePrice: optional(nullable(numeric)),
  ...lineChoice.schema,
})
export type SeenLine = Infer<typeof seenLine>

/** The id of a slot. */
export const slotId: Struct<string, null> = size(string(), 1, 100)

/** The payment provider's id of an order; it gives access to the payment. */
export const providerOrderId: Struct<string, null> = size(string(), 1, 100)

/**
 * The body of POST /order. `requestId` is the idempotency key: requests with the same key place one order.
 * `total` is what the shopper saw, in dollars, and so are the `lines`: with them a gateway can say what changed. `most` is the most that goods by
 * weight were shown to come to; without it they never cost more than `total`.
 */
export const newOrder = type({
  requestId,
  sessionId: string(),
  customer: contactPerson,
  billingAddress: addressFields,
  deliveryAddress: nullable(addressFields),
  deliveryMethod: string(),
  /** When it is delivered or collected; absent if the shopper has chosen no slot. */
  slotId: optional(nullable(slotId)),
  deliveryFee: numeric,
  couponCode: nullable(string()),
  lines: optional(array(seenLine)),
  payment: type({ method: enums(['online', 'on-delivery']), providerOrderId: optional(providerOrderId) }),
  comment: optional(nullable(string())),
  /** What is wanted if something runs out, for lines without a choice of their own. */
  substitution: optionalSubstitution,
  total: numeric,
  most: optional(nullable(numeric)),
})
export type NewOrder = Infer<typeof newOrder>

/** The longest comment on an order, in characters. */
export const longestComment = 1000

/** The path of an order attempt: guests name the session that they ordered from, which is empty for a customer. */
const byRequest = '/order/by-request/{requestId}?sessionId={sessionId}'

/**
 * The outcome of an order attempt, by its `requestId`. A gateway may not have these calls (404).
 *
 * - `findOrder`: the order that was placed with the key, else 404. Changes nothing.
 * - `discardOrder`: discards the key, so that no order can be placed with it; 409 if the order exists.
 */
export const orderAttemptRoutes = {
  findOrder: read(byRequest, one(order)),
  discardOrder: remove(byRequest, nothing),
} as const

/** The API calls about orders. */
export const orderRoutes = {
  placeOrder: write('POST', '/order', newOrder, one(order), 'order'),
  orders: write('POST', '/order/fetchOrder', ordersQuestion, listOf(orderSummary), 'read'),
  order: read('/order/{id}', one(order)),
} as const
