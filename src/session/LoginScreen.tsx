import { fields } from '#contract/fields'
import { returnIn } from '#machines/shop/location'
import { loginHandle, loginMistakes, type LoginContext, type LoginEvent } from '#machines/session/login'
import type { Vault } from '#machines/journal/vault'
import { useActor, useSend, useVault } from '../system/actors.tsx'
import basket from '../assets/state-empty-cart.svg?no-inline'
import { visibleErrors } from '../form/field-errors.ts'
import { submitHandler } from '../form/form-focus.ts'
import { PasswordField } from '../password/PasswordField.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import entry from '../form/EntryPage.module.css'
import styles from './LoginScreen.module.css'

/** The page 'Login': the way in for customers, and the way to become one. */
export function LoginScreen() {
  const context = useActor('login', snapshot => snapshot.context)
  const isWaiting = useActor('login', snapshot => snapshot.matches('waiting'))
  const send = useSend('login')
  const vault = useVault()
  return (
    <div className={entry.page} data-width="middle">
      <title>{`${context.refusal ? 'Error: ' : ''}Login · ${store.name}`}</title>
      <Breadcrumb trail={[{ name: 'Login' }]} />
      <div className={styles.ways}>
        <LoginForm {...{ context, isWaiting, send, vault }} />
        <NewHere />
      </div>
    </div>
  )
}

interface Props {
  context: LoginContext
  isWaiting: boolean
  send: (event: LoginEvent) => void
  vault: Vault
}

function LoginForm({ context, isWaiting, send, vault }: Props) {
  const errors = visibleErrors(loginMistakes(context), context.touched, false)
  return (
    <form
      className={`panel ${styles.form}`}
      noValidate
      method="post"
      aria-busy={isWaiting || undefined}
      onSubmit={submitHandler(() => send({ type: 'login.submit' }))}
    >
      <h1 tabIndex={-1}>Login</h1>
      {context.refusal ? (
        <Notice tone="bad" role="alert">
          {context.refusal.message}
        </Notice>
      ) : (
        returnIn(context.search) !== null && <Notice>Please log in to go on.</Notice>
      )}
      <div className="form">
        <Field
          label={fields.email.label}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          value={context.email}
          error={errors.email ?? null}
          onChange={value => send({ type: 'login.typed', value })}
          onBlur={() => send({ type: 'login.blurred', field: 'email' })}
        />
        {/* a refusal empties the password, and that is where the shopper goes on */}
        <div key={context.round} ref={context.refusal ? takeFieldFocus : undefined}>
          <PasswordField
            vault={vault}
            handle={loginHandle(context)}
            label={fields.password.label}
            name="password"
            autoComplete="current-password"
            error={errors.password ?? null}
            onType={text =>
              send({ type: 'login.typedPassword', mistake: text === '' ? fields.password.required! : null })
            }
            onLeave={() => send({ type: 'login.blurred', field: 'password' })}
          />
        </div>
      </div>
      <div className="stack">
        <Button type="submit" look="go" size="big" wide pending={isWaiting && 'Logging in …'}>
          Login
        </Button>
        <a className="textlink" href="/forget-password">
          Forgotten your password?
        </a>
      </div>
    </form>
  )
}

const takeFieldFocus = (row: HTMLElement | null) => row?.querySelector('input')?.focus()

const reasons = [
  'Buy your last basket again in one go',
  'Keep your addresses and orders',
  'Your cart follows you to every device',
]

const NewHere = () => (
  <section className={`panel ${styles.fresh}`} data-flat>
    <img src={basket} width="240" height="192" alt="" />
    <h2>New here?</h2>
    <ul>
      {reasons.map(reason => (
        <li key={reason}>
          <Icon of="check" size="small" />
          {reason}
        </li>
      ))}
    </ul>
    <ButtonLink href="/main/register">Register</ButtonLink>
  </section>
)
