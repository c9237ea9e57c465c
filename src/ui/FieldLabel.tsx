import type { ReactNode } from 'react'
import styles from './Field.module.css'

/**
 * A label and, beside it, whether an answer is needed. The mark stands outside the label, so that the label alone is the
 * control's name; the control says for itself that it is required.
 */
export function FieldLabel({ required, children }: { required: boolean; children: ReactNode }) {
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
