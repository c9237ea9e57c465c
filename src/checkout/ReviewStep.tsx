import type { CartLine } from '#contract/cart'
import { fields } from '#contract/fields'
import { longestComment } from '#contract/order'
import { stepMistakes, type CheckoutContext, type CheckoutEvent } from '#machines/checkout'
import { PaymentPanel, type Paying } from '../payment/PaymentPanel.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { submitting, takeFocus } from '../form/ending.ts'
import { stepForm } from './shown.ts'
import { OrderLines } from '../order/OrderLines.tsx'
import { PlaceButton, whyNotPlace } from './PlaceButton.tsx'
import { Fact } from '../order/Fact.tsx'
import { addressLines, paymentNames } from '../order/words.ts'
import { deliveryLines, deliverySummary, totalShown, whyNotPlaced } from './shown.ts'
import styles from './ReviewStep.module.css'

interface Props {
  context: CheckoutContext
  lines: readonly CartLine[]
  isPlacing: boolean
  isFeeAsked: boolean
  payment: Paying
  send: (event: CheckoutEvent) => void
}

/** Step 4: everything once more, a comment, and 'Place Order'. Where the summary stands beside it the lines are not repeated. */
export function ReviewStep({ context, lines, isPlacing, isFeeAsked, payment, send }: Props) {
  const total = totalShown(context)
  const whyNot = whyNotPlaced(context, isFeeAsked)
  return (
    <form
      id={stepForm}
      className={styles.review}
      noValidate
      aria-label="Review"
      onSubmit={submitting(() => context.payment === 'on-delivery' && send({ type: 'checkout.place', total }))}
    >
      {context.refusal && <Refused message={context.refusal.message} />}
      <div className={styles.lines}>
        <OrderLines lines={lines} linked />
      </div>
      <Facts context={context} />
      <Field
        label={fields.comment.label}
        name="comment"
        multiline
        disabled={isPlacing}
        hint={`For the driver or the packer, at most ${longestComment} characters.`}
        value={context.comment}
        error={stepMistakes(context, 'review').comment ?? null}
        onChange={value => send({ type: 'checkout.typedComment', value })}
      />
      <div className={styles.place}>
        {context.payment === 'online' ? (
          <PaymentPanel {...{ payment, whyNot, isPlacing, send }} checkout={context} />
        ) : (
          <div className={styles.button}>
            <PlaceButton total={total} isPlacing={isPlacing} whyNot={isPlacing ? null : whyNot} priced />
          </div>
        )}
        {whyNot !== null && !isPlacing && (
          <p id={whyNotPlace} className="small muted" role="status">
            {whyNot}
          </p>
        )}
        <p className="small muted">
          By placing the order you accept our{' '}
          <a className="textlink" href="/main/terms-conditions">
            Terms &amp; Conditions
          </a>
          .
        </p>
      </div>
    </form>
  )
}

/** The gateway said no: what it said, and what to do. It takes the focus, so that it is seen wherever the button stood. */
function Refused({ message }: { message: string }) {
  return (
    <div ref={takeFocus} tabIndex={-1} role="alert">
      <Notice
        tone="bad"
        action={
          <a className="textlink" href="/cart">
            Look at your cart
          </a>
        }
      >
        <b>{message}</b> The order was not placed and nothing was charged.
      </Notice>
    </div>
  )
}

function Facts({ context }: { context: CheckoutContext }) {
  const { firstName, lastName, email, telephone } = context.person
  return (
    <dl className={styles.facts}>
      <Fact name="Your Details" lines={[`${firstName} ${lastName}`, email, telephone]} />
      <Fact name="Billing address" lines={addressLines(context.billing)} />
      <Fact name="Delivery" lines={[deliverySummary(context), ...deliveryLines(context)]} />
      <Fact name="Payment" lines={[paymentNames[context.payment]]} />
    </dl>
  )
}
