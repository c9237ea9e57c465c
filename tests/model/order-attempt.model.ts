import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { Order } from '#contract/order'
import { orderAttemptMachine, type OrderAttemptSnapshot } from '#machines/orders/order-attempt'
import type { FoundOrder, OrderAttemptContext } from '#machines/orders/order-attempt-setup'
import { effect } from '#machines/parts/effect'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost, newOrder, onlineOrder, placedOrder, refused } from '../kit/outcomes.ts'

const reports = ['reportPlaced', 'reportRefused', 'reportUnpaid', 'reportDiscarded']

/** The attempt without its payment, which has its own model. */
const machine = withoutParent(orderAttemptMachine, reports).provide({
  actors: { payment: effect('payment') },
} as never)

const contextOf = (state: AnyMachineSnapshot) => state.context as OrderAttemptContext

/** The state; `unknown.pausing` with its nested state. */
export function stateOf(state: AnyMachineSnapshot): string {
  const { value } = state as unknown as OrderAttemptSnapshot
  if (typeof value === 'string') return value
  return 'settled' in value ? value.settled : `unknown.${value.unknown}`
}

const { requestId: _key, ...draft } = newOrder
const { requestId: _onlineKey, ...onlineDraft } = onlineOrder

/** The events that send an order: to be placed, or to be paid first. */
export const sends: AnyEventObject[] = [draft, onlineDraft].map(order => ({
  type: 'order.place',
  visitId: 'visit',
  order,
}))

/** An order of an earlier visit. */
export const recovered = { type: 'order.recover', order: { ...newOrder, requestId: 'earlier/order/1' }, sentAt: 1 }

/** Events of the shopper, the provider and the checkout about an order. */
export const saidOfOrders: AnyEventObject[] = [
  ...sends,
  recovered,
  { type: 'order.choosePayment', method: 'on-delivery' },
  { type: 'order.choosePayment', method: 'online' },
  { type: 'order.dismiss' },
  { type: 'payment.paid', providerOrderId: 'PAY-1' },
  { type: 'payment.ended', key: 'reusable', refusal: null },
  { type: 'payment.ended', key: 'released', refusal: null },
  { type: 'payment.ended', key: 'spent', refusal: refused },
  { type: 'order.ask' },
  { type: 'order.resumed', age: 60_000 },
  { type: 'order.resumed', age: 20 * 60_000 },
  { type: 'order.resend' },
  { type: 'order.abandon' },
]

/** The gateway's response about an order: placed, recent, or old. */
export const found = (order: Order | null, isRecent: boolean): FoundOrder => ({
  order,
  sentAt: Date.UTC(2026, 10, 2, 14),
  isRecent,
})

const outcomes: AnyEventObject[] = [
  done('placeOrder', placedOrder),
  fails('placeOrder', lost),
  fails('placeOrder', refused),
  done('findOrder', found(placedOrder, false)),
  done('findOrder', found(null, true)),
  done('findOrder', found(null, false)),
  fails('findOrder', lost),
  done('discardOrder', { isPlaced: false, isKeySpent: true }),
  done('discardOrder', { isPlaced: true, isKeySpent: false }),
  fails('discardOrder', lost),
  after('retryPause', 'orderAttempt.unknown.pausing'),
]

const keyOf = (state: AnyMachineSnapshot) => {
  const { pendingOrder, retries, refusal, receipt } = contextOf(state)
  return JSON.stringify([stateOf(state), pendingOrder?.payment, retries, refusal?.message, receipt?.orderId])
}

/** An order from the click to its end: paid, placed, asked about, discarded. */
export const attemptModel: Model = {
  machine,
  cases: () => [...saidOfOrders, ...outcomes],
  key: keyOf,
}

/** The order that another tab hands over; `isSent`: its outcome is unknown. */
export const takesOver = (order: object | null, isSent: boolean) => ({ type: 'order.takeOver', order, isSent })
const paidOrder = {
  ...onlineOrder,
  requestId: 'other/order/1',
  payment: { method: 'online', providerOrderId: 'PAY-1' },
}

/** An order that moves from one tab to another. */
export const handoverModel: Model = {
  machine,
  cases: state => [
    { type: 'order.moved' },
    takesOver(null, false),
    takesOver(onlineOrder, false),
    takesOver(paidOrder, true),
    { type: 'order.clear' },
    ...(stateOf(state).startsWith('unknown') ? [after('retryPause', 'orderAttempt.unknown.pausing')] : []),
    done('findOrder', found(placedOrder, false)),
  ],
  key: keyOf,
}
