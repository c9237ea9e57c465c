import { FieldError } from 'react-aria-components/FieldError'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

/** The error of a React Aria field, below its control. React Aria shows it only while the field is invalid. */
export function FieldMessage({ error }: { error: string | null }) {
  return (
    <FieldError className={styles.error}>
      <Icon of="circle-alert" size="small" />
      {error}
    </FieldError>
  )
}
