import { sql, type SQL } from 'drizzle-orm'

/** A day of the calendar: '2026-12-05'. */
export type Day = string

const millisecondsOfDay = 24 * 60 * 60 * 1000

/** The local date and time of a moment: '2026-12-05T09:00:00'. */
function localText(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(one => one.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`
}

/** How far local time is ahead of UTC, in milliseconds. */
function offsetAt(timeZone: string, moment: number): number {
  const seconds = Math.floor(moment / 1000) * 1000
  return Date.parse(`${localText(timeZone, new Date(seconds))}Z`) - seconds
}

/**
 * The moment of a local time. One that a change to daylight saving time skips is as long after midnight as without the change; of one that
 * occurs twice, it is one of the two.
 *
 * @param time - 'HH:MM'
 */
export function momentAt(timeZone: string, day: Day, time: string): Date {
  const local = Date.parse(`${day}T${time}:00Z`)
  const near = local - offsetAt(timeZone, local)
  return new Date(local - offsetAt(timeZone, near))
}

/** A moment as local time in ISO 8601 with its offset, to the second: '2026-12-05T09:00:00+11:00'. */
export function localIso(timeZone: string, moment: Date): string {
  const minutes = offsetAt(timeZone, moment.getTime()) / 60_000
  const two = (count: number) => String(Math.floor(Math.abs(count))).padStart(2, '0')
  return `${localText(timeZone, moment)}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** The day that it is at a moment. */
export const dayAt = (timeZone: string, moment: Date): Day => localText(timeZone, moment).slice(0, 10)

/** The day so many days after another; before it if the count is negative. */
export const dayAfter = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00Z`) + count * millisecondsOfDay).toISOString().slice(0, 10)

/** Consecutive days of the calendar. */
export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => dayAfter(first, index))

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00Z`).getUTCDay() || 7

/** Whether a text is a day of the calendar. */
export const isDay = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

/** The beginning of a day, or of the one after it, for a statement: the database's own time zone does not matter. */
export const startOfDay = (timeZone: string, day: Day, daysLater: 0 | 1 = 0): SQL<Date> =>
  sql<Date>`(${day}::date + ${daysLater}::integer)::timestamp at time zone ${timeZone}`
