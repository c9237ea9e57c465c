import { favouriteRoutes, largestReading } from '#contract/favourites'
import { productRoutes, type Product } from '#contract/product'
import { requireSuccess, type Client } from './client.ts'
import { unlessMissing } from './unless-missing.ts'

/** The products with these ids, in their order, without those that the shop no longer has. */
export async function readProducts(
  call: Client,
  productIds: readonly number[],
  signal: AbortSignal,
): Promise<Product[]> {
  const products: Product[] = []
  for (let at = 0; at < productIds.length; at += largestReading) {
    const ids = productIds.slice(at, at + largestReading)
    const read = requireSuccess(call(favouriteRoutes.productsById, { params: { ids: ids.join() }, signal }))
    const found = await unlessMissing(
      read.then(({ listData }) => listData),
      () => readOneByOne(call, ids, signal),
    )
    products.push(...found)
  }
  return products
}

/** An older gateway has no call for several products. */
async function readOneByOne(call: Client, productIds: readonly number[], signal: AbortSignal): Promise<Product[]> {
  const products: Product[] = []
  for (const id of productIds) {
    const read = requireSuccess(call(productRoutes.product, { params: { id }, signal }))
    const found = await unlessMissing(
      read.then(({ data }) => data),
      () => null,
    )
    if (found) products.push(found)
  }
  return products
}
