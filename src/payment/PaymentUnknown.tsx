import { focusOnMount } from '../form/form-focus.ts'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { PaymentEvent } from '#machines/payment/payment-setup'
import type { PaymentProgress } from '#machines/payment/selectors'
import styles from './PaymentPanel.module.css'

interface Props {
  progress: PaymentProgress
  send: (event: PaymentEvent) => void
}

/** The outcome of the payment is unknown: what is happening and what the shopper can do. */
export function PaymentUnknown({ progress, send }: Props) {
  const isUnanswered = progress.reconciling === 'unanswered'
  return (
    <div className={styles.unknown}>
      <h3 ref={focusOnMount} tabIndex={-1}>
        We are checking your payment
      </h3>
      <p>
        We don’t know yet whether your payment went through. We’re checking.{' '}
        <b>You’ll never be charged twice. A payment without an order is refunded.</b>
      </p>
      <p role="status" className={styles.busy}>
        {!isUnanswered && <span className={styles.spin} aria-hidden="true" />}
        <span>
          {isUnanswered
            ? 'The shop isn’t answering yet. Check your connection, then ask again.'
            : 'Checking with the shop'}
        </span>
      </p>
      <div className="row">
        <Button pending={progress.reconciling === 'asking' && 'Asking…'} onClick={() => send({ type: 'payment.ask' })}>
          <Icon of="refresh-cw" size="small" />
          <span>Ask again</span>
        </Button>
        {isUnanswered && <Button onClick={() => send({ type: 'payment.abandon' })}>Go back to my order</Button>}
        <a className="textlink" href={store.phoneLink}>
          Call {store.phone}
        </a>
      </div>
      <p className="small muted">You can close this page. We’ll check again when you return.</p>
    </div>
  )
}
