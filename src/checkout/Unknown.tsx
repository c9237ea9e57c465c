import type { CheckoutEvent } from '#machines/checkout/context'
import type { Unknown as State } from '#machines/checkout/selectors'
import mark from '../assets/mark.svg'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { focusOnMount } from '../form/form-focus.ts'
import { textOfUnknown } from './unknown-text.ts'
import styles from './Unknown.module.css'

interface Props {
  state: State
  /** How often the gateway was asked again. */
  retries: number
  /** When an old order was sent, in milliseconds since the epoch; null if that is not known. */
  sentAt: number | null
  /** The order could not be discarded, because the gateway did not answer. */
  isNotDiscarded: boolean
  send: (event: CheckoutEvent) => void
}

/** The outcome of an order is not known: what is happening and what the shopper can do. Nothing can be edited meanwhile. */
export function Unknown({ state, retries, sentAt, isNotDiscarded, send }: Props) {
  const { heading, status, detail } = textOfUnknown({ state, retries, sentAt, isNotDiscarded })
  const isStill = state === 'silent' || state === 'unplaced'
  return (
    <div className={styles.unknown}>
      <div className={styles.asking}>
        <img src={mark} width="64" height="77" alt="" data-still={isStill || undefined} />
        <div>
          <h3 ref={focusOnMount} tabIndex={-1}>
            {heading}
          </h3>
          <p>
            {state === 'unplaced'
              ? 'The connection was lost while we were sending your order, and it didn’t arrive. '
              : 'The connection was lost while we were sending your order. We’re checking whether it arrived. '}
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
            <b>No answer received</b>
            <small>The connection was lost</small>
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
          <Button look="go" onClick={() => send({ type: 'checkout.resend' })}>
            Place it now
          </Button>
        )}
        {(state === 'pausing' || state === 'asking' || state === 'silent') && (
          <Button pending={state === 'asking' && 'Asking…'} onClick={() => send({ type: 'checkout.ask' })}>
            <Icon of="refresh-cw" size="small" />
            Ask again
          </Button>
        )}
        {state !== 'asking' && (
          <Button pending={state === 'abandoning' && 'Discarding…'} onClick={() => send({ type: 'checkout.abandon' })}>
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
