import { memo, useCallback, type FocusEvent } from 'react'
import { fields, understood } from '#contract/fields'
import type { AddressForm as Values, TypedAddressField } from '#machines/address/address-form'
import { servedSuburbs, unservedMessage } from '#machines/address/served'
import type { FieldErrors } from '#machines/parts/field-errors'
import { Announcer } from '../ui/Announcer.tsx'
import { Field } from '../ui/Field.tsx'
import type { AddressHandlers } from './address-handlers.ts'
import { CityField } from './CityField.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { placesAnnouncement, postCodeOf, type Places } from './places.ts'

interface Props {
  /** Prefix of the field names, such as `billing`. */
  form: string
  /** Section of the `autocomplete` tokens. */
  group?: 'shipping'
  values: Values
  errors: FieldErrors
  places: Places
  /** The suburb is chosen from a list, because the store delivers to certain areas only; for deliveries the list has only these. */
  limited?: boolean
  handlers: AddressHandlers
}

/** The fields of an address. Country, region and suburb depend on one another; a known suburb fills in its post code. */
export function AddressForm({ form, group, values, errors, places, limited = false, handlers }: Props) {
  const { suburbs, states } = places
  const { onType, onLeave } = handlers
  const { city, postCode } = values
  const isDelivery = limited && group === 'shipping'
  // a post code that the shopper typed is never overwritten
  const isPostCodeOurs = postCode === '' || postCode === postCodeOf(suburbs, city)
  const fillPostCode = useCallback(
    (typed: string) => {
      const found = postCodeOf(suburbs, typed)
      if (found !== postCode && isPostCodeOurs) onType('postCode', found)
    },
    [suburbs, postCode, isPostCodeOurs, onType],
  )
  const typeCity = useCallback((text: string) => onType('city', text), [onType])
  const isOfRegion = city !== '' && values.regionId !== null
  const clearCity = useCallback(() => {
    // a suburb that was typed before there is a region may be in it
    if (!limited || !isOfRegion) return
    onType('city', '')
    if (isPostCodeOurs) onType('postCode', '')
  }, [limited, isOfRegion, isPostCodeOurs, onType])
  const postCodeName = `${form}.postCode`
  const leaveCity = useCallback(
    ({ relatedTarget }: FocusEvent) => {
      // The suburbs may load late: text filled in at the cursor would be joined with what the shopper types.
      if ((relatedTarget as HTMLInputElement | null)?.name !== postCodeName) fillPostCode(city)
      onLeave('city')
    },
    [fillPostCode, postCodeName, city, onLeave],
  )
  const token = (name: string) => (group ? `${group} ${name}` : name)
  const errorOf = (field: string) => errors[`${form}.${field}`] ?? null
  const text = (field: TypedAddressField, autoComplete: string, required: boolean, span?: 4, inputMode?: 'numeric') => (
    <AddressInput
      field={field}
      name={`${form}.${field}`}
      autoComplete={token(autoComplete)}
      required={required}
      span={span}
      inputMode={inputMode}
      value={values[field]}
      error={errorOf(field)}
      handlers={handlers}
    />
  )
  return (
    <div className="form">
      {text('company', 'organization', false)}
      <PlaceFields {...{ form, values, places, token, errorOf, handlers }} onChange={clearCity} />
      {text('address1', 'address-line1', true)}
      {text('address2', 'address-line2', false)}
      <CityField
        name={`${form}.city`}
        autoComplete={token('address-level2')}
        value={city}
        suburbs={isDelivery ? servedSuburbs(suburbs) : suburbs}
        state={states.suburbs}
        limited={limited}
        error={errorOf('city') ?? (isDelivery ? unservedMessage(suburbs, city) : null)}
        onType={typeCity}
        onChosen={fillPostCode}
        onLeave={leaveCity}
      />
      {text('postCode', 'postal-code', true, 4, 'numeric')}
      <Announcer text={placesAnnouncement(places)} />
    </div>
  )
}

interface InputProps {
  field: TypedAddressField
  name: string
  autoComplete: string
  required: boolean
  span?: 4 | undefined
  inputMode?: 'numeric' | undefined
  value: string
  error: string | null
  handlers: AddressHandlers
}

const AddressInput = memo(function AddressInput({ field, handlers, ...attributes }: InputProps) {
  const shown = understood(field, attributes.value)
  return (
    <Field
      {...attributes}
      label={fields[field].label}
      onChange={value => handlers.onType(field, value)}
      onBlur={() => {
        if (shown !== attributes.value) handlers.onType(field, shown)
        handlers.onLeave(field)
      }}
    />
  )
})
