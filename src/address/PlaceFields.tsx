import { memo } from 'react'
import { fields } from '#contract/fields'
import type { AddressForm as Values } from '#machines/address/address-form'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import type { AddressHandlers } from './address-handlers.ts'
import { optionsOf, type Places } from './places.ts'

interface Props {
  form: string
  values: Values
  places: Places
  /** The `autocomplete` token of a field. */
  token: (name: string) => string
  errorOf: (field: string) => string | null
  /** Country or region is about to change. */
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
export function PlaceFields({ form, values, places, token, errorOf, onChange, handlers }: Props) {
  const { countryId, countryName, regionId, regionName } = values
  const { countries, regions, states } = places
  return (
    <>
      <CountryField
        name={`${form}.country`}
        autoComplete={token('country')}
        error={errorOf('country')}
        {...{ countryId, countryName, countries, handlers, onChange }}
        state={states.countries}
      />
      <RegionField
        name={`${form}.region`}
        autoComplete={token('address-level1')}
        error={errorOf('region')}
        {...{ regionId, regionName, regions, handlers, onChange }}
        state={states.regions}
        disabled={countryId === null}
      />
      <FailedPlaces states={states} onRetry={handlers.onRetry} />
    </>
  )
}

interface FieldProps extends Pick<Props, 'handlers' | 'onChange'> {
  name: string
  autoComplete: string
  error: string | null
}

interface CountryProps extends FieldProps, Pick<Values, 'countryId' | 'countryName'>, Pick<Places, 'countries'> {
  state: Places['states']['countries']
}

const CountryField = memo(function CountryField(props: CountryProps) {
  const { countryId, countryName, countries, state, handlers, onChange, ...attributes } = props
  return (
    <SelectField
      {...attributes}
      label={fields.country.label}
      required
      span={6}
      value={countryId === null ? '' : String(countryId)}
      options={optionsOf(countries, country => ({ value: String(country.countryId), label: country.name }), {
        id: countryId,
        name: countryName,
      })}
      placeholder={state === 'reading' ? 'Loading…' : 'Choose'}
      busy={state === 'reading'}
      onChange={value => {
        const country = countries.find(one => String(one.countryId) === value)
        // the chosen country is offered before the countries are loaded
        if (!country && value) return
        onChange()
        handlers.onChooseCountry(country?.countryId ?? null, country?.name ?? '')
      }}
      onBlur={() => handlers.onLeave('country')}
    />
  )
})

interface RegionProps extends FieldProps, Pick<Values, 'regionId' | 'regionName'>, Pick<Places, 'regions'> {
  state: Places['states']['regions']
  disabled: boolean
}

const RegionField = memo(function RegionField(props: RegionProps) {
  const { regionId, regionName, regions, state, handlers, onChange, ...attributes } = props
  return (
    <SelectField
      {...attributes}
      label={fields.region.label}
      required
      span={6}
      value={regionId === null ? '' : String(regionId)}
      options={optionsOf(regions, region => ({ value: String(region.regionId), label: region.name }), {
        id: regionId,
        name: regionName,
      })}
      placeholder={placeholders[state]}
      busy={state === 'reading'}
      onChange={value => {
        const region = regions.find(one => String(one.regionId) === value)
        if (!region && value) return
        onChange()
        handlers.onChooseRegion(region?.regionId ?? null, region?.name ?? '')
      }}
      onBlur={() => handlers.onLeave('region')}
    />
  )
})

/** Says which lists did not load. */
function FailedPlaces({ states, onRetry }: { states: Places['states']; onRetry: () => void }) {
  const failed = (['countries', 'regions', 'suburbs'] as const).filter(list => states[list] === 'unreachable')
  if (failed.length === 0) return null
  return (
    <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
      <b>{`We couldn’t load the ${failed.join(' and ')}.`}</b> What you typed is saved.
    </Notice>
  )
}
