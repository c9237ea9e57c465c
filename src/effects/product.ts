import { productRoutes } from '#contract/product'
import { productMachine } from '#machines/product/product'
import type { ShownProduct } from '#machines/catalogue/products'
import { listedProduct } from '../catalogue/listed-product.ts'
import { needed, type Client } from './client.ts'
import { asking } from './live.ts'

/** The product page's chart with the gateway behind it. */
export const productWith = (call: Client) =>
  productMachine.provide({
    actors: {
      readProduct: asking<ShownProduct, { id: number }>(async ({ id }, signal) => {
        const { data } = await needed(call(productRoutes.product, { params: { id }, signal }))
        return { ...data, productRelated: data.productRelated.map(listedProduct) }
      }),
    },
  })
