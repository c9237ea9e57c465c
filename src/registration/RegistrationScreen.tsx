import { titleAt } from '#contract/paths'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useActor } from '../system/actors.tsx'
import { hasErrors } from '#machines/parts/field-errors'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { Registered } from './Registered.tsx'
import { RegistrationFormScreen } from './RegistrationFormScreen.tsx'
import { errorsIn, isSubmittedIn } from './registration-view.ts'
import entry from '../form/EntryPage.module.css'
import styles from './RegistrationScreen.module.css'

/** The page 'Register'. */
export function RegistrationScreen() {
  const isRegistered = useActor('registration', snapshot => snapshot.matches('registered'))
  const firstName = useActor('registration', ({ context }) => context.welcomed)
  if (isRegistered) return <Registered firstName={firstName} />
  return (
    <div className={entry.page}>
      <Title />
      <Breadcrumb trail={[{ name: 'Register' }]} />
      <div className={styles.head}>
        <h1 tabIndex={-1}>Register</h1>
        <p className="small muted">
          Already have an account?{' '}
          <a className="textlink" href="/auth/login">
            Login
          </a>
        </p>
      </div>
      <RegistrationFormScreen />
    </div>
  )
}

function Title() {
  const isWrong = useActor('registration', snapshot => hasErrors(errorsIn(snapshot), isSubmittedIn(snapshot)))
  return <PageTitle text={titleAt('/main/register')} hasErrors={isWrong} />
}
