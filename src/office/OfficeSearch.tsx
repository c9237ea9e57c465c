import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { SearchField } from 'react-aria-components/SearchField'
import field from '../ui/Field.module.css'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
}

/** A search of the office. Escape empties it. */
export const OfficeSearch = ({ label, value, onChange }: Props) => (
  <SearchField className={field.field} autoComplete="off" value={value} onChange={onChange}>
    <Label className={field.label}>{label}</Label>
    <Input className={field.input} />
  </SearchField>
)
