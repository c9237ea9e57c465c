import { fields } from '#contract/fields'
import type { AddressForm as Values } from '#machines/address/address-form'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import type { AddressHandlers } from '../address/address-handlers.ts'
import { optionsOf, type Places } from './places.ts'

interface Props {
  form: string
  values: Values
  places: Places
  /** The `autocomplete` of a field. */
  token: (name: string) => string
  errorOf: (field: string) => string | null
  /** What depends on the place is about to go. */
  onChange: () => void
  handlers: AddressHandlers
}

const placeholders = {
  none: 'Choose a country first',
  reading: 'Loading…',
  ready: 'Choose',
  unreachable: 'Not loaded',
} as const

/** Country and region; choosing a country loads its regions. */
export function PlaceFields(props: Props) {
  return (
    <>
      <CountryField {...props} />
      <RegionField {...props} />
      <FailedPlaces states={props.places.states} onRetry={props.handlers.onRetry} />
    </>
  )
}

function CountryField({ form, values, places, token, errorOf, onChange, handlers }: Props) {
  const { countries, states } = places
  return (
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
        onChange()
        const country = countries.find(({ countryId }) => String(countryId) === value)
        handlers.onChooseCountry(country?.countryId ?? null, country?.name ?? '')
      }}
      onBlur={() => handlers.onLeave('country')}
    />
  )
}

function RegionField({ form, values, places, token, errorOf, onChange, handlers }: Props) {
  const { regions, states } = places
  return (
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
      placeholder={placeholders[states.regions]}
      busy={states.regions === 'reading'}
      disabled={values.countryId === null}
      error={errorOf('region')}
      onChange={value => {
        onChange()
        const region = regions.find(({ regionId }) => String(regionId) === value)
        handlers.onChooseRegion(region?.regionId ?? null, region?.name ?? '')
      }}
      onBlur={() => handlers.onLeave('region')}
    />
  )
}

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
