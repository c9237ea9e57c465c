import { useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Checkbox.module.css'
import field from './Field.module.css'

interface Props {
  /** The label, which may hold a link. */
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  onBlur?: () => void
  name?: string
  required?: boolean
  error?: string | null
  hint?: string
  disabled?: boolean
}

/** A native checkbox with a label, a hint and an error. */
export function Checkbox({ children, checked, onChange, onBlur, name, required, error = null, hint, disabled }: Props) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error !== null && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.checkbox}>
      <label className={styles.label}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          data-rendered={checked}
          disabled={disabled}
          aria-required={required || undefined}
          aria-invalid={error !== null || undefined}
          aria-describedby={describedBy || undefined}
          onChange={event => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        <span className={styles.words} data-required={required || undefined}>
          {children}
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className={field.hint}>
          {hint}
        </p>
      )}
      {error !== null && (
        <p id={`${id}-error`} className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
