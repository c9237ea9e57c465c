import { deliveryRoutes } from '#contract/delivery'
import { orderRoutes, type OrderSummary } from '#contract/order'
import { ordersMachine, type OrderList } from '#machines/orders/orders'
import type { Environment } from './environment.ts'
import { bulkAddWith } from './bulk-add.ts'
import { listOrEmpty, requireSuccess } from './client.ts'
import { liveEffect } from './live.ts'

/** Number of recent orders on the page 'My Account'. */
const recent = 3

const questions = { recent: ['current', 'history'], current: ['current'], history: ['history'] } as const

const newestFirst = (orders: OrderSummary[]) =>
  orders.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))

/** The orders machine with its effects. A refused list is a failure, not an empty list. */
export const ordersWith = (environment: Pick<Environment, 'call' | 'storage' | 'notifyTabs' | 'writeJournalTail'>) => {
  const { call } = environment
  const read = async (orderStatus: 'current' | 'history', signal: AbortSignal) =>
    (await requireSuccess(call(orderRoutes.orders, { body: { orderStatus }, signal }))).listData
  /** Names of the delivery methods; an order is shown without them if they fail. */
  const deliveryNames = (signal: AbortSignal) =>
    listOrEmpty(call(deliveryRoutes.deliveryMethods, { signal })).catch(() => [])
  return ordersMachine.provide({
    actors: {
      bulkAdd: bulkAddWith(environment),
      readOrders: liveEffect(async ({ list }: { list: OrderList }, signal) => {
        const lists = await Promise.all(questions[list].map(status => read(status, signal)))
        const orders = newestFirst(lists.flat())
        return list === 'recent' ? orders.slice(0, recent) : orders
      }),
      readOrder: liveEffect(async ({ orderId }, signal) => {
        const params = { id: orderId }
        const [{ data: order }, methods] = await Promise.all([
          requireSuccess(call(orderRoutes.order, { params, signal })),
          deliveryNames(signal),
        ])
        const method = methods.find(({ id }) => id === order.deliveryMethod)
        return { order, deliveryName: method?.name ?? order.deliveryMethod }
      }),
    },
  })
}
