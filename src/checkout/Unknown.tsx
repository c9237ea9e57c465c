import mark from '../assets/mark.svg?no-inline'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { focusOnMount } from '../form/form-focus.ts'
import styles from './Unknown.module.css'

interface Props {
  /** `pausing` before the next request, `asking` during one, `silent` when there was no response to any. */
  state: 'pausing' | 'asking' | 'silent'
  /** How often the order was sent again. */
  retries: number
  onAsk: () => void
}

/** The response to an order was lost: what is happening and what the shopper can do. Nothing can be edited meanwhile. */
export function Unknown({ state, retries, onAsk }: Props) {
  return (
    <div className={styles.unknown}>
      <div className={styles.asking}>
        <img src={mark} width="64" height="77" alt="" data-still={state === 'silent' || undefined} />
        <div>
          <h3 ref={focusOnMount} tabIndex={-1}>
            We are checking your order
          </h3>
          <p>
            The connection broke while your order was on its way. We are asking the shop whether it arrived.{' '}
            <b>It is never placed twice, and nothing is charged twice.</b>
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
            <b>No answer came back</b>
            <small>The connection was lost</small>
          </div>
        </li>
        <li aria-current="step">
          <span className={styles.mark} data-turning={state !== 'silent' || undefined}>
            {state === 'silent' && <Icon of="circle-question-mark" size="small" />}
          </span>
          <div role="status">
            <b>{state === 'silent' ? 'The shop does not answer yet' : 'Asking the shop'}</b>
            <small>{textFor(state, retries)}</small>
          </div>
        </li>
      </ol>
      <div className="row">
        <Button pending={state === 'asking' && 'Asking…'} onClick={onAsk}>
          <Icon of="refresh-cw" size="small" />
          Ask again
        </Button>
        <a className={styles.call} href={store.phoneLink}>
          <Icon of="phone" size="small" />
          Call {store.phone}
        </a>
      </div>
      <p className="small muted">
        You may close this page. When you come back, we look again before anything else happens.
      </p>
    </div>
  )
}

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth']

function textFor(state: Props['state'], retries: number): string {
  if (state === 'silent') return 'Check your connection, then ask again. Your order is kept as you sent it.'
  const next = state === 'asking' ? retries : retries + 1
  return `${ordinals[next - 1] ?? 'One more'} time${state === 'pausing' ? ', in a moment' : ''}`
}
