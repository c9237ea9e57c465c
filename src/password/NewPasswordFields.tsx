import { fields, fieldError } from '#contract/fields'
import type { Vault } from '#machines/journal/vault'
import type { SecretField, TypedSecret } from '#machines/password/secrets'
import type { FieldErrors } from '#machines/parts/field-errors'
import { FocusedField } from '../form/FocusedField.tsx'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  vault: Vault
  /** Keys of the two fields in the vault. */
  handles: Readonly<Record<SecretField, string>>
  errors: FieldErrors
  /** The gateway has refused the password: it gets the focus. */
  isWeak: boolean
  /** Side by side if there is room. */
  span?: 6
  onType: (typed: TypedSecret) => void
  onLeave: (field: SecretField) => void
}

/** A new password and its confirmation, for a `form` grid. */
export function NewPasswordFields({ vault, handles, errors, isWeak, span, onType, onLeave }: Props) {
  const type = (field: SecretField) => (text: string) => {
    const isSame = vault.read(handles.password) === vault.read(handles.confirmPassword)
    onType({ field, error: fieldError(field, text), match: isSame ? 'same' : 'different' })
  }
  const input = (field: SecretField, hint?: string) => (
    <PasswordField
      vault={vault}
      handle={handles[field]}
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
      {input('password', `At least ${fields.password.least!.length} characters. Not a common word; longer is safer.`)}
      {input('confirmPassword')}
      {isWeak && <FocusedField name={'password' satisfies SecretField} />}
    </>
  )
}
