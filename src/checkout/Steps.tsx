import type { CartLine } from '#contract/cart'
import { steps, type CheckoutContext, type CheckoutEvent, type Step as Name } from '#machines/checkout'
import { Button } from '../ui/Button.tsx'
import { DeliveryStep } from './DeliveryStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { keepFocus, stepForm } from './endStep.ts'
import { FeeNotice } from './FeeNotice.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { PinnedTotal } from './PinnedTotal.tsx'
import { PlaceButton } from './PlaceButton.tsx'
import type { Places } from './places.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { addressLines, deliveryLines, deliverySummary, paymentNames, totalShown, whyNotPlaced } from './shown.ts'
import { Step } from './Step.tsx'
import { Unknown } from './Unknown.tsx'
import styles from './Steps.module.css'

/** Where the checkout's chart stands. */
export interface Place {
  step: Name | 'deciding' | 'placing' | 'unknown' | 'placed'
  asking: 'pausing' | 'asking' | 'deciding' | 'silent' | null
}

interface Props {
  context: CheckoutContext
  place: Place
  methodsAre: 'reading' | 'ready' | 'unreachable'
  isFeeAsked: boolean
  lines: readonly CartLine[]
  places: { billing: Places; delivery: Places }
  send: (event: CheckoutEvent) => void
}

/** The four steps, with the summary beside them, and the total with the next button pinned to the foot of a phone. */
export function Steps(props: Props) {
  const { context, place, isFeeAsked, lines, send } = props
  const current = openStep(place)
  const isStill = place.step === 'placing' || place.step === 'unknown'
  const at = steps.indexOf(current)
  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        {steps.map((name, index) => (
          <i key={name} data-state={stateAt(index, at)} />
        ))}
      </div>
      <div className="split">
        <OrderSummary context={context} lines={lines} isFeeAsked={isFeeAsked} isStill={isStill} />
        <div className={styles.steps}>
          {steps.map((name, index) => (
            <Step
              key={name}
              name={name}
              state={stateAt(index, at)}
              focused={context.done.length > 0}
              summary={<Summary name={name} context={context} />}
              short={current === 'review' && index < at ? shortSummary(name, context) : null}
              alert={
                name === 'delivery' &&
                context.feeRefusal && (
                  <FeeNotice refusal={context.feeRefusal} onRetry={() => send({ type: 'checkout.retry' })} />
                )
              }
              onEdit={isStill ? null : () => send({ type: 'checkout.edit', step: name })}
            >
              {index === at && <Open {...props} current={current} />}
            </Step>
          ))}
        </div>
      </div>
      {place.step !== 'unknown' && (
        <PinnedTotal total={totalShown(context)}>
          {current === 'review' ? (
            <PlaceButton
              total={totalShown(context)}
              isPlacing={place.step === 'placing'}
              whyNot={place.step === 'placing' ? null : whyNotPlaced(context, isFeeAsked)}
            />
          ) : (
            <Button type="submit" form={stepForm} look="go" size="big" wide onMouseDown={keepFocus}>
              Continue
            </Button>
          )}
        </PinnedTotal>
      )}
    </>
  )
}

const stateAt = (index: number, at: number) => (index < at ? 'done' : index === at ? 'open' : 'next')

/** The step that is open: an order that is on its way is still being reviewed. */
const openStep = ({ step }: Place): Name => steps.find(name => name === step) ?? 'review'

function Open({ current, context, place, methodsAre, isFeeAsked, lines, places, send }: Props & { current: Name }) {
  if (place.step === 'unknown') {
    const state = place.asking === 'deciding' || place.asking === null ? 'asking' : place.asking
    return <Unknown state={state} asked={context.asked} onAsk={() => send({ type: 'checkout.ask' })} />
  }
  switch (current) {
    case 'details':
      return <DetailsStep context={context} places={places.billing} send={send} />
    case 'delivery':
      return <DeliveryStep {...{ context, methodsAre, isFeeAsked, send }} places={places.delivery} />
    case 'payment':
      return <PaymentStep context={context} send={send} />
    case 'review':
      return <ReviewStep {...{ context, lines, isFeeAsked, send }} isPlacing={place.step === 'placing'} />
  }
}

/** What was filled in, in a line. */
function shortSummary(name: Name, context: CheckoutContext): string {
  const { person, billing, payment } = context
  if (name === 'details') return [`${person.firstName} ${person.lastName}`, billing.address1, billing.city].join(', ')
  return name === 'delivery' ? deliverySummary(context) : paymentNames[payment]
}

/** What was filled in. */
function Summary({ name, context }: { name: Name; context: CheckoutContext }) {
  const { firstName, lastName, email, telephone } = context.person
  if (name === 'details') {
    return (
      <>
        <Lines of={[email, telephone]} first={`${firstName} ${lastName}`} />
        <Lines of={addressLines(context.billing)} />
      </>
    )
  }
  if (name === 'delivery') {
    return (
      <>
        <Lines of={[]} first={deliverySummary(context)} />
        <Lines of={deliveryLines(context)} />
      </>
    )
  }
  return <Lines of={[]} first={paymentNames[context.payment]} />
}

function Lines({ of, first }: { of: readonly string[]; first?: string }) {
  return (
    <p className={styles.lines}>
      {first && <b>{first}</b>}
      {of.map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </p>
  )
}
