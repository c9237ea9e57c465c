import type { Cancellation } from './order.ts'
import { isTime, momentText } from './slot-text.ts'

/** 'Fri 4 Dec, 9 pm': until when an order can be cancelled; null if that is not a time. */
export const cancelledUntil = ({ until }: Pick<Cancellation, 'until'>): string | null =>
  until !== null && isTime(until) ? momentText(until) : null

/** Until when an order can be cancelled, as the end of a sentence. */
export function untilText(cancellation: Pick<Cancellation, 'until'>): string {
  const until = cancelledUntil(cancellation)
  return until === null ? 'until we begin to pack it' : `until ${until}, unless we have begun to pack it`
}

/** Why an order can't be cancelled any more; null as long as it can. */
export function cancellationRefusalText({ until, refusal }: Cancellation): string | null {
  if (refusal === 'packing') return 'We have begun to pack this order, so it can’t be cancelled here any more.'
  if (refusal === null) return null
  const end = cancelledUntil({ until })
  return `${end === null ? 'The time to cancel this order has passed' : `This order could be cancelled until ${end}`}.`
}
