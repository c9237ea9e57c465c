import { isConfirming } from '#machines/cart/selectors'
import { steps } from '#machines/checkout/context'
import { feeOf } from '#machines/checkout/order-rules'
import { ContinueButton } from './ContinueButton.tsx'
import { stepForm } from './checkout-view.ts'
import { isOrdering, openStep, type CheckoutProgress } from '#machines/checkout/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { OpenStep } from './OpenStep.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PinnedTotal } from '../ui/PinnedTotal.tsx'
import { PlaceButton } from './PlaceButton.tsx'
import { Step } from './Step.tsx'
import { shortSummary, StepSummary } from './StepSummary.tsx'
import { useCheckout, useMostTotal, useOrderPreview, useWhyNotPlaced } from './use-checkout.ts'
import styles from './Steps.module.css'

interface Props {
  progress: CheckoutProgress
}

/** The four steps with the summary beside them; on a phone the total and the next button are pinned to the bottom. */
export function Steps({ progress }: Props) {
  const at = steps.indexOf(openStep(progress))
  const isReview = steps[at] === 'review'
  const hasDone = useCheckout(({ done }) => done.length > 0)
  const shorts = useOrderPreview(preview => (isReview ? steps.map(name => shortSummary(name, preview)) : []))
  const send = useSend('checkout')
  const isStill = useActor('checkout', isOrdering)
  const stateOf = (index: number) => (index < at ? 'done' : index === at ? 'open' : 'next')
  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        {steps.map((name, index) => (
          <i key={name} data-state={stateOf(index)} />
        ))}
      </div>
      <div className="split">
        <OrderSummary isStill={isStill} />
        <div className={styles.steps}>
          {steps.map((name, index) => (
            <Step
              key={name}
              name={name}
              state={stateOf(index)}
              focused={hasDone || isStill}
              summary={<StepSummary step={name} />}
              short={index < at ? (shorts[index] ?? null) : null}
              onEdit={isStill ? null : () => send({ type: 'checkout.edit', step: name })}
            >
              {index === at && <OpenStep progress={progress} />}
            </Step>
          ))}
        </div>
      </div>
      {progress.step !== 'unknown' && <PinnedNext progress={progress} />}
    </>
  )
}

/** On a phone: the total and the button that submits the open step's form. The provider's button cannot be pinned: it may be as high as half the window. */
function PinnedNext({ progress }: Props) {
  const total = useOrderPreview(({ totals }) => totals.total)
  const isBeforeDelivery = useCheckout(context => feeOf(context) === null)
  const isEstimate = useMostTotal() !== null
  const isReview = openStep(progress) === 'review'
  const isPaidOnline = useOrderPreview(({ payment }) => isReview && payment === 'online')
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  if (isPaidOnline) return null
  if (isReview)
    return <PinnedPlace {...{ total, isEstimate }} isPending={isPending} isPlacing={progress.step === 'placing'} />
  return (
    <PinnedTotal {...{ total, isBeforeDelivery, isEstimate }} busy={isPending}>
      <ContinueButton form={stepForm} wide />
    </PinnedTotal>
  )
}

interface PlaceProps {
  /** Cents. */
  total: number
  /** Something is weighed later. */
  isEstimate: boolean
  /** The cart is being confirmed. */
  isPending: boolean
  isPlacing: boolean
}

function PinnedPlace({ total, isEstimate, isPending, isPlacing }: PlaceProps) {
  const reason = useWhyNotPlaced()
  const whyNot = isPlacing ? null : reason
  return (
    <PinnedTotal total={total} isEstimate={isEstimate} busy={isPending} whyNot={<p role="status">{whyNot?.short}</p>}>
      <PlaceButton total={total} isPlacing={isPlacing} whyNot={whyNot?.text ?? null} />
    </PinnedTotal>
  )
}
