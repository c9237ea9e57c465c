import { formatAmount, toCents } from '#contract/money'
import type { Order } from '#contract/order'
import { store } from '../store/store.ts'

const day = new Intl.DateTimeFormat(store.locale, { dateStyle: 'long', timeZone: store.timeZone })

/** A line for each refund of an order: '$12.34 on 12 March 2026'. Without a readable time it has the amount alone. */
export const refundLines = ({ refunds }: Pick<Order, 'refunds'>): string[] =>
  (refunds ?? []).map(({ amount, at }) => {
    const moment = new Date(at)
    const when = Number.isNaN(moment.getTime()) ? '' : ` on ${day.format(moment)}`
    return `${formatAmount(toCents(amount))}${when}`
  })
