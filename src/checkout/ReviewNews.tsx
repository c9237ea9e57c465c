import type { CartLine } from '#contract/cart'
import type { CartEvent } from '#machines/cart/cart-setup'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { isOnlyTotalNew, visibleConflicts } from '#machines/checkout/conflicts'
import { Announcer } from '../ui/Announcer.tsx'
import { moneyText } from '../ui/format-money.ts'
import { Changes } from './Changes.tsx'
import type { CartStatus } from './conflict-text.ts'
import { Refused } from './Refused.tsx'
import { ReviewLines } from './ReviewLines.tsx'
import { totalShown } from './checkout-view.ts'

interface Props {
  context: CheckoutContext
  lines: readonly CartLine[]
  cartStatus: CartStatus
  send: (event: CheckoutEvent) => void
  sendCart: (event: CartEvent) => void
}

/** The gateway's refusal, the ordered lines, and what changed about the order as a whole. */
export function ReviewNews({ context, lines, cartStatus, send, sendCart }: Props) {
  const { refusal } = context
  const conflicts = visibleConflicts(context, cartStatus.coupon)
  const total = totalShown(context)
  const isSettled = context.conflicts.length > 0 && conflicts.length === 0
  return (
    <>
      {(conflicts.length > 0 || (refusal !== null && !isSettled)) && (
        <Refused
          message={refusal?.message ?? null}
          conflicts={conflicts}
          newTotal={isOnlyTotalNew(context, conflicts, cartStatus.isSettled) ? total : null}
        />
      )}
      <Announcer text={isSettled ? `Your order is ready to place. Total ${moneyText(total)}` : ''} />
      <ReviewLines {...{ lines, conflicts, sendCart }} changing={cartStatus.changing} />
      <Changes
        conflicts={conflicts}
        coupon={cartStatus.coupon}
        onDropCoupon={() => sendCart({ type: 'coupon.remove' })}
        onChangeDelivery={() => send({ type: 'checkout.edit', step: 'delivery' })}
      />
    </>
  )
}
