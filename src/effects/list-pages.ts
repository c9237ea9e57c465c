import type { ActorRefFrom } from 'xstate'
import { filterIn, listPath, queryPath, viewIn, type ListQuery, type Sort } from '#contract/list-paths'
import type { Location } from '#contract/location'
import { catalogueRoutes, type ProductCriteria, type ProductSort } from '#contract/product'
import { pageCount, pageSize, queryOf, type listMachine } from '#machines/catalogue/list'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { ListedProduct, ListPage } from '#machines/catalogue/products'
import type { Client } from './client.ts'
import { pageOfWhole } from './whole-list.ts'

/** Milliseconds for which a page is used again; later its prices and stock may have changed. */
const keptFor = 5 * 60_000

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
  /** From now on, keeps the pages that are shown, and requests the page after each. */
  readAhead: (list: ListActor) => void
}

/** The parts of the list machine that say which page is shown. */
type ListActor = Pick<ActorRefFrom<typeof listMachine>, 'getSnapshot' | 'subscribe'>

const sortNames: Record<Sort, ProductSort> = {
  featured: 'featured',
  'price-asc': 'price',
  'price-desc': 'price-desc',
  name: 'name',
}

/** The body of the request. A gateway that reads no pages ignores the page, and answers the whole list. */
const criteriaOf = ({ filter, page, sort, stock }: ListQuery): ProductCriteria => {
  const { criteria, brandId, categoryId, searchCriteria } = filter
  return {
    criteria,
    brand_id: brandId,
    category_id: categoryId,
    ...(searchCriteria && { searchCriteria }),
    page,
    pageSize,
    sort: sortNames[sort],
    ...(stock === 'in' && { filters: { stock: true } }),
  }
}

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

/** @param now - milliseconds, for the age of pages */
export function createPageReader(call: Client, now: () => number): PageReader {
  interface Page {
    page: Promise<ListPage>
    /** Cancels the request, if it is not answered yet. */
    abort?: () => void
  }
  const pages = createStore<Page>(maxPages, now, ({ abort }) => abort?.())
  const wholeLists = createStore<ListedProduct[]>(maxWholeLists, now)

  async function request(query: ListQuery, signal: AbortSignal): Promise<ListPage> {
    const outcome = await call(catalogueRoutes.products, { body: criteriaOf(query), signal })
    if (!outcome.done) {
      pages.remove(queryPath(query))
      // a refusal counts as an empty list (section 7)
      return { products: [], total: 0 }
    }
    const { listData, total } = outcome.answer
    const products = listData.map(listedProduct)
    if (typeof total !== 'number') {
      wholeLists.set(listPath(query.filter), products)
      return pageOfWhole(products, query)
    }
    return { products, total }
  }

  function prefetch(query: ListQuery): void {
    const key = queryPath(query)
    if (wholeLists.get(listPath(query.filter)) || pages.get(key)) return
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
      const kept = pages.get(queryPath(query))
      if (!kept) return request(query, signal)
      if (kept.abort) signal.addEventListener('abort', () => pages.removeIf(queryPath(query), kept))
      return kept.page
    },
    prefetch: location => prefetch({ filter: filterIn(location), ...viewIn(location.search) }),
    readAhead(list) {
      const request = () => {
        const snapshot = list.getSnapshot()
        const { shown, next } = snapshot.context
        if (!snapshot.matches('ready') || next !== null || !shown?.products) return
        const { products, total } = shown
        const query = queryOf(shown)
        const key = queryPath(query)
        if (!pages.get(key)) pages.set(key, { page: Promise.resolve({ products, total: total! }) })
        if (query.page < pageCount(total!)) prefetch({ ...query, page: query.page + 1 })
      }
      list.subscribe(request)
      request()
    },
  }
}
