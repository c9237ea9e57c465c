import {
  noCurrentPassword,
  passwordHandle,
  passwordErrors,
  type PasswordField as Field,
} from '#machines/password/password'
import { refusedPassword, weakPassword } from '#machines/password/secrets'
import { refusedPasswordErrors } from './refused-passwords.ts'
import { useActor, useSend, useVault, type SnapshotOf } from '../system/actors.tsx'
import { FocusedField } from '../form/FocusedField.tsx'
import { Form } from '../form/Form.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PasswordField } from './PasswordField.tsx'
import { hasErrors, visibleErrors, type FieldErrors } from '#machines/parts/field-errors'
import { Button } from '../ui/Button.tsx'
import { AccountFrameScreen } from '../layout/AccountFrameScreen.tsx'
import { FormEnd } from '../account/FormEnd.tsx'
import { pages } from '../layout/account-links.ts'
import { SaveFailure } from '../account/SaveFailure.tsx'

const isSubmittedIn = (snapshot: SnapshotOf<'password'>): boolean => snapshot.matches({ form: 'submitted' })

const errorsIn = (snapshot: SnapshotOf<'password'>): FieldErrors => ({
  ...refusedPasswordErrors(snapshot.context.refusal),
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
      {refusal && Object.keys(refusedPasswordErrors(refusal)).length === 0 && (
        <SaveFailure
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
  const isCurrentWrong = useActor(
    'password',
    ({ context }) => refusedPassword(context.refusal, 'currentPassword') !== null,
  )
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
      {isCurrentWrong && <FocusedField name={'currentPassword' satisfies Field} />}
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
