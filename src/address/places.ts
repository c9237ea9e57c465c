import type { PlacesContext, PlacesSnapshot } from '#machines/address/places'

/** What the dropdowns of an address offer, and what they wait for. */
export interface Places extends Pick<PlacesContext, 'countries' | 'regions' | 'suburbs'> {
  states: PlacesSnapshot['value']
}

/** What can be chosen; a choice of before stays there while the list is on its way. */
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

/** The post code of the suburb of that name; empty where it is not known. */
export const postCodeOf = (suburbs: Places['suburbs'], city: string): string =>
  suburbs.find(({ name }) => name.toLowerCase() === city.trim().toLowerCase())?.postCode ?? ''

/** What is read out while the lists load and empty. */
export function spokenPlaces({ states, regions, suburbs }: Places): string {
  if (states.regions === 'reading') return 'Loading the regions'
  if (states.suburbs === 'reading') return 'Loading the suburbs'
  if (states.suburbs === 'ready') return `${suburbs.length} suburbs`
  return states.regions === 'ready' ? `${regions.length} regions` : ''
}
