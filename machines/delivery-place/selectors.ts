import type { Slot } from '#contract/slots'
import { comparableName, comparablePostCode } from '#contract/suburb-names'
import { findSuburbs, type AreaSuburb, type DeliveryArea, type FoundSuburbs } from './delivery-area.ts'
import type { DeliveryPlaceContext } from './delivery-place.ts'

const nothing: FoundSuburbs = { served: [], outside: null, clear: null }

/** What the text in the field may mean; nothing until the suburbs are read. */
export const foundSuburbs = ({ area, text }: Pick<DeliveryPlaceContext, 'area' | 'text'>): FoundSuburbs =>
  area ? findSuburbs(area.suburbs, text) : nothing

/** The chosen suburb as the gateway lists it; null if it does not, or nothing is chosen. */
export function chosenSuburb({ area, place }: Pick<DeliveryPlaceContext, 'area' | 'place'>): AreaSuburb | null {
  if (!area || !place) return null
  const [name, code] = [comparableName(place.name), comparablePostCode(place.postCode)]
  return (
    area.suburbs.find(one => comparableName(one.name) === name && comparablePostCode(one.postCode) === code) ?? null
  )
}

/** The next slot of a delivery that takes more orders; null if there is none. */
export const nextSlot = (area: Pick<DeliveryArea, 'deliveries'> | null, slots: readonly Slot[]): Slot | null =>
  slots.find(({ methodId, left }) => left > 0 && area?.deliveries.includes(methodId)) ?? null
