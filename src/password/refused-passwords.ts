import type { Refusal } from '#contract/refusal'
import { weakPassword } from '#machines/password/secrets'
import type { FieldErrors } from '#machines/parts/field-errors'

/** The gateway's message about a password that is too easy to guess, as the error of its field. */
export function weakPasswordErrors(refusal: Refusal | null): FieldErrors {
  const password = weakPassword(refusal)
  return password === null ? {} : { password }
}
