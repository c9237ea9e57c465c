import { Sign } from './Sign.tsx'
import type { Acts, Shown } from './state.ts'
import styles from './Bars.module.css'

interface Props {
  shown: Shown
  act: Acts
}

/** Says that an earlier entry is shown while the shop continues. */
export function PastBar({ shown, act }: Props) {
  const { source, mode, moment, history } = shown
  const isLive = source?.is === 'tab' && source.isHere
  if (!isLive || mode === 'following') return null
  const last = history.entries.length
  return (
    <div className={styles.bar} data-tone="now">
      <Sign of="clock" />
      <span>
        <b>
          You are at entry {moment.at} of {last}.
        </b>{' '}
        The shop keeps running.
      </span>
      <span className={styles.push} />
      <button type="button" className={styles.line} onClick={act.follow}>
        Back to live <kbd>End</kbd>
      </button>
    </div>
  )
}
