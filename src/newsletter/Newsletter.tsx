import { useHydrated } from '../ui/use-hydrated.ts'
import styles from './Newsletter.module.css'

interface Props {
  email: string
  /** The address is on its way. */
  sending: boolean
  onType: (email: string) => void
  onSubmit: () => void
}

/** The newsletter's sign-up; its form asks for an address and checks no more than that. */
export function Newsletter({ email, sending, onType, onSubmit }: Props) {
  // a button that is pressed before the shop is there must take the press
  const blocked = useHydrated() && (sending || email.trim() === '')
  return (
    <section className={styles.news} aria-labelledby="newsletter">
      <div>
        <h2 id="newsletter">Newsletter</h2>
        <p>Specials and new arrivals, by email.</p>
      </div>
      <form
        method="dialog" // without the shop's scripts nothing is sent, least of all in an address
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
          readOnly={sending}
          value={email}
          onChange={event => onType(event.currentTarget.value)}
        />
        <button type="submit" disabled={blocked} aria-busy={sending || undefined}>
          Subscribe
        </button>
      </form>
    </section>
  )
}
