import { optional, size, string, type, type Infer, type Struct } from 'superstruct'
import { requestId } from './ids.ts'
import { order } from './order.ts'
import { one, write } from './route.ts'

/** The key in the mailed link to an order's page. It gives access to the order. */
export const orderKey: Struct<string, null> = size(string(), 1, 200)

/** The number of an order, in digits. */
export const orderNumber: Struct<string, null> = size(string(), 1, 12)

/** The body of POST /order/by-link. Without a key the order is one of the customer's. It is no GET, so that the key is in no URL. */
export const orderLink = type({ orderNumber, key: optional(orderKey) })
export type OrderLink = Infer<typeof orderLink>

/** The body of POST /order/{id}/cancel. Without a key the order is one of the customer's. */
export const orderCancelling = type({ requestId: optional(requestId), key: optional(orderKey) })
export type OrderCancelling = Infer<typeof orderCancelling>

/**
 * The calls of an order's page. An older gateway has none of them (404).
 *
 * - `orderByLink`: reads an order; 404 for every key that does not open it, whatever the reason.
 * - `cancelOrder`: cancels it until its cut-off and before its packing begins, and answers with the order. An order that is cancelled already counts as cancelled.
 */
export const ownOrderRoutes = {
  orderByLink: write('POST', '/order/by-link', orderLink, one(order), 'read'),
  cancelOrder: write('POST', '/order/{id}/cancel', orderCancelling, one(order)),
} as const
