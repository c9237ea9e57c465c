import { fields, mustMatch } from '#contract/fields'

export type SecretField = 'password' | 'confirmPassword'

/** What a chart knows of passwords: what is wrong with them, and under which handles the vault keeps them. */
export interface Secrets {
  /** Which time the fields stand empty: a new round has new handles, so that the fields are drawn anew. */
  round: number
  mistakes: Record<SecretField, string | null>
  /** Whether both say the same. */
  match: 'same' | 'different'
}

/** What is reported when a password is typed; never the password. */
export interface TypedSecret {
  field: SecretField
  mistake: string | null
  match: Secrets['match']
}

/** Empty fields. */
export const freshSecrets = (round = 0): Secrets => ({
  round,
  mistakes: { password: fields.password.required!, confirmPassword: fields.confirmPassword.required! },
  match: 'same',
})

/** The handle of a field. @param chart - the name of the chart, so that forms do not meet in the vault */
export const handleOf = (chart: string, field: string, { round }: Pick<Secrets, 'round'>): string =>
  `${chart}/${field}/${round}`

/** The fields after one was typed. */
export const withSecret = (secrets: Secrets, { field, mistake, match }: TypedSecret): Secrets => ({
  ...secrets,
  mistakes: { ...secrets.mistakes, [field]: mistake },
  match,
})

/** What is wrong; that they differ is said where the second has no other mistake (section 5, `mustMatch`). */
export function secretMistakes({ mistakes, match }: Secrets): Partial<Record<SecretField, string>> {
  const { password, confirmPassword } = mistakes
  const confirm = confirmPassword ?? (match === 'different' ? mustMatch : null)
  return { ...(password !== null && { password }), ...(confirm !== null && { confirmPassword: confirm }) }
}
