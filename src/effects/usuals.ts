import { isQuantity } from '#contract/cart'
import { orderRoutes } from '#contract/order'
import { largestUsuals, usualsRoutes } from '#contract/usuals'
import { listedProduct } from '#machines/catalogue/listed-product'
import { usualsMachine, type UsualProduct } from '#machines/usuals/usuals'
import { bulkAddWith } from './bulk-add.ts'
import { requireSuccess, type Client } from './client.ts'
import type { Environment } from './environment.ts'
import { liveEffect } from './live.ts'
import { readProducts } from './products-by-id.ts'
import { unlessMissing } from './unless-missing.ts'

/** The orders that are read from a gateway without usuals. */
const lastOrders = 8

/** The machine of the usuals with its effects. */
export const usualsWith = (environment: Pick<Environment, 'call' | 'storage' | 'notifyTabs' | 'writeJournalTail'>) => {
  const { call } = environment
  return usualsMachine.provide({
    actors: {
      bulkAdd: bulkAddWith(environment),
      readUsuals: liveEffect((_: void, signal) =>
        unlessMissing(
          requireSuccess(call(usualsRoutes.usuals, { signal })).then(({ listData }): UsualProduct[] =>
            listData.map(one => ({ product: listedProduct(one), quantity: one.usualQuantity })),
          ),
          () => readFromOrders(call, signal),
        ),
      ),
    },
  })
}

/** For an older gateway: the products of the last orders, those of most orders first. */
async function readFromOrders(call: Client, signal: AbortSignal): Promise<UsualProduct[]> {
  const read = async (orderStatus: 'current' | 'history') =>
    (await requireSuccess(call(orderRoutes.orders, { body: { orderStatus }, signal }))).listData
  const summaries = [...(await read('current')), ...(await read('history'))]
    .filter(({ orderStatus }) => orderStatus !== 'cancelled')
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .slice(0, lastOrders)
  const found = new Map<number, { quantity: number; count: number }>()
  for (const { orderId } of summaries) {
    const { data } = await requireSuccess(call(orderRoutes.order, { params: { id: orderId }, signal }))
    for (const { productId, quantity } of data.lines) {
      const known = found.get(productId)
      found.set(productId, { quantity: known?.quantity ?? quantity, count: (known?.count ?? 0) + 1 })
    }
  }
  const ids = [...found.keys()]
    .toSorted((one, other) => found.get(other)!.count - found.get(one)!.count)
    .slice(0, largestUsuals)
  const products = await readProducts(call, ids, signal)
  return products.map(product => {
    const { quantity } = found.get(product.id)!
    return { product: listedProduct(product), quantity: isQuantity(quantity) ? quantity : 1 }
  })
}
