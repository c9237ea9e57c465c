import { useActor, useSend, useVault } from '../system/actors.tsx'
import { hasErrors } from '../form/field-errors.ts'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { Registered } from './Registered.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { registrationErrors } from './registration-view.ts'
import entry from '../form/EntryPage.module.css'
import styles from './RegistrationScreen.module.css'

/** The page 'Register': how a visitor becomes a customer. */
export function RegistrationScreen() {
  const context = useActor('registration', snapshot => snapshot.context)
  const isTried = useActor('registration', snapshot => snapshot.matches({ unregistered: 'tried' }))
  const isSubmitting = useActor('registration', snapshot => snapshot.matches('submitting'))
  const isRegistered = useActor('registration', snapshot => snapshot.matches('registered'))
  const { countries, regions, suburbs } = useActor('registrationPlaces', snapshot => snapshot.context)
  const states = useActor('registrationPlaces', ({ value }) => value)
  const send = useSend('registration')
  const vault = useVault()
  if (isRegistered) return <Registered firstName={context.welcomed} />
  const errors = registrationErrors(context, isTried)
  return (
    <div className={entry.page}>
      <title>{`${hasErrors(errors, isTried) ? 'Error: ' : ''}Register · ${store.name}`}</title>
      <Breadcrumb trail={[{ name: 'Register' }]} />
      <div className={styles.head}>
        <h1 tabIndex={-1}>Register</h1>
        <p className="small muted">
          Already with us?{' '}
          <a className="textlink" href="/auth/login">
            Login
          </a>
        </p>
      </div>
      <RegistrationForm
        {...{ context, isTried, isSubmitting, errors, vault, send }}
        places={{ countries, regions, suburbs, states }}
      />
    </div>
  )
}
