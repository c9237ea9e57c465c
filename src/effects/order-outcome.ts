import { orderAttemptRoutes, type Order } from '#contract/order'
import { refusalIn } from '#contract/refusal'
import type { Toast } from '#machines/messages/toast'
import { store } from '../store/store.ts'
import { requireSuccess, type Client } from './client.ts'
import type { OrderOutline } from './outbox.ts'

/** The day at the store, as in the list of orders: a browser in another time zone may have another day. */
const dates = new Intl.DateTimeFormat(store.locale, { day: 'numeric', month: 'long', timeZone: store.timeZone })

/** 'Your order from 2 November', or 'Your order' if the date is not known. */
export const orderFrom = (sentAt: number | null): string =>
  sentAt === null ? 'Your order' : `Your order from ${dates.format(sentAt)}`

/** Says what became of an order. @param order - null if it was not placed */
export const outcomeToast = (order: Order | null, sentAt: number): Toast =>
  order === null
    ? { kind: 'error', text: `${orderFrom(sentAt)} was not placed.` }
    : { kind: 'success', text: `${orderFrom(sentAt)} was placed. Its number is ${order.orderNumber}.` }

/** The status with which the gateway has refused a call; 0 for an answer of a proxy, and without one. */
export function gatewayStatus(error: unknown): number {
  const { status, isForeign } = refusalIn(error)
  return isForeign ? 0 : status
}

/** Asks whether an order was placed with a key. @returns null if there is none, or the gateway does not have this call */
export async function findOrder(
  call: Client,
  { requestId, sessionId }: Pick<OrderOutline, 'requestId' | 'sessionId'>,
  signal?: AbortSignal,
): Promise<Order | null> {
  const asking = { params: { requestId, sessionId }, ...(signal && { signal }) }
  try {
    return (await requireSuccess(call(orderAttemptRoutes.findOrder, asking))).data
  } catch (error) {
    if (gatewayStatus(error) === 404) return null
    throw error
  }
}

/**
 * Looks up what became of an order that is not sent again. If it was not placed, its key is discarded.
 *
 * @returns null if it was not placed
 * @throws the refusal if the gateway can't say
 */
export async function orderOutcome(
  call: Client,
  { requestId, sessionId }: Pick<OrderOutline, 'requestId' | 'sessionId'>,
): Promise<Order | null> {
  const params = { requestId, sessionId }
  const order = await findOrder(call, params)
  if (order !== null) return order
  try {
    await requireSuccess(call(orderAttemptRoutes.discardOrder, { params }))
  } catch (error) {
    const status = gatewayStatus(error)
    // placed between the two calls
    if (status === 409) return findOrder(call, params)
    if (status !== 404) throw error
  }
  return null
}
