import { fields } from '#contract/fields'
import type { AddressForm as Values, TypedAddressField } from '#machines/address-form'
import type { CheckoutEvent } from '#machines/checkout'
import { Announcer } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { CityField } from './CityField.tsx'
import { optionsOf, postCodeOf, spokenPlaces, type Places } from './places.ts'
import type { MistakesByField } from './shown.ts'

interface Props {
  form: 'billing' | 'delivery'
  values: Values
  mistakes: MistakesByField
  places: Places
  /** The suburb is one of a list: the shop delivers to certain areas only. */
  limited?: boolean
  send: (event: CheckoutEvent) => void
}

/** An address as it is typed and chosen; country, region and suburb depend on one another. */
export function AddressForm({ form, values, mistakes, places, limited = false, send }: Props) {
  const { countries, regions, suburbs, states } = places
  const token = (name: string) => (form === 'billing' ? name : `shipping ${name}`)
  const errorOf = (field: string) => mistakes[`${form}.${field}`] ?? null
  const leave = (field: string) => () => send({ type: 'checkout.left', form, field })
  const type = (field: TypedAddressField) => (value: string) => send({ type: 'checkout.typed', form, field, value })
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
      <SelectField
        label={fields.country.label}
        name={`${form}.country`}
        autoComplete={token('country')}
        required
        span={6}
        value={values.countryId === null ? '' : String(values.countryId)}
        options={optionsOf(countries, ({ countryId, name }) => ({ value: String(countryId), label: name }), {
          id: values.countryId,
          name: values.countryName,
        })}
        placeholder={states.countries === 'reading' ? 'Loading…' : 'Choose'}
        busy={states.countries === 'reading'}
        error={errorOf('country')}
        onChange={value => {
          forgetCity()
          const country = countries.find(({ countryId }) => String(countryId) === value)
          send({ type: 'checkout.chooseCountry', form, id: country?.countryId ?? null, name: country?.name ?? '' })
        }}
        onBlur={leave('country')}
      />
      <SelectField
        label={fields.region.label}
        name={`${form}.region`}
        autoComplete={token('address-level1')}
        required
        span={6}
        value={values.regionId === null ? '' : String(values.regionId)}
        options={optionsOf(regions, ({ regionId, name }) => ({ value: String(regionId), label: name }), {
          id: values.regionId,
          name: values.regionName,
        })}
        placeholder={regionPlaceholders[states.regions]}
        busy={states.regions === 'reading'}
        disabled={values.countryId === null}
        error={errorOf('region')}
        onChange={value => {
          forgetCity()
          const region = regions.find(({ regionId }) => String(regionId) === value)
          send({ type: 'checkout.chooseRegion', form, id: region?.regionId ?? null, name: region?.name ?? '' })
        }}
        onBlur={leave('region')}
      />
      <FailedPlaces states={states} onRetry={() => send({ type: 'checkout.retry' })} />
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

const regionPlaceholders = {
  none: 'Choose a country first',
  reading: 'Loading…',
  ready: 'Choose',
  unreachable: 'Not loaded',
} as const

/** Which of the lists did not come; what was typed stays. */
function FailedPlaces({ states, onRetry }: { states: Places['states']; onRetry: () => void }) {
  const failed = (['countries', 'regions', 'suburbs'] as const).filter(list => states[list] === 'unreachable')
  if (failed.length === 0) return null
  return (
    <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
      <b>The {failed.join(' and ')} did not load.</b> What you typed is kept.
    </Notice>
  )
}
