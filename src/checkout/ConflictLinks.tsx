import type { MouseEvent } from 'react'
import type { Conflict } from '#contract/conflict'
import { conflictPlace } from './conflict-text.ts'
import styles from './ConflictLinks.module.css'

/** Each change as a link to the changed line or amount. */
export const ConflictLinks = ({ conflicts }: { conflicts: readonly Conflict[] }) => (
  <ul className={styles.links}>
    {conflicts.map(conflict => (
      <li key={`${conflict.about} ${conflict.productId ?? ''}`}>
        <a href={`#${conflictPlace(conflict)}`} onClick={goThere}>
          {conflict.message}
        </a>
      </li>
    ))}
  </ul>
)

/** Focuses the place without changing the URL. */
function goThere(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.querySelector<HTMLElement>(event.currentTarget.hash)?.focus()
}
