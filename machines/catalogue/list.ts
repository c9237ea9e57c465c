import { assign, setup } from 'xstate'
import { toCents } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import type { Refusal } from '#contract/refusal'
import { filterIn, sameFilter, viewIn, type ListView, type Location, type ProductFilter } from '../shop/location.ts'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ListedProduct } from './products.ts'
import { tellShop } from '../parts/tell-shop.ts'

/** What a product list shows; `products` null where they could not be read. */
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
  /** What it will show once its address is the one that is shown. */
  next: Listing | null
}

/** Products on a page (section 9). */
export const pageSize = 8

const listingFor = ({ shown }: ListContext, location: Location): Listing => {
  const filter = filterIn(location)
  const held = shown !== null && sameFilter(shown.filter, filter) ? shown : null
  return { filter, view: viewIn(location.search), products: held?.products ?? null, refusal: null }
}

/**
 * The product list: of features, a category, a brand, or a search.
 *
 * - A list that is already here is not asked for again; only how it is looked at changes.
 * - What arrives waits in `next` until the page it belongs to is shown, so that the old page stays as it was.
 */
export const listMachine = setup({
  types: { context: {} as ListContext, events: {} as ListEvent, tags: {} as 'busy' },
  actors: { readProducts: lookup<ListedProduct[], ProductFilter>('readProducts') },
  guards: {
    /** The products that the address asks for are here already. */
    isHere: ({ context }, location: Location) => listingFor(context, location).products !== null,
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    prepare: assign({ next: ({ context }, location: Location) => listingFor(context, location) }),
    prepareAgain: assign({ next: ({ context }) => context.next ?? context.shown }),
    keepProducts: assign({
      next: ({ context }, products: ListedProduct[]) => context.next && { ...context.next, products, refusal: null },
    }),
    explain: assign({
      next: ({ context }, refusal: Refusal) => context.next && { ...context.next, products: null, refusal },
    }),
    show: assign({ shown: ({ context }) => context.next ?? context.shown, next: null }),
    tellReady: tellShop({ type: 'page.ready', page: 'list' }),
  },
}).createMachine({
  id: 'list',
  description: 'The product list',
  context: { shown: null, next: null },
  initial: 'unopened',
  on: {
    'page.open': [
      {
        guard: { type: 'isHere', params: ({ event }) => event.location },
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
    'page.shown': { actions: 'show' },
  },
  states: {
    unopened: { description: 'No list was asked for yet' },
    reading: {
      description: 'The products are asked for',
      tags: 'busy',
      invoke: {
        id: 'readProducts',
        src: 'readProducts',
        input: ({ context }) => context.next!.filter,
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'keepProducts', params: ({ event }) => answerIn(event.output) },
          },
          { target: 'unreachable', actions: { type: 'explain', params: ({ event }) => refusalOf(event.output) } },
        ],
        onError: 'unreachable',
      },
    },
    ready: { description: 'The products are here', entry: 'tellReady' },
    unreachable: {
      description: 'The products could not be read',
      entry: 'tellReady',
      on: { 'list.retry': { target: 'rereading', actions: 'prepareAgain' } },
    },
    rereading: {
      description: "The products are asked for again, on the shopper's wish",
      tags: 'busy',
      invoke: {
        id: 'rereadProducts',
        src: 'readProducts',
        input: ({ context }) => context.next!.filter,
        onDone: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'ready',
            actions: [{ type: 'keepProducts', params: ({ event }) => answerIn(event.output) }, 'show'],
          },
          {
            target: 'unreachable',
            actions: [{ type: 'explain', params: ({ event }) => refusalOf(event.output) }, 'show'],
          },
        ],
        onError: { target: 'unreachable', actions: 'show' },
      },
    },
  },
})

const inOrder: Record<ListView['sort'], ((a: ListedProduct, b: ListedProduct) => number) | null> = {
  featured: null,
  'price-asc': (a, b) => toCents(priceOf(a)) - toCents(priceOf(b)),
  'price-desc': (a, b) => toCents(priceOf(b)) - toCents(priceOf(a)),
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
}

/** The part of a listing that is on the page, with the number of pages; `page` is within range. */
export interface Page {
  products: ListedProduct[]
  /** Products that match the filter and the view, on all pages. */
  count: number
  page: number
  pages: number
}

/** Sorts, filters and cuts a listing into the page that is looked at. */
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
