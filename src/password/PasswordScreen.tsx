import { noCurrentPassword, passwordHandle, passwordErrors } from '#machines/password/password'
import { weakPassword } from '#machines/password/secrets'
import { weakPasswordErrors } from './weak-password.ts'
import { useActor, useSend, useVault, type SnapshotOf } from '../system/actors.tsx'
import { Form } from '../form/Form.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PasswordField } from './PasswordField.tsx'
import { hasErrors, visibleErrors, type FieldErrors } from '#machines/parts/field-errors'
import { Button } from '../ui/Button.tsx'
import { AccountFrameScreen } from '../layout/AccountFrameScreen.tsx'
import { FormEnd } from '../account/FormEnd.tsx'
import { pages } from '../layout/account-links.ts'
import { Refused } from '../account/Refused.tsx'

const isSubmittedIn = (snapshot: SnapshotOf<'password'>): boolean => snapshot.matches({ form: 'submitted' })

const errorsIn = (snapshot: SnapshotOf<'password'>): FieldErrors => ({
  ...weakPasswordErrors(snapshot.context.refusal),
  ...visibleErrors(passwordErrors(snapshot.context), snapshot.context.touched, isSubmittedIn(snapshot)),
})

/** The page 'Change Password'. */
export function PasswordScreen() {
  const isWrong = useActor('password', snapshot =>
    hasErrors(errorsIn(snapshot), isSubmittedIn(snapshot), snapshot.context.refusal),
  )
  return (
    <AccountFrameScreen page={pages.password} hasErrors={isWrong} narrow>
      <section className="panel">
        <PasswordForm />
      </section>
    </AccountFrameScreen>
  )
}

function PasswordForm() {
  const errors = useActor('password', errorsIn)
  const refusal = useActor('password', ({ context }) => context.refusal)
  const isSubmitted = useActor('password', isSubmittedIn)
  const isSaving = useActor('password', snapshot => snapshot.matches('saving'))
  const send = useSend('password')
  const sendSession = useSend('session')
  return (
    <Form tried={isSubmitted} errors={errors} busy={isSaving} onSubmit={() => send({ type: 'password.submit' })}>
      {refusal && weakPassword(refusal) === null && (
        <Refused
          refusal={refusal}
          unsure="Your password may already have changed."
          action={refusal.status === 403 && <LogInAgain onClick={() => sendSession({ type: 'session.logOut' })} />}
        />
      )}
      <PasswordFields errors={errors} />
      <FormEnd isSaving={isSaving} />
    </Form>
  )
}

/** Logs out. An account page then redirects to the login, and back after it. */
const LogInAgain = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    Login
  </Button>
)

function PasswordFields({ errors }: { errors: FieldErrors }) {
  const handles = useActor('password', ({ context }) => ({
    currentPassword: passwordHandle(context, 'currentPassword'),
    password: passwordHandle(context, 'password'),
    confirmPassword: passwordHandle(context, 'confirmPassword'),
  }))
  const isWeak = useActor('password', ({ context }) => weakPassword(context.refusal) !== null)
  const email = useActor('session', ({ context }) => context.customer?.email ?? '')
  const send = useSend('password')
  const vault = useVault()
  return (
    <div className="form">
      {/* password managers update the entry of this account */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        vault={vault}
        handle={handles.currentPassword}
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword ?? null}
        onType={text => send({ type: 'password.typedCurrent', error: text === '' ? noCurrentPassword : null })}
        onLeave={() => send({ type: 'password.blurred', field: 'currentPassword' })}
      />
      <NewPasswordFields
        vault={vault}
        handles={handles}
        errors={errors}
        isWeak={isWeak}
        onType={typed => send({ type: 'password.typed', ...typed })}
        onLeave={field => send({ type: 'password.blurred', field })}
      />
    </div>
  )
}
