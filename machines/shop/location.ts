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
export type PageName =
  | 'list'
  | 'product'
  | 'brands'
  | 'information'
  | 'cart'
  | 'checkout'
  | 'register'
  | 'login'
  | 'logout'
  | 'forgotten'
  | 'reset'
  | 'account'
  | 'profile'
  | 'password'
  | 'billing'
  | 'delivery'
  | 'orders'
  | 'lost'

/** Pages whose code is in the first load. */
const firstPages: readonly PageName[] = ['list', 'lost']

/** The chart of each page that has one; the others only draw what the shop's charts already hold. */
const charts = {
  list: 'list',
  product: 'product',
  checkout: 'checkout',
  register: 'registration',
  login: 'login',
  forgotten: 'forgotten',
  reset: 'reset',
  account: 'orders',
  profile: 'profile',
  password: 'password',
  billing: 'addresses',
  delivery: 'addresses',
  orders: 'orders',
} as const satisfies Partial<Record<PageName, string>>
export type PageChart = (typeof charts)[keyof typeof charts]

/** Charts that come with a page's code and are registered before they are started or restored. */
export const lazyCharts: readonly string[] = [...new Set(Object.values(charts))].filter(chart => chart !== 'list')

/** The chart that holds what a page shows; null for pages without one. */
export const chartOf = (page: PageName): PageChart | null =>
  (charts as Partial<Record<PageName, PageChart>>)[page] ?? null

/** A page that brings a chart's code along. */
export const pageWith = (chart: string): PageName | undefined =>
  (Object.keys(charts) as (keyof typeof charts)[]).find(page => charts[page] === chart)

export const isLazy = (page: PageName): boolean => !firstPages.includes(page)

/** The account's pages: a customer's alone. */
const accountPages: readonly PageName[] = ['account', 'profile', 'password', 'billing', 'delivery', 'orders']
export const isAccountPage = (page: PageName): boolean => accountPages.includes(page)

/** Pages on which a customer has nothing to do. */
export const isVisitorsPage = (page: PageName): boolean => page === 'login' || page === 'register'

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
  '/main/register': 'register',
  '/auth': 'login',
  '/auth/login': 'login',
  '/auth/logout': 'logout',
  '/forget-password': 'forgotten',
  '/reset-password': 'reset',
  '/manage-account': 'account',
  '/manage-account/modify-account': 'profile',
  '/manage-account/change-password': 'password',
  '/manage-account/modify-address': 'billing',
  '/manage-account/modify-delivery-address': 'delivery',
  '/manage-order': 'orders',
  '/manage-order/current-order': 'orders',
  '/manage-order/history-order': 'orders',
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

/** Where a customer's own pages begin. */
export const accountAddress = '/manage-account'

/** The login, with the way back to where somebody was going. */
export const loginAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `/auth/login?${new URLSearchParams({ return: pathname + search }).toString()}`

/**
 * Where a login leads back to.
 *
 * @param search - the query of the login's address
 * @returns a path of this shop; null where the query names none, or one that leads elsewhere or into the login again
 */
export function returnIn(search: string): string | null {
  const wanted = new URLSearchParams(search).get('return') ?? ''
  // browsers read '/\evil' and a slash with a tab in it as the beginning of another host
  if (!/^\/(?![/\\])[!-[\]-~]*$/.test(wanted)) return null
  const page = pageOf(wanted.split(/[?#]/, 1)[0]!)
  return page === 'lost' || page === 'logout' || isVisitorsPage(page) ? null : wanted
}
