import { useState, type HTMLInputTypeAttribute } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { FieldLabel } from './FieldLabel.tsx'
import styles from './Field.module.css'

interface Props {
  label: string
  /** Omitted for an uncontrolled field: a password. */
  value?: string
  /** Initial text of an uncontrolled field. */
  defaultValue?: string
  /** Called synchronously with the text exactly as it was typed. */
  onChange: (text: string) => void
  onBlur?: () => void
  name?: string
  type?: HTMLInputTypeAttribute
  required?: boolean
  error?: string | null
  hint?: string
  /** The `autocomplete` token (WCAG 1.3.5): 'given-name', 'email', 'postal-code' ... */
  autoComplete?: string
  inputMode?: 'text' | 'email' | 'tel' | 'numeric'
  /** The longest text that can be typed, in characters. */
  maxLength?: number
  /** A text area. */
  multiline?: boolean
  disabled?: boolean
  /** The text can be copied, and not changed. */
  readOnly?: boolean
  /** Columns of the twelve of a `form` grid. */
  span?: 4 | 6 | 8
}

/** A labelled text field with a hint and an error. A password can be revealed. */
export function Field(props: Props) {
  const { label, value, name, type = 'text', required = false, error = null, hint, multiline, span } = props
  const [isRevealed, reveal] = useState(false)
  const secret = type === 'password'
  return (
    <TextField
      className={styles.field}
      data-span={span}
      value={value}
      defaultValue={props.defaultValue}
      name={name}
      type={secret && isRevealed ? 'text' : type}
      autoComplete={props.autoComplete}
      inputMode={props.inputMode}
      maxLength={props.maxLength}
      isRequired={required}
      isInvalid={error !== null}
      isDisabled={props.disabled}
      isReadOnly={props.readOnly}
      validationBehavior="aria"
      onChange={props.onChange}
      onBlur={props.onBlur}
    >
      {props.readOnly ? (
        <Label className={styles.label}>{label}</Label>
      ) : (
        <FieldLabel required={required}>
          <Label className={styles.label}>{label}</Label>
        </FieldLabel>
      )}
      {multiline ? (
        <TextArea className={styles.input} rows={3} />
      ) : (
        <div className={styles.wrap} data-secret={secret || undefined}>
          <Input className={styles.input} spellCheck={secret ? false : undefined} />
          {secret && (
            <IconButton
              label={isRevealed ? 'Hide password' : 'Show password'}
              aria-pressed={isRevealed}
              of={isRevealed ? 'eye-off' : 'eye'}
              onClick={() => reveal(!isRevealed)}
            />
          )}
        </div>
      )}
      {hint && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error}>
        <Icon of="circle-alert" size="small" />
        <span>{error}</span>
      </FieldError>
    </TextField>
  )
}
