import { paymentRefusals } from '#contract/payment'
import type { NewOrder, Order } from '#contract/order'
import type { Refusal } from '#contract/refusal'
import { placedOrder, riceLine, refused } from './outcomes.ts'

/** The response to a call. */
export type Outcome = { answer: unknown } | { refusal: Refusal }

interface FakePayment {
  id: string
  body: string
  state: 'created' | 'approved' | 'authorized' | 'captured' | 'ended'
  orderId: string | null
}

const says = (status: number, message: string): Outcome => ({ refusal: { code: 'refused', message, status } })
const ended = says(paymentRefusals.ended, 'The payment was abandoned. Nothing was charged.')
const notApproved = says(paymentRefusals.notApproved, 'It was not approved.')
const otherBody = says(409, 'The key was used with another body.')
const bodyOf = ({ payment: { method }, ...order }: NewOrder) => JSON.stringify({ ...order, method })

/**
 * A gateway and a payment provider that follow the contract for idempotency keys: a key has one response, a payment
 * pays for one order, and a new payment ends the previous one. They do not check whether a cart was ordered before:
 * placing one order is the shop's responsibility.
 */
export function createFakeGateway() {
  const payments = new Map<string, FakePayment>()
  const orders = new Map<string, { order: Order; body: string }>()
  /** Keys that were sent again with another body. */
  const broken: string[] = []
  /** Discarded keys. */
  const discarded = new Set<string>()
  const byId = (id: string) => [...payments.values()].find(one => one.id === id)
  const isPaid = ({ state }: FakePayment) => state === 'authorized' || state === 'captured'
  /** Ids of refunded payments. */
  const refunded: string[] = []
  const end = (payment: FakePayment) => {
    if (isPaid(payment)) refunded.push(payment.id)
    payment.state = 'ended'
  }
  const endOthers = (but?: FakePayment) => {
    for (const one of payments.values()) if (one !== but && one.orderId === null) end(one)
  }

  const createPayment = ({ order }: { order: NewOrder }): Outcome => {
    const body = bodyOf(order)
    const known = payments.get(order.requestId)
    if (discarded.has(order.requestId)) return ended
    if (known && known.body !== body) broken.push(order.requestId)
    if (known?.state === 'ended') return ended
    if (known) return known.body === body ? { answer: { id: known.id, amount: order.total } } : otherBody
    endOthers()
    const id = `PAY-${payments.size + 1}`
    payments.set(order.requestId, { id, body, state: 'created', orderId: null })
    return { answer: { id, amount: order.total, currency: 'AUD' } }
  }

  const take = (providerOrderId: string, state: 'authorized' | 'captured'): Outcome => {
    const payment = byId(providerOrderId)
    if (!payment || payment.state === 'ended') return ended
    if (payment.state === 'created') return notApproved
    if (!isPaid(payment)) payment.state = state
    return { answer: { id: payment.id, status: payment.state } }
  }

  const endPayment = ({ providerOrderId }: { providerOrderId: string }): Outcome => {
    const payment = byId(providerOrderId)
    if (!payment) return says(404, 'This payment does not exist.')
    if (isPaid(payment)) return says(409, 'This payment is complete.')
    if (payment.state !== 'ended') end(payment)
    return { answer: null }
  }

  const placeOrder = (request: NewOrder): Outcome => {
    const body = bodyOf(request)
    const known = orders.get(request.requestId)
    if (discarded.has(request.requestId)) return ended
    if (known && known.body !== body) broken.push(request.requestId)
    if (known) return known.body === body ? { answer: known.order } : otherBody
    const payment = payments.get(request.requestId)
    if (request.payment.method === 'online') {
      if (!payment || payment.id !== request.payment.providerOrderId || payment.body !== body) return otherBody
      if (!isPaid(payment)) return payment.state === 'ended' ? ended : notApproved
      payment.state = 'captured'
    }
    const order = { ...placedOrder, orderId: `order-${orders.size + 1}` }
    orders.set(request.requestId, { order, body })
    if (payment && request.payment.method === 'online') payment.orderId = order.orderId
    endOthers(payment)
    return { answer: order }
  }

  const findOrder = ({ requestId }: NewOrder): Outcome => {
    const order = orders.get(requestId)?.order ?? null
    return { answer: { order, sentAt: 0, isRecent: true } }
  }

  const giveUpOrder = ({ requestId }: NewOrder): Outcome => {
    if (orders.has(requestId)) return { answer: { isPlaced: true } }
    discarded.add(requestId)
    const payment = payments.get(requestId)
    if (payment && payment.state !== 'ended') end(payment)
    return { answer: { isPlaced: false } }
  }

  return {
    payments,
    orders,
    discarded,
    broken,
    refunded,
    /** Simulates the buyer's approval at the provider. */
    approves(providerOrderId: string) {
      const payment = byId(providerOrderId)
      if (payment?.state === 'created') payment.state = 'approved'
    },
    /** Declines a card. The payment stays open. */
    declines: (): Outcome => says(paymentRefusals.declined, 'The card was declined.'),
    /** Refuses an order that was not placed before and ends its payment. */
    refusesOrder(request: NewOrder): Outcome {
      if (orders.has(request.requestId)) return placeOrder(request)
      const payment = payments.get(request.requestId)
      if (payment) end(payment)
      return { refusal: refused }
    },
    /** Simulates 15 minutes: ends payments without an order. */
    runsJob: () => endOthers(),
    /** Payments that are authorized or captured. */
    paid: () => [...payments.values()].filter(isPaid),
    /** The responses to the shop's calls, by the names of its effects. */
    calls: {
      createPayment,
      authorizePayment: ({ providerOrderId }: { providerOrderId: string }) => take(providerOrderId, 'authorized'),
      captureInBrowser: ({ providerOrderId }: { providerOrderId: string }) => take(providerOrderId, 'captured'),
      endPayment,
      placeOrder,
      findOrder,
      giveUpOrder,
      readCart: (): Outcome => ({ answer: orders.size > 0 ? [] : [riceLine] }),
    } as Record<string, (input: never) => Outcome>,
  }
}

export type FakeGateway = ReturnType<typeof createFakeGateway>
