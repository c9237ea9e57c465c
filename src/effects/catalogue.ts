import type { Banner, Brand, Category } from '#contract/product'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { listMachine } from '#machines/catalogue/list'
import type { ProductFilter } from '#machines/shop/location'
import type { ListedProduct } from '#machines/catalogue/products'
import type { Client } from './client.ts'
import { asking } from './live.ts'

/**
 * Brings the calls' code, which is not in the first load: a page that a server drew asks for nothing. Where it can't be
 * had the answer counts as lost, and the next try asks for the code again.
 */
export const bringLookups = () => import('./lookups.ts')

/** The catalogue's chart with the gateway behind it. */
export const catalogueWith = (call: Client) =>
  catalogueMachine.provide({
    actors: {
      readCategories: asking<Category[], null>(async (_, signal) =>
        (await bringLookups()).readCategories(call, signal, null),
      ),
      readTopBrands: asking<Brand[], null>(async (_, signal) =>
        (await bringLookups()).readTopBrands(call, signal, null),
      ),
      readBrands: asking<Brand[], null>(async (_, signal) => (await bringLookups()).readBrands(call, signal, null)),
      readBanners: asking<Banner[], null>(async (_, signal) => (await bringLookups()).readBanners(call, signal, null)),
    },
  })

/** The product list's chart with the gateway behind it. */
export const listWith = (call: Client) =>
  listMachine.provide({
    actors: {
      readProducts: asking<ListedProduct[], ProductFilter>(async (filter, signal) =>
        (await bringLookups()).readProducts(call, signal, filter),
      ),
    },
  })
