import type { AnyRoute } from '#contract/route'
import { cartRoutes } from '#contract/cart'
import { toCents } from '#contract/money'
import { orderAttemptRoutes, orderRoutes, type NewOrder } from '#contract/order'
import { paymentRefusals, paymentRoutes } from '#contract/payment'
import type { Refusal } from '#contract/refusal'
import { isEstimated, sideOf, type PaymentSetup } from '#machines/payment/payment-setup'
import { handle } from '#tools/fuzz/gateway/gateway'
import { createProviderOrder, transferAmount } from '#tools/fuzz/gateway/payments'
import { expirePayments, isPaid } from '#tools/fuzz/gateway/reservations'
import { newStore } from '#tools/fuzz/gateway/state'
import { lost, riceLine, settings } from './outcomes.ts'

/** The response to a call. */
export type Outcome = { answer: unknown } | { refusal: Refusal }

/**
 * The fuzzer's gateway, which passes the cases of the contract, called by the names of the shop's effects. A guest's cart holds `riceLine`,
 * also after it was ordered: placing one order is the shop's responsibility.
 */
export function createFakeGateway() {
  const { id, productId, productName, totalPrice, quantity, sessionId } = riceLine
  const store = newStore(() => Date.now(), settings, {
    products: [{ id: productId, name: productName, price: toCents(totalPrice) / quantity, stock: 200 }],
  })
  const fillCart = () => {
    store.carts.set(sessionId, { sessionId, customerId: null, lines: [{ id, productId, quantity }] })
  }
  fillCart()

  const call = (route: AnyRoute, params: Record<string, string>, body: object | null = null): Outcome => {
    const { body: response } = handle(store, { route, params, body, token: null })
    const { statusCode, message, conflicts, ...rest } = response as {
      statusCode: number
      message: string
      conflicts?: unknown[]
      data?: unknown
      listData?: unknown
    }
    if (statusCode < 400) return { answer: rest.data ?? rest.listData ?? null }
    return { refusal: { code: 'refused', message, status: statusCode, ...(conflicts && { conflicts }) } }
  }
  const statusOf = (outcome: Outcome) => ('refusal' in outcome ? outcome.refusal.status : 200)
  const attemptOf = ({ requestId }: NewOrder) => ({ requestId, sessionId })

  const placeOrder = (order: NewOrder): Outcome => {
    const outcome = call(orderRoutes.placeOrder, {}, order)
    fillCart()
    return outcome
  }

  return {
    store,
    /** Simulates the buyer's approval at the provider. */
    approves(providerOrderId: string) {
      const made = store.provider.get(providerOrderId)
      if (made?.status === 'created') made.status = 'approved'
    },
    /** Declines a card. The payment stays open. */
    declines: (): Outcome => ({
      refusal: { code: 'refused', message: 'The card was declined.', status: paymentRefusals.declined },
    }),
    /** Refuses an order that was not placed before, because the cart has changed, and ends its payment. */
    refusesOrder(order: NewOrder): Outcome {
      for (const line of store.carts.get(sessionId)!.lines) line.quantity += 1
      return placeOrder(order)
    },
    /** Simulates 15 minutes: ends payments without an order. */
    runsJob: () => expirePayments(store),
    /** The open payments whose amount was authorized or captured. */
    paid: () => store.payments.filter(payment => payment.state !== 'ended' && isPaid(store, payment)),
    /** The responses to the shop's calls, by the names of its effects. */
    calls: {
      createPayment({ order, setup }: { order: NewOrder; setup: PaymentSetup }) {
        const { payment: _, ...body } = order
        const own =
          setup.createOn === 'client' ? { providerOrderId: createProviderOrder(store, toCents(order.total)).id } : {}
        const intent = sideOf(setup, isEstimated(order)) === 'client' ? 'capture' : 'authorize'
        return call(paymentRoutes.beginPayment, {}, { ...body, intent, ...own })
      },
      authorizePayment: ({ providerOrderId }: { providerOrderId: string }) =>
        call(paymentRoutes.authorizePayment, { id: providerOrderId }, {}),
      captureInBrowser({ providerOrderId }: { providerOrderId: string }): Outcome {
        const made = store.provider.get(providerOrderId)
        if (!made || made.status === 'created') return { refusal: lost }
        transferAmount(made, 'captured')
        return { answer: { id: made.id, status: 'captured' } }
      },
      endPayment: ({ providerOrderId }: { providerOrderId: string }) =>
        call(paymentRoutes.endPayment, { id: providerOrderId }),
      placeOrder,
      findOrder(order: NewOrder): Outcome {
        const outcome = call(orderAttemptRoutes.findOrder, attemptOf(order))
        return { answer: { order: 'answer' in outcome ? outcome.answer : null, sentAt: 0, isRecent: true } }
      },
      discardOrder(order: NewOrder): Outcome {
        const isPlaced = statusOf(call(orderAttemptRoutes.discardOrder, attemptOf(order))) === 409
        return { answer: { isPlaced, isKeySpent: !isPlaced } }
      },
      readCart: (): Outcome => (store.placed.length > 0 ? { answer: [] } : call(cartRoutes.cart, { sessionId })),
    } as Record<string, (input: never) => Outcome>,
  }
}

export type FakeGateway = ReturnType<typeof createFakeGateway>
