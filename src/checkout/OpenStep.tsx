import type { CartLine } from '#contract/cart'
import type { CartEvent } from '#machines/cart/cart-setup'
import { steps, type CheckoutContext, type CheckoutEvent, type Step } from '#machines/checkout/checkout'
import { saidConflicts, type CartNews } from './conflicts.ts'
import { DeliveryStep } from './DeliveryStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { FeeNotice } from './FeeNotice.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import type { Places } from '../address/places.ts'
import { ReviewStep } from './ReviewStep.tsx'
import type { PaymentView } from '../payment/PaymentPanel.tsx'
import { Unknown } from './Unknown.tsx'

/** Where the checkout's chart stands. */
export interface Place {
  step: Step | 'deciding' | 'paying' | 'placing' | 'unknown' | 'placed'
  asking: 'pausing' | 'asking' | 'deciding' | 'silent' | null
}

/** What the steps show and send. */
export interface StepProps {
  context: CheckoutContext
  place: Place
  methodsAre: 'reading' | 'ready' | 'unreachable'
  isFeeAsked: boolean
  lines: readonly CartLine[]
  cartNews: CartNews
  places: { billing: Places; delivery: Places }
  payment: PaymentView
  send: (event: CheckoutEvent) => void
  sendCart: (event: CartEvent) => void
}

/** The step that is open: an order that is on its way is still being reviewed. */
export const openStep = ({ step }: Place): Step => steps.find(name => name === step) ?? 'review'

/** What is filled in in the open step, or what is happening to the order. */
export function OpenStep(props: StepProps) {
  const { context, place, methodsAre, isFeeAsked, places, send } = props
  if (place.step === 'unknown') {
    const state = place.asking === 'pausing' || place.asking === 'silent' ? place.asking : 'asking'
    return <Unknown state={state} asked={context.asked} onAsk={() => send({ type: 'checkout.ask' })} />
  }
  const notice = (
    <FeeNotice
      refusal={place.step === 'placing' || isAreaSaid(props) ? null : context.feeRefusal}
      onRetry={() => send({ type: 'checkout.retry' })}
      onEdit={() => send({ type: 'checkout.edit', step: 'delivery' })}
    />
  )
  switch (openStep(place)) {
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
          <ReviewStep {...props} isPlacing={place.step === 'placing'} />
        </>
      )
  }
}

/** The order was refused for its address already: the fee's refusal says no more. */
const isAreaSaid = ({ context, cartNews }: StepProps): boolean =>
  saidConflicts(context, cartNews.coupon).some(({ about }) => about === 'area')
