import type { ActorRefFrom } from 'xstate'
import { filtersIn, filterText, noFilters, type Filters } from '#contract/list-filters'
import { filterIn, listPath, queryPath, sorts, viewIn, type ListQuery } from '#contract/list-paths'
import type { Location } from '#contract/location'
import { toDollars } from '#contract/money'
import { catalogueRoutes, type ListFacets, type ListFilters, type ProductCriteria } from '#contract/product'
import { pageCount, pageSize, queryOf, type listMachine } from '#machines/catalogue/list'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { ListedProduct, ListPage } from '#machines/catalogue/products'
import type { Client } from './client.ts'
import { pageOfWhole } from './whole-list.ts'

/** Milliseconds for which a page is used again; later its prices and stock may have changed. */
const keptFor = 5 * 60_000

/** Milliseconds after a read for which its page is not requested ahead: a quick press reads it before that. */
const readLately = 10_000

/** Pages, the latest ones. */
const maxPages = 12

/** Whole lists of a gateway that reads no pages, the latest ones. */
const maxWholeLists = 2

/** Reads pages of lists. It keeps some, so that the next page and a step back need no request. */
export interface PageReader {
  /** A page that is kept, or else the gateway's. */
  read: (query: ListQuery, signal: AbortSignal) => Promise<ListPage>
  /** Requests the page at a location, and keeps it. If that fails, it is requested again when it is read. */
  prefetch: (location: Pick<Location, 'pathname' | 'search'>) => void
  /**
   * From now on, keeps the pages that are shown, and requests the page after each, and those that a control of the list leads to, while a
   * finger or button is down on it, or when it gets the focus.
   */
  readAhead: (list: ListActor, document: Pick<Document, 'addEventListener'>) => void
}

/** The parts of the list machine that say which page is shown. */
type ListActor = Pick<ActorRefFrom<typeof listMachine>, 'getSnapshot' | 'subscribe'>

/** Filters as the request has them; absent ones let all products pass. */
const requestedFilters = ({
  brand,
  diet,
  without,
  origin,
  storage,
  min,
  max,
  special,
  stock,
}: Filters): ListFilters => ({
  ...(brand.length > 0 && { brand }),
  ...(diet.length > 0 && { diet }),
  ...(without.length > 0 && { without }),
  ...(origin.length > 0 && { origin }),
  ...(storage.length > 0 && { storage }),
  ...(min !== null && { min: toDollars(min) }),
  ...(max !== null && { max: toDollars(max) }),
  ...(special && { special }),
  ...(stock && { stock }),
})

/** The body of the request. A gateway that reads no pages ignores the page, and answers the whole list. */
const criteriaOf = ({ filter, page, sort, filters: text }: ListQuery): ProductCriteria => {
  const { criteria, brandId, categoryId, searchCriteria } = filter
  const filters = requestedFilters(filtersIn(text))
  return {
    criteria,
    brand_id: brandId,
    category_id: categoryId,
    ...(searchCriteria && { searchCriteria }),
    page,
    pageSize,
    sort,
    ...(Object.keys(filters).length > 0 && { filters }),
  }
}

/** Brands that facets list at most; if there are more, one that is missing may exist. */
const mostBrands = 100

/** Filters without those that a list can't have: a gateway without facets has none but stock, and a brand without products in the list is unknown. */
function knownFilters(filters: Filters, facets: ListFacets | null | undefined): Filters {
  if (!facets) return { ...noFilters, stock: filters.stock }
  const brands = new Set(facets.brand.map(({ id }) => id))
  return brands.size < mostBrands ? { ...filters, brand: filters.brand.filter(id => brands.has(id)) } : filters
}

/** The query with its filters in the one form that its URL has. */
const exactQuery = (query: ListQuery): ListQuery => ({ ...query, filters: filterText(filtersIn(query.filters)) })

interface Kept<Value> {
  value: Value
  at: number
}

/** The values that were stored last, by key. Old ones are not returned. */
function createStore<Value>(most: number, now: () => number, removed?: (value: Value) => void) {
  const kept = new Map<string, Kept<Value>>()
  const remove = (key: string) => {
    const one = kept.get(key)
    if (kept.delete(key)) removed?.(one!.value)
  }
  return {
    get(key: string): Value | undefined {
      const one = kept.get(key)
      // a time in the future: the clock was set back since
      const isRecent = one !== undefined && now() >= one.at && now() - one.at < keptFor
      return isRecent ? one.value : undefined
    },
    set(key: string, value: Value) {
      remove(key)
      kept.set(key, { value, at: now() })
      if (kept.size > most) remove(kept.keys().next().value!)
    },
    remove,
    removeIf(key: string, value: Value) {
      if (kept.get(key)?.value === value) remove(key)
    },
  }
}

