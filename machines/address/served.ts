import type { Suburb } from '#contract/places'

/** The suburbs that a delivery address can have: those in the delivery area, if the gateway says which are. */
export function servedSuburbs(suburbs: readonly Suburb[]): readonly Suburb[] {
  const isKnown = suburbs.some(({ inDeliveryArea }) => typeof inDeliveryArea === 'boolean')
  return isKnown ? suburbs.filter(({ inDeliveryArea }) => inDeliveryArea === true) : suburbs
}

/** Says that nothing is delivered to a suburb; null if it is delivered to, or is not in the list. */
export function unservedMessage(suburbs: readonly Suburb[], city: string): string | null {
  const name = city.trim().toLowerCase()
  const suburb = suburbs.find(one => one.name.toLowerCase() === name)
  return suburb?.inDeliveryArea === false ? `We don’t deliver to ${suburb.name}` : null
}
