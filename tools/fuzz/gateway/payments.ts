import { toDollars } from '#contract/money'
import { paymentRefusals, type NewPayment, type PaidPayment, type PaymentOrder } from '#contract/payment'
import {
  endedPayment,
  giveUp,
  giveUpOthers,
  keptAs,
  notApproved,
  notOnline,
  opensTo,
  orderWords,
  take,
} from './holds.ts'
import { termsOf } from './orders.ts'
import { conflicting, newId, Refused, type Payment, type ProviderOrder, type Store } from './state.ts'

/** The provider makes an order; `amount` in cents. */
export function atProvider(store: Store, amount: number): ProviderOrder {
  const made: ProviderOrder = {
    id: newId(store, 'PAY'),
    amount,
    currency: 'AUD',
    status: 'created',
    moved: 0,
    givenBack: 'no',
    declines: 0,
  }
  store.provider.set(made.id, made)
  return made
}

/** The provider moves money for an order that was approved; asked again it moves none. */
export function moveMoney(made: ProviderOrder, to: 'authorized' | 'captured'): void {
  if (made.status === 'approved') made.moved += 1
  made.status = to
}

const asAnswered = ({ providerOrderId, terms }: Payment): PaymentOrder => ({
  id: providerOrderId,
  amount: toDollars(terms.total),
  currency: 'AUD',
})

/** Begins a payment, once a key. */
export function beginPayment(store: Store, body: NewPayment, customerId: string | null): PaymentOrder {
  if (!store.settings.receivedOnlinePayment) throw notOnline()
  const known = store.payments.find(({ requestId }) => requestId === body.requestId)
  const words = orderWords(body)
  if (store.givenUp.includes(body.requestId)) throw endedPayment()
  if (known && known.words !== words) {
    store.broken.push(body.requestId)
    throw new Refused(409, 'This requestId was used for another request.', 'hard')
  }
  if (known?.state === 'ended') throw endedPayment()
  if (known) return asAnswered(known)
  const cart = store.carts.get(body.sessionId)
  const own = opensTo(cart, customerId) ? cart : undefined
  if (own) giveUpOthers(store, body.sessionId)
  const terms = termsOf(store, body, own)
  if (terms.total === 0) throw new Refused(409, 'There is nothing to pay online.')
  const made = body.providerOrderId ? store.provider.get(body.providerOrderId) : atProvider(store, terms.total)
  if (!made || made.amount !== terms.total || made.moved > 0) throw new Refused(409, 'It is another amount.')
  take(store, terms)
  const { requestId, sessionId, intent = 'authorize' } = body
  const providerOrderId = made.id
  const payment = { requestId, sessionId, customerId, words, intent, providerOrderId, terms, orderId: null }
  store.payments.push({ ...payment, state: 'created' })
  return asAnswered(store.payments.at(-1)!)
}

/** Sets the money of an approved payment aside, or sees that the browser has taken it. */
export function authorizePayment(store: Store, id: string, customerId: string | null): PaidPayment {
  if (!store.settings.receivedOnlinePayment && !store.payments.some(one => one.providerOrderId === id))
    throw notOnline()
  const payment = store.payments.find(one => one.providerOrderId === id)
  if (!payment || (payment.customerId !== null && payment.customerId !== customerId))
    throw new Refused(404, 'This payment does not exist.', 'hard')
  if (payment.state === 'ended') throw endedPayment()
  if (payment.state === 'created') authorizeNow(store, payment)
  return { id, status: payment.state === 'captured' ? 'captured' : 'authorized' }
}

/** The window of a payment was closed: what it held is there again. */
export function endPayment(store: Store, id: string, customerId: string | null): object {
  const payment = store.payments.find(one => one.providerOrderId === id)
  if (!payment || (payment.customerId !== null && payment.customerId !== customerId))
    throw new Refused(404, 'This payment does not exist.', 'hard')
  if (payment.state === 'authorized' || payment.state === 'captured')
    throw new Refused(409, 'This payment is complete.', 'hard')
  if (payment.state !== 'ended') giveUp(store, payment)
  return {}
}

function authorizeNow(store: Store, payment: Payment): void {
  const cart = store.carts.get(payment.sessionId)
  if (!cart || !keptAs(cart, payment)) {
    giveUp(store, payment)
    throw conflicting([{ about: 'cart', message: 'Your cart has changed. Nothing was charged.' }])
  }
  const made = store.provider.get(payment.providerOrderId)!
  if (payment.intent === 'capture') {
    if (made.status !== 'captured') throw notApproved()
    payment.state = 'captured'
    return
  }
  if (made.declines > 0) {
    made.declines -= 1
    throw new Refused(paymentRefusals.declined, 'Your payment was declined, and nothing was charged.')
  }
  if (made.status === 'created') throw notApproved()
  moveMoney(made, 'authorized')
  payment.state = 'authorized'
}
