import { problemKindNames, type ProblemReport } from '#contract/order-problem'
import { store } from '../store/store.ts'
import { dayText } from './report-text.ts'
import styles from './OrderProblem.module.css'

/** What was reported of an order, and what the store has answered. */
export const ProblemReports = ({ reports }: { reports: readonly ProblemReport[] }) =>
  reports.length > 0 && (
    <section className="panel stack" aria-labelledby="problem-reports">
      <h2 id="problem-reports">What you reported</h2>
      <ul className={styles.reports}>
        {reports.map(report => (
          <Report key={report.reportId} report={report} />
        ))}
      </ul>
      <p>
        <a className="textlink" href={store.phoneLink}>{`Call us: ${store.phone}`}</a>
      </p>
    </section>
  )

const Report = ({ report: { at, kind, lines, comment, hasPhotograph, answer } }: { report: ProblemReport }) => (
  <li className={styles.report}>
    <h3>{problemKindNames[kind]}</h3>
    <time className="small muted" dateTime={at}>
      {dayText(at)}
    </time>
    {lines.map(({ productId, productName, quantity }) => (
      <p key={productId} translate="no">{`${quantity} × ${productName}`}</p>
    ))}
    {comment !== null && (
      <p className={styles.comment} translate="no">
        {comment}
      </p>
    )}
    {hasPhotograph && <p className="small muted">With a photograph, which only our staff can see.</p>}
    {answer === null ? (
      <p>
        <b>We have received your report.</b>
      </p>
    ) : (
      <div className={styles.answer}>
        <b>{`Our answer, ${dayText(answer.at)}`}</b>
        <p className={styles.comment}>{answer.text}</p>
      </div>
    )}
  </li>
)
