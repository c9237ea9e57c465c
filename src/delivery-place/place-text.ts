import { placeText, type DeliveryPlace } from '#contract/delivery-place'
import { formatFee } from '#contract/fee-text'
import { formatAmount } from '#contract/money'
import { slotText } from '#contract/slot-text'
import type { Slot } from '#contract/slots'
import type { DeliveryPlaceContext } from '#machines/delivery-place/delivery-place'
import { chosenSuburb, nextSlot } from '#machines/delivery-place/selectors'
import type { AreaSuburb, DeliveryArea, FoundSuburbs } from '#machines/delivery-place/delivery-area'

/** A fact about delivery to the chosen place. */
export interface PlaceFact {
  name: string
  text: string
}

/** What delivery to a suburb costs and when it is possible; without what the gateway does not say. */
export function placeFacts(
  { fee }: AreaSuburb,
  { minimum }: Pick<DeliveryArea, 'minimum'>,
  slot: Slot | null,
): PlaceFact[] {
  return [
    ...(fee === null ? [] : [{ name: 'Delivery', text: formatFee(fee) }]),
    ...(minimum > 0 ? [{ name: 'Minimum order', text: formatAmount(minimum) }] : []),
    ...(slot === null ? [] : [{ name: 'Next free time', text: slotText(slot) }]),
  ]
}

/** The facts in one line; '' if they are not known, or nothing is delivered to the place. */
export function shortFacts({ area, place, slots }: Pick<DeliveryPlaceContext, 'area' | 'place' | 'slots'>): string {
  const suburb = chosenSuburb({ area, place })
  if (!area || !suburb?.isServed) return ''
  const slot = nextSlot(area, slots)
  const facts = [
    ...(suburb.fee === null ? [] : [`${formatFee(suburb.fee)} delivery`]),
    ...(slot === null ? [] : [`next free time ${slotText(slot)}`]),
  ]
  return facts.join(', ')
}

const orPickUp = (area: DeliveryArea): string => (area.hasPickUp ? ' You can collect your order from the shop.' : '')

/** Says that nothing is delivered to a place. */
export const outsideText = (place: DeliveryPlace, area: DeliveryArea): string =>
  `We don’t deliver to ${placeText(place)}.${orPickUp(area)}`

/** What became of a text that was sent and does not name one suburb. */
export function answerText(text: string, area: DeliveryArea, { served, outside }: FoundSuburbs): string {
  const typed = text.trim()
  if (typed === '') return 'Enter a suburb or a post code.'
  if (area.suburbs.length === 0) return 'The delivery fee is shown at checkout, once your address is known.'
  if (outside) return outsideText(outside, area)
  if (served.length > 0) return 'Did you mean one of these?'
  const where = area.regionName ? ` in ${area.regionName}` : ''
  return `We can’t find “${typed}”${where}. Check the spelling, or try the post code.${orPickUp(area)}`
}
