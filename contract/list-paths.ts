import { plainText } from './typed-text.ts'
import { isBlank } from './visible-text.ts'
import type { Location } from './location.ts'
import { idIn } from './paths.ts'
import type { ProductCriteria, ProductSort } from './product.ts'

/** Which products a list holds. */
export interface ProductFilter {
  criteria: ProductCriteria['criteria']
  categoryId: number
  brandId: number
  searchCriteria?: string
  /** The features as a list with all filters; absent: the home page, whose only filter is stock. */
  hasFilters?: true
}

/** Sort orders of a product list; `featured` is the order of the gateway's answer. */
export const sorts = [
  'featured',
  'price',
  'price-desc',
  'name',
  'unit-price',
  'newest',
] as const satisfies ProductSort[]
export type Sort = ProductSort

/** Which products of a list are shown, in which order. */
export interface ListChoice {
  sort: Sort
  /**
   * The parameters of filters as the list's URL has them: 'brand=101%2C102&stock=1'; '' without any. `list-filters.ts` reads and writes them: the
   * home page needs only to pass them on.
   */
  filters: string
}

/** Which part of a list is shown, and how. */
export interface ListView extends ListChoice {
  /** From 1 to `mostPages`. Beyond the last page, the list shows the last page. */
  page: number
  layout: 'grid' | 'list'
}

/** Everything that decides the products of a page of a list, and its layout. */
export interface ListQuery extends ListView {
  filter: ProductFilter
}

/** The highest page that the contract allows. */
export const mostPages = 1_000_000

/** The featured products: the default list. */
const features: ProductFilter = { criteria: 'features', categoryId: 0, brandId: 0 }

const filterParameters = ['brand', 'diet', 'without', 'origin', 'storage', 'min', 'max', 'special', 'stock']

/**
 * The products that a list's URL names. Without `by`, id 0 means the featured products and any other id a category. With `by=features` or a filter
 * that the home page does not have, the features are a list of their own.
 */
export function filterIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ProductFilter {
  const id = idIn(pathname)
  const query = new URLSearchParams(search)
  const by = query.get('by')
  const words = plainText(query.get('q') ?? '')
  if (by === 'search' && !isBlank(words)) return { ...features, criteria: by, searchCriteria: words }
  if (by === 'special' || by === 'season') return { ...features, criteria: by }
  if (by === 'brand' && id > 0) return { ...features, criteria: by, brandId: id }
  if (id > 0) return { ...features, criteria: 'category', categoryId: id }
  const isFiltered = by === 'features' || filterParameters.some(name => name !== 'stock' && query.has(name))
  return isFiltered ? { ...features, hasFilters: true } : features
}

/** The view that a list's query names; invalid values count as absent. Filters are not checked. */
export function viewIn(search: string): ListView {
  const query = new URLSearchParams(search)
  const page = Number(query.get('page'))
  // links of earlier releases
  const sort = query.get('sort')?.replace('price-asc', 'price') as Sort
  return {
    page: Number.isInteger(page) && page > 0 ? Math.min(page, mostPages) : 1,
    sort: sorts.includes(sort) ? sort : 'featured',
    filters: String(
      new URLSearchParams(filterParameters.flatMap(name => query.getAll(name).map(value => [name, value]))),
    ),
    layout: query.get('view') === 'list' ? 'list' : 'grid',
  }
}

/** The path of a list, with its query. Default values are left out to keep URLs short. */
export function listPath(filter: ProductFilter, view: Partial<ListView> = {}): string {
  const query = new URLSearchParams()
  const set = (name: string, value: string | undefined, standard: string) =>
    value !== undefined && value !== standard && query.set(name, value)
  set('by', filter.criteria, filter.hasFilters ? '' : 'features')
  set('q', filter.searchCriteria, '')
  set('sort', view.sort, 'featured')
  for (const [name, value] of new URLSearchParams(view.filters)) query.append(name, value)
  set('view', view.layout, 'grid')
  set('page', view.page?.toString(), '1')
  const text = query.toString().replaceAll('%2C', ',')
  return `/main/product-list/${filter.categoryId || filter.brandId}${text && `?${text}`}`
}

/** The path of the page that a query names; equal for queries of the same products. */
export const queryPath = ({ filter, ...view }: ListQuery): string => listPath(filter, { ...view, layout: 'grid' })

/**
 * Whether a query string has the parameters of a view as a path has them that `listPath` wrote. Otherwise the URL is corrected: it names an
 * unknown value, or a page beyond the last.
 */
export function isExact(search: string, path: string): boolean {
  const [given, exact] = [search, path.split('?')[1]].map(query => new URLSearchParams(query))
  return ['sort', 'view', 'page', ...filterParameters].every(
    name => JSON.stringify(given!.getAll(name)) === JSON.stringify(exact!.getAll(name)),
  )
}

/** The path of a category's products. */
export const categoryPath = (categoryId: number): string => listPath({ criteria: 'category', categoryId, brandId: 0 })

/** The path of a brand's products. */
export const brandPath = (brandId: number): string => listPath({ criteria: 'brand', categoryId: 0, brandId })

/** Whether two filters name the same products. */
export const sameFilter = (a: ProductFilter, b: ProductFilter): boolean => listPath(a) === listPath(b)
