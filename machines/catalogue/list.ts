import { assign, enqueueActions, setup } from 'xstate'
import type { Refusal } from '#contract/refusal'
import {
  filterIn,
  isExact,
  listPath,
  queryPath,
  sameFilter,
  viewIn,
  type ListQuery,
  type ListView,
  type ProductFilter,
} from '#contract/list-paths'
import type { Location } from '#contract/location'
import type { ListFacets } from '#contract/product'
import { pageOf } from '#contract/paths'
import { answerIn, isAnswer, lookup, refusalOf, type Answer } from '../parts/lookup.ts'
import type { ListedProduct, ListPage } from './products.ts'
import { tellShop } from '../messages/tell-shop.ts'

type PathAndSearch = Pick<Location, 'pathname' | 'search'>

/** A page of a product list. */
export interface Listing {
  filter: ProductFilter
  view: ListView
  /** The requested location. */
  location: PathAndSearch
  /** The products of the page; null until they are read, and if they could not be. */
  products: ListedProduct[] | null
  /** Products on all pages; null while `products` is. */
  total: number | null
  /** What the list's filters would show; those of the page before until they are read. Null if the gateway has no filters. */
  facets: ListFacets | null
  refusal: Refusal | null
}

export type ListEvent =
  /** `shown`: the location of the page that is shown. */
  | { type: 'page.open'; location: Location; shown: Location | null }
  | { type: 'page.shown' }
  | { type: 'list.retry' }
  /** The list is shown at this location of the browser. The server may have rendered it for another spelling of the URL. */
  | { type: 'visit.started'; location: Location }

type PageOpen = Extract<ListEvent, { type: 'page.open' }>

interface ListContext {
  /** The list that the page shows. */
  shown: Listing | null
  /** The requested list, until the shop shows its page. */
  next: Listing | null
  /** The page shown before, with its products: a step back shows it at once. */
  previous: Listing | null
}

/** Products on a page (section 9). */
export const pageSize = 8

/** The number of pages of a list, at least 1. */
export const pageCount = (total: number): number => Math.max(Math.ceil(total / pageSize), 1)

/** The query of a listing. */
export const queryOf = ({ filter, view }: Pick<Listing, 'filter' | 'view'>): ListQuery => ({ filter, ...view })

/** The list at a location, with its products if its page is one of those that are held. */
export function listingFor({ shown, next, previous }: ListContext, location: Location): Listing {
  const [filter, view] = [filterIn(location), viewIn(location.search)]
  const key = queryPath(queryOf({ filter, view }))
  const held = [shown, next, previous].find(one => one?.products && queryPath(queryOf(one)) === key)
  const ofList = held ?? (shown && sameFilter(shown.filter, filter) ? shown : null)
  return {
    filter,
    view,
    location: { pathname: location.pathname, search: location.search },
    products: held?.products ?? null,
    total: held?.total ?? null,
    facets: ofList?.facets ?? null,
    refusal: null,
  }
}

/** The list that was requested last. */
const requested = ({ shown, next }: ListContext): Listing => (next ?? shown)!

/** The context with a change of the requested list. */
const changeRequested = (context: ListContext, change: Partial<Listing>): Partial<ListContext> => ({
  [context.next ? 'next' : 'shown']: { ...requested(context), ...change },
})

