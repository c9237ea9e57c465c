import { longestComment } from '#contract/order'
import { problemKindNames, problemKinds } from '#contract/order-problem'
import { plainRefusal, shownErrors } from '#machines/order-problem/selectors'
import { Form } from '../form/Form.tsx'
import { focusOnMount } from '../form/form-focus.ts'
import { store } from '../store/store.ts'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { focusHeading } from '../ui/focus.ts'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import field from '../ui/Field.module.css'
import { PhotographField } from './PhotographField.tsx'
import { ProblemLines } from './ProblemLines.tsx'
import styles from './OrderProblem.module.css'

/** Ref: the focus goes to the heading of the page when the form ends with the focused control. */
const returnFocus = (form: HTMLElement | null) => () => {
  if (form?.contains(document.activeElement)) focusHeading()
}

/** The form of a report that something is wrong with an order. */
export function ReportProblem() {
  const isEditable = useActor('orderProblem', snapshot => snapshot.matches('editing'))
  const isSending = useActor('orderProblem', snapshot => snapshot.matches('sending'))
  const isSubmitted = useActor('orderProblem', ({ context }) => context.isSubmitted)
  const errors = useActor('orderProblem', shownErrors)
  const send = useSend('orderProblem')
  return (
    <section className="panel stack" ref={returnFocus}>
      <h2 tabIndex={-1} ref={focusOnMount} className={styles.heading}>
        Something is wrong
      </h2>
      <p>
        <span>We answer on this page and by email.</span>{' '}
        <a className="textlink" href={store.phoneLink}>{`Or call us: ${store.phone}`}</a>
      </p>
      <Form
        className={styles.form}
        tried={isSubmitted}
        errors={errors}
        busy={isSending}
        onSubmit={() => send({ type: 'problem.send' })}
      >
        <fieldset className={styles.fields} disabled={!isEditable} aria-label="Your report">
          <ProblemLines />
          <Kind />
          <Comment />
        </fieldset>
        <PhotographField />
        <Refused />
        <Buttons />
      </Form>
    </section>
  )
}

function Kind() {
  const kind = useActor('orderProblem', ({ context }) => context.form.kind)
  const error = useActor('orderProblem', snapshot => shownErrors(snapshot).kind ?? null)
  const send = useSend('orderProblem')
  return (
    <fieldset
      className={styles.fields}
      role="radiogroup"
      aria-invalid={error !== null || undefined}
      aria-describedby={error === null ? undefined : 'problem-kind-error'}
    >
      <legend className={field.label}>What is wrong?</legend>
      {error !== null && (
        <p id="problem-kind-error" className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </p>
      )}
      {problemKinds.map(value => (
        <label key={value} className={styles.kind}>
          <input
            type="radio"
            name="kind"
            checked={kind === value}
            onChange={() => send({ type: 'problem.chooseKind', kind: value })}
          />
          <b>{problemKindNames[value]}</b>
        </label>
      ))}
    </fieldset>
  )
}

function Comment() {
  const comment = useActor('orderProblem', ({ context }) => context.form.comment)
  const isRequired = useActor('orderProblem', ({ context }) => context.form.kind === 'other')
  const error = useActor('orderProblem', snapshot => shownErrors(snapshot).comment ?? null)
  const send = useSend('orderProblem')
  return (
    <Field
      label="Tell us more"
      name="comment"
      multiline
      required={isRequired}
      maxLength={longestComment}
      value={comment}
      error={error}
      onChange={text => send({ type: 'problem.typeComment', text })}
    />
  )
}

/** A refusal that is about no field. */
function Refused() {
  const message = useActor('orderProblem', plainRefusal)
  return (
    message !== null && (
      <Notice tone="bad" role="alert">
        <b>Your report was not sent.</b> <span>{message}</span>
      </Notice>
    )
  )
}

function Buttons() {
  const stage = useActor('orderProblem', ({ value }) => value)
  const send = useSend('orderProblem')
  const isUnanswered = stage === 'unanswered'
  return (
    <>
      {isUnanswered && (
        <Notice tone="bad" role="alert">
          <b>We didn’t get an answer.</b> Your report may have arrived already. Trying again sends it only once.
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button variant="go" type="submit" pending={stage === 'sending' && 'Sending…'}>
          {isUnanswered ? 'Try again' : 'Send report'}
        </Button>
        <Button aria-disabled={stage === 'sending' || undefined} onClick={() => send({ type: 'problem.dismiss' })}>
          {isUnanswered ? 'Load the order again' : 'Close'}
        </Button>
      </div>
    </>
  )
}
