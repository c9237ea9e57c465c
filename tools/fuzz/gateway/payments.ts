import { toDollars } from '#contract/money'
import { isEstimate } from '#contract/weight-price'
import { paymentRefusals, type NewPayment, type PaidPayment, type PaymentOrder } from '#contract/payment'
import {
  endedPayment,
  releasePayment,
  releaseOpenPayments,
  matchesPayment,
  notApproved,
  notOnline,
  canAccess,
  orderBody,
  reserve,
} from './reservations.ts'
import { termsOf } from './orders.ts'
import { conflictRefusal, newId, Refused, type Payment, type ProviderOrder, type Store } from './state.ts'

/** Creates an order at the provider; `amount` in cents. */
export function createProviderOrder(store: Store, amount: number): ProviderOrder {
  const made: ProviderOrder = {
    id: newId(store, 'PAY'),
    amount,
    currency: 'AUD',
    status: 'created',
    transfers: 0,
    isRefunded: false,
    declines: 0,
  }
  store.provider.set(made.id, made)
  return made
}

/** Authorizes or captures an approved order at the provider. Repeated calls move no more money. */
export function transferAmount(made: ProviderOrder, to: 'authorized' | 'captured'): void {
  if (made.status === 'approved') made.transfers += 1
  made.status = to
}

const paymentResponse = ({ providerOrderId, terms }: Payment): PaymentOrder => ({
  id: providerOrderId,
  amount: toDollars(terms.most),
  currency: 'AUD',
})

/** Creates a payment. Idempotent by `requestId`. */
export function beginPayment(store: Store, body: NewPayment, customerId: string | null): PaymentOrder {
  if (!store.settings.receivedOnlinePayment) throw notOnline()
  const known = store.payments.find(({ requestId }) => requestId === body.requestId)
  const json = orderBody(body)
  if (store.discardedKeys.includes(body.requestId)) throw endedPayment()
  if (known && known.body !== json) {
    store.keyConflicts.push(body.requestId)
    throw new Refused(409, 'This requestId was used for another request.', 'hard')
  }
  if (known?.state === 'ended') throw endedPayment()
  if (known) return paymentResponse(known)
  const cart = store.carts.get(body.sessionId)
  const own = canAccess(cart, customerId) ? cart : undefined
  if (own) releaseOpenPayments(store, body.sessionId)
  const terms = termsOf(store, body, own)
  if (terms.most === 0) throw new Refused(409, 'There is nothing to pay online.')
  if (body.intent === 'capture' && isEstimate(terms.lines))
    throw new Refused(409, 'Some products are weighed after you order, so they can’t be paid for now.')
  const made = body.providerOrderId ? store.provider.get(body.providerOrderId) : createProviderOrder(store, terms.most)
  if (!made || made.amount !== terms.most || made.transfers > 0) throw new Refused(409, 'It is another amount.')
  reserve(store, terms)
  const { requestId, sessionId, intent = 'authorize' } = body
  const providerOrderId = made.id
  const payment = { requestId, sessionId, customerId, body: json, intent, providerOrderId, terms, orderId: null }
  store.payments.push({ ...payment, state: 'created' })
  return paymentResponse(store.payments.at(-1)!)
}

/** Authorizes an approved payment, or confirms that the browser has captured it. */
export function authorizePayment(store: Store, id: string, customerId: string | null): PaidPayment {
  if (!store.settings.receivedOnlinePayment && !store.payments.some(one => one.providerOrderId === id))
    throw notOnline()
  const payment = store.payments.find(one => one.providerOrderId === id)
  if (!payment || (payment.customerId !== null && payment.customerId !== customerId))
    throw new Refused(404, 'This payment does not exist.', 'hard')
  if (payment.state === 'ended') throw endedPayment()
  if (payment.state === 'created') authorizeAtProvider(store, payment)
  return { id, status: payment.state === 'captured' ? 'captured' : 'authorized' }
}

/** Ends a payment whose window was closed, and releases its reservations. */
export function endPayment(store: Store, id: string, customerId: string | null): object {
  const payment = store.payments.find(one => one.providerOrderId === id)
  if (!payment || (payment.customerId !== null && payment.customerId !== customerId))
    throw new Refused(404, 'This payment does not exist.', 'hard')
  if (payment.state === 'authorized' || payment.state === 'captured')
    throw new Refused(409, 'This payment is complete.', 'hard')
  if (payment.state !== 'ended') releasePayment(store, payment)
  return {}
}

function authorizeAtProvider(store: Store, payment: Payment): void {
  const cart = store.carts.get(payment.sessionId)
  if (!cart || !matchesPayment(cart, payment)) {
    releasePayment(store, payment)
    throw conflictRefusal([{ about: 'cart', message: 'Your cart has changed. Nothing was charged.' }])
  }
  const made = store.provider.get(payment.providerOrderId)!
  if (payment.intent === 'capture') {
    if (made.status !== 'captured') throw notApproved()
    payment.state = 'captured'
    return
  }
  if (made.declines > 0) {
    made.declines -= 1
    throw new Refused(
      paymentRefusals.declined,
      'Your payment was declined. You haven’t been charged. Try another card, or choose a different payment method.',
    )
  }
  if (made.status === 'created') throw notApproved()
  transferAmount(made, 'authorized')
  payment.state = 'authorized'
}
