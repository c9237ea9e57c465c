import { placeRoutes, type Country, type Region, type Suburb } from '#contract/address'
import { placesMachine } from '#machines/address/places'
import { listed, type Client } from './client.ts'
import { asking } from './live.ts'

/** The chart of country, region and suburb with the gateway behind it. */
export const placesWith = (call: Client) =>
  placesMachine.provide({
    actors: {
      readCountries: asking<Country[], null>((_, signal) => listed(call(placeRoutes.countries, { signal }))),
      readRegions: asking<Region[], { countryId: number }>((params, signal) =>
        listed(call(placeRoutes.regions, { params, signal })),
      ),
      readSuburbs: asking<Suburb[], { regionId: number }>((params, signal) =>
        listed(call(placeRoutes.suburbs, { params, signal })),
      ),
    },
  })
