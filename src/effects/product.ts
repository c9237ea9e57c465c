import { productRoutes } from '#contract/product'
import { productMachine } from '#machines/product/product'
import type { ShownProduct } from '#machines/catalogue/products'
import { listedProduct } from '../catalogue/listed-product.ts'
import { requireSuccess, type Client } from './client.ts'
import { liveLookup } from './live.ts'

/** The product machine with its effects. */
export const productWith = (call: Client) =>
  productMachine.provide({
    actors: {
      readProduct: liveLookup<ShownProduct, { id: number }>(async ({ id }, signal) => {
        const { data } = await requireSuccess(call(productRoutes.product, { params: { id }, signal }))
        return { ...data, productRelated: data.productRelated.map(listedProduct) }
      }),
    },
  })
