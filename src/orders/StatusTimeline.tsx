import type { Order } from '#contract/order'
import { timelineOf } from '#machines/orders/timeline'
import { statusNames } from './order-text.ts'
import { store } from '../store/store.ts'
import styles from './StatusTimeline.module.css'

const time = new Intl.DateTimeFormat(store.locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: store.timeZone,
})

const states = { done: 'done', now: 'now', next: 'still to come' } as const

/** The way of an order: each status, and when the order got it. */
export const StatusTimeline = ({ order }: { order: Order }) => (
  <ol className={styles.timeline} aria-label="Status">
    {timelineOf(order).map(({ status, at, is }) => (
      <li key={status} data-is={is} aria-current={is === 'now' ? 'step' : undefined}>
        <b>{statusNames[status]}</b>
        <span className="vh">, </span>
        {at === null ? (
          <span className="vh">{states[is]}</span>
        ) : (
          <time className="small muted" dateTime={at}>
            {time.format(new Date(at))}
          </time>
        )}
      </li>
    ))}
  </ol>
)
