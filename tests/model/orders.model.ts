import type { AnyMachineSnapshot } from 'xstate'
import type { Location, Move } from '#contract/location'
import { ordersMachine, type OrdersContext } from '#machines/orders/orders'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost, placedOrder } from '../kit/outcomes.ts'

/** Two orders, in a list and in detail. */
export const placed = [placedOrder, { ...placedOrder, orderId: 'order-2', orderNumber: 'LL-1002' }]

const opens = (pathname: string, move: Move) => {
  const location: Location = { pathname, search: '', hash: '', state: null, key: pathname }
  return { type: 'page.open', location, move }
}

/** The customer's orders, two of which can be expanded. */
export const ordersModel: Model = {
  machine: withoutParent(ordersMachine, ['reportReady', 'reportAdded', 'announceAdded']),
  cases(state: AnyMachineSnapshot) {
    const { orders, opened } = state.context as OrdersContext
    return [
      opens('/manage-account', 'PUSH'),
      opens('/manage-account', 'POP'),
      opens('/manage-order/history-order', 'PUSH'),
      ...orders.map(({ orderId }) => ({ type: 'orders.toggle', orderId })),
      { type: 'orders.retry' },
      { type: 'orders.retryOrder' },
      { type: 'orders.buyAgain', orderId: 'order-1', sessionId: null, isAlwaysShown: false },
      { type: 'bulk.added', sessionId: 'session-1', count: 1 },
      { type: 'bulk.abandoned' },
      done('readOrders', placed),
      fails('readOrders', lost),
      done('readOrder', { order: placed.find(one => one.orderId === opened), deliveryName: 'Home delivery' }),
      fails('readOrder', lost),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { list, orders, opened, read } = state.context as OrdersContext
    return JSON.stringify([state.value, list, orders.length, opened, read.map(({ order }) => order.orderId).toSorted()])
  },
}
