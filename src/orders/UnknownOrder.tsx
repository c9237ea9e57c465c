import type { OrderAttemptEvent } from '#machines/orders/order-attempt-setup'
import type { Unknown as State, whyUnknown } from '#machines/orders/selectors'
import mark from '../assets/mark.svg'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { focusOnMount } from '../form/form-focus.ts'
import { busy, textOfUnknown } from './unknown-text.ts'
import styles from './UnknownOrder.module.css'

interface Props {
  state: State
  /** How often the gateway was asked again. */
  retries: number
  /** When an old order was sent, in milliseconds since the epoch; null if that is not known. */
  sentAt: number | null
  why: ReturnType<typeof whyUnknown>
  send: (event: OrderAttemptEvent) => void
}

function whatHappened(state: State, why: Props['why']): string {
  if (state === 'unplaced')
    return 'The connection was lost while we were sending your order, and the shop has no order from it.'
  if (state === 'abandoning') return 'We don’t know yet whether the shop has your order.'
  // nothing is sent again by itself once the retries are used up
  if (why === 'busy') return state === 'unanswered' ? `${busy}.` : `${busy}. We’ll send your order again.`
  return 'The connection was lost while we were sending your order. We’re checking whether it arrived.'
}

/** The outcome of an order is not known: what is happening and what the shopper can do. Nothing can be edited meanwhile. */
export function UnknownOrder({ state, retries, sentAt, why, send }: Props) {
  const { heading, status, detail } = textOfUnknown({ state, retries, sentAt, why })
  const isStill = state === 'unanswered' || state === 'unplaced'
  return (
    <div className={styles.unknown}>
      <div className={styles.asking}>
        <img src={mark} width="64" height="77" alt="" data-still={isStill || undefined} />
        <div>
          <h3 ref={focusOnMount} tabIndex={-1}>
            {heading}
          </h3>
          <p>
            <span>{`${whatHappened(state, why)} `}</span>
            <b>It’s never placed twice, and you’re never charged twice.</b>
          </p>
        </div>
      </div>
      <ol className={styles.trail}>
        <li data-mark="ok">
          <span className={styles.mark}>
            <Icon of="check" size="small" />
          </span>
          <b>Order sent</b>
        </li>
        <li data-mark="no">
          <span className={styles.mark}>
            <Icon of="wifi-off" size="small" />
          </span>
          <div>
            <b>{why === 'busy' ? 'Not accepted yet' : 'No answer received'}</b>
            <small>{why === 'busy' ? 'The shop has too many requests' : 'The connection was lost'}</small>
          </div>
        </li>
        <li aria-current="step">
          <span className={styles.mark} data-turning={!isStill || undefined}>
            {isStill && <Icon of="circle-question-mark" size="small" />}
          </span>
          <div role="status">
            <b>{status}</b>
            <small>{detail}</small>
          </div>
        </li>
      </ol>
      <div className="row">
        {state === 'unplaced' && (
          <Button variant="go" onClick={() => send({ type: 'order.resend' })}>
            Place it now
          </Button>
        )}
        {(state === 'pausing' || state === 'asking' || state === 'unanswered') && (
          <Button pending={state === 'asking' && 'Asking…'} onClick={() => send({ type: 'order.ask' })}>
            <Icon of="refresh-cw" size="small" />
            <span>Ask again</span>
          </Button>
        )}
        {state !== 'asking' && (
          <Button pending={state === 'abandoning' && 'Discarding…'} onClick={() => send({ type: 'order.abandon' })}>
            Discard it
          </Button>
        )}
        <a className={styles.call} href={store.phoneLink}>
          <Icon of="phone" size="small" />
          Call {store.phone}
        </a>
      </div>
      <p className="small muted">
        You can close this page. When you return, we’ll first check whether the order was placed. After 10 minutes we’ll
        resend it only if you ask us to.
      </p>
    </div>
  )
}
