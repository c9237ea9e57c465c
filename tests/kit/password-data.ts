import type { SecretField, Secrets, TypedSecret } from '#machines/password/secrets'

/** A new password of the tests; a field holds it, or nothing. */
export const newPassword = 'canary plum 香 47'

const required = { password: 'Password is required', confirmPassword: 'Confirm password is required' }
const other = { password: 'confirmPassword', confirmPassword: 'password' } as const

const isFilled = ({ mistakes }: Secrets, field: SecretField) => mistakes[field] === null

/** What is reported when a field is filled in, or emptied where it is full. */
export function turned(secrets: Secrets, field: SecretField): TypedSecret {
  const fills = !isFilled(secrets, field)
  return {
    field,
    mistake: fills ? null : required[field],
    match: fills === isFilled(secrets, other[field]) ? 'same' : 'different',
  }
}

/** Both fields in a word, for a key. */
export const secretsKey = (secrets: Secrets): string =>
  (['password', 'confirmPassword'] as const).filter(field => isFilled(secrets, field)).join('+')
