import { plainText } from '#contract/typed-text'
import type { PlacesContext, PlacesSnapshot } from '#machines/address/places'

/** The lists that an address form offers, and the loading state of each. */
export interface Places extends Pick<PlacesContext, 'countries' | 'regions' | 'suburbs'> {
  states: PlacesSnapshot['value']
}

/** Options of a dropdown. The current choice is among them even while its list is still loading. */
export function optionsOf<T>(
  list: readonly T[],
  optionOf: (item: T) => { value: string; label: string },
  chosen: { id: number | null; name: string },
): { value: string; label: string }[] {
  const options = list.map(optionOf)
  const value = String(chosen.id)
  if (chosen.id === null || options.some(option => option.value === value)) return options
  return [{ value, label: chosen.name }, ...options]
}

/** The post code of the suburb of that name, ignoring case; '' if it is unknown. */
export const postCodeOf = (suburbs: Places['suburbs'], city: string): string =>
  suburbs.find(({ name }) => name.toLowerCase() === plainText(city).toLowerCase())?.postCode ?? ''

/** The announcement for screen readers while the lists load. */
export function placesAnnouncement({ states, regions, suburbs }: Places): string {
  if (states.regions === 'reading') return 'Loading the regions'
  if (states.suburbs === 'reading') return 'Loading the suburbs'
  if (states.suburbs === 'ready') return `${suburbs.length} suburbs`
  return states.regions === 'ready' ? `${regions.length} regions` : ''
}
