import { formatAmount } from '#contract/money'
import { isOnlyTotalNew, visibleConflicts } from '#machines/checkout/conflicts'
import { feeOf } from '#machines/checkout/order-rules'
import { isUncharged as isUnchargedPayment } from '#machines/payment/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { AmountsChanged } from './AmountsChanged.tsx'
import { Changes } from './Changes.tsx'
import { Refused } from './Refused.tsx'
import { ReviewLines } from './ReviewLines.tsx'
import { useCartStatus, useCheckout, useOrderLines, useOrderPreview, useReviewChanges } from './use-checkout.ts'

/** The gateway's refusal, changes of the reviewed amounts, the ordered lines, and what changed about the order as a whole. */
export function ReviewNews() {
  const lines = useOrderLines()
  const { changing, coupon, isSettled: isCartSettled } = useCartStatus()
  const conflicts = useCheckout(context => visibleConflicts(context, coupon))
  const refusal = useCheckout(context => context.refusal)
  const isSettled = useCheckout(context => context.conflicts.length > 0 && conflicts.length === 0)
  const isOnlyTotal = useCheckout(context => isOnlyTotalNew(context, conflicts, isCartSettled))
  const isPaidOnline = useOrderPreview(({ payment }) => payment === 'online')
  const isUncharged = useActor('payment', ({ context }) => !isPaidOnline || isUnchargedPayment(context))
  const total = useOrderPreview(({ totals }) => totals.total)
  const isTotalFinal = useCheckout(context => feeOf(context) !== null)
  const review = useReviewChanges()
  const all = [...conflicts, ...(review?.changes ?? [])]
  const send = useSend('checkout')
  const sendCart = useSend('cart')
  return (
    <>
      {(conflicts.length > 0 || (refusal !== null && !isSettled)) && (
        <Refused
          {...{ conflicts, isUncharged }}
          message={refusal?.message ?? null}
          newTotal={isOnlyTotal ? total : null}
        />
      )}
      {review && (
        <AmountsChanged
          {...review}
          onAccept={isTotalFinal && isCartSettled ? () => send({ type: 'checkout.accept', total }) : null}
        />
      )}
      <Announcer
        text={isSettled && review === null ? `Your order is ready to place. Total ${formatAmount(total)}` : ''}
      />
      <ReviewLines {...{ lines, changing, sendCart }} conflicts={all} />
      <Changes
        conflicts={all}
        coupon={coupon}
        onDropCoupon={() => sendCart({ type: 'coupon.remove' })}
        onChangeDelivery={() => send({ type: 'checkout.edit', step: 'delivery' })}
        onChooseSlot={slot => send({ type: 'checkout.chooseSlot', slot })}
      />
    </>
  )
}
