import type { CartLine } from '#contract/cart'
import { changingLines, couponStatus, expectedLines, isConfirming, isSettled } from '#machines/cart/selectors'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { CheckoutContext } from '#machines/checkout/context'
import { reasonsAgainst } from '#machines/checkout/order-rules'
import { canPlace } from '#machines/checkout/reviewed'
import { isOrdering } from '#machines/checkout/selectors'
import { asSent, linesSent, linesShown, withExpectedCart } from '#machines/checkout/shown'
import { useActor } from '../system/actors.tsx'
import { reviewChanges, type CartStatus, type ReviewChanges } from './conflict-text.ts'
import { whyNotPlaced, type WhyNotPlaced } from './checkout-view.ts'

/**
 * Selects from the checkout: for an order in flight the order as it was sent, else the cart with its pending changes.
 * Renders again only when the selection changes; a new object is compared field by field.
 */
export function useCheckout<T>(select: (context: CheckoutContext, value: CheckoutSnapshot['value']) => T): T {
  const expected = useActor('cart', ({ context }) => (isConfirming(context) ? expectedLines(context) : null))
  return useActor('checkout', snapshot => {
    const { context, value } = snapshot
    if (isOrdering(snapshot)) return select(asSent(context), value)
    return select(expected === null ? context : withExpectedCart(context, expected), value)
  })
}

/** The lines of the order, selected in the same way. */
export function useOrderLines(): readonly CartLine[] {
  const held = useActor('cart', ({ context }) => context.lines)
  const expected = useActor('cart', ({ context }) => expectedLines(context))
  return useActor('checkout', snapshot =>
    isOrdering(snapshot)
      ? linesSent(snapshot.context.pendingOrder, held)
      : linesShown(snapshot.context, held, expected),
  )
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
  return useCheckout(context => reasonsAgainst(context).length === 0 && !canPlace(context)) && !isPending
}

/** Whether the gateway is calculating the delivery fee. */
export const useIsFeeAsked = (): boolean => useActor('checkout', snapshot => snapshot.matches({ fee: 'asking' }))

/** Why the order cannot be placed; null when it can. */
export function useWhyNotPlaced(): WhyNotPlaced | null {
  const isFeeAsked = useIsFeeAsked()
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  return useCheckout(context => whyNotPlaced(context, isFeeAsked, isPending))
}