/** The pages that a control of the list leads to: other orders, or the other choice of stock. */
function choicesOf(target: Element, query: ListQuery): ListQuery[] {
  const control = target.closest('label')?.control ?? target
  switch (control.getAttribute('name')) {
    case 'sort':
      return sorts.filter(sort => sort !== query.sort).map(sort => ({ ...query, sort, page: 1 }))
    case 'stock': {
      const filters = filtersIn(query.filters)
      return [{ ...query, filters: filterText({ ...filters, stock: !filters.stock }), page: 1 }]
    }
    default:
      return []
  }
}

/** @param now - milliseconds, for the age of pages */
export function createPageReader(call: Client, now: () => number): PageReader {
  interface Page {
    page: Promise<ListPage>
    /** Cancels the request, if it is not answered yet. */
    abort?: () => void
  }
  const pages = createStore<Page>(maxPages, now, ({ abort }) => abort?.())
  const wholeLists = createStore<ListedProduct[]>(maxWholeLists, now)
  let lastRead = { key: '', at: 0 }

  async function request(requested: ListQuery, signal: AbortSignal): Promise<ListPage> {
    const query = exactQuery(requested)
    const outcome = await call(catalogueRoutes.products, { body: criteriaOf(query), signal })
    if (!outcome.done) {
      pages.remove(queryPath(requested))
      // a refusal counts as an empty list (section 7)
      return { products: [], total: 0 }
    }
    const { listData, total, facets } = outcome.answer
    const products = listData.map(listedProduct)
    const { sort, filters } = query
    if (typeof total !== 'number') {
      wholeLists.set(listPath(query.filter), products)
      return pageOfWhole(products, query)
    }
    const known = filterText(knownFilters(filtersIn(filters), facets))
    // what was answered may have been filtered by the unknown value, or not
    if (known !== filters) return request({ ...query, filters: known }, signal)
    return { products, total, facets: facets ?? null, choice: { sort, filters } }
  }

  function prefetch(query: ListQuery): void {
    const key = queryPath(query)
    const isBeingRead = lastRead.key === key && now() - lastRead.at < readLately
    if (isBeingRead || wholeLists.get(listPath(query.filter)) || pages.get(key)) return
    const aborting = new AbortController()
    const requested: Page = { page: request(query, aborting.signal), abort: () => aborting.abort() }
    pages.set(key, requested)
    // the failure is passed on by `read` if the page was opened meanwhile
    requested.page.catch(() => pages.removeIf(key, requested))
  }

  return {
    async read(query, signal) {
      const whole = wholeLists.get(listPath(query.filter))
      if (whole) return pageOfWhole(whole, query)
      const key = queryPath(query)
      const kept = pages.get(key)
      lastRead = { key, at: now() }
      if (!kept) return request(query, signal)
      if (kept.abort) signal.addEventListener('abort', () => pages.removeIf(key, kept))
      return kept.page
    },
    prefetch: location => prefetch({ filter: filterIn(location), ...viewIn(location.search) }),
    readAhead(list, document) {
      const shownPage = () => {
        const snapshot = list.getSnapshot()
        const { shown, next } = snapshot.context
        return snapshot.matches('ready') && next === null && shown?.products ? shown : null
      }
      const prefetchNext = () => {
        const shown = shownPage()
        if (shown === null) return
        const query = queryOf(shown)
        const key = queryPath(query)
        const { facets, view } = shown
        const choice = { sort: view.sort, filters: view.filters }
        const page = { products: shown.products!, total: shown.total!, facets, choice }
        if (!pages.get(key)) pages.set(key, { page: Promise.resolve(page) })
        if (query.page < pageCount(page.total)) prefetch({ ...query, page: query.page + 1 })
      }
      list.subscribe(prefetchNext)
      prefetchNext()
      const prefetchChoices = ({ target }: Event) => {
        const shown = shownPage()
        if (shown !== null) for (const choice of choicesOf(target as Element, queryOf(shown))) prefetch(choice)
      }
      for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, prefetchChoices, { passive: true })
    },
  }
}
