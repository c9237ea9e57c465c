import type { OrderProblemContext } from '#machines/order-problem/order-problem'
import { store } from '../store/store.ts'

const day = new Intl.DateTimeFormat(store.locale, { dateStyle: 'long', timeZone: store.timeZone })

/** A day of a report or an answer: '12 March 2026'; '' for a time that can't be read. */
export function dayText(at: string): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? '' : day.format(moment)
}

/** What the field says about a photograph that is not kept. */
export const lossTexts: Readonly<Record<NonNullable<OrderProblemContext['photographLoss']>, string>> = {
  'too-large': 'The photograph has more than 8 MB. Please choose another.',
  reload: 'Please choose the photograph again: it is not kept when the page is loaded again.',
}
