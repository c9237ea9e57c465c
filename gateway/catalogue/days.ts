import { sql, type SQL } from 'drizzle-orm'

/** Whether it is a day of the calendar, such as '2026-12-06'. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

/** The beginning of a day at the store, such as '2026-12-06', or of the one after it. */
export const startOfDay = (day: string, timeZone: string, daysLater: 0 | 1 = 0): SQL<Date> =>
  sql<Date>`(${day}::date + ${daysLater}::integer)::timestamp at time zone ${timeZone}`

/** The day at the store, such as '2026-12-06'. Swedish dates are written like that. */
export const dayAt = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment)
