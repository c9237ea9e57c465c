import type { SecretField, Secrets, TypedSecret } from '#machines/password/secrets'

/** The new password in tests. A field holds it or is empty. */
export const newPassword = 'canary plum 香 47'

const required = { password: 'Password is required', confirmPassword: 'Confirm password is required' }
const other = { password: 'confirmPassword', confirmPassword: 'password' } as const

const isFilled = ({ errors }: Secrets, field: SecretField) => errors[field] === null

/** The payload when an empty field is filled in or a full one is cleared. */
export function turned(secrets: Secrets, field: SecretField): TypedSecret {
  const fills = !isFilled(secrets, field)
  return {
    field,
    error: fills ? null : required[field],
    match: fills === isFilled(secrets, other[field]) ? 'same' : 'different',
  }
}

/** Both fields as a text, for the key of a state. */
export const secretsKey = (secrets: Secrets): string =>
  (['password', 'confirmPassword'] as const).filter(field => isFilled(secrets, field)).join('+')
