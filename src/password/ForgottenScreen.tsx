import { titleAt } from '#contract/paths'
import { forgottenErrors } from '#machines/password/forgotten'
import { useActor, useSend, type SnapshotOf } from '../system/actors.tsx'
import { hasErrors, visibleErrors, type FieldErrors } from '#machines/parts/field-errors'
import { EmailField } from '../form/EmailField.tsx'
import { focusOnMount } from '../form/form-focus.ts'
import { Form } from '../form/Form.tsx'
import { FormRefusal } from '../form/FormRefusal.tsx'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import entry from '../form/EntryPage.module.css'
import styles from './Passwords.module.css'

/** The page 'Forgotten your password?': requests a reset link by email. */
export function ForgottenScreen() {
  const isSent = useActor('forgotten', snapshot => snapshot.matches('sent'))
  return (
    <div className={entry.page} data-width="narrow">
      <Breadcrumb trail={[{ name: 'Login', to: '/auth/login' }, { name: 'Forgotten password' }]} />
      {isSent ? <Sent /> : <ForgottenForm />}
    </div>
  )
}

/** The field's error, once something was typed or the field was left. */
const errorsIn = (snapshot: SnapshotOf<'forgotten'>): FieldErrors =>
  visibleErrors(forgottenErrors(snapshot.context), [], !snapshot.matches({ form: 'untouched' }))

function ForgottenForm() {
  const errors = useActor('forgotten', errorsIn)
  const refusal = useActor('forgotten', ({ context }) => context.refusal)
  const isSubmitted = useActor('forgotten', snapshot => snapshot.matches({ form: 'submitted' }))
  const isSending = useActor('forgotten', snapshot => snapshot.matches('sending'))
  const send = useSend('forgotten')
  return (
    <section className="panel stack-6">
      <PageTitle text={titleAt('/forget-password')} hasErrors={hasErrors(errors, isSubmitted, refusal)} />
      <div className={styles.words}>
        <h1 tabIndex={-1}>Forgotten your password?</h1>
        <p className="muted">Enter your email and we’ll send you a reset link.</p>
      </div>
      <Form tried={isSubmitted} errors={errors} busy={isSending} onSubmit={() => send({ type: 'forgotten.submit' })}>
        <FormRefusal refusal={refusal} />
        <div className="form">
          <ForgottenEmailField error={errors.email ?? null} />
        </div>
        <SubmitButton wide pending={isSending && 'Sending…'}>
          Send reset link
        </SubmitButton>
      </Form>
      <p>
        <a className="textlink" href="/auth/login">
          Back to Login
        </a>
      </p>
    </section>
  )
}

function ForgottenEmailField({ error }: { error: string | null }) {
  const email = useActor('forgotten', ({ context }) => context.email)
  const send = useSend('forgotten')
  return (
    <EmailField
      autoComplete="email"
      value={email}
      error={error}
      onType={value => send({ type: 'forgotten.typed', value })}
      onLeave={() => send({ type: 'forgotten.blurred' })}
    />
  )
}

const Sent = () => (
  <section className="panel">
    <PageTitle text="Check your email" />
    <EmptyState
      level={1}
      heading="Check your email"
      headingRef={focusOnMount}
      action={<ButtonLink href="/auth/login">Back to Login</ButtonLink>}
    >
      <p role="status">If an account with this email exists, a reset link is on its way.</p>
      <p className={`small ${styles.again}`}>
        Didn’t get it? Check your spam folder, or{' '}
        <a className="textlink" href="/forget-password">
          resend it
        </a>
        .
      </p>
    </EmptyState>
  </section>
)
