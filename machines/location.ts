import type { ProductCriteria } from '#contract/product'

/** A place in the shop as the browser's address names it; plain data, as React Router wants it. */
export interface Location {
  pathname: string
  search: string
  hash: string
  state: unknown
  key: string
}

/** How an address came to be: followed, replaced, or gone back to. */
export type Move = 'PUSH' | 'REPLACE' | 'POP'

/** The pages of the shop that have something of their own to load or to draw. */
export type PageName = 'list' | 'product' | 'brands' | 'information' | 'cart' | 'checkout' | 'lost'

/** Pages whose code is in the first load. */
const firstPages: readonly PageName[] = ['list', 'lost']

/** Pages that have a chart of their own; the others only draw what the shop's charts already hold. */
export const chartedPages = ['list', 'product', 'checkout'] as const
export type ChartedPage = (typeof chartedPages)[number]

export const isCharted = (page: PageName): page is ChartedPage => (chartedPages as readonly string[]).includes(page)
export const isLazy = (page: PageName): boolean => !firstPages.includes(page)

const exact: Record<string, PageName> = {
  '/main/brands': 'brands',
  '/main/contact-us': 'information',
  '/main/about-us': 'information',
  '/main/delivery-info': 'information',
  '/main/terms-conditions': 'information',
  '/main/privacy-policy': 'information',
  '/main/faq': 'information',
  '/main/shopping-cart': 'cart',
  '/cart': 'cart',
  '/check-out': 'checkout',
}

/** Which page a path leads to; `lost` where it leads nowhere. */
export function pageOf(pathname: string): PageName {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (path === '/' || path === '') return 'list'
  if (/^\/main\/product-list\/\d{1,9}$/.test(path)) return 'list'
  if (/^\/main\/product-detail\/[1-9]\d{0,8}$/.test(path)) return 'product'
  return exact[path] ?? 'lost'
}

/** The number at the end of a list's or a product's path; 0 where there is none. */
export const idIn = (pathname: string): number => Number(/\/(\d+)\/*$/.exec(pathname)?.[1] ?? 0)

/** What a product list holds, as section 3 names it. */
export interface ProductFilter {
  criteria: ProductCriteria['criteria']
  categoryId: number
  brandId: number
  searchCriteria?: string
}

/** Orders of a product list; `featured` is the gateway's own. */
export const sorts = ['featured', 'price-asc', 'price-desc', 'name'] as const
export type Sort = (typeof sorts)[number]

/** How a product list is looked at. */
export interface ListView {
  /** From 1; may lie beyond the last page, which the list then shows instead. */
  page: number
  sort: Sort
  stock: 'all' | 'in'
  layout: 'grid' | 'list'
}

/** What a list's address asks for. Without `by`, 0 is features and any other id a category. */
export function filterIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ProductFilter {
  const id = idIn(pathname)
  const query = new URLSearchParams(search)
  const by = query.get('by')
  const words = (query.get('q') ?? '').trim()
  if (by === 'search' && words !== '') return { criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: words }
  if (by === 'brand' && id > 0) return { criteria: 'brand', categoryId: 0, brandId: id }
  if (id > 0) return { criteria: 'category', categoryId: id, brandId: 0 }
  return { criteria: 'features', categoryId: 0, brandId: 0 }
}

/** How a list's address wants it looked at; what it gets wrong is as if it were not there. */
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

/** The address of a list: what it holds, and how it is looked at. Defaults are left out, so that addresses stay short. */
export function listAddress(filter: ProductFilter, view: Partial<ListView> = {}): string {
  const query = new URLSearchParams()
  if (filter.criteria === 'search') {
    query.set('by', 'search')
    query.set('q', filter.searchCriteria ?? '')
  } else if (filter.criteria !== 'features') query.set('by', filter.criteria)
  if (view.sort && view.sort !== 'featured') query.set('sort', view.sort)
  if (view.stock === 'in') query.set('stock', 'in')
  if (view.layout === 'list') query.set('view', 'list')
  if (view.page && view.page > 1) query.set('page', String(view.page))
  const text = query.toString()
  return `/main/product-list/${filter.categoryId || filter.brandId}${text && `?${text}`}`
}

/** The address of a product's page. */
export const productAddress = (id: number): string => `/main/product-detail/${id}`

/** Whether two filters ask for the same products. */
export const sameFilter = (a: ProductFilter, b: ProductFilter): boolean =>
  a.criteria === b.criteria &&
  a.categoryId === b.categoryId &&
  a.brandId === b.brandId &&
  a.searchCriteria === b.searchCriteria
