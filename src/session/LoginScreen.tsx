import { fields } from '#contract/fields'
import { returnIn, titleAt } from '#contract/paths'
import { PageTitle } from '../ui/PageTitle.tsx'
import { loginHandle, loginErrors, type LoginField } from '#machines/session/login'
import { useActor, useSend, useVault, type SnapshotOf } from '../system/actors.tsx'
import { visibleErrors } from '#machines/parts/field-errors'
import { EmailField } from '../form/EmailField.tsx'
import { submitHandler } from '../form/form-focus.ts'
import { FormRefusal } from '../form/FormRefusal.tsx'
import { PasswordField } from '../password/PasswordField.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import entry from '../form/EntryPage.module.css'
import { NewHere } from './NewHere.tsx'
import styles from './LoginScreen.module.css'

/** The page 'Login', with the way to 'Register'. */
export function LoginScreen() {
  const isRefused = useActor('login', isRefusedIn)
  return (
    <div className={entry.page} data-width="middle">
      <PageTitle text={titleAt('/auth/login')} hasErrors={isRefused} />
      <Breadcrumb trail={[{ name: 'Login' }]} />
      <div className={styles.ways}>
        <LoginForm />
        <NewHere />
      </div>
    </div>
  )
}

const isRefusedIn = ({ context }: SnapshotOf<'login'>) => context.refusal !== null

const errorOf =
  (field: LoginField) =>
  ({ context }: SnapshotOf<'login'>) =>
    visibleErrors(loginErrors(context), context.touched, false)[field] ?? null

function LoginForm() {
  const isSubmitted = useActor('login', snapshot => snapshot.matches('submitted'))
  const send = useSend('login')
  return (
    <form
      className={`panel ${styles.form}`}
      noValidate
      method="post"
      aria-busy={isSubmitted || undefined}
      onSubmit={submitHandler(() => send({ type: 'login.submit' }))}
    >
      <h1 tabIndex={-1}>Login</h1>
      <LoginNotice />
      <div className="form">
        <LoginEmailField />
        <LoginPasswordField />
      </div>
      <div className="stack">
        <Button type="submit" variant="go" size="big" wide pending={isSubmitted && 'Logging in …'}>
          Login
        </Button>
        <a className="textlink" href="/forget-password">
          Forgotten your password?
        </a>
      </div>
    </form>
  )
}

/** Why the last attempt failed, or why the shopper was sent here. */
function LoginNotice() {
  const refusal = useActor('login', ({ context }) => context.refusal)
  const isReturning = useActor('login', ({ context }) => returnIn(context.search) !== null)
  if (refusal !== null) return <FormRefusal refusal={refusal} />
  return isReturning && <Notice>Please log in to continue.</Notice>
}

function LoginEmailField() {
  const email = useActor('login', ({ context }) => context.email)
  const error = useActor('login', errorOf('email'))
  const send = useSend('login')
  return (
    <EmailField
      autoComplete="username"
      value={email}
      error={error}
      onType={value => send({ type: 'login.typed', value })}
      onLeave={() => send({ type: 'login.blurred', field: 'email' })}
    />
  )
}

/** A refusal empties the password and moves the focus to it. */
function LoginPasswordField() {
  const isRefused = useActor('login', isRefusedIn)
  const handle = useActor('login', ({ context }) => loginHandle(context))
  const error = useActor('login', errorOf('password'))
  const send = useSend('login')
  const vault = useVault()
  return (
    <div key={handle} ref={isRefused ? focusField : undefined}>
      <PasswordField
        vault={vault}
        handle={handle}
        label={fields.password.label}
        name="password"
        autoComplete="current-password"
        error={error}
        onType={text => send({ type: 'login.typedPassword', error: text === '' ? fields.password.required! : null })}
        onLeave={() => send({ type: 'login.blurred', field: 'password' })}
      />
    </div>
  )
}

const focusField = (row: HTMLElement | null) => row?.querySelector('input')?.focus()
