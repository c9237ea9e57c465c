import type { Toast } from '#machines/messages/toast'
import type { Client } from './client.ts'
import type { Environment } from './environment.ts'
import { findOrder, orderFrom, orderOutcome, outcomeToast } from './order-outcome.ts'
import { unsettledIn, type UnsettledOrder } from './outbox.ts'

/** How long the orders may delay the end of the login at the gateway, in milliseconds. */
const requestTimeout = 5_000

/** Says what became of an order, or that this is not known. */
async function toastFor(call: Client, { body, sentAt, customerId }: UnsettledOrder): Promise<Toast> {
  const isPaid = body.payment.method === 'online'
  try {
    const order = await (isPaid ? findOrder(call, body) : orderOutcome(call, body))
    if (order === null && isPaid) {
      const text = `${orderFrom(sentAt)} is not confirmed. If you get a receipt by email, it was placed. Otherwise your payment is returned.`
      return { kind: 'error', text }
    }
    const { kind, text } = outcomeToast(order, sentAt)
    return order !== null && customerId === null ? { kind, text: `${text} Its receipt was removed.` } : { kind, text }
  } catch {
    const text = `${orderFrom(sentAt)} is not confirmed: the shop did not answer. If you get a receipt by email, it was placed.`
    return { kind: 'error', text }
  }
}

/**
 * Settles the orders whose outcome was not known when the shopper logged out or was forgotten, and says what became of each: it was
 * placed, or it can't be placed any more, because its key is discarded. The key of an order that may be paid is not discarded: the
 * gateway either places that order or returns the payment.
 *
 * @param bearer - the token of the customer who has logged out; null for a guest
 * @param stored - the orders as they were stored
 */
export async function settleAbandoned(
  { call, raiseToast }: Pick<Environment, 'call' | 'raiseToast'>,
  bearer: string | null,
  stored: readonly string[],
): Promise<void> {
  const signal = AbortSignal.timeout(requestTimeout)
  const clientFor =
    ({ customerId }: UnsettledOrder): Client =>
    (route, options) =>
      call(route, { ...options, signal, ...(customerId !== null && bearer !== null && { bearer }) })
  const orders = stored.flatMap(text => unsettledIn(text) ?? [])
  await Promise.all(orders.map(async order => raiseToast(await toastFor(clientFor(order), order))))
}
