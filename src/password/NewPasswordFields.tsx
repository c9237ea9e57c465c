import { fields, mistakeIn } from '#contract/fields'
import type { SecretField as Name, TypedSecret } from '#machines/password/secrets'
import type { Vault } from '#machines/journal/vault'
import type { FieldErrors } from '../form/field-errors.ts'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  vault: Vault
  /** Where the vault keeps a field. */
  handle: (field: Name) => string
  /** What is wrong and may be said. */
  errors: FieldErrors
  /** Side by side, where there is room. */
  span?: 6
  onType: (typed: TypedSecret) => void
  onLeave: (field: Name) => void
}

/** A password to be, and the same once more; both stand in a `form` grid. */
export function NewPasswordFields({ vault, handle, errors, span, onType, onLeave }: Props) {
  const type = (field: Name) => (text: string) => {
    const isSame = vault.read(handle('password')) === vault.read(handle('confirmPassword'))
    onType({ field, mistake: mistakeIn(field, text), match: isSame ? 'same' : 'different' })
  }
  const secret = (field: Name, hint?: string) => (
    <PasswordField
      vault={vault}
      handle={handle(field)}
      label={fields[field].label}
      name={field}
      autoComplete="new-password"
      span={span}
      hint={hint}
      error={errors[field] ?? null}
      onType={type(field)}
      onLeave={() => onLeave(field)}
    />
  )
  return (
    <>
      {secret('password', `At least ${fields.password.least!.length} characters. Longer is safer.`)}
      {secret('confirmPassword')}
    </>
  )
}
