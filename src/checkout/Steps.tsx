import { steps } from '#machines/checkout/checkout'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { paymentId } from '../payment/PaymentPanel.tsx'
import { keepFocusOnPress } from '../form/form-focus.ts'
import { stepForm } from './checkout-view.ts'
import { openStep, OpenStep, type StepProps } from './OpenStep.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PinnedTotal } from '../ui/PinnedTotal.tsx'
import { PlaceButton } from './PlaceButton.tsx'
import { totalShown, whyNotPlaced } from './checkout-view.ts'
import { Step } from './Step.tsx'
import { shortSummary, StepSummary } from './StepSummary.tsx'
import styles from './Steps.module.css'

/** The four steps, with the summary beside them, and the total with the next button pinned to the foot of a phone. */
export function Steps(props: StepProps) {
  const { context, place, isFeeAsked, lines, cartNews, send } = props
  const isStill = place.step === 'paying' || place.step === 'placing' || place.step === 'unknown'
  const at = steps.indexOf(openStep(place))
  const stateOf = (index: number) => (index < at ? 'done' : index === at ? 'open' : 'next')
  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        {steps.map((name, index) => (
          <i key={name} data-state={stateOf(index)} />
        ))}
      </div>
      <div className="split">
        <OrderSummary {...{ context, lines, cartNews, isFeeAsked, isStill }} />
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
      {place.step !== 'unknown' && <PinnedNext {...props} />}
    </>
  )
}

/** On a phone: the total, and the button that ends the open step, whose form it belongs to. */
function PinnedNext({ context, place, isFeeAsked }: StepProps) {
  const isPlacing = place.step === 'placing'
  const whyNot = isPlacing ? null : whyNotPlaced(context, isFeeAsked)
  return (
    <PinnedTotal total={totalShown(context)}>
      {openStep(place) === 'review' && context.payment === 'online' ? (
        <ButtonLink look="go" size="big" wide href={`#${paymentId}`}>
          Pay online
        </ButtonLink>
      ) : openStep(place) === 'review' ? (
        <PlaceButton total={totalShown(context)} isPlacing={isPlacing} whyNot={whyNot} />
      ) : (
        <Button type="submit" form={stepForm} look="go" size="big" wide onMouseDown={keepFocusOnPress}>
          Continue
        </Button>
      )}
    </PinnedTotal>
  )
}
