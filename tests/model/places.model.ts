import type { AnyMachineSnapshot } from 'xstate'
import { effect } from '#machines/parts/effect'
import { placesMachine, type PlacesContext } from '#machines/address/places'
import { done, type Model } from '#tools/walks/graph'
import { answers, refused } from '../kit/outcomes.ts'

const lists = ['readCountries', 'readRegions', 'readSuburbs']

/** Country, region and suburb, with one of each. The lookup has its own model. */
export const placesModel: Model = {
  machine: placesMachine.provide({ actors: Object.fromEntries(lists.map(src => [src, effect(src)])) } as never),
  cases: state => [
    { type: 'places.chooseCountry', countryId: 1 },
    { type: 'places.chooseCountry', countryId: null },
    // a region needs a country
    ...((state.context as PlacesContext).countryId === null
      ? []
      : [
          { type: 'places.chooseRegion', regionId: 1 },
          { type: 'places.chooseRegion', regionId: null },
        ]),
    { type: 'places.retry' },
    ...lists.flatMap(id => [done(id, { answer: answers[id] }), done(id, { refusal: refused })]),
  ],
  key(state: AnyMachineSnapshot) {
    const { countries, regions, suburbs, countryId, regionId } = state.context as PlacesContext
    return JSON.stringify([state.value, [countries, regions, suburbs].map(({ length }) => length), countryId, regionId])
  },
}
