import type { Unknown } from '#machines/checkout/selectors'

interface UnknownOrder {
  state: Unknown
  /** How often the gateway was asked again. */
  retries: number
  /** Milliseconds since the epoch; null if that is not known. */
  sentAt: number | null
  /** The order could not be given up, because the gateway did not answer. */
  isNotDiscarded: boolean
}

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth']

const dates = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long' })

/** 'Your order from 2 November', or 'Your order' if the date is not known. */
export const orderFrom = (sentAt: number | null): string =>
  sentAt === null ? 'Your order' : `Your order from ${dates.format(sentAt)}`

/** What is said about an order whose outcome is not known. */
export function textOfUnknown({ state, retries, sentAt, isNotDiscarded }: UnknownOrder) {
  const time = ordinals[(state === 'pausing' ? retries + 1 : retries) - 1] ?? 'One more'
  const heading = 'We are checking your order'
  switch (state) {
    case 'pausing':
      return { heading, status: 'Asking the shop', detail: `${time} time, in a moment` }
    case 'asking':
      return { heading, status: 'Asking the shop', detail: `${time} time` }
    case 'abandoning':
      return { heading, status: 'Discarding your order', detail: 'The shop is told not to accept it any more' }
    case 'unplaced':
      return {
        heading: `${orderFrom(sentAt)} was never confirmed.`,
        status: 'The shop does not have it',
        detail: 'Place it now, or discard it. Nothing is sent unless you say so.',
      }
    case 'silent':
      return {
        heading,
        status: 'The shop does not answer yet',
        detail: isNotDiscarded
          ? 'Your order is not discarded yet. Check your connection, then try again.'
          : 'Check your connection, then ask again. Your order is kept as you sent it.',
      }
  }
}
