import { assign, sendTo, setup } from 'xstate'
import type { NewOrder, Order } from '#contract/order'
import type { Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import type { Resumed } from '../parts/resumed.ts'
import { hasRetriesLeft, rateLimit, retryPause } from '../parts/retries.ts'
import { tellParent } from '../parts/tell-parent.ts'
import { paymentMachine } from '../payment/payment.ts'
import type { PaymentReport } from '../payment/payment-setup.ts'
import { isOrderSettledBy, pendingOrderOf, type OrderDraft } from './pending-order.ts'

/** How an order is paid. */
export type PaymentMethod = NewOrder['payment']['method']

export interface OrderAttemptContext {
  /** The number of orders so far; each pending order has its own key. */
  orderCount: number
  /** The order as it was sent, until it is settled; a retry sends the same. An order that was not paid stays, for the next attempt. */
  pendingOrder: NewOrder | null
  /** When an old order was sent, in milliseconds since the epoch; null if that is not known. */
  sentAt: number | null
  /** How often the order was sent again because its response was lost. */
  retries: number
  /** Why nothing more is known of the order: the gateway's rate limit, or it could not be discarded. Null for any other reason. */
  refusal: Refusal | null
  /** The order that was placed last in this visit. */
  receipt: Order | null
}

/** The outcome of an order. */
export interface FoundOrder {
  /** Null if no order was placed. */
  order: Order | null
  /** When it was sent, in milliseconds since the epoch; null if that is not known. */
  sentAt: number | null
  /** It was sent less than 10 minutes ago: it may be sent again without asking the shopper. */
  isRecent: boolean
}

/** What became of the key of a discarded order. A gateway without the call that discards keys can't say that nothing was ordered. */
export interface DiscardedOrder {
  isPlaced: boolean
  isKeySpent: boolean
}

/** How the payment ends when the shopper discards its order. */
export const discarded: Refusal = {
  code: 'refused',
  message: 'The order was discarded. Nothing was ordered.',
  status: 410,
}

export type OrderAttemptEvent =
  /** The shopper places or pays an order. `visitId` begins its idempotency key. */
  | { type: 'order.place'; visitId: string; order: OrderDraft }
  /** An order of an earlier visit whose outcome is not known. */
  | { type: 'order.recover'; order: NewOrder; sentAt: number }
  /** The order of the tab whose checkout continues here; null if it had none. `isSent`: its outcome is not known. */
  | { type: 'order.takeOver'; order: NewOrder | null; isSent: boolean }
  /** What is kept of an unpaid order is deleted: it belongs to another tab. */
  | { type: 'order.clear' }
  /** The shopper chose how to pay. */
  | { type: 'order.choosePayment'; method: PaymentMethod }
  /** The shopper has left the review: the result of the last payment is no longer shown. */
  | { type: 'order.dismiss' }
  /** Another tab has taken the checkout over. */
  | { type: 'order.moved' }
  | { type: 'order.ask' }
  /** The shopper sends an order again that was not placed. */
  | { type: 'order.resend' }
  /** The shopper discards an order whose outcome is not known. */
  | { type: 'order.abandon' }
  | Resumed<'order.resumed'>
  | PaymentReport

/** The attempt's reports to the checkout. */
export type OrderReport =
  | { type: 'order.placed'; sessionId: string; orderNumber: string }
  /** The next order needs a new key, and the cart may differ. `refusal` is null if the shopper has abandoned its payment. */
  | { type: 'order.refused'; refusal: Refusal | null }
  /** The payment has ended, and the order can be paid again. The cart is as before. */
  | { type: 'order.unpaid' }
  /** The shopper has discarded the order. */
  | { type: 'order.discarded'; isKeySpent: boolean }

const tellCheckout = tellParent<OrderReport>()

const noOrder = { pendingOrder: null, sentAt: null, retries: 0, refusal: null }

export const emptyAttempt: OrderAttemptContext = { orderCount: 0, receipt: null, ...noOrder }

/** Types, effects, guards and actions of the machine of an order attempt. */
export const orderAttemptSetup = setup({
  types: {
    context: {} as OrderAttemptContext,
    events: {} as OrderAttemptEvent,
    tags: {} as 'busy' | 'unknown',
  },
  actors: {
    payment: paymentMachine,
    placeOrder: effect<Order, NewOrder>('placeOrder'),
    findOrder: effect<FoundOrder, NewOrder>('findOrder'),
    discardOrder: effect<DiscardedOrder, NewOrder>('discardOrder'),
  },
  guards: {
    /** The order is paid before it is placed. */
    isPaidOnline: (_, method: PaymentMethod) => method === 'online',
    /** The outcome of the other tab's order is unknown. */
    isSent: (_, { isSent }: { isSent: boolean }) => isSent,
    /** The next order needs a new idempotency key. */
    isKeySpent: (_, key: 'reusable' | 'released' | 'spent') => key === 'spent',
    /** As `isKeySpent`, and the cart is as before. */
    isKeyReleased: (_, key: 'reusable' | 'released' | 'spent') => key === 'released',
    /** The gateway refused the order, and not for its rate limit while the order is paid or may have been placed. */
    isRefused: ({ context }, refusal: Refusal) => isOrderSettledBy(refusal, context.pendingOrder!, context.retries > 0),
    /** The order was placed. */
    isFound: (_, { order }: FoundOrder) => order !== null,
    /** The order is recent enough to be sent again without asking the shopper. */
    isRecent: (_, { isRecent }: FoundOrder) => isRecent,
    /** The order that was to be discarded was placed. */
    isPlacedAlready: (_, { isPlaced }: DiscardedOrder) => isPlaced,
    /** The order was sent again fewer than 4 times. */
    hasRetriesLeft,
  },
  actions: {
    /** The unsettled order keeps its key if nothing has changed since; any other gets a new one. */
    storePendingOrder: assign(({ context }, { visitId, order }: { visitId: string; order: OrderDraft }) => ({
      ...noOrder,
      ...pendingOrderOf(context, visitId, order),
    })),
    storeRecovered: assign((_, { order, sentAt }: { order: NewOrder; sentAt: number }) => ({
      ...noOrder,
      pendingOrder: order,
      sentAt,
    })),
    storeTakenOver: assign((_, order: NewOrder | null) => ({ ...noOrder, pendingOrder: order })),
    clearPendingOrder: assign(noOrder),
    /** Another way to pay is another order. */
    clearOtherOrder: assign({
      pendingOrder: ({ context }, method: PaymentMethod) =>
        context.pendingOrder?.payment.method === method ? context.pendingOrder : null,
    }),
    preparePayment: sendTo('payment', { type: 'payment.prepare' }),
    /** Another way to pay ends the reservations of an attempt that could have been continued. */
    releasePayment: sendTo('payment', { type: 'payment.release' }),
    beginPayment: sendTo('payment', ({ context }) => ({
      type: 'payment.begin' as const,
      order: context.pendingOrder!,
    })),
    storePayment: assign({
      pendingOrder: ({ context }, providerOrderId: string) =>
        context.pendingOrder && { ...context.pendingOrder, payment: { method: 'online' as const, providerOrderId } },
    }),
    finishPayment: sendTo('payment', (_, refusal: Refusal | null) => ({ type: 'payment.finish' as const, refusal })),
    dismissPayment: sendTo('payment', { type: 'payment.dismiss' }),
    movePayment: sendTo('payment', { type: 'payment.moved' }),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    /** The first lookup is sent without a pause. */
    restartRetries: assign({ retries: 1, refusal: null }),
    storeSentAt: assign({ sentAt: (_, { sentAt }: FoundOrder) => sentAt }),
    storeNoAnswer: assign({ refusal: (_, refusal: Refusal) => refusal }),
    /** The rate limit that the gateway answered with says when to ask again. */
    storeBusy: assign({ refusal: (_, refusal: Refusal) => rateLimit(refusal) }),
    storeReceipt: assign({ ...noOrder, receipt: (_, order: Order) => order }),
    /** The order is still pending in the context. */
    reportPlaced: tellCheckout(({ context }, { orderNumber }: Order) => ({
      type: 'order.placed',
      sessionId: context.pendingOrder!.sessionId,
      orderNumber,
    })),
    reportRefused: tellCheckout((_, refusal: Refusal | null) => ({ type: 'order.refused', refusal })),
    reportUnpaid: tellCheckout({ type: 'order.unpaid' }),
    reportDiscarded: tellCheckout((_, { isKeySpent }: DiscardedOrder) => ({ type: 'order.discarded', isKeySpent })),
  },
  delays: { retryPause },
})
