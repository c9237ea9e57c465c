import {
  registrationHandle,
  whyNotSent,
  type RegistrationContext,
  type RegistrationEvent,
} from '#machines/registration/registration'
import type { Vault } from '#machines/journal/vault'
import { AddressForm } from '../address/AddressForm.tsx'
import { keepFocusOnPress } from '../form/form-focus.ts'
import { Form } from '../form/Form.tsx'
import type { FieldErrors } from '../form/field-errors.ts'
import { NewPasswordFields } from '../password/NewPasswordFields.tsx'
import { PersonFields } from '../form/PersonFields.tsx'
import type { Places } from '../address/places.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { addressHandlers, isEmailTaken } from './registration-view.ts'
import styles from './RegistrationScreen.module.css'

interface Props {
  context: RegistrationContext
  /** All mistakes are said. */
  isTried: boolean
  isSubmitting: boolean
  /** What is wrong and may be said. */
  errors: FieldErrors
  places: Places
  vault: Vault
  send: (event: RegistrationEvent) => void
}

/** The form of the registration: who, password and newsletter on the left, the address and the button on the right. */
export function RegistrationForm(props: Props) {
  const { context, isTried, isSubmitting, errors, places, send } = props
  return (
    <Form tried={isTried} errors={errors} busy={isSubmitting} onSubmit={() => send({ type: 'registration.submit' })}>
      <div className={styles.columns}>
        <div className="stack">
          <PersonPanel {...props} />
          <PasswordPanel {...props} />
          <section className="panel">
            <Checkbox
              name="subscribeNewsletter"
              checked={context.ticked.includes('subscribeNewsletter')}
              hint="Specials and new arrivals, by email."
              onChange={on => send({ type: 'registration.tick', box: 'subscribeNewsletter', to: on ? 'on' : 'off' })}
            >
              Subscribe to the newsletter
            </Checkbox>
          </section>
        </div>
        <div className="stack">
          <section className="panel">
            <h2>Address</h2>
            <AddressForm
              form="address"
              values={context.address}
              errors={errors}
              places={places}
              limited={context.settings?.limitAreaShipping === true}
              handlers={addressHandlers(send)}
            />
          </section>
          <EndPanel {...props} />
        </div>
      </div>
    </Form>
  )
}

function PersonPanel({ context, errors, send }: Props) {
  return (
    <section className="panel stack">
      <h2>Personal details</h2>
      <div className="form">
        <PersonFields
          form="person"
          values={context.person}
          errors={errors}
          onType={(field, value) => send({ type: 'registration.typed', form: 'person', field, value })}
          onLeave={field => send({ type: 'registration.blurred', name: `person.${field}` })}
        />
      </div>
      {isEmailTaken(context) && (
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

function PasswordPanel({ context, errors, vault, send }: Props) {
  return (
    <section className="panel">
      <h2>Password</h2>
      <div className="form">
        <NewPasswordFields
          vault={vault}
          handle={field => registrationHandle(context, field)}
          errors={errors}
          span={6}
          onType={typed => send({ type: 'registration.typedSecret', ...typed })}
          onLeave={field => send({ type: 'registration.blurred', name: field })}
        />
      </div>
    </section>
  )
}

/** The id of the sentence that says what keeps the form from being sent. */
const lacking = 'registration-lacks'

function EndPanel({ context, isSubmitting, errors, send }: Props) {
  const whyNot = whyNotSent(context)
  return (
    <section className="panel stack">
      <div data-row>
        <Checkbox
          name="acceptTerms"
          required
          checked={context.ticked.includes('acceptTerms')}
          error={errors.acceptTerms ?? null}
          onChange={on => send({ type: 'registration.tick', box: 'acceptTerms', to: on ? 'on' : 'off' })}
          onBlur={() => send({ type: 'registration.blurred', name: 'acceptTerms' })}
        >
          I have read and accept the{' '}
          <a className="textlink" href="/main/privacy-policy" target="_blank">
            Privacy Policy
          </a>
        </Checkbox>
      </div>
      <UnknownEnd context={context} />
      <Button
        type="submit"
        look="go"
        size="big"
        wide
        pending={isSubmitting && 'Registering…'}
        lacking={whyNot === null ? null : lacking}
        onMouseDown={keepFocusOnPress}
      >
        Register
      </Button>
      {whyNot !== null && (
        <p id={lacking} className={`small muted ${styles.lacking}`}>
          {whyNot}
        </p>
      )}
    </section>
  )
}

/** No answer came, so that the account may be there: said in place, since the message in the toast goes away. */
function UnknownEnd({ context: { refusal } }: Pick<Props, 'context'>) {
  if (refusal === null || refusal.code === 'refused') return null
  return (
    <Notice tone="bad" role="alert">
      We got no answer, so your account may have been created all the same. Try again, or{' '}
      <a className="textlink" href="/auth/login">
        Login
      </a>
      .
    </Notice>
  )
}
