import { fields } from '#contract/fields'
import { forgottenMistakes, type ForgottenContext, type ForgottenEvent } from '#machines/password/forgotten'
import { useActor, useSend } from '../system/actors.tsx'
import { keepFocusOnPress, focusOnMount } from '../form/form-focus.ts'
import { hasErrors, visibleErrors } from '../form/field-errors.ts'
import { Form } from '../form/Form.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import entry from '../form/EntryPage.module.css'
import styles from './Passwords.module.css'

/** The page 'Forgotten your password?': a link to a new one is sent to whoever has an account. */
export function ForgottenScreen() {
  const context = useActor('forgotten', snapshot => snapshot.context)
  const isTouched = useActor('forgotten', snapshot => !snapshot.matches({ asking: 'untouched' }))
  const isTried = useActor('forgotten', snapshot => snapshot.matches({ asking: 'tried' }))
  const isSending = useActor('forgotten', snapshot => snapshot.matches('sending'))
  const isSent = useActor('forgotten', snapshot => snapshot.matches('sent'))
  const send = useSend('forgotten')
  return (
    <div className={entry.page} data-width="narrow">
      <Breadcrumb trail={[{ name: 'Login', to: '/auth/login' }, { name: 'Forgotten password' }]} />
      {isSent ? <Sent /> : <ForgottenForm {...{ context, isTouched, isTried, isSending, send }} />}
    </div>
  )
}

interface Props {
  context: ForgottenContext
  /** Something was typed, or the field was left. */
  isTouched: boolean
  isTried: boolean
  isSending: boolean
  send: (event: ForgottenEvent) => void
}

function ForgottenForm({ context, isTouched, isTried, isSending, send }: Props) {
  const errors = visibleErrors(forgottenMistakes(context), [], isTouched)
  return (
    <section className="panel stack-6">
      <title>{`${hasErrors(errors, isTried, context.refusal) ? 'Error: ' : ''}Forgotten your password? · ${store.name}`}</title>
      <div className={styles.words}>
        <h1 tabIndex={-1}>Forgotten your password?</h1>
        <p className="muted">Tell us the email of your account. We send you a link to choose a new password.</p>
      </div>
      <Form tried={isTried} errors={errors} busy={isSending} onSubmit={() => send({ type: 'forgotten.submit' })}>
        {context.refusal && (
          <Notice tone="bad" role="alert">
            {context.refusal.message}
          </Notice>
        )}
        <div className="form">
          <Field
            label={fields.email.label}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            value={context.email}
            error={errors.email ?? null}
            onChange={value => send({ type: 'forgotten.typed', value })}
            onBlur={() => send({ type: 'forgotten.blurred' })}
          />
        </div>
        <Button
          type="submit"
          look="go"
          size="big"
          wide
          pending={isSending && 'Sending…'}
          onMouseDown={keepFocusOnPress}
        >
          Send reset link
        </Button>
      </Form>
      <p>
        <a className="textlink" href="/auth/login">
          Back to Login
        </a>
      </p>
    </section>
  )
}

const Sent = () => (
  <section className="panel">
    <title>{`Check your email · ${store.name}`}</title>
    <EmptyState
      level={1}
      heading="Check your email"
      headingRef={focusOnMount}
      action={<ButtonLink href="/auth/login">Back to Login</ButtonLink>}
    >
      <p role="status">If an account with this email exists, a reset link is on its way.</p>
      <p className={`small ${styles.again}`}>
        Nothing there? Look into the spam folder, or{' '}
        <a className="textlink" href="/forget-password">
          send it again
        </a>
        .
      </p>
    </EmptyState>
  </section>
)
