import { catalogueRoutes, type Banner, type Brand, type Category, type Product } from '#contract/product'
import { catalogueMachine } from '#machines/catalogue'
import { listMachine } from '#machines/list'
import type { ProductFilter } from '#machines/location'
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

/** The product list's chart with the gateway behind it. */
export const listWith = (call: Client) =>
  listMachine.provide({
    actors: {
      readProducts: asking<Product[], ProductFilter>(({ criteria, brandId, categoryId, searchCriteria }, signal) =>
        listed(
          call(catalogueRoutes.products, {
            body: { criteria, brand_id: brandId, category_id: categoryId, ...(searchCriteria && { searchCriteria }) },
            signal,
          }),
        ),
      ),
    },
  })
