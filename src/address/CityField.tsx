import { memo, useId, type FocusEvent } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import type { Suburb } from '#contract/address'
import { fields } from '#contract/fields'
import { Icon } from '../ui/Icon.tsx'
import { FieldLabel } from '../ui/FieldLabel.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import styles from '../ui/Field.module.css'
import type { Places } from './places.ts'

interface Props {
  name: string
  autoComplete: string
  value: string
  suburbs: readonly Suburb[]
  state: Places['states']['suburbs']
  /** Chosen from the list; otherwise free text with the list as suggestions. */
  limited: boolean
  error: string | null
  onType: (city: string) => void
  /** The city was changed, letter by letter or by a choice. */
  onChosen: (city: string) => void
  onLeave: (event: FocusEvent) => void
}

const placeholders = {
  none: 'Choose a region first',
  reading: 'Loading…',
  ready: 'Choose',
  unreachable: 'Not loaded',
} as const

/** The suburb or city: chosen from a list if the store delivers to certain areas only, otherwise typed with suggestions. */
export const CityField = memo(function CityField(props: Props) {
  const { name, autoComplete, value, suburbs, state, limited, error, onType, onChosen, onLeave } = props
  if (!limited) return <TypedCity {...props} />
  const known = suburbs.some(suburb => suburb.name === value)
  const options = suburbs.map(suburb => ({ value: suburb.name, label: suburb.name }))
  return (
    <SelectField
      label={fields.city.label}
      name={name}
      autoComplete={autoComplete}
      required
      span={8}
      value={value}
      options={known || value === '' ? options : [{ value, label: value }, ...options]}
      placeholder={placeholders[state]}
      busy={state === 'reading'}
      disabled={state === 'none'}
      error={error}
      onChange={city => {
        onType(city)
        onChosen(city)
      }}
      onBlur={onLeave}
    />
  )
})

function TypedCity({ name, autoComplete, value, suburbs, error, onType, onChosen, onLeave }: Props) {
  const list = useId()
  const type = (city: string) => {
    onType(city)
    onChosen(city)
  }
  return (
    <TextField
      className={styles.field}
      data-span={8}
      value={value}
      name={name}
      autoComplete={autoComplete}
      isRequired
      isInvalid={error !== null}
      validationBehavior="aria"
      onChange={type}
      onBlur={onLeave}
    >
      <FieldLabel required>
        <Label className={styles.label}>{fields.city.label}</Label>
      </FieldLabel>
      <Input className={styles.input} list={suburbs.length > 0 ? list : undefined} />
      <datalist id={list}>
        {suburbs.map(suburb => (
          <option key={suburb.name} value={suburb.name}>
            {suburb.postCode ?? suburb.name}
          </option>
        ))}
      </datalist>
      <FieldError className={styles.error}>
        <Icon of="circle-alert" size="small" />
        {error}
      </FieldError>
    </TextField>
  )
}
