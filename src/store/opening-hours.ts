import type { OpeningDay } from '#contract/opening-hours'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** '8:30am', '5pm'. @param time - '08:30' */
function timeText(time: string): string {
  const [hour, minute] = [Number(time.slice(0, 2)), time.slice(3)]
  return `${hour % 12 || 12}${minute === '00' ? '' : `:${minute}`}${hour < 12 ? 'am' : 'pm'}`
}

/** The hours of each day: '8:30am to 8:30pm', or 'Closed'. */
export const hoursByDay = (days: readonly OpeningDay[]): { day: string; hours: string }[] =>
  dayNames.map((day, at) => {
    const open = days.find(({ weekday }) => weekday === at + 1)
    return { day, hours: open ? `${timeText(open.opens)} to ${timeText(open.closes)}` : 'Closed' }
  })

/** The hours in one line: 'Monday to Friday 9am to 5pm, Saturday 9am to 1pm'. Closed days are left out. */
export function hoursText(days: readonly OpeningDay[]): string {
  const groups: { from: string; to: string; hours: string }[] = []
  for (const { day, hours } of hoursByDay(days)) {
    const last = groups.at(-1)
    if (last?.hours === hours) last.to = day
    else groups.push({ from: day, to: day, hours })
  }
  const open = groups.filter(({ hours }) => hours !== 'Closed')
  return open.map(({ from, to, hours }) => `${from === to ? from : `${from} to ${to}`} ${hours}`).join(', ') || 'Closed'
}

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
