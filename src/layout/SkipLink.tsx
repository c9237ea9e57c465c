import { focusMain } from '../ui/focus.ts'
import styles from './SkipLink.module.css'

/** The skip link: moves keyboard focus past the header. */
export function SkipLink() {
  return (
    <a
      className={styles.skip}
      data-screen-only
      href="#main"
      onClick={event => {
        event.preventDefault() // the URL does not change
        focusMain()
      }}
    >
      Skip to content
    </a>
  )
}
