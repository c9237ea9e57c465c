import { visibleConflicts } from '#machines/checkout/conflicts'
import { feeRefusalOf } from '#machines/checkout/order-rules'
import { openStep, type CheckoutProgress } from '#machines/checkout/selectors'
import { whyUnknown } from '#machines/orders/selectors'
import { UnknownOrder } from '../orders/UnknownOrder.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { DeliveryStep } from './DeliveryStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { FeeNotice } from './FeeNotice.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { useCartStatus, useCheckout } from './use-checkout.ts'

/** The form of the open step, or the state of the order. */
export function OpenStep({ progress }: { progress: CheckoutProgress }) {
  if (progress.step === 'unknown') return <OrderIsUnknown state={progress.unknown ?? 'asking'} />
  const isPlacing = progress.step === 'placing'
  switch (openStep(progress)) {
    case 'details':
      return <DetailsStep />
    case 'delivery':
      return <DeliveryStep />
    case 'payment':
      return (
        <>
          <FeeRefusal />
          <PaymentStep />
        </>
      )
    case 'review':
      return (
        <>
          {!isPlacing && <FeeRefusal />}
          <ReviewStep isPlacing={isPlacing} />
        </>
      )
  }
}

function OrderIsUnknown({ state }: { state: NonNullable<CheckoutProgress['unknown']> }) {
  const order = useActor('orderAttempt', ({ context }) => ({
    retries: context.retries,
    sentAt: context.sentAt,
    why: whyUnknown(context),
  }))
  return <UnknownOrder state={state} {...order} send={useSend('orderAttempt')} />
}

/** Why there is no fee. Not shown if the refusal of the order already names the address. */
function FeeRefusal() {
  const { coupon } = useCartStatus()
  const refusal = useCheckout(context =>
    visibleConflicts(context, coupon).some(({ about }) => about === 'area') ? null : feeRefusalOf(context),
  )
  const send = useSend('checkout')
  return (
    <FeeNotice
      refusal={refusal}
      onRetry={() => send({ type: 'checkout.retry' })}
      onEdit={() => send({ type: 'checkout.edit', step: 'delivery' })}
    />
  )
}
