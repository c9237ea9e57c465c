import type { OpeningDay } from './opening-hours.ts'

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

/** The hours in one line; '' for a store that is never open. */
export const openHoursText = (days: readonly OpeningDay[]): string => (days.length === 0 ? '' : hoursText(days))

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
