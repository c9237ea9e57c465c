import { titleAt } from '#contract/paths'
import { resetHandle, resetErrors } from '#machines/password/reset'
import { weakPassword } from '#machines/password/secrets'
import { refusedPasswordErrors } from './refused-passwords.ts'
import { useActor, useSend, useVault, type SnapshotOf } from '../system/actors.tsx'
import { hasErrors, visibleErrors, type FieldErrors } from '#machines/parts/field-errors'
import { focusOnMount } from '../form/form-focus.ts'
import { Form } from '../form/Form.tsx'
import { FormRefusal } from '../form/FormRefusal.tsx'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import entry from '../form/EntryPage.module.css'

/** The page 'Choose a new password', which the link in a reset mail opens. */
export function ResetScreen() {
  const state = useActor('reset', ({ value }) => (typeof value === 'object' ? 'form' : value))
  const refusal = useActor('reset', ({ context }) => context.refusal)
  return (
    <div className={entry.page} data-width="narrow">
      <Breadcrumb trail={[{ name: 'Login', to: '/auth/login' }, { name: 'New password' }]} />
      {state === 'changed' && <Changed />}
      {state === 'linkExpired' && <Unusable heading="This link has expired" reason={refusal?.message ?? ''} />}
      {state === 'tokenMissing' && (
        <Unusable {...(refusal === null || refusal.code === 'refused' ? noLink : unknownOutcome)} />
      )}
      {(state === 'form' || state === 'changing') && <ResetForm isChanging={state === 'changing'} />}
    </div>
  )
}

/** Shown after a reload: the token of the link was in memory only. */
const noLink = {
  heading: 'Open the link again',
  reason: 'Please open the link in your email again, or ask for a new one.',
}

/** Shown after a reload while the request was in flight: the reset token no longer exists then. */
const unknownOutcome = {
  heading: 'We didn’t get an answer',
  reason: 'Your password may already have changed. Try to log in, or open the link in your email again.',
}

const isSubmittedIn = (snapshot: SnapshotOf<'reset'>): boolean => snapshot.matches({ form: 'submitted' })

const errorsIn = (snapshot: SnapshotOf<'reset'>): FieldErrors => ({
  ...refusedPasswordErrors(snapshot.context.refusal),
  ...visibleErrors(resetErrors(snapshot.context), snapshot.context.touched, isSubmittedIn(snapshot)),
})

function ResetForm({ isChanging }: { isChanging: boolean }) {
  const errors = useActor('reset', errorsIn)
  const refusal = useActor('reset', ({ context }) => context.refusal)
  const isWeak = weakPassword(refusal) !== null
  const isSubmitted = useActor('reset', isSubmittedIn)
  const handles = useActor('reset', ({ context }) => ({
    password: resetHandle(context, 'password'),
    confirmPassword: resetHandle(context, 'confirmPassword'),
  }))
  const send = useSend('reset')
  const vault = useVault()
  return (
    <section className="panel stack-6">
      <PageTitle text={titleAt('/reset-password')} hasErrors={hasErrors(errors, isSubmitted, refusal)} />
      <h1 tabIndex={-1}>Choose a new password</h1>
      <Form tried={isSubmitted} errors={errors} busy={isChanging} onSubmit={() => send({ type: 'reset.submit' })}>
        <FormRefusal refusal={isWeak ? null : refusal} />
        <div className="form">
          <NewPasswordFields
            vault={vault}
            handles={handles}
            errors={errors}
            isWeak={isWeak}
            onType={typed => send({ type: 'reset.typed', ...typed })}
            onLeave={field => send({ type: 'reset.blurred', field })}
          />
        </div>
        <SubmitButton wide pending={isChanging && 'Changing…'}>
          Change Password
        </SubmitButton>
      </Form>
    </section>
  )
}

const Unusable = ({ heading, reason }: { heading: string; reason: string }) => (
  <section className="panel">
    <PageTitle text={titleAt('/reset-password')} />
    <EmptyState
      level={1}
      heading={heading}
      headingRef={focusOnMount}
      action={
        <>
          <ButtonLink variant="go" size="big" href="/forget-password">
            Ask for a new link
          </ButtonLink>
          <ButtonLink size="big" href="/auth/login">
            Login
          </ButtonLink>
        </>
      }
    >
      <p role="alert">{reason}</p>
    </EmptyState>
  </section>
)

const Changed = () => (
  <section className="panel">
    <PageTitle text="Password changed" />
    <EmptyState
      level={1}
      heading="Password changed"
      headingRef={focusOnMount}
      action={
        <ButtonLink variant="go" size="big" href="/auth/login">
          Login
        </ButtonLink>
      }
    >
      <p role="status">Success: Your password has been changed.</p>
    </EmptyState>
  </section>
)
