import type { ListQuery, Sort } from '#contract/list-paths'
import { toCents } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import { pageSize } from '#machines/catalogue/list'
import type { ListedProduct, ListPage } from '#machines/catalogue/products'

const inOrder: Record<Sort, ((a: ListedProduct, b: ListedProduct) => number) | null> = {
  featured: null,
  'price-asc': (a, b) => toCents(priceOf(a)) - toCents(priceOf(b)),
  'price-desc': (a, b) => toCents(priceOf(b)) - toCents(priceOf(a)),
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
}

/** A page of a whole list, as a gateway that reads no pages answers it: filtered, sorted and paged here. Empty beyond the last page. */
export function pageOfWhole(all: readonly ListedProduct[], { page, sort, stock }: Omit<ListQuery, 'filter'>): ListPage {
  const matching = all.filter(product => stock === 'all' || product.stockStatusId === stockStatus.inStock)
  const compare = inOrder[sort]
  const sorted = compare ? matching.toSorted(compare) : matching
  return { products: sorted.slice((page - 1) * pageSize, page * pageSize), total: sorted.length }
}
