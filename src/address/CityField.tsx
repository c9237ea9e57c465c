import { memo, useId, type FocusEvent } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import type { Suburb } from '#contract/places'
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
  /** Called when the city was typed or chosen. */
  onChosen: (city: string) => void
  onLeave: (event: FocusEvent) => void
}

const placeholders = {
  none: 'Choose a region first',
  reading: 'Loading…',
  ready: 'Choose',
  unreachable: 'Not loaded',
} as const

/** The prefix of a city that is typed although there is a list. It is trimmed before the city is checked or sent. */
const unlisted = ' '

/** Focuses the field that replaces the focused one. */
const focusNext = (name: string) => setTimeout(() => document.getElementsByName(name)[0]?.focus())

/** The suburbs as options, in two groups if the gateway says where it delivers. */
function optionsOf(suburbs: readonly Suburb[]) {
  const isGrouped = suburbs.some(({ inDeliveryArea }) => typeof inDeliveryArea === 'boolean')
  return suburbs.map(({ name, inDeliveryArea }) => ({
    value: name,
    label: name,
    ...(isGrouped && { group: inDeliveryArea ? 'We deliver here' : 'Elsewhere' }),
  }))
}

/**
 * The suburb or city. It is chosen from a list if the store delivers to certain areas only; it is typed if it is not one of
 * the list, the region has none, or the store delivers everywhere. What was typed before there is a region stays in its field.
 */
export const CityField = memo(function CityField(props: Props) {
  const { name, autoComplete, value, suburbs, state, limited, error, onType, onChosen, onLeave } = props
  const known = value === '' || suburbs.some(suburb => suburb.name === value)
  const isRead = state === 'ready'
  const isListMissing = (isRead && suburbs.length === 0) || (state === 'none' && !known)
  if (!limited || isListMissing) return <TypedCity {...props} />
  if (isRead && !known) {
    return (
      <TypedCity
        {...props}
        value={value.trimStart()}
        onType={city => onType(unlisted + city)}
        onList={() => {
          onType('')
          onChosen('')
          focusNext(name)
        }}
      />
    )
  }
  const options = optionsOf(suburbs)
  return (
    <SelectField
      label={fields.city.label}
      name={name}
      autoComplete={autoComplete}
      required
      span={8}
      value={value}
      options={[
        ...(known ? [] : [{ value, label: value }]),
        ...options,
        ...(isRead ? [{ value: unlisted, label: 'My suburb isn’t listed' }] : []),
      ]}
      placeholder={placeholders[state]}
      busy={state === 'reading'}
      disabled={state === 'none'}
      error={error}
      onChange={city => {
        onType(city)
        onChosen(city)
        if (city === unlisted) focusNext(name)
      }}
      onBlur={onLeave}
    />
  )
})

/** `onList` goes back to the list. */
function TypedCity(props: Props & { onList?: () => void }) {
  const { name, autoComplete, value, suburbs, error, onType, onChosen, onLeave, onList } = props
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
      {onList && (
        <p className={styles.hint}>
          <button type="button" className="textlink" onClick={onList}>
            Choose from the list
          </button>
        </p>
      )}
      <FieldError className={styles.error}>
        <Icon of="circle-alert" size="small" />
        <span>{error}</span>
      </FieldError>
    </TextField>
  )
}
