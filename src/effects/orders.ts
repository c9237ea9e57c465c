import { deliveryRoutes } from '#contract/delivery'
import { orderRoutes, type OrderSummary } from '#contract/order'
import { ordersMachine, type OrderList } from '#machines/orders/orders'
import type { World } from '../start/assemble.ts'
import { listed, needed } from './client.ts'
import { live } from './live.ts'

/** How many of the last orders the account's page shows. */
const recent = 3

const questions = { recent: ['current', 'history'], current: ['current'], history: ['history'] } as const

/** Orders of both lists in one, the newest first. */
const newestFirst = (orders: OrderSummary[]) =>
  orders.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))

/** The orders' chart with the gateway behind it. An answer that says no is a failure: nobody knows then what was ordered. */
export const ordersWith = ({ call }: Pick<World, 'call'>) => {
  const read = async (orderStatus: 'current' | 'history', signal: AbortSignal) =>
    (await needed(call(orderRoutes.orders, { body: { orderStatus }, signal }))).listData
  /** What the ways of delivery are called; an order is shown without that, too. */
  const deliveryNames = (signal: AbortSignal) =>
    listed(call(deliveryRoutes.deliveryMethods, { signal })).catch(() => [])
  return ordersMachine.provide({
    actors: {
      readOrders: live(async ({ list }: { list: OrderList }, signal) => {
        const lists = await Promise.all(questions[list].map(status => read(status, signal)))
        const orders = newestFirst(lists.flat())
        return list === 'recent' ? orders.slice(0, recent) : orders
      }),
      readOrder: live(async ({ orderId }, signal) => {
        const params = { id: orderId }
        const [{ data: order }, methods] = await Promise.all([
          needed(call(orderRoutes.order, { params, signal })),
          deliveryNames(signal),
        ])
        const method = methods.find(({ id }) => id === order.deliveryMethod)
        return { order, deliveryName: method?.name ?? order.deliveryMethod }
      }),
    },
  })
}
