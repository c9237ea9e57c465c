import type { CartLine } from '#contract/cart'
import { subtotalOf } from '#contract/cart'
import { toCents } from '#contract/money'
import type { NewOrder } from '#contract/order'
import { isTransient, type Refusal } from '#contract/refusal'
import type { Totals } from '#contract/totals'

/** An order as the shopper saw it, without its idempotency key. */
export type OrderDraft = Omit<NewOrder, 'requestId'>

/** The unsettled order, and the number of orders so far. */
interface Pending {
  pendingOrder: NewOrder | null
  orderCount: number
}

/** The order to send: the unsettled one with its idempotency key if nothing has changed since, else a new one. */
export function pendingOrderOf({ pendingOrder, orderCount }: Pending, visitId: string, draft: OrderDraft): Pending {
  const isSame =
    pendingOrder !== null &&
    JSON.stringify({ requestId: pendingOrder.requestId, ...draft }) === JSON.stringify(pendingOrder)
  if (isSame) return { pendingOrder, orderCount }
  const count = orderCount + 1
  return { pendingOrder: { requestId: `${visitId}/order/${count}`, ...draft }, orderCount: count }
}

/**
 * Whether a refusal settles the order: it was not placed and is not sent again by itself. An answer that is not the gateway's does
 * not settle it. A rate limit does not settle an order
 * that was paid, or that may have been placed by an earlier request.
 */
export const isOrderSettledBy = (refusal: Refusal, order: NewOrder, isSentAgain: boolean): boolean =>
  refusal.code === 'refused' &&
  !refusal.isForeign &&
  !(isTransient(refusal) && (order.payment.method === 'online' || isSentAgain))

/** The amounts of an order that was sent, in cents. One without lines has only its total and its delivery fee. */
export function totalsSent({ lines, deliveryFee, total: sent }: NewOrder): Totals {
  const [fee, total] = [toCents(deliveryFee), toCents(sent)]
  const subtotal = lines === undefined ? total - fee : subtotalOf(lines)
  return { subtotal, discount: Math.max(subtotal + fee - total, 0), deliveryFee: fee, total }
}

/** The lines of the cart as an order has them. Products that the cart no longer holds have no name to show. */
export const linesSent = ({ lines: sent }: NewOrder, lines: readonly CartLine[]): readonly CartLine[] =>
  sent === undefined
    ? lines
    : sent.flatMap(({ productId, ...seen }) =>
        lines.filter(line => line.productId === productId).map(line => ({ ...line, linePrice: null, ...seen })),
      )
