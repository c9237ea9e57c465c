import { fields } from '#contract/fields'
import { longestComment } from '#contract/order'
import { formatAmount } from '#contract/money'
import { stepErrors } from '#machines/checkout/order-rules'
import { paymentProgress } from '#machines/payment/selectors'
import { submitHandler } from '../form/form-focus.ts'
import { Fact } from '../orders/Fact.tsx'
import { addressLines, paymentNames } from '../orders/order-text.ts'
import { PaymentPanel } from '../payment/PaymentPanel.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Field } from '../ui/Field.tsx'
import { amountsChangedPlace } from './AmountsChanged.tsx'
import { stepForm } from './checkout-view.ts'
import { PlaceButton, whyNotPlace } from './PlaceButton.tsx'
import { ReviewNews } from './ReviewNews.tsx'
import { Substitutions } from './Substitutions.tsx'
import { useCheckout, useMostTotal, useOrderPreview, useWhyNotPlaced } from './use-checkout.ts'
import styles from './ReviewStep.module.css'

interface Props {
  isPlacing: boolean
}

/** Step 4: a summary of everything, a comment, and 'Place Order'. */
export function ReviewStep({ isPlacing }: Props) {
  const total = useOrderPreview(({ totals }) => totals.total)
  const isOnline = useOrderPreview(({ payment }) => payment === 'online')
  const send = useSend('checkout')
  const place = () => {
    send({ type: 'checkout.place', total })
    document.getElementById(amountsChangedPlace)?.focus()
  }
  return (
    <form
      id={stepForm}
      className={styles.review}
      noValidate
      aria-label="Review"
      onSubmit={submitHandler(() => !isOnline && place())}
    >
      <ReviewNews />
      <Facts />
      <Substitutions isPlacing={isPlacing} />
      <Comment isPlacing={isPlacing} />
      <div className={styles.place}>
        {isOnline ? <Pay total={total} isPlacing={isPlacing} /> : <Place total={total} isPlacing={isPlacing} />}
        <Weighing isOnline={isOnline} />
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

/** What an order with something to weigh comes to. */
function Weighing({ isOnline }: { isOnline: boolean }) {
  const most = useMostTotal()
  if (most === null) return null
  const amount = formatAmount(most)
  return (
    <p className="small muted">
      {isOnline
        ? `We reserve ${amount}, the most that it can come to, and charge what we weigh.`
        : `You pay for what we weigh, at most ${amount}.`}
    </p>
  )
}

function Facts() {
  const { firstName, lastName, email, telephone } = useOrderPreview(({ person }) => person)
  const billing = useOrderPreview(preview => addressLines(preview.billing))
  const delivery = useOrderPreview(({ deliveryTitle, deliveryLines }) => [deliveryTitle, ...deliveryLines])
  const payment = useOrderPreview(preview => paymentNames[preview.payment])
  return (
    <dl className={styles.facts}>
      <Fact name="Your Details" lines={[`${firstName} ${lastName}`, email, telephone]} />
      <Fact name="Billing address" lines={billing} />
      <Fact name="Delivery" lines={delivery} />
      <Fact name="Payment" lines={[payment]} />
    </dl>
  )
}

function Comment({ isPlacing }: Props) {
  const comment = useOrderPreview(preview => preview.comment)
  const error = useCheckout(context => stepErrors(context, 'review').comment ?? null)
  const send = useSend('checkout')
  return (
    <Field
      label={fields.comment.label}
      name="comment"
      multiline
      disabled={isPlacing}
      hint={`Gate code, safe place, or what to do if something runs out. Up to ${longestComment} characters.`}
      value={comment}
      error={error}
      onChange={value => send({ type: 'checkout.typedComment', value })}
    />
  )
}

interface PlaceProps extends Props {
  /** Cents. */
  total: number
}

function Place({ total, isPlacing }: PlaceProps) {
  const whyNot = useWhyNotPlaced()?.text ?? null
  return (
    <>
      <div className={styles.button}>
        <PlaceButton total={total} isPlacing={isPlacing} whyNot={isPlacing ? null : whyNot} priced />
      </div>
      {!isPlacing && <WhyNot text={whyNot} />}
    </>
  )
}

function Pay({ total, isPlacing }: PlaceProps) {
  const whyNot = useWhyNotPlaced()?.text ?? null
  const context = useActor('payment', snapshot => snapshot.context)
  const progress = useActor('payment', paymentProgress)
  const payment = { context, progress, send: useSend('payment') }
  const isEstimate = useMostTotal() !== null
  const isOrderRefused = useCheckout(({ refusal }) => refusal !== null)
  const send = useSend('checkout')
  return (
    <>
      <p className={`num ${styles.total}`}>
        <span>{isEstimate ? 'Estimated total' : 'Total'}</span> <b>{formatAmount(total)}</b>
      </p>
      <PaymentPanel
        {...{ payment, whyNot, isEstimate, isPlacing, isOrderRefused }}
        onPay={() => send({ type: 'checkout.pay', total })}
        onOtherWay={() => send({ type: 'checkout.edit', step: 'payment' })}
      />
      {!isPlacing && <WhyNot text={whyNot} />}
    </>
  )
}

const WhyNot = ({ text }: { text: string | null }) =>
  text !== null && (
    <p id={whyNotPlace} className="small muted" role="status">
      {text}
    </p>
  )
