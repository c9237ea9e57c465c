import { deliveryRoutes } from '#contract/delivery'
import { ownOrderRoutes } from '#contract/own-order'
import { refusalIn } from '#contract/refusal'
import { ownOrderMachine } from '#machines/orders/own-order'
import { listOrEmpty, requireSuccess } from './client.ts'
import type { Environment } from './environment.ts'
import { liveEffect } from './live.ts'
import { orderChangeWith } from './order-change.ts'
import { orderProblemWith } from './order-problem.ts'
import { forgetOrderKey, readOrderKey } from './order-key.ts'

/** The machine of an order's page with its effects. The key of its link leaves the page in the bodies of its requests only. */
export const ownOrderWith = ({ call, vault }: Pick<Environment, 'call' | 'vault'>) => {
  const keyOf = (number: number) => {
    const key = readOrderKey(vault, number)
    return key === undefined ? {} : { key }
  }
  return ownOrderMachine.provide({
    actors: {
      orderChange: orderChangeWith(call, keyOf),
      orderProblem: orderProblemWith({ call, vault }, keyOf),
      readOwnOrder: liveEffect(async ({ number }, signal) => {
        const body = { orderNumber: String(number), ...keyOf(number) }
        const [{ data: order }, methods] = await Promise.all([
          requireSuccess(call(ownOrderRoutes.orderByLink, { body, signal })).catch((error: unknown) => {
            const { status, isForeign } = refusalIn(error)
            if (status === 404 && !isForeign) forgetOrderKey(vault, number)
            throw error
          }),
          // an order is shown without the names of the methods if they fail
          listOrEmpty(call(deliveryRoutes.deliveryMethods, { signal })).catch(() => []),
        ])
        const method = methods.find(({ id }) => id === order.deliveryMethod)
        return { order, deliveryName: method?.name ?? order.deliveryMethod }
      }),
      cancelOrder: liveEffect(async ({ number, orderId, requestId }, signal) => {
        const body = { requestId, ...keyOf(number) }
        return (await requireSuccess(call(ownOrderRoutes.cancelOrder, { params: { id: orderId }, body, signal }))).data
      }),
    },
  })
}
