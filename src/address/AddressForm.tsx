import { fields } from '#contract/fields'
import type { AddressForm as Values, TypedAddressField } from '#machines/address/address-form'
import { Announcer } from '../ui/Announcer.tsx'
import { Field } from '../ui/Field.tsx'
import type { AddressHandlers } from '../address/address-handlers.ts'
import { CityField } from './CityField.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import type { FieldErrors } from '../form/field-errors.ts'
import { postCodeOf, spokenPlaces, type Places } from './places.ts'

interface Props {
  /** What the names of its fields begin with, such as `billing`. */
  form: string
  /** What its `autocomplete` tokens begin with. */
  group?: 'shipping'
  values: Values
  errors: FieldErrors
  places: Places
  /** The suburb is one of a list: the shop delivers to certain areas only. */
  limited?: boolean
  handlers: AddressHandlers
}

/** An address as it is typed and chosen; country, region and suburb depend on one another. */
export function AddressForm({ form, group, values, errors, places, limited = false, handlers }: Props) {
  const { suburbs, states } = places
  const token = (name: string) => (group ? `${group} ${name}` : name)
  const errorOf = (field: string) => errors[`${form}.${field}`] ?? null
  const leave = (field: TypedAddressField) => () => handlers.onLeave(field)
  const type = (field: TypedAddressField) => (value: string) => handlers.onType(field, value)
  const isPostCodeOurs = values.postCode === '' || values.postCode === postCodeOf(suburbs, values.city)
  const fillPostCode = (city: string) => {
    const postCode = postCodeOf(suburbs, city)
    if (postCode !== '' && postCode !== values.postCode && isPostCodeOurs) type('postCode')(postCode)
  }
  const forgetCity = () => {
    if (!limited || values.city === '') return
    type('city')('')
    if (isPostCodeOurs) type('postCode')('')
  }
  const text = (field: TypedAddressField, autoComplete: string, required: boolean, span?: 4) => (
    <Field
      label={fields[field].label}
      name={`${form}.${field}`}
      autoComplete={token(autoComplete)}
      required={required}
      span={span}
      value={values[field]}
      error={errorOf(field)}
      onChange={type(field)}
      onBlur={leave(field)}
    />
  )
  return (
    <div className="form">
      {text('company', 'organization', false)}
      <PlaceFields {...{ form, values, places, token, errorOf, handlers }} onChange={forgetCity} />
      {text('address1', 'address-line1', true)}
      {text('address2', 'address-line2', false)}
      <CityField
        name={`${form}.city`}
        autoComplete={token('address-level2')}
        value={values.city}
        suburbs={suburbs}
        state={states.suburbs}
        limited={limited}
        error={errorOf('city')}
        onType={type('city')}
        onChosen={fillPostCode}
        onLeave={() => {
          fillPostCode(values.city)
          leave('city')()
        }}
      />
      {text('postCode', 'postal-code', true, 4)}
      <Announcer text={spokenPlaces(places)} />
    </div>
  )
}
