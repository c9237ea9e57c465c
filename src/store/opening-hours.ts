import type { OpeningDay } from '#contract/opening-hours'

/** The hours as the attribute of a document has them: '1 08:30 20:30,2 08:30 20:30'. */
export const hoursAttribute = (days: readonly OpeningDay[]): string =>
  days.map(({ weekday, opens, closes }) => `${weekday} ${opens} ${closes}`).join(',')

/** The hours in the attribute of a document. */
const hoursIn = (attribute: string): OpeningDay[] =>
  [...attribute.matchAll(/([1-7]) (\d\d:\d\d) (\d\d:\d\d)/g)].map(([, weekday, opens, closes]) => ({
    weekday: Number(weekday),
    opens: opens!,
    closes: closes!,
  }))

/** On the server: those of the gateway, once they are read. */
let fromGateway: readonly OpeningDay[] | null = null

/** On the server: the hours that pages show from now on. What is no time is left out, since documents contain it. */
export function setOpeningHours(days: readonly OpeningDay[]): void {
  fromGateway = hoursIn(hoursAttribute(days))
}

/** On the server: the hours of the gateway; null before they are known. */
export const knownOpeningHours = (): readonly OpeningDay[] | null => fromGateway

/**
 * The opening hours: those of the gateway, which the server writes into the document.
 *
 * @param standard - without a gateway that has them
 */
export function readOpeningHours(standard: readonly OpeningDay[]): readonly OpeningDay[] {
  if (fromGateway !== null || typeof document === 'undefined') return fromGateway ?? standard
  const { hours } = document.documentElement.dataset
  return hours === undefined ? standard : hoursIn(hours)
}
