import { assign, setup } from 'xstate'
import { toCents } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import type { Refusal } from '#contract/refusal'
import { filterIn, type ListView, type ProductFilter, sameFilter, viewIn } from '#contract/list-paths'
import type { Location } from '#contract/location'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ListedProduct } from './products.ts'
import { tellShop } from '../messages/tell-shop.ts'

/** A product list. `products` is null until they are read, and if they could not be. */
export interface Listing {
  filter: ProductFilter
  view: ListView
  products: ListedProduct[] | null
  refusal: Refusal | null
}

export type ListEvent = { type: 'page.open'; location: Location } | { type: 'page.shown' } | { type: 'list.retry' }

interface ListContext {
  /** The list that the page shows. */
  shown: Listing | null
  /** The requested list, until the shop shows its page. */
  next: Listing | null
  /** The list shown before, with its products: a step back shows it at once. */
  previous: Listing | null
}

/** Products on a page (section 9). */
export const pageSize = 8

/** The list at a location, with its products if it is one of those that are held. */
export const listingFor = (
  { shown, previous }: Pick<ListContext, 'shown' | 'previous'>,
  location: Location,
): Listing => {
  const filter = filterIn(location)
  const held = [shown, previous].find(one => one?.products && sameFilter(one.filter, filter))
  return { filter, view: viewIn(location.search), products: held?.products ?? null, refusal: null }
}

/** The list that was requested last. */
const requested = ({ shown, next }: ListContext): Listing | null => next ?? shown

/** The context with the products of the requested list. */
const readInto = (context: ListContext, read: Pick<Listing, 'products' | 'refusal'>): Partial<ListContext> => ({
  [context.next ? 'next' : 'shown']: { ...requested(context)!, ...read },
})

const listSetup = setup({
  types: { context: {} as ListContext, events: {} as ListEvent, tags: {} as 'busy' },
  actors: { readProducts: lookup<ListedProduct[], ProductFilter>('readProducts') },
  guards: {
    /** The products of the requested list were read already. */
    hasProducts: ({ context }, location: Location) => listingFor(context, location).products !== null,
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    prepare: assign({ next: ({ context }, location: Location) => listingFor(context, location) }),
    storeProducts: assign(({ context }, products: ListedProduct[]) => readInto(context, { products, refusal: null })),
    storeRefusal: assign(({ context }, refusal: Refusal) => readInto(context, { products: null, refusal })),
    showNext: assign(({ context: { shown, next, previous } }) => ({
      shown: next ?? shown,
      next: null,
      previous: shown?.products && next && !sameFilter(shown.filter, next.filter) ? shown : previous,
    })),
    reportReady: tellShop({ type: 'page.ready', page: 'list' }),
  },
})

/**
 * The product list: features, a category, a brand, or search results.
 *
 * - A requested list is shown at once, without products until they are loaded.
 * - A list that is already loaded is not read again; only its view (page, order, filter, layout) changes. The list shown
 *   before it is also kept.
 * - The list that was requested last is read; an earlier one is not waited for.
 * - The requested list is held in `next` until its page is shown, so that the previous page stays unchanged.
 */
export const listMachine = listSetup.createMachine({
  id: 'list',
  description: 'The product list',
  context: { shown: null, next: null, previous: null },
  initial: 'unopened',
  on: {
    'page.open': [
      {
        guard: { type: 'hasProducts', params: ({ event }) => event.location },
        target: '.ready',
        actions: [{ type: 'prepare', params: ({ event }) => event.location }, 'reportReady'],
      },
      {
        target: '.reading',
        reenter: true,
        actions: [{ type: 'prepare', params: ({ event }) => event.location }, 'reportReady'],
      },
    ],
    'page.shown': { actions: 'showNext' },
  },
  states: {
    unopened: { description: 'No list was requested yet' },
    reading: {
      description: 'The products are being read',
      tags: 'busy',
      invoke: {
        id: 'readProducts',
        src: 'readProducts',
        input: ({ context }) => requested(context)!.filter,
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'storeProducts', params: ({ event }) => answerIn(event.output) },
          },
          { target: 'unreachable', actions: { type: 'storeRefusal', params: ({ event }) => refusalOf(event.output) } },
        ],
      },
    },
    ready: { description: 'The products were read' },
    unreachable: { description: 'The products could not be read', on: { 'list.retry': 'reading' } },
  },
})

const inOrder: Record<ListView['sort'], ((a: ListedProduct, b: ListedProduct) => number) | null> = {
  featured: null,
  'price-asc': (a, b) => toCents(priceOf(a)) - toCents(priceOf(b)),
  'price-desc': (a, b) => toCents(priceOf(b)) - toCents(priceOf(a)),
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
}

/** The products of one page. `page` is within 1 and `pages`. */
export interface Page {
  products: ListedProduct[]
  /** Products that match the filter and the view, on all pages. */
  count: number
  page: number
  pages: number
}

/** The products of the page that the view asks for: filtered by stock, sorted and paged. */
export function pageIn({ products, view }: Pick<Listing, 'products' | 'view'>): Page {
  const matching = (products ?? []).filter(
    product => view.stock === 'all' || product.stockStatusId === stockStatus.inStock,
  )
  const compare = inOrder[view.sort]
  const sorted = compare ? matching.toSorted(compare) : matching
  const pages = Math.max(Math.ceil(sorted.length / pageSize), 1)
  const page = Math.min(view.page, pages)
  return { products: sorted.slice((page - 1) * pageSize, page * pageSize), count: sorted.length, page, pages }
}

/**
 * The page numbers that a pagination shows: at most `most`, around the current one.
 *
 * @returns ascending page numbers, the current one among them
 */
export function pageLinks(page: number, pages: number, most = 7): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - most + 1))
  return Array.from({ length: Math.min(most, pages) }, (_, index) => first + index)
}
