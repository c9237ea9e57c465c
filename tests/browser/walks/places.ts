import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Refusal } from '#contract/refusal'
import { placesMachine, type PlacesContext, type PlacesSnapshot } from '#machines/address/places'
import { answers } from '../../kit/outcomes.ts'
import { placesModel } from '../../model/places.model.ts'
import type { Call } from '../../kit/browser-gateway.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { only, type WalkedMachine } from '#tools/walks/page-walk'
import { dropsCall, refusesByStatus } from './moving.ts'

/** Walked in the form of a registration; those of orders and addresses are the same. */
const actorPath = 'shop/registration/registrationPlaces'

const valueOf = (state: AnyMachineSnapshot) => (state as unknown as PlacesSnapshot).value
const contextOf = (state: AnyMachineSnapshot) => state.context as PlacesContext

/** The events of choosing a country, a region and a suburb. */
function isOffered(state: AnyMachineSnapshot, { type, ...event }: AnyEventObject) {
  const { countries, countryId, regions, regionId } = contextOf(state)
  const isListed =
    event.countryId === null || event.regionId === null || (type.endsWith('Country') ? countries : regions).length > 0
  if (type === 'places.chooseCountry') return event.countryId !== countryId && isListed
  if (type === 'places.chooseRegion') return event.regionId !== regionId && isListed
  return true
}

const calls: Record<string, Call> = { readCountries: 'countries', readRegions: 'regions', readSuburbs: 'suburbs' }

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const main = page.page.getByRole('main')
  const { regions, suburbs } = valueOf(before)
  switch (event.type) {
    case 'places.chooseCountry':
      // requests for another country are not awaited
      if (regions === 'reading') await dropsCall(page, 'regions')
      if (suburbs === 'reading') await dropsCall(page, 'suburbs')
      return main.getByLabel('Country').selectOption(String(event.countryId ?? ''))
    case 'places.chooseRegion':
      if (suburbs === 'reading') await dropsCall(page, 'suburbs')
      return main.getByLabel('Region/State').selectOption(String(event.regionId ?? ''))
    case 'places.retry':
      return main.getByRole('button', { name: 'Try again' }).click()
  }
  const call = calls[event.actorId as string]!
  const { refusal } = event.output as { refusal?: Refusal }
  if (refusal) return refusesByStatus(page, call, refusal)
  return page.answers(call, { listData: answers[event.actorId as string] })
}

/** The parts of the page that the model describes. */
const read = () => {
  const main = document.querySelector('main')!
  const [country, region] = [...main.querySelectorAll('select')] as HTMLSelectElement[]
  const seen = ({ value, options, disabled }: HTMLSelectElement) => ({ value, first: options[0]!.text, disabled })
  return {
    country: seen(country!),
    region: seen(region!),
    suburbs: main.querySelectorAll('datalist option').length,
    failed: [...main.querySelectorAll('[role="alert"] b')].map(one => one.textContent),
  }
}

const placeholders = {
  none: 'Choose a country first',
  reading: 'Loading…',
  ready: 'Choose',
  unreachable: 'Not loaded',
} as const

async function checkPage({ page }: ModelPage, state: AnyMachineSnapshot) {
  const value = valueOf(state)
  const { countryId, regionId, suburbs } = contextOf(state)
  const failed = (['countries', 'regions', 'suburbs'] as const).filter(list => value[list] === 'unreachable')
  await expect
    .poll(() => page.evaluate(read))
    .toEqual({
      country: {
        value: String(countryId ?? ''),
        first: value.countries === 'reading' ? 'Loading…' : 'Choose',
        disabled: false,
      },
      region: { value: String(regionId ?? ''), first: placeholders[value.regions], disabled: countryId === null },
      suburbs: suburbs.length,
      failed: failed.length === 0 ? [] : [`We couldn’t load the ${failed.join(' and ')}.`],
    })
}

export const placesWalks: WalkedMachine = {
  machine: placesMachine,
  walks: [
    {
      name: 'a form',
      model: only(placesModel, isOffered),
      actorPath,
      answeredCalls: Object.values(calls),
      prepare: page => page.visits('/main/register', null),
      causeEvent,
      checkPage,
      control: ({ page }, { type }) =>
        type === 'places.retry' ? page.getByRole('main').getByRole('button', { name: 'Try again' }) : null,
    },
  ],
}
