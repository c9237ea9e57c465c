import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { SearchField } from 'react-aria-components/SearchField'
import field from '../ui/Field.module.css'
import { useOffice, useOfficeSend } from './system.tsx'

/** The search for orders. Escape empties it. */
export function OrderSearch() {
  const search = useOffice('officeBoard', ({ context }) => context.search)
  const send = useOfficeSend('officeBoard')
  return (
    <SearchField
      className={field.field}
      autoComplete="off"
      value={search}
      onChange={text => send({ type: 'board.search', text })}
    >
      <Label className={field.label}>Number, name or phone</Label>
      <Input className={field.input} />
    </SearchField>
  )
}
