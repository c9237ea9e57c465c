import { filtersIn, filterText, noFilters } from '#contract/list-filters'
import type { ListChoice, ListQuery, Sort } from '#contract/list-paths'
import { toCents } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import { pageSize } from '#machines/catalogue/list'
import type { ListedProduct, ListPage } from '#machines/catalogue/products'

const inOrder: Record<Sort, ((a: ListedProduct, b: ListedProduct) => number) | null> = {
  featured: null,
  price: (a, b) => toCents(priceOf(a)) - toCents(priceOf(b)),
  'price-desc': (a, b) => toCents(priceOf(b)) - toCents(priceOf(a)),
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  'unit-price': null,
  newest: null,
}

/** The order and filters of a whole list: what products of a list show by themselves. Brand and label are not among them. */
export const choiceOfWhole = ({ sort, filters }: ListChoice): ListChoice => ({
  sort: inOrder[sort] === null ? 'featured' : sort,
  filters: filterText({ ...noFilters, stock: filtersIn(filters).stock }),
})

/** A page of a whole list, as a gateway that reads no pages answers it: filtered, sorted and paged here. Empty beyond the last page. */
export function pageOfWhole(all: readonly ListedProduct[], query: Omit<ListQuery, 'filter'>): ListPage {
  const { page } = query
  const choice = choiceOfWhole(query)
  const matching = all.filter(product => choice.filters === '' || product.stockStatusId === stockStatus.inStock)
  const compare = inOrder[choice.sort]
  const sorted = compare ? matching.toSorted(compare) : matching
  return { products: sorted.slice((page - 1) * pageSize, page * pageSize), total: sorted.length, choice }
}
