import { is } from 'superstruct'
import { orderSlot, type OrderSlot } from './slots.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** For each month, how far the weekday of its first day is ahead, in a year that begins with March. */
const monthShifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]

/** The weekday of a date in the Gregorian calendar: 0 for Sunday. */
function weekdayOf(year: number, month: number, day: number): number {
  const years = month < 3 ? year - 1 : year
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return (years + leaps + monthShifts[month - 1]! + day) % 7
}

/** 'Sat 5 Dec': the day at the store. @param at - ISO 8601, or a day; with the offset of the store, so that it has the store's date */
export function dayText(at: string): string {
  const [year = 0, month = 1, day = 1] = at.slice(0, 10).split('-').map(Number)
  return `${weekdays[weekdayOf(year, month, day)]} ${day} ${months[month - 1]}`
}

/** '9 am', '8:30 pm' */
export function timeText(at: string): string {
  const [hour, minute] = [Number(at.slice(11, 13)), at.slice(14, 16)]
  return `${hour % 12 || 12}${minute === '00' ? '' : `:${minute}`} ${hour < 12 ? 'am' : 'pm'}`
}

/** '9 am to 11 am' */
export const windowText = ({ startsAt, endsAt }: Pick<OrderSlot, 'startsAt' | 'endsAt'>): string =>
  `${timeText(startsAt)} to ${timeText(endsAt)}`

/** 'Sat 5 Dec, 9 am to 11 am' */
export const slotText = (slot: Pick<OrderSlot, 'startsAt' | 'endsAt'>): string =>
  `${dayText(slot.startsAt)}, ${windowText(slot)}`

/** 'Fri 4 Dec, 9 pm': a moment at the store. @param at - ISO 8601 with the store's offset */
export const momentText = (at: string): string => `${dayText(at)}, ${timeText(at)}`

/** ISO 8601 with an offset. */
const time =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** Whether a text is a time in ISO 8601 with an offset. */
export const isTime = (text: string): boolean => time.test(text)

/**
 * The slot of an order, if the gateway has sent one that can be read; null for an order without one. It is not part of the order's validation,
 * which the first load contains.
 */
export function slotOf({ slot }: { slot?: unknown }): OrderSlot | null {
  return is(slot, orderSlot) && isTime(slot.startsAt) && isTime(slot.endsAt) ? slot : null
}
