import type { CartLine } from '#contract/cart'
import type { CartEvent } from '#machines/cart/cart-setup'
import { visibleConflicts } from '#machines/checkout/conflicts'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { openStep, type CheckoutProgress } from '#machines/checkout/selectors'
import type { CartStatus } from './conflict-text.ts'
import { DeliveryStep } from './DeliveryStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { FeeNotice } from './FeeNotice.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import type { Places } from '../address/places.ts'
import { ReviewStep } from './ReviewStep.tsx'
import type { PaymentView } from '../payment/PaymentPanel.tsx'
import { Unknown } from './Unknown.tsx'

/** What the steps show and send. */
export interface StepProps {
  context: CheckoutContext
  progress: CheckoutProgress
  methodsAre: 'reading' | 'ready' | 'unreachable'
  isFeeAsked: boolean
  lines: readonly CartLine[]
  cartStatus: CartStatus
  places: { billing: Places; delivery: Places }
  payment: PaymentView
  send: (event: CheckoutEvent) => void
  sendCart: (event: CartEvent) => void
}

/** The form of the open step, or the state of the order. */
export function OpenStep(props: StepProps) {
  const { context, progress, methodsAre, isFeeAsked, places, send } = props
  if (progress.step === 'unknown') {
    return (
      <Unknown
        state={progress.unknown ?? 'asking'}
        retries={context.retries}
        sentAt={context.sentAt}
        isNotDiscarded={context.refusal !== null}
        send={send}
      />
    )
  }
  const notice = (
    <FeeNotice
      refusal={progress.step === 'placing' || isAreaShown(props) ? null : context.feeRefusal}
      onRetry={() => send({ type: 'checkout.retry' })}
      onEdit={() => send({ type: 'checkout.edit', step: 'delivery' })}
    />
  )
  switch (openStep(progress)) {
    case 'details':
      return <DetailsStep context={context} places={places.billing} send={send} />
    case 'delivery':
      return <DeliveryStep {...{ context, methodsAre, isFeeAsked, send }} places={places.delivery} />
    case 'payment':
      return (
        <>
          {notice}
          <PaymentStep context={context} send={send} />
        </>
      )
    case 'review':
      return (
        <>
          {notice}
          <ReviewStep {...props} isPlacing={progress.step === 'placing'} />
        </>
      )
  }
}

/** The refusal of the order already names the address: the fee's refusal adds nothing. */
const isAreaShown = ({ context, cartStatus }: StepProps): boolean =>
  visibleConflicts(context, cartStatus.coupon).some(({ about }) => about === 'area')
