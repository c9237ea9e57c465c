import type { CartLine } from '#contract/cart'
import { toCents } from '#contract/money'
import type { NewOrder } from '#contract/order'
import { isEstimate, mostTotal } from '#contract/weight-price'
import { couponStatus, isSettled } from '#machines/cart/page-selectors'
import { changingLines, expectedLines, isConfirming } from '#machines/cart/selectors'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { CheckoutContext } from '#machines/checkout/context'
import { reasonsAgainst } from '#machines/checkout/order-rules'
import { canPlace } from '#machines/checkout/reviewed'
import { linesShown, withExpectedCart } from '#machines/checkout/expected-cart'
import { checkoutProgress, isOrdering, type CheckoutProgress } from '#machines/checkout/selectors'
import { linesSent } from '#machines/orders/pending-order'
import { orderProgress } from '#machines/orders/selectors'
import { useActor } from '../system/actors.tsx'
import { reviewChanges, type CartStatus, type ReviewChanges } from './conflict-text.ts'
import { whyNotPlaced, type WhyNotPlaced } from './checkout-view.ts'
import { filledInPreview, sentPreview, type OrderPreview } from './order-preview.ts'

/** The step of the checkout, or the state of its order. */
export function useCheckoutProgress(): CheckoutProgress {
  const order = useActor('orderAttempt', orderProgress)
  return useActor('checkout', snapshot => checkoutProgress(snapshot, order))
}

/**
 * Selects from the checkout, with the pending changes of the cart. Renders again only when the selection changes; a new object
 * is compared field by field.
 */
export function useCheckout<T>(select: (context: CheckoutContext, value: CheckoutSnapshot['value']) => T): T {
  const expected = useActor('cart', ({ context }) => (isConfirming(context) ? expectedLines(context) : null))
  return useActor('checkout', ({ context, value }) =>
    select(expected === null ? context : withExpectedCart(context, expected), value),
  )
}

/** The order in flight as it was sent; null without one. */
function useOrderInFlight(): NewOrder | null {
  const isInFlight = useActor('checkout', isOrdering)
  return useActor('orderAttempt', ({ context }) => (isInFlight ? context.pendingOrder : null))
}

/** Selects from what the order holds: the order in flight as it was sent, else what is filled in. */
export function useOrderPreview<T>(select: (preview: OrderPreview) => T): T {
  const sent = useOrderInFlight()
  const isFeeAsked = useIsFeeAsked()
  return useCheckout(context =>
    select(sent === null ? filledInPreview(context, isFeeAsked) : sentPreview(sent, context.methods, context.slot)),
  )
}

/** The lines of the order, selected in the same way. */
export function useOrderLines(): readonly CartLine[] {
  const held = useActor('cart', ({ context }) => context.lines)
  const expected = useActor('cart', ({ context }) => expectedLines(context))
  const sent = useOrderInFlight()
  return useActor('checkout', ({ context }) =>
    sent === null ? linesShown(context, held, expected) : linesSent(sent, held),
  )
}

/** The most that the order can cost, in cents; null if it has nothing to weigh. */
export function useMostTotal(): number | null {
  const sent = useOrderInFlight()
  const lines = useOrderLines()
  const coupon = useActor('checkout', ({ context }) => context.basket.coupon)
  const totals = useOrderPreview(preview => preview.totals)
  if (sent !== null) return typeof sent.most === 'number' ? toCents(sent.most) : null
  return isEstimate(lines) ? mostTotal(lines, coupon, totals) : null
}

/** The data of the cart that the review needs besides the lines. */
export function useCartStatus(): CartStatus {
  const changing = useActor('cart', ({ context }) => changingLines(context))
  return { changing, isSettled: useActor('cart', isSettled), coupon: useActor('cart', couponStatus) }
}

/** The changes of the reviewed amounts that the shopper has not accepted; null if there are none, or an order is in flight. */
export function useReviewChanges(): ReviewChanges | null {
  const lines = useActor('cart', ({ context }) => context.lines)
  return useActor('checkout', snapshot => (isOrdering(snapshot) ? null : reviewChanges(snapshot.context, lines)))
}

/** Whether only a change of the reviewed amounts prevents the order. */
export function useIsOnlyChanged(): boolean {
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  const isInFlight = useActor('checkout', isOrdering)
  return useCheckout(context => reasonsAgainst(context).length === 0 && !canPlace(context)) && !isPending && !isInFlight
}

/** Whether the gateway is calculating the delivery fee. */
export const useIsFeeAsked = (): boolean => useActor('checkout', snapshot => snapshot.matches({ fee: 'asking' }))

/** Why the order cannot be placed; null when it can, or is in flight. */
export function useWhyNotPlaced(): WhyNotPlaced | null {
  const isFeeAsked = useIsFeeAsked()
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  const isInFlight = useActor('checkout', isOrdering)
  return useCheckout(context => (isInFlight ? null : whyNotPlaced(context, isFeeAsked, isPending)))
}
