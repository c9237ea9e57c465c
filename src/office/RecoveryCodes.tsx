import { focusOnMount } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './LoginPage.module.css'

/** The recovery codes, which are shown once. */
export function RecoveryCodes() {
  const codes = useOffice('officeLogin', ({ context }) => context.recoveryCodes)
  const send = useOfficeSend('officeLogin')
  return (
    <section className={`panel ${styles.form}`}>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Keep your recovery codes
      </h1>
      <p>
        Each replaces a code once, if you don’t have your phone. They are not shown again: print them or write them
        down.
      </p>
      <ul className={styles.codes} translate="no">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="go" size="big" wide onClick={() => send({ type: 'login.continue' })}>
        I have kept them
      </Button>
    </section>
  )
}
