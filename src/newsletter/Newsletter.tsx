import { isBlank } from '#contract/visible-text'
import { useHydrated } from '../ui/use-hydrated.ts'
import styles from './Newsletter.module.css'

interface Props {
  email: string
  /** The request is in flight. */
  sending: boolean
  onType: (email: string) => void
  onSubmit: () => void
}

/** The newsletter's sign-up. Requires any text; the gateway validates the address. */
export function Newsletter({ email, sending, onType, onSubmit }: Props) {
  // enabled before hydration: a click is recorded and replayed
  const blocked = useHydrated() && (sending || isBlank(email))
  return (
    <section className={styles.news} aria-labelledby="newsletter">
      <div>
        <h2 id="newsletter">Newsletter</h2>
        <p>Specials and new arrivals, by email.</p>
      </div>
      <form
        noValidate // the specification checks no format: the hint below is styled by the pattern and blocks nothing
        method="dialog" // without scripts the browser must not submit it, so that the email does not get into a URL
        onSubmit={event => {
          event.preventDefault()
          if (!blocked) onSubmit()
        }}
      >
        <input
          type="text"
          name="email"
          inputMode="email"
          autoComplete="email"
          aria-label="Email"
          placeholder="Email"
          aria-required="true"
          pattern=".*\S@\S.*"
          aria-describedby="newsletter-hint"
          readOnly={sending}
          value={email}
          onChange={event => onType(event.currentTarget.value)}
        />
        <button type="submit" disabled={blocked} aria-busy={sending || undefined}>
          Subscribe
        </button>
        <p id="newsletter-hint">Email must be a valid email address</p>
      </form>
    </section>
  )
}
