import { officeBase, type OfficeOrder } from '#contract/office'
import { longestAnswer, problemKindNames, type OfficeReport } from '#contract/order-problem'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { momentText } from './office-text.ts'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './Reports.module.css'

/** What the customer has reported as wrong with an order, and the answers. */
export const Reports = ({ order }: { order: OfficeOrder }) =>
  (order.reports ?? []).length > 0 && (
    <section className="panel stack" data-screen-only aria-labelledby="reports">
      <h2 id="reports">Something is wrong</h2>
      <ul className={styles.reports}>
        {order.reports!.map(report => (
          <Report key={report.reportId} order={order} report={report} />
        ))}
      </ul>
    </section>
  )

function Report({ order, report }: { order: OfficeOrder; report: OfficeReport }) {
  const { reportId, at, kind, lines, comment, hasPhotograph, answer } = report
  const isAnswering = useOffice('officeOrder', ({ context }) => context.answer?.reportId === reportId)
  const isBlocked = useOffice('officeOrder', snapshot => !snapshot.matches('open'))
  const send = useOfficeSend('officeOrder')
  const photograph = `${officeBase}/orders/${order.orderNumber}/reports/${encodeURIComponent(reportId)}/photograph`
  return (
    <li className={styles.report}>
      <h3>{problemKindNames[kind]}</h3>
      <time className="muted small" dateTime={at}>
        {momentText(at)}
      </time>
      {lines.map(({ productId, productName, quantity }) => (
        <p key={productId} translate="no">{`${quantity} × ${productName}`}</p>
      ))}
      {comment !== null && (
        <p className={styles.text} translate="no">
          {comment}
        </p>
      )}
      {hasPhotograph && (
        <a href={photograph} target="_blank" rel="noreferrer">
          <img className={styles.photograph} src={photograph} alt="Photograph of the customer" loading="lazy" />
        </a>
      )}
      {answer !== null && (
        <div className={styles.answer}>
          <b>{`Answered by ${answer.staffName}, ${momentText(answer.at)}`}</b>
          <p className={styles.text}>{answer.text}</p>
        </div>
      )}
      {isAnswering ? (
        <Answering />
      ) : (
        <div className={styles.buttons}>
          <Button
            size="small"
            aria-disabled={isBlocked || undefined}
            onClick={() => send({ type: 'order.answer', reportId })}
          >
            {answer === null ? 'Answer' : 'Answer again'}
          </Button>
          {(order.refundable ?? 0) > 0 && (
            <Button size="small" aria-disabled={isBlocked || undefined} onClick={() => send({ type: 'order.refund' })}>
              Refund
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** The form of an answer, which the customer gets by email. */
function Answering() {
  const text = useOffice('officeOrder', ({ context }) => context.answer?.text ?? '')
  const isSubmitted = useOffice('officeOrder', ({ context }) => context.isAnswerSubmitted)
  const isSending = useOffice('officeOrder', snapshot => snapshot.matches('sendingAnswer'))
  const send = useOfficeSend('officeOrder')
  return (
    <form
      className={styles.form}
      aria-labelledby="answer"
      noValidate
      onSubmit={submitHandler(() => send({ type: 'order.sendAnswer' }))}
    >
      <h4 id="answer" tabIndex={-1} ref={focusOnMount}>
        Answer
      </h4>
      <Field
        label="Your answer"
        name="answer"
        multiline
        required
        maxLength={longestAnswer}
        hint="The customer gets it by email, and sees it on the page of the order."
        value={text}
        error={isSubmitted && text.trim() === '' ? 'Please enter an answer' : null}
        onChange={typed => send({ type: 'order.typeAnswer', text: typed })}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="go" pending={isSending && 'Saving …'}>
          Save
        </Button>
        <Button aria-disabled={isSending || undefined} onClick={() => send({ type: 'order.keep' })}>
          Back
        </Button>
      </div>
    </form>
  )
}
