import { steps } from '#machines/checkout/context'
import { Button } from '../ui/Button.tsx'
import { keepFocusOnPress } from '../form/form-focus.ts'
import { stepForm } from './checkout-view.ts'
import { isOrdering, openStep } from '#machines/checkout/selectors'
import { OpenStep, type StepProps } from './OpenStep.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PinnedTotal } from '../ui/PinnedTotal.tsx'
import { PlaceButton } from './PlaceButton.tsx'
import { totalShown, whyNotPlaced } from './checkout-view.ts'
import { Step } from './Step.tsx'
import { shortSummary, StepSummary } from './StepSummary.tsx'
import styles from './Steps.module.css'

/** The four steps with the summary beside them; on a phone the total and the next button are pinned to the bottom. */
export function Steps(props: StepProps) {
  const { context, progress, isFeeAsked, lines, cartStatus, send } = props
  const isStill = isOrdering(progress)
  const at = steps.indexOf(openStep(progress))
  const stateOf = (index: number) => (index < at ? 'done' : index === at ? 'open' : 'next')
  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        {steps.map((name, index) => (
          <i key={name} data-state={stateOf(index)} />
        ))}
      </div>
      <div className="split">
        <OrderSummary {...{ context, lines, cartStatus, isFeeAsked, isStill }} />
        <div className={styles.steps}>
          {steps.map((name, index) => (
            <Step
              key={name}
              name={name}
              state={stateOf(index)}
              focused={context.done.length > 0}
              summary={<StepSummary step={name} context={context} />}
              short={steps[at] === 'review' && index < at ? shortSummary(name, context) : null}
              onEdit={isStill ? null : () => send({ type: 'checkout.edit', step: name })}
            >
              {index === at && <OpenStep {...props} />}
            </Step>
          ))}
        </div>
      </div>
      {progress.step !== 'unknown' && <PinnedNext {...props} />}
    </>
  )
}

/** On a phone: the total and the button that submits the open step's form. The provider's button cannot be pinned: it may be as high as half the window. */
function PinnedNext({ context, progress, isFeeAsked, cartStatus }: StepProps) {
  const isPlacing = progress.step === 'placing'
  const isReview = openStep(progress) === 'review'
  if (isReview && context.payment === 'online') return null
  const whyNot = isPlacing ? null : whyNotPlaced(context, isFeeAsked, cartStatus.changing.length > 0)
  return (
    <PinnedTotal total={totalShown(context)} busy={cartStatus.changing.length > 0}>
      {isReview ? (
        <PlaceButton total={totalShown(context)} isPlacing={isPlacing} whyNot={whyNot} />
      ) : (
        <Button type="submit" form={stepForm} look="go" size="big" wide onMouseDown={keepFocusOnPress}>
          Continue
        </Button>
      )}
    </PinnedTotal>
  )
}
