import type { Order, OrderStatus } from '#contract/order'
import { isTime } from '#contract/slot-text'

/** A status on the way of an order. */
export interface TimelineStep {
  status: OrderStatus
  /** When the order got it, ISO 8601; null if it has not, or the time is not known. */
  at: string | null
  /** Whether it is behind the order, its status of now, or still to come. */
  is: 'done' | 'now' | 'next'
}

/** The statuses of an order in their order. A cancelled one has those that it had before. */
export function timelineOf({ orderStatus, deliveryAddress, statusTimes }: Order): TimelineStep[] {
  const ready: OrderStatus = deliveryAddress === null ? 'ready-for-pickup' : 'on-its-way'
  const way: OrderStatus[] = ['received', 'preparing', ready, 'completed']
  const timeOf = (status: OrderStatus) => {
    const at = statusTimes?.[status]
    return typeof at === 'string' && isTime(at) ? at : null
  }
  if (orderStatus === 'cancelled') {
    const had = way.filter(status => status === 'received' || timeOf(status) !== null)
    return [...had, orderStatus].map(status => ({
      status,
      at: timeOf(status),
      is: status === orderStatus ? 'now' : 'done',
    }))
  }
  const reached = way.indexOf(orderStatus)
  // a status that was taken back has a time, and is still to come
  return way.map((status, at) =>
    at > reached
      ? { status, at: null, is: 'next' }
      : { status, at: timeOf(status), is: at === reached ? 'now' : 'done' },
  )
}
