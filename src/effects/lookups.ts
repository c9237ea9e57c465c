import { catalogueRoutes, type Banner, type Brand, type Category } from '#contract/product'
import type { ProductFilter } from '#contract/list-paths'
import type { ListedProduct } from '#machines/catalogue/products'
import { listedProduct } from '#machines/catalogue/listed-product'
import { listOrEmpty, type Client } from './client.ts'

/* The calls for menu, brands, banners and lists. A server-rendered page holds their answers: see catalogue.ts. */

/** A call that returns a list. */
export type ListCall<Item, Question = null> = (call: Client, signal: AbortSignal, question: Question) => Promise<Item[]>

export const readCategories: ListCall<Category> = (call, signal) =>
  listOrEmpty(call(catalogueRoutes.categoryMenu, { signal }))

export const readTopBrands: ListCall<Brand> = (call, signal) => listOrEmpty(call(catalogueRoutes.topBrands, { signal }))

export const readBrands: ListCall<Brand> = (call, signal) => listOrEmpty(call(catalogueRoutes.brands, { signal }))

export const readBanners: ListCall<Banner> = (call, signal) => listOrEmpty(call(catalogueRoutes.banners, { signal }))

/** The products of a list, reduced to what lists show. */
export const readProducts: ListCall<ListedProduct, ProductFilter> = async (call, signal, filter) =>
  (await listOrEmpty(call(catalogueRoutes.products, { body: criteriaOf(filter), signal }))).map(listedProduct)

const criteriaOf = ({ criteria, brandId, categoryId, searchCriteria }: ProductFilter) => ({
  criteria,
  brand_id: brandId,
  category_id: categoryId,
  ...(searchCriteria && { searchCriteria }),
})
