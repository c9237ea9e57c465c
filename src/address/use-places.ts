import { useMemo } from 'react'
import { useActor } from '../system/actors.tsx'
import type { Places } from './places.ts'

/** The lists of countries, regions and suburbs that an address form offers; a new object only if one of them changed. */
export function usePlaces(id: 'addressPlaces' | 'registrationPlaces' | 'billingPlaces' | 'deliveryPlaces'): Places {
  const lists = useActor(id, ({ context: { countries, regions, suburbs } }) => ({ countries, regions, suburbs }))
  const states = useActor(id, ({ value }) => value)
  return useMemo(() => ({ ...lists, states }), [lists, states])
}
