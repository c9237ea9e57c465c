import { officeLoginError, officeLoginRefusal, passwordHandle } from '#machines/office/office-login-setup'
import { EmailField } from '../form/EmailField.tsx'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { FormRefusal } from '../form/FormRefusal.tsx'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { PasswordField } from '../password/PasswordField.tsx'
import type { Elements } from '../ui/elements.ts'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecretPicture } from './SecretPicture.tsx'
import { OneMoment } from './OneMoment.tsx'
import { useOffice, useOfficeSend, useOfficeVault, type OfficeSnapshot } from './system.tsx'
import styles from './LoginPage.module.css'

/** The step of the login as the page shows it: what is being sent is part of its form. */
function stepOf(snapshot: OfficeSnapshot<'officeLogin'>) {
  if (snapshot.matches('newPassword') || snapshot.matches('replacing')) return 'newPassword'
  if (snapshot.matches('setUp') || snapshot.matches('confirming')) return 'setUp'
  if (snapshot.matches('settingUp')) return 'loading'
  if (snapshot.matches('setUpUnreachable')) return 'unreachable'
  if (snapshot.matches('recoveryCodes')) return 'recoveryCodes'
  return snapshot.matches('code') || snapshot.matches('checking') ? 'code' : 'password'
}

/** The login to the office, step by step. */
export function LoginPage() {
  const step = useOffice('officeLogin', stepOf)
  return (
    <div className={styles.page}>
      <title>Log in · Office</title>
      {step === 'password' && <PasswordStep />}
      {step === 'newPassword' && <NewPasswordStep />}
      {step === 'loading' && <OneMoment />}
      {step === 'unreachable' && <SetUpUnreachable />}
      {step === 'setUp' && <SetUpStep />}
      {step === 'recoveryCodes' && <RecoveryCodes />}
      {step === 'code' && <CodeStep />}
    </div>
  )
}

interface StepProps {
  heading: string
  /** The label of the button, and what it says while the form is sent. */
  button: string
  pending: string
  children: Elements
}

/** A form of the login. */
function Step({ heading, button, pending, children }: StepProps) {
  const isBusy = useOffice('officeLogin', snapshot => snapshot.hasTag('busy'))
  const refusal = useOffice('officeLogin', ({ context }) => officeLoginRefusal(context))
  const send = useOfficeSend('officeLogin')
  return (
    <form
      className={`panel ${styles.form}`}
      noValidate
      method="post"
      aria-busy={isBusy || undefined}
      onSubmit={submitHandler(() => send({ type: 'login.submit' }))}
    >
      <h1 tabIndex={-1} ref={focusOnMount}>
        {heading}
      </h1>
      <FormRefusal refusal={refusal} />
      {children}
      <SubmitButton wide pending={isBusy && pending}>
        {button}
      </SubmitButton>
    </form>
  )
}

function PasswordStep() {
  const hasExpired = useOffice('office', ({ context }) => context.hasExpired)
  const email = useOffice('officeLogin', ({ context }) => context.email)
  const error = useOffice('officeLogin', ({ context }) => officeLoginError(context, 'email'))
  const send = useOfficeSend('officeLogin')
  return (
    <Step heading="Log in to the office" button="Log in" pending="Logging in …">
      {hasExpired && (
        <Notice role="status">Your login has ended: it lasts 12 hours, and 30 minutes without use.</Notice>
      )}
      <EmailField
        autoComplete="username"
        value={email}
        error={error}
        onType={value => send({ type: 'login.typedEmail', value })}
        onLeave={() => {}}
      />
      <LoginPassword autoComplete="current-password" />
    </Step>
  )
}

function LoginPassword({ autoComplete, hint }: { autoComplete: 'current-password' | 'new-password'; hint?: string }) {
  const handle = useOffice('officeLogin', ({ context }) => passwordHandle(context))
  const error = useOffice('officeLogin', ({ context }) => officeLoginError(context, 'password'))
  const send = useOfficeSend('officeLogin')
  const vault = useOfficeVault()
  return (
    <PasswordField
      vault={vault}
      handle={handle}
      label="Password"
      name="password"
      autoComplete={autoComplete}
      error={error}
      hint={hint}
      onType={text => send({ type: 'login.typedPassword', isEmpty: text === '' })}
      onLeave={() => {}}
    />
  )
}

const NewPasswordStep = () => (
  <Step heading="Choose a password" button="Save" pending="Saving …">
    <p>The password that you have typed is valid once. Please choose your own.</p>
    <LoginPassword autoComplete="new-password" hint="At least 12 characters" />
  </Step>
)

function CodeField({ hint }: { hint?: string }) {
  const code = useOffice('officeLogin', ({ context }) => context.code)
  const error = useOffice('officeLogin', ({ context }) => officeLoginError(context, 'code'))
  const send = useOfficeSend('officeLogin')
  return (
    <Field
      label="Code"
      name="code"
      autoComplete="one-time-code"
      required
      value={code}
      error={error}
      hint={hint}
      onChange={value => send({ type: 'login.typedCode', value })}
    />
  )
}

const CodeStep = () => (
  <Step heading="Enter your code" button="Log in" pending="Checking …">
    <CodeField hint="From your app, or one of your recovery codes" />
  </Step>
)

function SetUpStep() {
  const secondFactor = useOffice('officeLogin', ({ context }) => context.secondFactor)
  return (
    <Step heading="Set up your second factor" button="Continue" pending="Checking …">
      <p>
        Scan the picture with an app for one-time codes, or type the secret into it. Then enter the code that it shows.
      </p>
      {secondFactor && (
        <div className={styles.secret}>
          <SecretPicture text={secondFactor.uri} />
          <dl>
            <dt>Secret</dt>
            <dd translate="no">{secondFactor.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</dd>
          </dl>
        </div>
      )}
      <CodeField />
    </Step>
  )
}

function SetUpUnreachable() {
  const send = useOfficeSend('officeLogin')
  return (
    <FailedLoad heading="The secret could not be read" onRetry={() => send({ type: 'login.retry' })}>
      <p>Please check the connection.</p>
    </FailedLoad>
  )
}
