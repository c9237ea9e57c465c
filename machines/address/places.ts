import { assign, setup, type SnapshotFrom } from 'xstate'
import type { Country, Region, Suburb } from '#contract/address'
import { answerIn, isAnswer, lookup, type Answer } from '../parts/lookup.ts'

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

/**
 * The dropdowns that depend on one another: country, region, suburb.
 *
 * - Choosing a country loads its regions, choosing a region loads its suburbs; choosing none clears what depends on it.
 * - What is shown belongs to what is chosen: an answer that comes after another choice is dropped.
 */
export const placesMachine = setup({
  types: { context: {} as PlacesContext, events: {} as PlacesEvent, tags: {} as 'busy' },
  actors: {
    readCountries: lookup<Country[]>('readCountries'),
    readRegions: lookup<Region[], { countryId: number }>('readRegions'),
    readSuburbs: lookup<Suburb[], { regionId: number }>('readSuburbs'),
  },
  guards: {
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
    /** One is chosen, and not none. */
    isChosen: (_, id: number | null) => id !== null,
  },
  actions: {
    keepCountries: assign({ countries: (_, countries: Country[]) => countries }),
    keepRegions: assign({ regions: (_, regions: Region[]) => regions }),
    keepSuburbs: assign({ suburbs: (_, suburbs: Suburb[]) => suburbs }),
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
      states: {
        reading: {
          description: 'The countries are asked for',
          tags: 'busy',
          invoke: {
            id: 'readCountries',
            src: 'readCountries',
            input: null,
            onDone: [
              {
                guard: { type: 'isAnswer', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'keepCountries', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'unreachable' },
            ],
            onError: 'unreachable',
          },
        },
        ready: { description: 'The countries are here' },
        unreachable: { description: 'The countries could not be read', on: { 'places.retry': 'reading' } },
      },
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
        reading: {
          description: 'The regions are asked for',
          tags: 'busy',
          invoke: {
            id: 'readRegions',
            src: 'readRegions',
            input: ({ context }) => ({ countryId: context.countryId! }),
            onDone: [
              {
                guard: { type: 'isAnswer', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'keepRegions', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'unreachable' },
            ],
            onError: 'unreachable',
          },
        },
        ready: { description: 'The regions are here' },
        unreachable: { description: 'The regions could not be read', on: { 'places.retry': 'reading' } },
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
        reading: {
          description: 'The suburbs are asked for',
          tags: 'busy',
          invoke: {
            id: 'readSuburbs',
            src: 'readSuburbs',
            input: ({ context }) => ({ regionId: context.regionId! }),
            onDone: [
              {
                guard: { type: 'isAnswer', params: ({ event }) => event.output },
                target: 'ready',
                actions: { type: 'keepSuburbs', params: ({ event }) => answerIn(event.output) },
              },
              { target: 'unreachable' },
            ],
            onError: 'unreachable',
          },
        },
        ready: { description: 'The suburbs are here' },
        unreachable: { description: 'The suburbs could not be read', on: { 'places.retry': 'reading' } },
      },
    },
  },
})

export type PlacesSnapshot = SnapshotFrom<typeof placesMachine>
