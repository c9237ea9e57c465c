import { placeRoutes, type Country, type Region, type Suburb } from '#contract/places'
import { placesMachine } from '#machines/address/places'
import { listOrEmpty, type Client } from './client.ts'
import { liveLookup } from './live.ts'

/** The places machine with its effects. */
export const placesWith = (call: Client) =>
  placesMachine.provide({
    actors: {
      readCountries: liveLookup<Country[], null>((_, signal) => listOrEmpty(call(placeRoutes.countries, { signal }))),
      readRegions: liveLookup<Region[], { countryId: number }>((params, signal) =>
        listOrEmpty(call(placeRoutes.regions, { params, signal })),
      ),
      readSuburbs: liveLookup<Suburb[], { regionId: number }>((params, signal) =>
        listOrEmpty(call(placeRoutes.suburbs, { params, signal })),
      ),
    },
  })
