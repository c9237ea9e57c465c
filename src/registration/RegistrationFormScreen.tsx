import { useMemo } from 'react'
import { weakPassword } from '#machines/password/secrets'
import { registrationErrors, registrationHandle, whyNotSent } from '#machines/registration/registration-setup'
import { AddressForm } from '../address/AddressForm.tsx'
import { usePlaces } from '../address/use-places.ts'
import { focusField } from '../form/form-focus.ts'
import { Form } from '../form/Form.tsx'
import { PersonFields } from '../form/PersonFields.tsx'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { NewPasswordFields } from '../password/NewPasswordFields.tsx'
import { useActor, useSend, useVault } from '../system/actors.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Notice } from '../ui/Notice.tsx'
import { addressHandlers, errorsIn, isEmailTaken, isSubmittedIn, personHandlers } from './registration-view.ts'
import type { Elements } from '../ui/elements.ts'
import styles from './RegistrationScreen.module.css'

/** The form of the registration. Its panels select what they render, so that typing renders only one of them again. */
export const RegistrationFormScreen = () => (
  <FormFrame>
    <div className={styles.columns}>
      <div className="stack">
        <PersonPanel />
        <PasswordPanel />
        <NewsletterPanel />
      </div>
      <div className="stack">
        <AddressPanel />
        <EndPanel />
      </div>
    </div>
  </FormFrame>
)

function FormFrame({ children }: { children: Elements }) {
  const errors = useActor('registration', errorsIn)
  const isSubmitted = useActor('registration', isSubmittedIn)
  const isSubmitting = useActor('registration', snapshot => snapshot.matches('submitting'))
  const send = useSend('registration')
  return (
    <Form
      tried={isSubmitted}
      errors={errors}
      busy={isSubmitting}
      onSubmit={() => send({ type: 'registration.submit' })}
    >
      {children}
    </Form>
  )
}

function PersonPanel() {
  const person = useActor('registration', ({ context }) => context.person)
  const isTaken = useActor('registration', ({ context }) => isEmailTaken(context))
  const errors = useActor('registration', errorsIn)
  const send = useSend('registration')
  const handlers = useMemo(() => personHandlers(send), [send])
  return (
    <section className="panel stack">
      <h2>Personal details</h2>
      <div className="form">
        <PersonFields form="person" values={person} errors={errors} {...handlers} />
      </div>
      {isTaken && (
        <Notice>
          Is this you?{' '}
          <a className="textlink" href="/auth/login">
            Login
          </a>{' '}
          with this email, or{' '}
          <a className="textlink" href="/forget-password">
            choose a new password
          </a>
          .
        </Notice>
      )}
    </section>
  )
}

function PasswordPanel() {
  const handles = useActor('registration', ({ context }) => ({
    password: registrationHandle(context, 'password'),
    confirmPassword: registrationHandle(context, 'confirmPassword'),
  }))
  const errors = useActor('registration', errorsIn)
  const isWeak = useActor('registration', ({ context }) => weakPassword(context.refusal) !== null)
  const send = useSend('registration')
  const vault = useVault()
  return (
    <section className="panel">
      <h2>Password</h2>
      <div className="form">
        <NewPasswordFields
          vault={vault}
          handles={handles}
          errors={errors}
          isWeak={isWeak}
          span={6}
          onType={typed => send({ type: 'registration.typedSecret', ...typed })}
          onLeave={field => send({ type: 'registration.blurred', name: field })}
        />
      </div>
    </section>
  )
}

function NewsletterPanel() {
  const isTicked = useActor('registration', ({ context }) => context.ticked.includes('subscribeNewsletter'))
  const send = useSend('registration')
  return (
    <section className="panel">
      <Checkbox
        name="subscribeNewsletter"
        checked={isTicked}
        hint="Specials and new arrivals, by email."
        onChange={on => send({ type: 'registration.tick', box: 'subscribeNewsletter', to: on ? 'on' : 'off' })}
      >
        Subscribe to the newsletter
      </Checkbox>
    </section>
  )
}

function AddressPanel() {
  const address = useActor('registration', ({ context }) => context.address)
  const isLimited = useActor('registration', ({ context }) => context.settings?.limitAreaShipping === true)
  const errors = useActor('registration', errorsIn)
  const places = usePlaces('registrationPlaces')
  const send = useSend('registration')
  const handlers = useMemo(() => addressHandlers(send), [send])
  return (
    <section className="panel">
      <h2>Address</h2>
      <AddressForm
        form="address"
        values={address}
        errors={errors}
        places={places}
        limited={isLimited}
        handlers={handlers}
      />
    </section>
  )
}

/** Id of the text that says what is missing. */
const lackingId = 'registration-lacks'

function EndPanel() {
  const whyNot = useActor('registration', ({ context }) => whyNotSent(context))
  const first = useActor('registration', ({ context }) => Object.keys(registrationErrors(context))[0] ?? '')
  const isSubmitting = useActor('registration', snapshot => snapshot.matches('submitting'))
  return (
    <section className="panel stack">
      <TermsCheckbox />
      <UnknownOutcome />
      <SubmitButton wide pending={isSubmitting && 'Registering…'} disabledReasonId={whyNot === null ? null : lackingId}>
        Register
      </SubmitButton>
      {whyNot !== null && (
        <p className={`small muted ${styles.missing}`}>
          <span id={lackingId}>{whyNot}</span>{' '}
          <button type="button" className="textlink" onClick={() => focusField(first)}>
            Show me the first
          </button>
        </p>
      )}
    </section>
  )
}

function TermsCheckbox() {
  const isTicked = useActor('registration', ({ context }) => context.ticked.includes('acceptTerms'))
  const error = useActor('registration', snapshot => errorsIn(snapshot).acceptTerms ?? null)
  const send = useSend('registration')
  return (
    <div data-row>
      <Checkbox
        name="acceptTerms"
        required
        checked={isTicked}
        error={error}
        onChange={on => send({ type: 'registration.tick', box: 'acceptTerms', to: on ? 'on' : 'off' })}
        onBlur={() => send({ type: 'registration.blurred', name: 'acceptTerms' })}
      >
        I have read and accept the{' '}
        <a className="textlink" href="/main/privacy-policy" target="_blank">
          Privacy Policy
        </a>
      </Checkbox>
    </div>
  )
}

/** The response was lost, so the account may exist. Shown beside the button too, because the toast disappears. */
function UnknownOutcome() {
  const isUnknown = useActor(
    'registration',
    ({ context: { refusal } }) => refusal !== null && refusal.code !== 'refused',
  )
  if (!isUnknown) return null
  return (
    <Notice tone="bad" role="alert">
      We didn’t get an answer, so your account may have been created anyway. Try again, or{' '}
      <a className="textlink" href="/auth/login">
        Login
      </a>
      .
    </Notice>
  )
}
