import { orderAttemptRoutes, orderRoutes, type NewOrder, type Order } from '#contract/order'
import { refusalIn } from '#contract/refusal'
import { orderAttemptMachine } from '#machines/orders/order-attempt'
import type { DiscardedOrder } from '#machines/orders/order-attempt-setup'
import { isOrderSettledBy } from '#machines/orders/pending-order'
import { requireSuccess } from './client.ts'
import { liveEffect } from './live.ts'
import { findOrder, gatewayStatus } from './order-outcome.ts'
import { isRecent, type Outbox } from './outbox.ts'
import { paymentWith, type PaymentPage } from './payment.ts'
import type { ShopStorage } from './storage.ts'
import { identityIn } from './token.ts'

/** What the effects of an order attempt need from their environment. */
export interface OrderEnvironment extends PaymentPage {
  storage: ShopStorage
  outbox: Outbox
  now(): number
  /** Drops the journal's entries, which contain the text typed for the order. */
  trimJournal(): void
  /** Reports to the other tabs that the cart was ordered. */
  notifyTabs(what: 'order.placed'): void
}

/**
 * The machine of an order attempt with its effects. Outbox and journal's tail are written before an order is sent, so that a
 * reload finds its key.
 */
export function orderAttemptWith(environment: OrderEnvironment) {
  const { call, storage, outbox, now, writeJournalTail, notifyTabs, trimJournal } = environment
  return orderAttemptMachine.provide({
    actors: {
      payment: paymentWith(environment),
      placeOrder: liveEffect(async body => {
        const isSentAgain = outbox.find(body.requestId) !== null
        outbox.store(body, customerIn(environment))
        writeJournalTail()
        try {
          const { data } = await requireSuccess(call(orderRoutes.placeOrder, { body }))
          return settle(body, data)
        } catch (error) {
          if (isOrderSettledBy(refusalIn(error), body, isSentAgain)) outbox.remove(body.requestId)
          throw error
        }
      }),
      findOrder: liveEffect(async (body, signal) => {
        const order = await findOrder(call, body, signal)
        // judged at the time of the answer: the lookup may have taken long
        const sentAt = outbox.find(body.requestId)?.sentAt ?? null
        if (order !== null) settle(body, order)
        return { order, sentAt, isRecent: sentAt !== null && isRecent(sentAt, now()) }
      }),
      discardOrder: liveEffect(async (body): Promise<DiscardedOrder> => {
        try {
          await requireSuccess(call(orderAttemptRoutes.discardOrder, { params: paramsOf(body) }))
        } catch (error) {
          const status = gatewayStatus(error)
          if (status === 409) return { isPlaced: true, isKeySpent: false }
          if (status !== 404) throw error
          // the gateway does not have this call; without its entry in the outbox the order is never sent again
          outbox.remove(body.requestId)
          return { isPlaced: false, isKeySpent: false }
        }
        outbox.remove(body.requestId)
        return { isPlaced: false, isKeySpent: true }
      }),
    },
  })

  /** Only a confirmed order ends the cart's session, and only the session that was ordered. */
  function settle({ requestId, sessionId }: NewOrder, order: Order): Order {
    outbox.remove(requestId)
    if (storage.sessionId() === sessionId) storage.clearSessionId()
    notifyTabs('order.placed')
    trimJournal()
    return order
  }
}

const paramsOf = ({ requestId, sessionId }: NewOrder) => ({ requestId, sessionId })

/** The id of the customer whose token is sent; null for a guest. */
export function customerIn({ storage, now }: Pick<OrderEnvironment, 'storage' | 'now'>): string | null {
  const identity = identityIn(storage.token(), now())
  return identity.is === 'customer' ? identity.customer.customerId : null
}
