import { lineCents } from '#contract/cart'
import { formatAmount } from '#contract/money'
import type { OrderLine } from '#contract/order'
import { formatWeight } from '#contract/weight-text'
import { store } from '../store/store.ts'

// in the store's time zone: a device may be set to another one
const inStore = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(store.locale, { timeZone: store.timeZone, ...options })
const day = inStore({ dateStyle: 'short' })
const time = inStore({ hour: 'numeric', minute: '2-digit' })
const dayAndTime = inStore({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** When something was: the time, and the day if it was not today. @param at - ISO 8601 */
export const momentText = (at: string, now = new Date()): string => {
  const date = new Date(at)
  return (day.format(date) === day.format(now) ? time : dayAndTime).format(date)
}

/** A day at the store, such as 'Sun 6 Dec 2026'. @param day - '2026-12-06' */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(store.locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${day}T00:00Z`))

/** What a line costs: '$12.00', 'about $12.00', or with its weight: '640 g, $12.80'. */
export function lineAmount(line: Pick<OrderLine, 'totalPrice' | 'linePrice' | 'weighed' | 'weighedGrams'>): string {
  const amount = formatAmount(lineCents(line))
  if (!line.weighed) return amount
  return typeof line.weighedGrams === 'number' ? `${formatWeight(line.weighedGrams)}, ${amount}` : `about ${amount}`
}

/** '1 item', '3 items'. */
export const itemsText = (quantity: number): string => `${quantity} ${quantity === 1 ? 'item' : 'items'}`
