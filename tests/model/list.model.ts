import type { AnyMachineSnapshot } from 'xstate'
import { effect } from '#machines/parts/effect'
import { listMachine, type Listing } from '#machines/catalogue/list'
import { listPath, type ProductFilter } from '#contract/list-paths'
import type { Location } from '#contract/location'
import { done, withoutParent, type Model } from '#tools/walks/graph'
import { refused, rice, tea } from '../kit/outcomes.ts'

const features: ProductFilter = { criteria: 'features', categoryId: 0, brandId: 0 }
const jasmine: ProductFilter = { criteria: 'category', categoryId: 11, brandId: 0 }

/** The paths of two lists, and of another view of the first. */
export const lists = [listPath(features), listPath(jasmine), listPath(features, { sort: 'name' })] as const

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
  listing && [listing.filter.criteria, listing.view.sort, listing.products?.length, listing.refusal?.message]

/** A list was requested, and its page is not shown yet. */
export const isWaiting = (state: AnyMachineSnapshot): boolean => (state.context as ListContext).next !== null

/** The product list with two filters. The lookup has its own model. */
export const listModel: Model = {
  machine: withoutParent(listMachine, ['reportReady']).provide({
    actors: { readProducts: effect('readProducts') },
  } as never),
  cases: state => [
    ...lists.map(address => ({ type: 'page.open', location: locationOf(address) })),
    // the shop shows a page that has reported that it is ready
    ...(isWaiting(state) ? [{ type: 'page.shown' }] : []),
    { type: 'list.retry' },
    done('readProducts', { answer: [rice, tea] }),
    done('readProducts', { refusal: refused }),
  ],
  key(state: AnyMachineSnapshot) {
    const { shown, next, previous } = state.context as ListContext
    return JSON.stringify([state.value, seen(shown), seen(next), previous?.filter.criteria])
  },
}
