import { Sign } from './Sign.tsx'
import type { Acts, Notice } from './state.ts'
import styles from './Bars.module.css'

interface Props {
  notice: Notice | null
  act: Acts
}

/** The current notice, as a live region. */
export function NoticeBar({ notice, act }: Props) {
  return (
    <div role="status">
      {notice && (
        <div className={styles.bar} data-tone={notice.tone}>
          <span>{notice.text}</span>
          <span className={styles.push} />
          <button type="button" className={styles.close} aria-label="Close" onClick={() => act.say(null)}>
            <Sign of="close" />
          </button>
        </div>
      )}
    </div>
  )
}
