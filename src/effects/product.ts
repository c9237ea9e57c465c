import { productRoutes, type ProductDetail } from '#contract/product'
import { productMachine } from '#machines/product'
import { needed, type Client } from './client.ts'
import { asking } from './live.ts'

/** The product page's chart with the gateway behind it. */
export const productWith = (call: Client) =>
  productMachine.provide({
    actors: {
      readProduct: asking<ProductDetail, { id: number }>(
        async ({ id }, signal) => (await needed(call(productRoutes.product, { params: { id }, signal }))).data,
      ),
    },
  })
