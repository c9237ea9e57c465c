import { store } from '../store/store.ts'

const dates = new Intl.DateTimeFormat(store.locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: store.timeZone,
})

/**
 * The last day of a special price, at the store: 'Ends Sun 6 Dec'. Runtimes join the parts of a date differently, so they are joined here.
 *
 * @param endsAt - ISO 8601; when the price no longer holds
 * @returns null without an end
 */
export function specialEnd(endsAt: string | null | undefined): string | null {
  const end = Date.parse(endsAt ?? '')
  if (Number.isNaN(end)) return null
  const parts = dates.formatToParts(end - 1)
  return `Ends ${parts.flatMap(({ type, value }) => (type === 'literal' ? [] : [value])).join(' ')}`
}
