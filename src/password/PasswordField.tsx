import type { Vault } from '#machines/journal/vault'
import { Field } from '../ui/Field.tsx'

interface Props {
  vault: Vault
  /** Key of the password in the vault. A new handle is a new, empty field. */
  handle: string
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  required?: boolean
  error: string | null
  hint?: string
  span?: 6
  /** Called after the text was stored in the vault. */
  onType: (text: string) => void
  onLeave: () => void
}

/** A password field. The text goes to the vault only, never to a machine or the journal. */
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
