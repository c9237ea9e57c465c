import { useId } from 'react'
import { FieldLabel } from '../ui/FieldLabel.tsx'
import { Icon } from '../ui/Icon.tsx'
import field from '../ui/Field.module.css'
import styles from './FileField.module.css'

interface Props {
  label: string
  name: string
  /** The files that are offered: endings and types. */
  accept: string
  hint: string
  error: string | null
  onChange: (file: File | undefined) => void
}

/** A native field for one file, with a hint and an error. */
export function FileField({ label, name, accept, hint, error, onChange }: Props) {
  const id = useId()
  const describedBy = [`${id}-hint`, error !== null && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={field.field}>
      <FieldLabel required>
        <label className={field.label} htmlFor={id}>
          {label}
        </label>
      </FieldLabel>
      <input
        className={styles.input}
        id={id}
        name={name}
        type="file"
        accept={accept}
        aria-required="true"
        aria-invalid={error !== null || undefined}
        aria-describedby={describedBy}
        onChange={event => onChange(event.currentTarget.files?.[0])}
      />
      <p id={`${id}-hint`} className={field.hint}>
        {hint}
      </p>
      {error !== null && (
        <p id={`${id}-error`} className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
