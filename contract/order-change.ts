import { array, nullable, number, optional, size, type, type Infer } from 'superstruct'
import { addressFields } from './address.ts'
import { requestId, wholeId } from './ids.ts'
import { lineChoice, optionalSubstitution } from './line-choice.ts'
import { numeric } from './money.ts'
import { order, slotId, type Order } from './order.ts'
import { orderKey } from './own-order.ts'
import { one, write } from './route.ts'

/** A line of an order as the shopper wants it. */
export const changedLine = type({ productId: wholeId, quantity: numeric, ...lineChoice.schema })
export type ChangedLine = Infer<typeof changedLine>

/**
 * The body of POST /order/{id}/change: the whole order as it is wanted. A product that is not in `lines` is removed; what is not raised keeps the price that
 * it was ordered at. Without a key the order is one of the customer's. `version` is the order's, as the shopper saw it.
 *
 * - Prices: a line that is not raised keeps its unit price, its multi-buy and its weights, also for fewer. A line that is raised, or is new, has those of today, as a
 *   whole: a line has one price, and a special that has ended is not sold again. The shopper sees the sum first, and is free not to raise it.
 * - A choice or a note that is absent on a line stays as it was; null removes it.
 * - The delivery fee stays, unless another suburb or post code is named: then it is that of today.
 * - The coupon stays with the terms that it was accepted with. Its minimum, and the minimum order, are checked if the order comes to less than before.
 * - An order that is paid online can come to at most what was authorised, or was captured and is not refunded yet; less is captured, or the difference refunded.
 * - A change that changes nothing is answered with the order; its version stays.
 */
export const orderChange = type({
  requestId: optional(requestId),
  key: optional(orderKey),
  version: number(),
  lines: size(array(changedLine), 1, 100),
  /** Absent: the slot stays. Null: the store chooses the time. */
  slotId: optional(nullable(slotId)),
  /** Absent: the address stays. */
  deliveryAddress: optional(nullable(addressFields)),
  /** Absent: the choice stays. */
  substitution: optionalSubstitution,
  /** What the shopper saw and agreed to, in dollars. A total that differs is refused, and nothing is changed. */
  total: numeric,
})
export type OrderChange = Infer<typeof orderChange>

/**
 * The calls that change a placed order, until its cut-off and before its packing begins. An older gateway has none of them (404).
 *
 * - `previewOrderChange`: answers with the order as it would be, and changes nothing; `total` of the body is not compared.
 * - `changeOrder`: changes it in one transaction, once for each `requestId`, and answers with the order.
 *
 * Both are refused softly (409 in the body) with `conflicts`, as placing an order is: `packing` or `cutOff` if it is too late, `cart` if the order was changed
 * meanwhile, `stock` for a product that has run out or is no longer sold, `minimum`, `coupon`, `area`, `slot`, and `total` if the total differs from the one
 * that was shown, or is more than was authorised.
 */
export const orderChangeRoutes = {
  previewOrderChange: write('POST', '/order/{id}/change-preview', orderChange, one(order), 'read'),
  changeOrder: write('POST', '/order/{id}/change', orderChange, one(order)),
} as const

/** An order with its version; a gateway without it lets no shopper change an order. */
export type VersionedOrder = Order & { version?: number }
