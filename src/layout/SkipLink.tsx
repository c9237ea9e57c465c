import { focusMain } from '../ui/focus.ts'
import styles from './SkipLink.module.css'

/** The first thing on every page for who goes by keyboard: past the header. */
export function SkipLink() {
  return (
    <a
      className={styles.skip}
      data-screen-only
      href="#main"
      onClick={event => {
        event.preventDefault() // the address stays what it is
        focusMain()
      }}
    >
      Skip to content
    </a>
  )
}