const listSetup = setup({
  types: { context: {} as ListContext, events: {} as ListEvent, tags: {} as 'busy' },
  actors: { readProducts: lookup<ListPage, ListQuery>('readProducts') },
  guards: {
    /** The products of the requested page were read already. */
    hasProducts: ({ context }, location: Location) => listingFor(context, location).products !== null,
    /** The requested page is of the list that the shopper sees. */
    isOfShownList: ({ context }, { location, shown }: PageOpen) =>
      Boolean(context.shown?.products) &&
      shown !== null &&
      pageOf(shown.pathname) === 'list' &&
      [shown, location].every(one => sameFilter(filterIn(one), context.shown!.filter)),
    /** The list has products, but fewer pages than the requested one. */
    isBeyondLast: ({ context }, output: Answer<ListPage>) =>
      isAnswer(output) &&
      answerIn(output).total > 0 &&
      requested(context).view.page > pageCount(answerIn(output).total),
    /** The gateway has answered, and has not refused. */
    isAnswer: (_, output: Answer<unknown>) => isAnswer(output),
  },
  actions: {
    prepare: assign({ next: ({ context }, location: Location) => listingFor(context, location) }),
    storeProducts: assign(({ context }, { products, total, facets = null, choice }: ListPage) => {
      const { view } = requested(context)
      const page = Math.min(view.page, pageCount(total))
      return changeRequested(context, { products, total, facets, refusal: null, view: { ...view, ...choice, page } })
    }),
    storeRefusal: assign(({ context }, refusal: Refusal) =>
      changeRequested(context, { products: null, total: null, refusal }),
    ),
    turnToLast: assign(({ context }, { total }: ListPage) =>
      changeRequested(context, { view: { ...requested(context).view, page: pageCount(total) } }),
    ),
    showNext: assign(({ context: { shown, next, previous } }) => ({
      shown: next ?? shown,
      next: null,
      previous: shown?.products && next && queryPath(queryOf(shown)) !== queryPath(queryOf(next)) ? shown : previous,
    })),
    reportReady: tellShop({ type: 'page.ready', page: 'list' }),
    /** The URL of the shown page is replaced if it names a value that is unknown or has another form, or a page beyond the last. */
    correctLocation: enqueueActions(({ context: { shown, next }, enqueue }, location: Location | null) => {
      if (next !== null || !shown?.products) return
      const { pathname, search } = location ?? shown.location
      const to = listPath(shown.filter, shown.view)
      if (!isExact(search, to)) enqueue(tellShop({ type: 'location.go', to, replace: true, from: pathname + search }))
    }),
  },
})

/**
 * The product list: features, a category, a brand, or search results.
 *
 * - Another list is shown at once, without products until they are loaded.
 * - Another page or view of the shown list is shown when its products are loaded; until then the shown ones stay.
 * - A page that is shown, requested, or was shown before is not read again; only its layout changes.
 * - The page that was requested last is read; an earlier one is not waited for.
 * - Beyond the last page, the last page is read and shown.
 * - The URL of the shown page is replaced if it names a value that is unknown or has another form, or a page beyond the last.
 * - The order and filters of a page are those that it was read with.
 * - The requested page is held in `next` until it is shown, so that the previous page stays unchanged.
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
        guard: { type: 'isOfShownList', params: ({ event }) => event },
        target: '.reading',
        reenter: true,
        actions: { type: 'prepare', params: ({ event }) => event.location },
      },
      {
        target: '.reading',
        reenter: true,
        actions: [{ type: 'prepare', params: ({ event }) => event.location }, 'reportReady'],
      },
    ],
    'page.shown': { actions: ['showNext', { type: 'correctLocation', params: null }] },
    'visit.started': { actions: { type: 'correctLocation', params: ({ event }) => event.location } },
  },
  states: {
    unopened: { description: 'No list was requested yet' },
    reading: {
      description: 'The products are being read',
      tags: 'busy',
      invoke: {
        id: 'readProducts',
        src: 'readProducts',
        input: ({ context }) => queryOf(requested(context)),
        onDone: [
          {
            guard: { type: 'isBeyondLast', params: ({ event }) => event.output },
            target: 'reading',
            reenter: true,
            actions: { type: 'turnToLast', params: ({ event }) => answerIn(event.output) },
          },
          {
            guard: { type: 'isAnswer', params: ({ event }) => event.output },
            target: 'ready',
            actions: [
              { type: 'storeProducts', params: ({ event }) => answerIn(event.output) },
              'reportReady',
              { type: 'correctLocation', params: null },
            ],
          },
          {
            target: 'unreachable',
            actions: [{ type: 'storeRefusal', params: ({ event }) => refusalOf(event.output) }, 'reportReady'],
          },
        ],
      },
    },
    ready: { description: 'The products were read' },
    unreachable: { description: 'The products could not be read', on: { 'list.retry': 'reading' } },
  },
})

/**
 * The page numbers that a pagination shows: at most `most`, around the current one.
 *
 * @returns ascending page numbers, the current one among them
 */
export function pageLinks(page: number, pages: number, most = 7): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - most + 1))
  return Array.from({ length: Math.min(most, pages) }, (_, index) => first + index)
}
