import { focusOnMount } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { sideOf, type PaymentContext, type PaymentEvent } from '#machines/payment/payment-setup'
import { isOrderEnded, isUncharged, type PaymentProgress } from '#machines/payment/selectors'
import { PaymentButton } from './PaymentButton.tsx'
import { PaymentUnknown } from './PaymentUnknown.tsx'
import { failureText, placeText, type FailureText } from './payment-text.ts'
import styles from './PaymentPanel.module.css'

/** The payment machine as the panel shows it. */
export interface PaymentView {
  context: PaymentContext
  progress: PaymentProgress
  send: (event: PaymentEvent) => void
}

interface Props {
  payment: PaymentView
  /** Why the order cannot be paid; null when it can. */
  whyNot: string | null
  /** Something of the order is weighed later. */
  isEstimate: boolean
  /** The payment succeeded and the order is being placed. */
  isPlacing: boolean
  /** The checkout shows a refusal of its own. */
  isOrderRefused: boolean
  onPay: () => void
  onOtherWay: () => void
}

/** Paying online, in place of 'Place Order': the provider's button and the state of the payment. */
export function PaymentPanel({ payment, whyNot, isEstimate, isPlacing, isOrderRefused, onPay, onOtherWay }: Props) {
  const { context, progress } = payment
  const isBusy = isPlacing || busy[progress.attempt] !== undefined
  if (progress.attempt === 'reconciling') return <PaymentUnknown progress={progress} send={payment.send} />
  return (
    <div className={styles.panel}>
      {!isPlacing && progress.attempt === 'cancelled' && <Cancelled />}
      {!isPlacing && progress.attempt === 'abandoned' && <Abandoned onOtherWay={onOtherWay} />}
      {!isPlacing && progress.attempt === 'failed' && !isOrderRefused && !isOrderEnded(context) && (
        <Failed text={failureText(context)} isUncharged={isUncharged(context)} onOtherWay={onOtherWay} />
      )}
      {progress.attempt === 'approving' && <PlaceNotice text={placeText(context.place, context.placeAnswer)} />}
      {isBusy && (
        <p className={styles.busy} role="status">
          <span className={styles.spin} aria-hidden="true" />
          <span>{isPlacing ? 'Paid. Your order is being placed…' : busy[progress.attempt]}</span>
        </p>
      )}
      <ButtonArea
        {...{
          payment,
          isEstimate,
          whyNot:
            isBusy && progress.attempt !== 'approving'
              ? (busy[progress.attempt] ?? 'Your order is being placed.')
              : whyNot,
        }}
        onPay={onPay}
        onOtherWay={onOtherWay}
      />
    </div>
  )
}

const busy: Partial<Record<PaymentProgress['attempt'], string>> = {
  creating: 'The payment window is opening…',
  approving: 'Finish paying in the PayPal window. You won’t be charged until then.',
  authorizing: 'Your payment is being confirmed…',
  capturing: 'Your payment is being confirmed…',
  approved: 'Paid. Your order is being placed…',
}

interface ButtonProps extends Pick<Props, 'isEstimate'> {
  payment: PaymentView
  whyNot: string | null
  onPay: () => void
  onOtherWay: () => void
}

function ButtonArea({ payment, whyNot, isEstimate, onPay, onOtherWay }: ButtonProps) {
  const { context, progress, send } = payment
  if (progress.button === 'misconfigured')
    return (
      <Notice tone="bad" role="alert" action={<Button onClick={onOtherWay}>Change payment method</Button>}>
        <b>Online payment is not set up.</b>
        <span>{` ${context.setupRefusal?.message ?? ''}`}</span>
      </Notice>
    )
  if (progress.button === 'unavailable')
    return (
      <Notice
        tone="bad"
        role="alert"
        action={
          <>
            <Button onClick={() => send({ type: 'payment.reload' })}>Try again</Button>
            <Button onClick={onOtherWay}>Change payment method</Button>
          </>
        }
      >
        <b>We couldn’t load the payment button.</b>
        <span>{` Your order is saved${context.isApproved ? '' : ', and nothing was charged'}.`}</span>
      </Notice>
    )
  return (
    <>
      {progress.button !== 'ready' && (
        <div aria-busy="true">
          <p className="vh" role="status">
            Loading the payment button
          </p>
          <Skeleton shape="block" height="54px" />
        </div>
      )}
      {context.setup !== null && (
        <PaymentButton approveOn={sideOf(context.setup, isEstimate)} {...{ whyNot, onPay, send }} />
      )}
    </>
  )
}

const Cancelled = () => (
  <div ref={focusOnMount} tabIndex={-1} role="alert">
    <Notice>
      <b>You closed the payment window.</b> Nothing was charged, and your order was not placed.
    </Notice>
  </div>
)

const Abandoned = ({ onOtherWay }: { onOtherWay: () => void }) => (
  <div ref={focusOnMount} tabIndex={-1} role="alert">
    <Notice action={<Button onClick={onOtherWay}>Change payment method</Button>}>
      <b>We couldn’t find out whether your payment went through.</b> If it did, you’ll be refunded. You can try again.
    </Notice>
  </div>
)

interface FailedProps {
  text: FailureText
  isUncharged: boolean
  onOtherWay: () => void
}

const Failed = ({ text, isUncharged, onOtherWay }: FailedProps) => (
  <div ref={focusOnMount} tabIndex={-1} role="alert">
    <Notice tone="bad" action={<Button onClick={onOtherWay}>Change payment method</Button>}>
      <b>{text.what}</b>
      <span>{` ${isUncharged ? 'You haven’t been charged. ' : ''}${text.next}`}</span>
    </Notice>
  </div>
)

const PlaceNotice = ({ text }: { text: FailureText | null }) => (
  <div role="alert">
    {text && (
      <Notice tone="bad">
        <b>{text.what}</b>
        <span>{` ${text.next}`}</span>
      </Notice>
    )}
  </div>
)
