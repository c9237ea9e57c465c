import { fields } from '#contract/fields'
import { Field } from '../ui/Field.tsx'

interface Props {
  /** `username` where it is typed with a password. */
  autoComplete: 'username' | 'email'
  value: string
  /** Null for none. */
  error: string | null
  onType: (value: string) => void
  onLeave: () => void
}

/** The email address of an account. */
export const EmailField = ({ autoComplete, value, error, onType, onLeave }: Props) => (
  <Field
    label={fields.email.label}
    name="email"
    type="email"
    inputMode="email"
    autoComplete={autoComplete}
    required
    value={value}
    error={error}
    onChange={onType}
    onBlur={onLeave}
  />
)
