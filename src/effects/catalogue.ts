import type { Banner, Brand, Category } from '#contract/product'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { listMachine } from '#machines/catalogue/list'
import type { ProductFilter } from '#contract/list-paths'
import type { ListedProduct } from '#machines/catalogue/products'
import type { Client } from './client.ts'
import { liveLookup } from './live.ts'

/**
 * Imports the calls' code, which is not in the first load: a server-rendered page needs none of them. If the import fails
 * the answer counts as lost, and the next attempt imports again.
 */
export const importLookups = () => import('./lookups.ts')

/** The catalogue machine with its effects. */
export const catalogueWith = (call: Client) =>
  catalogueMachine.provide({
    actors: {
      readCategories: liveLookup<Category[], null>(async (_, signal) =>
        (await importLookups()).readCategories(call, signal, null),
      ),
      readTopBrands: liveLookup<Brand[], null>(async (_, signal) =>
        (await importLookups()).readTopBrands(call, signal, null),
      ),
      readBrands: liveLookup<Brand[], null>(async (_, signal) =>
        (await importLookups()).readBrands(call, signal, null),
      ),
      readBanners: liveLookup<Banner[], null>(async (_, signal) =>
        (await importLookups()).readBanners(call, signal, null),
      ),
    },
  })

/** The list machine with its effects. */
export const listWith = (call: Client) =>
  listMachine.provide({
    actors: {
      readProducts: liveLookup<ListedProduct[], ProductFilter>(async (filter, signal) =>
        (await importLookups()).readProducts(call, signal, filter),
      ),
    },
  })
