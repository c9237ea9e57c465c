import type { Acts, Report } from './state.ts'
import styles from './Bars.module.css'

interface Props {
  report: Report | null
  act: Acts
}

/** The shopper's text of a problem report, and a link to the journal part before the last one. */
export function ReportBar({ report, act }: Props) {
  if (report === null) return null
  const { said, part, parts } = report
  return (
    <div className={styles.bar} data-tone="said">
      <span>{said === '' ? 'The shopper wrote nothing.' : `The shopper wrote: ${said}`}</span>
      <span className={styles.push} />
      {parts.before && (
        <button type="button" onClick={() => act.showPart(part === 'last' ? 'before' : 'last')}>
          {part === 'last' ? 'Show the part before' : 'Show the last part'}
        </button>
      )}
    </div>
  )
}
