import type { Elements } from './elements.ts'
import styles from './Field.module.css'

/**
 * A label with the mark for required or optional beside it. The mark is not part of the label, which is the control's
 * accessible name, and is hidden from screen readers: the control has `aria-required`.
 */
export function FieldLabel({ required, children }: { required: boolean; children: Elements }) {
  return (
    <div className={styles.title}>
      {children}
      {required ? (
        <em className={styles.star} aria-hidden="true">
          *
        </em>
      ) : (
        <small className={styles.optional} aria-hidden="true">
          optional
        </small>
      )}
    </div>
  )
}
