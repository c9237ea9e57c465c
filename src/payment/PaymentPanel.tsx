import { totalShown } from '../checkout/checkout-view.ts'
import { focusOnMount } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/checkout'
import type { PaymentContext, PaymentEvent } from '#machines/payment/payment'
import { PaymentButton } from './PaymentButton.tsx'
import { PaymentUnknown } from './PaymentUnknown.tsx'
import { failureWords, placeWords, type Words } from './payment-text.ts'
import styles from './PaymentPanel.module.css'

/** Where the payment's chart stands. */
export interface PaymentPlace {
  button: 'unwanted' | 'configuring' | 'misconfigured' | 'loading' | 'ready' | 'unavailable'
  flow:
    | 'ready'
    | 'creating'
    | 'approving'
    | 'deciding'
    | 'authorizing'
    | 'capturing'
    | 'reconciling'
    | 'approved'
    | 'cancelled'
    | 'abandoned'
    | 'failed'
  /** How it stands with what is not known. */
  asking: 'pausing' | 'asking' | 'deciding' | 'silent' | null
}

/** What paying online needs of the charts. */
export interface Paying {
  context: PaymentContext
  place: PaymentPlace
  send: (event: PaymentEvent) => void
}

interface Props {
  payment: Paying
  checkout: CheckoutContext
  /** Why the order can't be paid as it is; null when it can. */
  whyNot: string | null
  /** The order follows a payment that is done. */
  isPlacing: boolean
  send: (event: CheckoutEvent) => void
}

/** Paying online, in place of 'Place Order': the provider's button, and what becomes of the payment. */
export function PaymentPanel({ payment, checkout, whyNot, isPlacing, send }: Props) {
  const { context, place } = payment
  const otherWay = () => send({ type: 'checkout.edit', step: 'payment' })
  const isBusy = isPlacing || busy[place.flow] !== undefined
  if (place.flow === 'reconciling') return <PaymentUnknown {...payment} />
  return (
    <div className={styles.panel} id={paymentId}>
      {!isPlacing && place.flow === 'cancelled' && <Cancelled />}
      {!isPlacing && place.flow === 'abandoned' && <Abandoned onOtherWay={otherWay} />}
      {!isPlacing && place.flow === 'failed' && checkout.refusal === null && (
        <Failed words={failureWords(context)} onOtherWay={otherWay} />
      )}
      {place.flow === 'approving' && <Place words={placeWords(context.place, context.placeIs)} />}
      {isBusy && (
        <p className={styles.busy} role="status">
          <span className={styles.spin} aria-hidden="true" />
          {isPlacing ? 'Paid. Your order is being placed…' : busy[place.flow]}
        </p>
      )}
      <ButtonPlace
        {...{
          payment,
          whyNot: isBusy && place.flow !== 'approving' ? (busy[place.flow] ?? 'Your order is being placed.') : whyNot,
        }}
        onPay={() => send({ type: 'checkout.pay', total: totalShown(checkout) })}
        onOtherWay={otherWay}
      />
    </div>
  )
}

/** The id of the place where is paid, for the button at the foot of a phone. */
export const paymentId = 'payment'

const busy: Partial<Record<PaymentPlace['flow'], string>> = {
  creating: 'The payment window is opening…',
  approving: 'Finish the payment in the window that has opened. Nothing is charged before.',
  authorizing: 'Your payment is being confirmed…',
  capturing: 'Your payment is being confirmed…',
  approved: 'Paid. Your order is being placed…',
}

interface ButtonProps {
  payment: Paying
  whyNot: string | null
  onPay: () => void
  onOtherWay: () => void
}

function ButtonPlace({ payment, whyNot, onPay, onOtherWay }: ButtonProps) {
  const { context, place, send } = payment
  if (place.button === 'misconfigured')
    return (
      <Notice tone="bad" role="alert" action={<Button onClick={onOtherWay}>Pay in another way</Button>}>
        <b>Online payment is not set up.</b> {context.setupRefusal?.message}
      </Notice>
    )
  if (place.button === 'unavailable')
    return (
      <Notice
        tone="bad"
        role="alert"
        action={
          <>
            <Button onClick={() => send({ type: 'payment.reload' })}>Try again</Button>
            <Button onClick={onOtherWay}>Pay in another way</Button>
          </>
        }
      >
        <b>The payment button did not load.</b> Your order is kept, and nothing was charged.
      </Notice>
    )
  return (
    <>
      {place.button !== 'ready' && (
        <div aria-busy="true">
          <p className="vh" role="status">
            Loading the payment button
          </p>
          <Skeleton shape="block" height="54px" />
        </div>
      )}
      {context.setup !== null && <PaymentButton setup={context.setup} whyNot={whyNot} onPay={onPay} send={send} />}
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
    <Notice action={<Button onClick={onOtherWay}>Pay in another way</Button>}>
      <b>We could not find out whether your payment went through.</b> If it did, it is given back: no order came of it.
      You can pay anew.
    </Notice>
  </div>
)

const Failed = ({ words, onOtherWay }: { words: Words; onOtherWay: () => void }) => (
  <div ref={focusOnMount} tabIndex={-1} role="alert">
    <Notice tone="bad" action={<Button onClick={onOtherWay}>Pay in another way</Button>}>
      <b>{words.what}</b> {/charged/i.test(words.what) ? '' : 'Nothing was charged. '}
      {words.next}
    </Notice>
  </div>
)

const Place = ({ words }: { words: Words | null }) => (
  <div role="alert">
    {words && (
      <Notice tone="bad">
        <b>{words.what}</b> {words.next}
      </Notice>
    )}
  </div>
)
