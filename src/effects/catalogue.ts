import type { Banner, Brand, Category } from '#contract/product'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { listMachine } from '#machines/catalogue/list'
import type { ListQuery } from '#contract/list-paths'
import type { ListPage } from '#machines/catalogue/products'
import type { Client } from './client.ts'
import type { PageReader } from './list-pages.ts'
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

/** The list machine with its effects, and a function that loads what reads its pages. */
export function listWith(call: Client) {
  let pages: PageReader | undefined
  // a shop has one reader, which keeps pages; spans of time do not depend on the device's clock
  const openPages = async () => {
    const { createPageReader } = await importLookups()
    return (pages ??= createPageReader(call, () => performance.now()))
  }
  const machine = listMachine.provide({
    actors: {
      readProducts: liveLookup<ListPage, ListQuery>(async (query, signal) =>
        (pages ?? (await openPages())).read(query, signal),
      ),
    },
  })
  return { machine, openPages }
}
