import { number, string, type, type Infer } from 'superstruct'
import { listOf, read } from './route.ts'

/** When the store is open on a day of the week, from 1 for Monday to 7 for Sunday, in its own time: '08:30'. A day that is closed has none. */
export const openingDay = type({ weekday: number(), opens: string(), closes: string() })
export type OpeningDay = Infer<typeof openingDay>

/** The call for the opening hours. An older gateway has none (404): the shop then shows those of its own file. */
export const openingHoursRoutes = { openingHours: read('/opening-hours', listOf(openingDay)) } as const
