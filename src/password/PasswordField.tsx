import type { Vault } from '#machines/journal/vault'
import { Field } from '../ui/Field.tsx'

interface Props {
  vault: Vault
  /** Where the vault keeps it; another handle is another, empty field. */
  handle: string
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  required?: boolean
  error: string | null
  hint?: string
  span?: 6
  /** It was typed in, and is in the vault. */
  onType: (text: string) => void
  onLeave: () => void
}

/** A password: what is typed goes into the vault, and never into a chart. */
export const PasswordField = ({ vault, handle, onType, onLeave, required = true, ...field }: Props) => (
  <Field
    key={handle}
    {...field}
    type="password"
    required={required}
    defaultValue={vault.read(handle)}
    onChange={text => {
      vault.keep(handle, text)
      onType(text)
    }}
    onBlur={onLeave}
  />
)
