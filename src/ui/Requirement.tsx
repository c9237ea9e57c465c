import styles from './Field.module.css'

/** The mark beside a label: a star where an answer is needed, 'optional' where none is; the control itself says so aloud. */
export function Requirement({ required }: { required: boolean }) {
  return required ? (
    <em className={styles.star} aria-hidden="true">
      *
    </em>
  ) : (
    <small className={styles.optional} aria-hidden="true">
      optional
    </small>
  )
}
