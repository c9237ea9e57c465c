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
import { SecretField } from './PasswordField.tsx'
import type { MistakesByField } from '../form/field-errors.ts'
import { Button } from '../ui/Button.tsx'
import { AccountFrameScreen } from '../account/AccountFrameScreen.tsx'
import { FormEnd } from '../account/FormEnd.tsx'
import { pages } from '../account/account-links.ts'
import { Refused } from '../account/Refused.tsx'
import { hasErrors } from '../account/visible-errors.ts'

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
  const mistakes = saidMistakes(context, isTried)
  return (
    <AccountFrameScreen page={pages.password} hasErrors={hasErrors(mistakes, isTried, refusal)} narrow>
      <section className="panel">
        <Form tried={isTried} mistakes={mistakes} busy={isSaving} onSubmit={() => send({ type: 'password.submit' })}>
          {refusal && (
            <Refused
              refusal={refusal}
              unsure="Your password may be the new one already."
              action={refusal.status === 403 && <LogInAgain onClick={() => sendSession({ type: 'session.logOut' })} />}
            />
          )}
          <PasswordFields {...{ context, email, mistakes, vault, send }} />
          <FormEnd isSaving={isSaving} />
        </Form>
      </section>
    </AccountFrameScreen>
  )
}

const saidMistakes = (context: PasswordContext, isTried: boolean): MistakesByField =>
  Object.fromEntries(
    Object.entries(passwordMistakes(context)).filter(
      ([field]) => isTried || (context.touched as string[]).includes(field),
    ),
  )

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
  mistakes: MistakesByField
  vault: Vault
  send: (event: PasswordEvent) => void
}

const PasswordFields = ({ context, email, mistakes, vault, send }: FieldsProps) => (
  <div className="form">
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
    <SecretField
      vault={vault}
      handle={passwordHandle(context, 'currentPassword')}
      label="Current password"
      name="currentPassword"
      autoComplete="current-password"
      error={mistakes.currentPassword ?? null}
      onType={text => send({ type: 'password.typedCurrent', mistake: text === '' ? noCurrentPassword : null })}
      onLeave={() => send({ type: 'password.left', field: 'currentPassword' })}
    />
    <NewPasswordFields
      vault={vault}
      handle={field => passwordHandle(context, field)}
      mistakes={mistakes}
      onType={typed => send({ type: 'password.typed', ...typed })}
      onLeave={field => send({ type: 'password.left', field })}
    />
  </div>
)
