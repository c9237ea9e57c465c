import { formatAmount, toCents } from '#contract/money'
import type { MultiBuy } from '#contract/multi-buy'
import { multiBuyText } from '#contract/multi-buy-text'
import { store } from '../store/store.ts'

const dates = new Intl.DateTimeFormat(store.locale, { day: 'numeric', month: 'long', timeZone: store.timeZone })

/**
 * A multi-buy on the page of its product: '2 for $9: you save $1.00. Until 6 December.'
 *
 * @param cents - the current unit price
 * @param endsAt - ISO 8601; when the price no longer holds
 */
export function multiBuyOffer(multiBuy: MultiBuy, cents: number, endsAt: string | null | undefined): string {
  const saved = multiBuy.quantity * cents - toCents(multiBuy.price)
  const end = endsAt ? Date.parse(endsAt) : Number.NaN
  const until = Number.isNaN(end) ? '' : `. Until ${dates.format(end - 1)}`
  return `${multiBuyText(multiBuy)}: you save ${formatAmount(saved)}${until}`
}
