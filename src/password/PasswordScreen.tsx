import {
  noCurrentPassword,
  passwordHandle,
  passwordMistakes,
  type PasswordContext,
  type PasswordEvent,
} from '#machines/password/password'
import type { Vault } from '#machines/journal/vault'
import { useActor, useSend, useVault } from '../system/actors.tsx'
import { Form } from '../form/Form.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PasswordField } from './PasswordField.tsx'
import { hasErrors, visibleErrors, type FieldErrors } from '../form/field-errors.ts'
import { Button } from '../ui/Button.tsx'
import { AccountFrameScreen } from '../account/AccountFrameScreen.tsx'
import { FormEnd } from '../account/FormEnd.tsx'
import { pages } from '../account/account-links.ts'
import { Refused } from '../account/Refused.tsx'

/** The page 'Change Password'. */
export function PasswordScreen() {
  const context = useActor('password', snapshot => snapshot.context)
  const isTried = useActor('password', snapshot => snapshot.matches({ filling: 'tried' }))
  const isSaving = useActor('password', snapshot => snapshot.matches('saving'))
  const email = useActor('session', snapshot => snapshot.context.customer?.email ?? '')
  const send = useSend('password')
  const sendSession = useSend('session')
  const vault = useVault()
  const { refusal } = context
  const errors = visibleErrors(passwordMistakes(context), context.touched, isTried)
  return (
    <AccountFrameScreen page={pages.password} hasErrors={hasErrors(errors, isTried, refusal)} narrow>
      <section className="panel">
        <Form tried={isTried} errors={errors} busy={isSaving} onSubmit={() => send({ type: 'password.submit' })}>
          {refusal && (
            <Refused
              refusal={refusal}
              unsure="Your password may be the new one already."
              action={refusal.status === 403 && <LogInAgain onClick={() => sendSession({ type: 'session.logOut' })} />}
            />
          )}
          <PasswordFields {...{ context, email, errors, vault, send }} />
          <FormEnd isSaving={isSaving} />
        </Form>
      </section>
    </AccountFrameScreen>
  )
}

/** Who is logged out on a page of the account is led to the login, and back from there. */
const LogInAgain = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    Login
  </Button>
)

interface FieldsProps {
  context: PasswordContext
  /** Whose password it is, for those who keep passwords. */
  email: string
  errors: FieldErrors
  vault: Vault
  send: (event: PasswordEvent) => void
}

const PasswordFields = ({ context, email, errors, vault, send }: FieldsProps) => (
  <div className="form">
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
    <PasswordField
      vault={vault}
      handle={passwordHandle(context, 'currentPassword')}
      label="Current password"
      name="currentPassword"
      autoComplete="current-password"
      error={errors.currentPassword ?? null}
      onType={text => send({ type: 'password.typedCurrent', mistake: text === '' ? noCurrentPassword : null })}
      onLeave={() => send({ type: 'password.blurred', field: 'currentPassword' })}
    />
    <NewPasswordFields
      vault={vault}
      handle={field => passwordHandle(context, field)}
      errors={errors}
      onType={typed => send({ type: 'password.typed', ...typed })}
      onLeave={field => send({ type: 'password.blurred', field })}
    />
  </div>
)
