import { plainText } from './typed-text.ts'
import { isBlank } from './visible-text.ts'
import type { Location } from './location.ts'
import { idIn } from './paths.ts'
import type { ProductCriteria } from './product.ts'

/** Which products a list holds. */
export interface ProductFilter {
  criteria: ProductCriteria['criteria']
  categoryId: number
  brandId: number
  searchCriteria?: string
}

/** Sort orders of a product list; `featured` is the order of the gateway's answer. */
export const sorts = ['featured', 'price-asc', 'price-desc', 'name'] as const
export type Sort = (typeof sorts)[number]

/** Which part of a list is shown, and how. */
export interface ListView {
  /** From 1. Beyond the last page, the list shows the last page. */
  page: number
  sort: Sort
  stock: 'all' | 'in'
  layout: 'grid' | 'list'
}

/** The featured products: the default list. */
const features: ProductFilter = { criteria: 'features', categoryId: 0, brandId: 0 }

/** The products that a list's URL names. Without `by`, id 0 means the featured products and any other id a category. */
export function filterIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ProductFilter {
  const id = idIn(pathname)
  const query = new URLSearchParams(search)
  const by = query.get('by')
  const words = plainText(query.get('q') ?? '')
  if (by === 'search' && !isBlank(words)) return { ...features, criteria: by, searchCriteria: words }
  if (by === 'brand' && id > 0) return { ...features, criteria: by, brandId: id }
  return id > 0 ? { ...features, criteria: 'category', categoryId: id } : features
}

/** The view that a list's query names; invalid values count as absent. */
export function viewIn(search: string): ListView {
  const query = new URLSearchParams(search)
  const page = Number(query.get('page'))
  const sort = query.get('sort') as Sort
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sort: sorts.includes(sort) ? sort : 'featured',
    stock: query.get('stock') === 'in' ? 'in' : 'all',
    layout: query.get('view') === 'list' ? 'list' : 'grid',
  }
}

/** The path of a list, with its query. Default values are left out to keep URLs short. */
export function listPath(filter: ProductFilter, view: Partial<ListView> = {}): string {
  const query = new URLSearchParams()
  const set = (name: string, value: string | undefined, standard: string) =>
    value !== undefined && value !== standard && query.set(name, value)
  set('by', filter.criteria, 'features')
  set('q', filter.searchCriteria, '')
  set('sort', view.sort, 'featured')
  set('stock', view.stock, 'all')
  set('view', view.layout, 'grid')
  set('page', view.page?.toString(), '1')
  const text = query.toString()
  return `/main/product-list/${filter.categoryId || filter.brandId}${text && `?${text}`}`
}

/** The path of a category's products. */
export const categoryPath = (categoryId: number): string => listPath({ criteria: 'category', categoryId, brandId: 0 })

/** The path of a brand's products. */
export const brandPath = (brandId: number): string => listPath({ criteria: 'brand', categoryId: 0, brandId })

/** Whether two filters name the same products. */
export const sameFilter = (a: ProductFilter, b: ProductFilter): boolean => listPath(a) === listPath(b)
