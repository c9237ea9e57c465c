import type { CartLine } from '#contract/cart'
import type { CartEvent } from '#machines/cart/cart-setup'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/checkout'
import { Announcer } from '../ui/Announcer.tsx'
import { moneyText } from '../ui/format-money.ts'
import { Changes } from './Changes.tsx'
import { isTotalNew, saidConflicts, type CartNews } from './conflicts.ts'
import { Refused } from './Refused.tsx'
import { ReviewLines } from './ReviewLines.tsx'
import { totalShown } from './checkout-view.ts'

interface Props {
  context: CheckoutContext
  lines: readonly CartLine[]
  cartNews: CartNews
  send: (event: CheckoutEvent) => void
  sendCart: (event: CartEvent) => void
}

/** What is ordered, under what the gateway had against it, and over what changed about the whole. */
export function ReviewNews({ context, lines, cartNews, send, sendCart }: Props) {
  const { refusal, conflicts } = context
  const said = saidConflicts(context, cartNews.coupon)
  const total = totalShown(context)
  const isSettled = conflicts.length > 0 && said.length === 0
  return (
    <>
      {(said.length > 0 || (refusal !== null && !isSettled)) && (
        <Refused
          message={refusal?.message ?? null}
          said={said}
          newTotal={isTotalNew(context, said, cartNews) ? total : null}
        />
      )}
      <Announcer text={isSettled ? `Nothing is in the way of your order any more. Total ${moneyText(total)}` : ''} />
      <ReviewLines {...{ lines, said, sendCart }} changing={cartNews.changing} />
      <Changes
        said={said}
        coupon={cartNews.coupon}
        onDropCoupon={() => sendCart({ type: 'coupon.remove' })}
        onChangeDelivery={() => send({ type: 'checkout.edit', step: 'delivery' })}
      />
    </>
  )
}
