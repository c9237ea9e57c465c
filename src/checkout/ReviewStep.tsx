import type { CartLine } from '#contract/cart'
import { fields } from '#contract/fields'
import { longestComment } from '#contract/order'
import type { CartEvent } from '#machines/cart/cart-setup'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { stepMistakes } from '#machines/checkout/order-rules'
import { PaymentPanel, type PaymentView } from '../payment/PaymentPanel.tsx'
import { Field } from '../ui/Field.tsx'
import { moneyText } from '../ui/format-money.ts'
import { submitHandler } from '../form/form-focus.ts'
import type { CartStatus } from './conflict-text.ts'
import { stepForm } from './checkout-view.ts'
import { PlaceButton, whyNotPlace } from './PlaceButton.tsx'
import { Fact } from '../orders/Fact.tsx'
import { addressLines, paymentNames } from '../orders/order-text.ts'
import { ReviewNews } from './ReviewNews.tsx'
import { deliveryLines, deliverySummary, totalShown, whyNotPlaced } from './checkout-view.ts'
import styles from './ReviewStep.module.css'

interface Props {
  context: CheckoutContext
  lines: readonly CartLine[]
  cartStatus: CartStatus
  isPlacing: boolean
  isFeeAsked: boolean
  payment: PaymentView
  send: (event: CheckoutEvent) => void
  sendCart: (event: CartEvent) => void
}

/** Step 4: everything once more, a comment, and 'Place Order'. */
export function ReviewStep({ context, lines, cartStatus, isPlacing, isFeeAsked, payment, send, sendCart }: Props) {
  const total = totalShown(context)
  const whyNot = whyNotPlaced(context, isFeeAsked, cartStatus.changing.length > 0)
  return (
    <form
      id={stepForm}
      className={styles.review}
      noValidate
      aria-label="Review"
      onSubmit={submitHandler(() => context.payment === 'on-delivery' && send({ type: 'checkout.place', total }))}
    >
      <ReviewNews {...{ context, lines, cartStatus, send, sendCart }} />
      <Facts context={context} />
      <Field
        label={fields.comment.label}
        name="comment"
        multiline
        disabled={isPlacing}
        hint={`For the driver or packer. Up to ${longestComment} characters.`}
        value={context.comment}
        error={stepMistakes(context, 'review').comment ?? null}
        onChange={value => send({ type: 'checkout.typedComment', value })}
      />
      <div className={styles.place}>
        {context.payment === 'online' ? (
          <>
            <p className={`num ${styles.total}`}>
              Total <b>{moneyText(total)}</b>
            </p>
            <PaymentPanel
              {...{ payment, whyNot, isPlacing }}
              isOrderRefused={context.refusal !== null}
              onPay={() => send({ type: 'checkout.pay', total })}
              onOtherWay={() => send({ type: 'checkout.edit', step: 'payment' })}
            />
          </>
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
