import type { Order } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import { giveKeyUp, giveUp, type Asker } from './holds.ts'
import { Refused, type Store } from './state.ts'

/** The key of an order, and who asks about it. */
export interface Attempt {
  requestId: string
  asker: Asker
}

/** The order that was placed with a key. @throws Refused 404 where there is none */
export function findOrder(store: Store, { requestId, asker: { sessionId, customerId } }: Attempt): Order {
  const placed = store.placed.find(one => one.requestId === requestId)
  const isOwn = placed?.customerId === null ? placed.sessionId === sessionId : placed?.customerId === customerId
  if (!placed || !isOwn) throw new Refused(404, 'No order was placed with this requestId.', 'hard')
  return placed.order
}

/** Gives the key of an order up, and its payment. @throws Refused 409 where the order exists */
export function giveUpOrder(store: Store, { requestId, asker }: Attempt): object {
  const discarded = new Refused(paymentRefusals.ended, 'This order was discarded. Nothing was ordered.')
  const answer = giveKeyUp(store, `order ${requestId}`, asker, discarded)
  if (!(answer instanceof Refused)) throw new Refused(409, 'This order was placed already.', 'hard')
  store.givenUp.push(requestId)
  const payment = store.payments.find(one => one.requestId === requestId)
  if (payment && payment.state !== 'ended') giveUp(store, payment)
  return {}
}
