import { catalogueRoutes, type Banner, type Brand, type Category } from '#contract/product'
import { listOrEmpty, type Client } from './client.ts'

export { createPageReader } from './list-pages.ts'

/* The calls for menu, brands, banners and lists. A server-rendered page holds their answers: see catalogue.ts. */

/** A call that returns a list. */
export type ListCall<Item, Question = null> = (call: Client, signal: AbortSignal, question: Question) => Promise<Item[]>

export const readCategories: ListCall<Category> = (call, signal) =>
  listOrEmpty(call(catalogueRoutes.categoryMenu, { signal }))

export const readTopBrands: ListCall<Brand> = (call, signal) => listOrEmpty(call(catalogueRoutes.topBrands, { signal }))

export const readBrands: ListCall<Brand> = (call, signal) => listOrEmpty(call(catalogueRoutes.brands, { signal }))

export const readBanners: ListCall<Banner> = (call, signal) => listOrEmpty(call(catalogueRoutes.banners, { signal }))
