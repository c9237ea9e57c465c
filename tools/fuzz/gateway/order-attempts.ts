import type { Order } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import { discardKey, releasePayment, type Caller } from './reservations.ts'
import { Refused, type Store } from './state.ts'

/** An order's idempotency key and its caller. */
export interface Attempt {
  requestId: string
  caller: Caller
}

/** The order placed with a key. @throws Refused 404 if there is none */
export function findOrder(store: Store, { requestId, caller: { sessionId, customerId } }: Attempt): Order {
  const placed = store.placed.find(one => one.requestId === requestId)
  const isOwn = placed?.customerId === null ? placed.sessionId === sessionId : placed?.customerId === customerId
  if (!placed || !isOwn) throw new Refused(404, 'No order was placed with this requestId.', 'hard')
  return placed.order
}

/** Discards the key of an order and ends its payment. @throws Refused 409 if the order was placed */
export function discardOrder(store: Store, { requestId, caller }: Attempt): object {
  const discarded = new Refused(paymentRefusals.ended, 'This order was discarded. Nothing was ordered.')
  const answer = discardKey(store, `order ${requestId}`, caller, discarded)
  if (!(answer instanceof Refused)) throw new Refused(409, 'This order has already been placed.', 'hard')
  store.discardedKeys.push(requestId)
  const payment = store.payments.find(one => one.requestId === requestId)
  if (payment && payment.state !== 'ended') releasePayment(store, payment)
  return {}
}
