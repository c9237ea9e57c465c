import { catalogueRoutes, type Banner, type Brand, type Category } from '#contract/product'
import { catalogueMachine } from '#machines/catalogue'
import { listMachine } from '#machines/list'
import type { ProductFilter } from '#machines/location'
import type { ListedProduct } from '#machines/products'
import { listed, type Client } from './client.ts'
import { asking } from './live.ts'

/** The catalogue's chart with the gateway behind it. */
export const catalogueWith = (call: Client) =>
  catalogueMachine.provide({
    actors: {
      readCategories: asking<Category[], null>((_, signal) => listed(call(catalogueRoutes.categoryMenu, { signal }))),
      readTopBrands: asking<Brand[], null>((_, signal) => listed(call(catalogueRoutes.topBrands, { signal }))),
      readBrands: asking<Brand[], null>((_, signal) => listed(call(catalogueRoutes.brands, { signal }))),
      readBanners: asking<Banner[], null>((_, signal) => listed(call(catalogueRoutes.banners, { signal }))),
    },
  })

/**
 * The product list's chart with the gateway behind it. Reading descriptions is not in the first load: the code for it
 * comes while the answer is on its way, and when it can't be had the answer counts as lost.
 */
export const listWith = (call: Client) =>
  listMachine.provide({
    actors: {
      readProducts: asking<ListedProduct[], ProductFilter>(async (filter, signal) => {
        const [products, { listedProduct }] = await Promise.all([
          listed(call(catalogueRoutes.products, { body: criteriaOf(filter), signal })),
          import('../catalogue/listed-product.ts'),
        ])
        return products.map(listedProduct)
      }),
    },
  })

const criteriaOf = ({ criteria, brandId, categoryId, searchCriteria }: ProductFilter) => ({
  criteria,
  brand_id: brandId,
  category_id: categoryId,
  ...(searchCriteria && { searchCriteria }),
})
