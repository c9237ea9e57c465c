import { favouriteRoutes } from '#contract/favourites'
import { stockStatus } from '#contract/offer'
import { orderRoutes } from '#contract/order'
import { catalogueRoutes, largestPage, type Product } from '#contract/product'
import { refusalIn } from '#contract/refusal'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { ListedProduct } from '#machines/catalogue/products'
import { rowLength, rowsMachine } from '#machines/catalogue/rows'
import { bySimilarity } from '#machines/catalogue/similar-products'
import type { RowQuery } from '#machines/messages/row-opening'
import { requireSuccess, type Client } from './client.ts'
import { liveLookup } from './live.ts'

/** The last orders whose products are offered again. */
const mostOrders = 4

const isInStock = ({ stockStatusId }: Product): boolean => stockStatusId === stockStatus.inStock

/** The rows machine with its effect. */
export const rowsWith = (call: Client) =>
  rowsMachine.provide({
    actors: {
      readRow: liveLookup<ListedProduct[], RowQuery>(async (row, signal) =>
        (await unlessUnknown(productsOf(call, row, signal))).map(listedProduct),
      ),
    },
  })

async function productsOf(call: Client, row: RowQuery, signal: AbortSignal): Promise<Product[]> {
  switch (row.kind) {
    case 'special':
    case 'season':
      return readList(call, row.kind, signal)
    case 'buyAgain':
      return (await readOrdered(call, signal)).filter(isInStock).slice(0, rowLength)
    case 'recent':
      return readProducts(call, row.productIds, signal)
    case 'similar':
      return readSimilar(call, row, signal)
  }
}

/** No products if the gateway has no such list or call: it refuses the request. */
const unlessUnknown = (products: Promise<Product[]>): Promise<Product[]> =>
  products.catch((error: unknown) => {
    const { status } = refusalIn(error)
    if (status === 400 || status === 404 || status === 422) return []
    throw error
  })

async function readList(call: Client, criteria: 'special' | 'season', signal: AbortSignal): Promise<Product[]> {
  const body = { criteria, brand_id: 0, category_id: 0, page: 1, pageSize: rowLength, filters: { stock: true } }
  const { listData, total } = await requireSuccess(call(catalogueRoutes.products, { body, signal }))
  // a gateway that does not know pages does not know these lists either: it answers another one
  return typeof total === 'number' ? listData : []
}

/** The products with these ids, in their order, without those that the shop no longer has. */
async function readProducts(call: Client, ids: readonly number[], signal: AbortSignal): Promise<Product[]> {
  if (ids.length === 0) return []
  const params = { ids: ids.join() }
  return (await requireSuccess(call(favouriteRoutes.productsById, { params, signal }))).listData
}

/** The products of the customer's last orders, the last ones first. */
async function readOrdered(call: Client, signal: AbortSignal): Promise<Product[]> {
  const lists = await Promise.all(
    (['current', 'history'] as const).map(orderStatus =>
      requireSuccess(call(orderRoutes.orders, { body: { orderStatus }, signal })),
    ),
  )
  const latest = lists
    .flatMap(({ listData }) => listData)
    .filter(({ orderStatus }) => orderStatus !== 'cancelled')
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .slice(0, mostOrders)
  const orders = await Promise.all(
    latest.map(({ orderId }) => requireSuccess(call(orderRoutes.order, { params: { id: orderId }, signal }))),
  )
  const ids = [...new Set(orders.flatMap(({ data }) => data.lines.map(({ productId }) => productId)))]
  return readProducts(call, ids.slice(0, 2 * rowLength), signal)
}

/** Other products of the shelf that are in stock, the most similar first. An older gateway answers the whole shelf. */
async function readSimilar(
  call: Client,
  { productId, name, categoryId }: Extract<RowQuery, { kind: 'similar' }>,
  signal: AbortSignal,
): Promise<Product[]> {
  const body = {
    criteria: 'category' as const,
    brand_id: 0,
    category_id: categoryId,
    page: 1,
    pageSize: largestPage,
    filters: { stock: true },
  }
  const { listData } = await requireSuccess(call(catalogueRoutes.products, { body, signal }))
  const others = listData.filter(product => product.id !== productId && isInStock(product))
  return bySimilarity(name, others).slice(0, rowLength)
}
