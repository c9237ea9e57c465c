import type { Unknown, whyUnknown } from '#machines/orders/selectors'
import { orderFrom } from '../effects/order-outcome.ts'

interface UnknownOrder {
  state: Unknown
  /** How often the gateway was asked again. */
  retries: number
  /** Milliseconds since the epoch; null if that is not known. */
  sentAt: number | null
  why: ReturnType<typeof whyUnknown>
}

/** The status after a rate limit. */
export const busy = 'The shop has too many requests at the moment'

/** The texts about an order whose outcome is not known. */
export function textOfUnknown({ state, retries, sentAt, why }: UnknownOrder) {
  const heading = 'We are checking your order'
  switch (state) {
    case 'pausing':
      return {
        heading,
        status: why === 'busy' ? busy : 'Checking with the shop',
        detail: `Attempt ${retries + 1}, in a moment`,
      }
    case 'asking':
      return { heading, status: 'Checking with the shop', detail: `Attempt ${retries}` }
    case 'abandoning':
      return { heading, status: 'Discarding your order', detail: 'We’re telling the shop not to accept it' }
    case 'unplaced':
      return {
        heading: `${orderFrom(sentAt)} was never confirmed.`,
        status: 'The shop has no order from it',
        detail: 'Place it now, or discard it. We won’t send it unless you choose to.',
      }
    case 'unanswered':
      return {
        heading,
        status: why === 'busy' ? busy : 'The shop isn’t answering yet',
        detail: unansweredDetail(why),
      }
  }
}

function unansweredDetail(why: UnknownOrder['why']): string {
  if (why === 'not-discarded') return 'Your order is not discarded yet. Check your connection, then try again.'
  return `${why === 'busy' ? 'Wait a moment' : 'Check your connection'}, then ask again. Your order is saved as you sent it.`
}
