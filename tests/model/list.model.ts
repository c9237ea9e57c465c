import type { AnyMachineSnapshot } from 'xstate'
import { effect } from '#machines/parts/effect'
import { listMachine, type Listing } from '#machines/catalogue/list'
import { listPath, type ProductFilter } from '#contract/list-paths'
import type { ListFacets } from '#contract/product'
import type { Location } from '#contract/location'
import { done, withoutParent, type Model } from '#tools/walks/graph'
import { refused, rice, tea } from '../kit/outcomes.ts'

const features: ProductFilter = { criteria: 'features', categoryId: 0, brandId: 0 }
const jasmine: ProductFilter = { criteria: 'category', categoryId: 11, brandId: 0 }

/** The paths of two lists, the second one filtered, and of that with another filter, in another order, and with a page beyond its last. */
export const lists = [
  listPath(features),
  listPath(jasmine, { filters: 'stock=1' }),
  listPath(jasmine, { sort: 'name', filters: 'special=1&stock=1', page: 9 }),
] as const

/** What the filters of the lists would show. */
export const facets: ListFacets = {
  brand: [{ id: 101, name: 'Golden Paddy', count: 2 }],
  special: 1,
  stock: 2,
  min: 11.9,
  max: 15.9,
  diet: [],
  without: [],
  origin: [],
  storage: [],
  noInformation: 0,
}

const locationOf = (address: string): Location => {
  const { pathname, search } = new URL(address, 'http://shop.example')
  return { pathname, search, hash: '', state: null, key: address }
}

/** The machine's context. */
export interface ListContext {
  shown: Listing | null
  next: Listing | null
  previous: Listing | null
}
const seen = (listing: Listing | null) =>
  listing && [
    listing.filter.criteria,
    listing.view.sort,
    listing.view.filters,
    listing.view.page,
    listing.products?.length,
    listing.refusal?.message,
  ]

/** The location of the page that is shown: another page of the shop before the first list. */
const shownIn = ({ context }: AnyMachineSnapshot): Location => {
  const { shown } = context as ListContext
  return shown ? locationOf(shown.location.pathname + shown.location.search) : locationOf('/main/brands')
}

/** A list was requested, and its page is not shown yet. */
export const isWaiting = (state: AnyMachineSnapshot): boolean => (state.context as ListContext).next !== null

/** The page was reported as ready: the shop shows it. */
export const isReported = (state: AnyMachineSnapshot): boolean => {
  const { shown, next } = state.context as ListContext
  const isViewOfShown = Boolean(shown?.products) && next?.filter.criteria === shown?.filter.criteria
  return next !== null && !(isViewOfShown && state.hasTag('busy'))
}

/** The product list of two kinds. The lookup has its own model. */
export const listModel: Model = {
  machine: withoutParent(listMachine, ['reportReady', 'correctLocation']).provide({
    actors: { readProducts: effect('readProducts') },
  } as never),
  cases: state => [
    ...lists.map(address => ({ type: 'page.open', location: locationOf(address), shown: shownIn(state) })),
    ...(isReported(state) ? [{ type: 'page.shown' }] : []),
    { type: 'visit.started', location: shownIn(state) },
    { type: 'list.retry' },
    done('readProducts', { answer: { products: [rice, tea], total: 2, facets } }),
    done('readProducts', { refusal: refused }),
  ],
  key(state: AnyMachineSnapshot) {
    const { shown, next, previous } = state.context as ListContext
    return JSON.stringify([state.value, seen(shown), seen(next), previous?.filter.criteria, previous?.view.sort])
  },
}
