import { assign, setup, type SnapshotFrom } from 'xstate'
import type { Country, Region, Suburb } from '#contract/places'
import { isAnswer, lookup, type Answer } from '../parts/lookup.ts'
import { lookupStates } from '../parts/resource.ts'

export type PlacesEvent =
  | { type: 'places.chooseCountry'; countryId: number | null }
  | { type: 'places.chooseRegion'; regionId: number | null }
  | { type: 'places.retry' }

export interface PlacesContext {
  countries: Country[]
  regions: Region[]
  suburbs: Suburb[]
  countryId: number | null
  regionId: number | null
}

const actors = {
  readCountries: lookup<Country[]>('readCountries'),
  readRegions: lookup<Region[], { countryId: number }>('readRegions'),
  readSuburbs: lookup<Suburb[], { regionId: number }>('readSuburbs'),
}

const states = lookupStates<PlacesContext, typeof actors>()

/**
 * The dropdowns of an address, each of which depends on the one before: country, region, suburb.
 *
 * - Choosing a country reads its regions, choosing a region reads its suburbs; choosing none clears what depends on it.
 * - The lists belong to what is chosen: an answer that arrives after another choice is dropped.
 */
export const placesMachine = setup({
  types: { context: {} as PlacesContext, events: {} as PlacesEvent, tags: {} as 'busy' },
  actors,
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
    /** The choice is a country or region, not none. */
    isChosen: (_, id: number | null) => id !== null,
  },
  actions: {
    storeCountries: assign({ countries: (_, countries: Country[]) => countries }),
    storeRegions: assign({ regions: (_, regions: Region[]) => regions }),
    storeSuburbs: assign({ suburbs: (_, suburbs: Suburb[]) => suburbs }),
    chooseCountry: assign({
      countryId: (_, countryId: number | null) => countryId,
      regionId: null,
      regions: [],
      suburbs: [],
    }),
    chooseRegion: assign({ regionId: (_, regionId: number | null) => regionId, suburbs: [] }),
  },
}).createMachine({
  id: 'places',
  description: 'Country, region and suburb dropdowns',
  context: { countries: [], regions: [], suburbs: [], countryId: null, regionId: null },
  type: 'parallel',
  states: {
    countries: {
      description: 'The countries',
      initial: 'reading',
      states: states({ src: 'readCountries', store: 'storeCountries', retry: 'places.retry', input: null }),
    },
    regions: {
      description: 'The regions of the chosen country',
      initial: 'none',
      on: {
        'places.chooseCountry': [
          {
            guard: { type: 'isChosen', params: ({ event }) => event.countryId },
            target: '.reading',
            actions: { type: 'chooseCountry', params: ({ event }) => event.countryId },
          },
          { target: '.none', actions: { type: 'chooseCountry', params: ({ event }) => event.countryId } },
        ],
      },
      states: {
        none: { description: 'No country is chosen' },
        ...states({
          src: 'readRegions',
          store: 'storeRegions',
          retry: 'places.retry',
          input: ({ context }) => ({ countryId: context.countryId! }),
        }),
      },
    },
    suburbs: {
      description: 'The suburbs of the chosen region',
      initial: 'none',
      on: {
        'places.chooseCountry': '.none',
        'places.chooseRegion': [
          {
            guard: { type: 'isChosen', params: ({ event }) => event.regionId },
            target: '.reading',
            actions: { type: 'chooseRegion', params: ({ event }) => event.regionId },
          },
          { target: '.none', actions: { type: 'chooseRegion', params: ({ event }) => event.regionId } },
        ],
      },
      states: {
        none: { description: 'No region is chosen' },
        ...states({
          src: 'readSuburbs',
          store: 'storeSuburbs',
          retry: 'places.retry',
          input: ({ context }) => ({ regionId: context.regionId! }),
        }),
      },
    },
  },
})

export type PlacesSnapshot = SnapshotFrom<typeof placesMachine>
