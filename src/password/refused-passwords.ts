import type { Refusal } from '#contract/refusal'
import { refusedPassword } from '#machines/password/secrets'
import type { FieldErrors } from '#machines/parts/field-errors'

/** The gateway's message about a password that it refused, as the error of its field. */
export function refusedPasswordErrors(refusal: Refusal | null): FieldErrors {
  const [password, currentPassword] = [
    refusedPassword(refusal, 'password'),
    refusedPassword(refusal, 'currentPassword'),
  ]
  return { ...(password !== null && { password }), ...(currentPassword !== null && { currentPassword }) }
}
