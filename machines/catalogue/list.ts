import { assign, setup } from 'xstate'
import { toCents } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import type { Refusal } from '#contract/refusal'
import { filterIn, type ListView, type ProductFilter, sameFilter, viewIn } from '#contract/list-paths'
import type { Location } from '#contract/location'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ListedProduct } from './products.ts'
import { tellShop } from '../messages/tell-shop.ts'

/** A product list. `products` is null if they could not be read. */
export interface Listing {
  filter: ProductFilter
  view: ListView
  products: ListedProduct[] | null
  refusal: Refusal | null
}

export type ListEvent = { type: 'page.open'; location: Location } | { type: 'page.shown' } | { type: 'list.retry' }

interface ListContext {
  /** What the page shows. */
  shown: Listing | null
  /** What it shows next, once the shop shows the requested page. */
  next: Listing | null
}

/** Products on a page (section 9). */
export const pageSize = 8

const listingFor = ({ shown }: ListContext, location: Location): Listing => {
  const filter = filterIn(location)
  const held = shown !== null && sameFilter(shown.filter, filter) ? shown : null
  return { filter, view: viewIn(location.search), products: held?.products ?? null, refusal: null }
}

const listSetup = setup({
  types: { context: {} as ListContext, events: {} as ListEvent, tags: {} as 'busy' },
  actors: { readProducts: lookup<ListedProduct[], ProductFilter>('readProducts') },
  guards: {
    /** The products of the requested list are here already. */
    hasProducts: ({ context }, location: Location) => listingFor(context, location).products !== null,
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    prepare: assign({ next: ({ context }, location: Location) => listingFor(context, location) }),
    prepareAgain: assign({ next: ({ context }) => context.next ?? context.shown }),
    storeProducts: assign({
      next: ({ context }, products: ListedProduct[]) => context.next && { ...context.next, products, refusal: null },
    }),
    storeNextRefusal: assign({
      next: ({ context }, refusal: Refusal) => context.next && { ...context.next, products: null, refusal },
    }),
    showNext: assign({ shown: ({ context }) => context.next ?? context.shown, next: null }),
    reportReady: tellShop({ type: 'page.ready', page: 'list' }),
  },
})

/** The state that reads the products. `afterwards` shows them without waiting for `page.shown`. */
const readProducts = (id: 'readProducts' | 'rereadProducts', afterwards: 'showNext'[]) =>
  listSetup.createStateConfig({
    tags: 'busy',
    invoke: {
      id,
      src: 'readProducts',
      input: ({ context }) => context.next!.filter,
      onDone: [
        {
          guard: { type: 'isAnswer', params: ({ event }) => event.output },
          target: 'ready',
          actions: [{ type: 'storeProducts', params: ({ event }) => answerIn(event.output) }, ...afterwards],
        },
        {
          target: 'unreachable',
          actions: [{ type: 'storeNextRefusal', params: ({ event }) => refusalOf(event.output) }, ...afterwards],
        },
      ],
    },
  })

/**
 * The product list: features, a category, a brand, or search results.
 *
 * - A list that is already here is not read again; only its view (page, order, filter, layout) changes.
 * - What is read is held in `next` until its page is shown, so that the previous page stays unchanged.
 */
export const listMachine = listSetup.createMachine({
  id: 'list',
  description: 'The product list',
  context: { shown: null, next: null },
  initial: 'unopened',
  on: {
    'page.open': [
      {
        guard: { type: 'hasProducts', params: ({ event }) => event.location },
        target: '.ready',
        reenter: true,
        actions: { type: 'prepare', params: ({ event }) => event.location },
      },
      {
        target: '.reading',
        reenter: true,
        actions: { type: 'prepare', params: ({ event }) => event.location },
      },
    ],
    'page.shown': { actions: 'showNext' },
  },
  states: {
    unopened: { description: 'No list was requested yet' },
    reading: { description: 'The products are being read', ...readProducts('readProducts', []) },
    ready: { description: 'The products are here', entry: 'reportReady' },
    unreachable: {
      description: 'The products could not be read',
      entry: 'reportReady',
      on: { 'list.retry': { target: 'rereading', actions: 'prepareAgain' } },
    },
    rereading: {
      description: 'The products are being read again because the shopper retried',
      ...readProducts('rereadProducts', ['showNext']),
    },
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

/** The products of the page that the view asks for: filtered by stock, sorted and cut. */
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
