import { fields, mustMatch } from '#contract/fields'
import type { Refusal } from '#contract/refusal'

export type SecretField = 'password' | 'confirmPassword'

/** The state of a new password and its repetition. The passwords are in the vault. */
export interface Secrets {
  /** Part of the vault handles. It increases when the fields are cleared, so that they get new inputs. */
  round: number
  errors: Record<SecretField, string | null>
  /** Whether the two passwords are equal. */
  match: 'same' | 'different'
}

/** Reported when a password is typed. It never holds the password. */
export interface TypedSecret {
  field: SecretField
  error: string | null
  match: Secrets['match']
}

/** Two empty fields. */
export const freshSecrets = (round = 0): Secrets => ({
  round,
  errors: { password: fields.password.required!, confirmPassword: fields.confirmPassword.required! },
  match: 'same',
})

/** The handle of a field in the vault. @param form - keeps the handles of different forms apart */
export const handleOf = (form: string, field: string, { round }: Pick<Secrets, 'round'>): string =>
  `${form}/${field}/${round}`

/** The fields after one of them was typed in. */
export const withSecret = (secrets: Secrets, { field, error, match }: TypedSecret): Secrets => ({
  ...secrets,
  errors: { ...secrets.errors, [field]: error },
  match,
})

/** The gateway's message about a password that it refused; null for any other refusal. Older gateways name no field: it is the new one. */
export const refusedPassword = (refusal: Refusal | null, field: 'password' | 'currentPassword'): string | null =>
  refusal?.code === 'refused' && refusal.status === 422 && (refusal.field ?? 'password') === field
    ? refusal.message
    : null

/** The gateway's message about a new password that is too easy to guess; null for any other refusal. */
export const weakPassword = (refusal: Refusal | null): string | null => refusedPassword(refusal, 'password')

/** A refusal after a password was typed: what was said about the old one no longer holds. */
export const refusalAfterTyping = (refusal: Refusal | null): Refusal | null =>
  weakPassword(refusal) === null ? refusal : null

/** The errors. That the passwords differ is an error of the second field, if it has no other (section 5, `mustMatch`). */
export function secretErrors({ errors, match }: Secrets): Partial<Record<SecretField, string>> {
  const { password, confirmPassword } = errors
  const confirm = confirmPassword ?? (match === 'different' ? mustMatch : null)
  return { ...(password !== null && { password }), ...(confirm !== null && { confirmPassword: confirm }) }
}
