import type { Location } from './location.ts'

/** The declaration of a page. */
interface Page {
  /**
   * Every path of the page, with its title. `:number` matches 1 to 9 digits, `:id` for the same without a leading
   * zero, `*` for every path that no other page has. The title is null if it depends on what the page shows.
   */
  paths: Readonly<Record<string, string | null>>
  /** The id of the machine that holds the page's state. Absent: the page only shows the state of other machines. */
  machine?: string
  /** Only logged-in customers, or only guests, can open the page. Absent: everyone can. */
  access?: 'customers' | 'guests'
  /**
   * The page is the same for everyone: it is rendered on the server, and listed in the sitemap. Absent: it holds data of
   * one shopper, so the server renders its frame only, and its machine stops when the shopper logs out.
   */
  isPublic?: true
  /** The page's code is in the first load. Absent: it is loaded with the page, from `src/<subject>/<page>-page.ts`. */
  isFirst?: true
}

const table = {
  list: {
    paths: { '/main/product-list/0': null, '/main/product-list/:number': null },
    machine: 'list',
    isPublic: true,
    isFirst: true,
  },
  product: { paths: { '/main/product-detail/:id': null }, machine: 'product', isPublic: true },
  brands: { paths: { '/main/brands': 'Brands' }, isPublic: true },
  information: {
    paths: {
      '/main/contact-us': 'Contact Us',
      '/main/about-us': 'About Us',
      '/main/terms-conditions': 'Terms & Conditions',
      '/main/privacy-policy': 'Privacy Policy',
      '/main/faq': 'FAQ',
      '/main/accessibility': 'Accessibility',
    },
    isPublic: true,
  },
  shipping: { paths: { '/main/delivery-info': 'Shipping' }, machine: 'shipping', isPublic: true },
  cart: { paths: { '/main/shopping-cart': 'Shopping Cart', '/cart': 'Shopping Cart' } },
  checkout: { paths: { '/check-out': 'Checkout' }, machine: 'checkout' },
  receipt: { paths: { '/main/order-received': 'Your receipt' }, machine: 'checkout' },
  register: {
    paths: { '/main/register': 'Register' },
    machine: 'registration',
    access: 'guests',
  },
  login: { paths: { '/auth': 'Login', '/auth/login': 'Login' }, machine: 'login', access: 'guests' },
  logout: { paths: { '/auth/logout': 'Logout' } },
  order: { paths: { '/order/:number': 'Order' }, machine: 'ownOrder' },
  forgotten: { paths: { '/forget-password': 'Forgotten your password?' }, machine: 'forgotten' },
  reset: { paths: { '/reset-password': 'Choose a new password' }, machine: 'reset' },
  account: { paths: { '/manage-account': 'My Account' }, machine: 'orders', access: 'customers' },
  profile: {
    paths: { '/manage-account/modify-account': 'Edit Account Information' },
    machine: 'profile',
    access: 'customers',
  },
  password: {
    paths: { '/manage-account/change-password': 'Change Password' },
    machine: 'password',
    access: 'customers',
  },
  billing: {
    paths: { '/manage-account/modify-address': 'Modify Billing Address' },
    machine: 'addresses',
    access: 'customers',
  },
  delivery: {
    paths: { '/manage-account/modify-delivery-address': 'Modify Delivery Address' },
    machine: 'addresses',
    access: 'customers',
  },
  orders: {
    paths: {
      '/manage-order': 'Current Order',
      '/manage-order/current-order': 'Current Order',
      '/manage-order/history-order': 'Order History',
    },
    machine: 'orders',
    access: 'customers',
  },
  favourites: { paths: { '/main/favourites': 'Favourites' }, machine: 'favourites' },
  lists: {
    paths: { '/main/lists': 'Shopping lists', '/main/list/:id': 'Shopping list', '/main/shared-list': 'Shared list' },
    machine: 'shoppingLists',
  },
  usuals: { paths: { '/account/usuals': 'Your usuals' }, machine: 'usuals', access: 'customers' },
  notFound: { paths: { '*': 'Page not found' }, isPublic: true, isFirst: true },
} as const satisfies Record<string, Page>

type Table = typeof table
export type PageName = keyof Table
type MachineOf<Row> = Row extends { machine: infer Id } ? Id : never
type Keys<Union> = Union extends unknown ? keyof Union : never

/** The id of a machine that holds a page's state. */
export type PageMachine = MachineOf<Table[PageName]>
/** The id of a machine that is not in the first load: it is loaded with its page, with the focus of the search field, with the first row of products, or with 'Deliver to'. */
export type LazyMachine =
  MachineOf<Exclude<Table[PageName], { isFirst: true }>> | 'suggestions' | 'rows' | 'deliveryPlace'
/** A path of the storefront, as the table has it. */
export type Path = Keys<Table[PageName]['paths']>

/** Every page of the storefront. Routing, loading, access, server rendering, sitemap and titles follow from this table. */
export const pages: Readonly<Record<PageName, Page>> = table
export const pageNames = Object.keys(pages) as PageName[]

const pageByPath: Record<string, PageName> = {}
for (const page of pageNames) for (const path in pages[page].paths) pageByPath[path] = page

const pathsOf = (chosen: PageName[]) => chosen.flatMap(page => Object.keys(pages[page].paths))

/** The paths of pages that are the same for everyone. */
export const publicPaths = (): string[] => pathsOf(pageNames.filter(page => pages[page].isPublic))

/** The paths of pages that hold data of one shopper. */
export const privatePaths = (): string[] => pathsOf(pageNames.filter(page => !pages[page].isPublic))

/** A path without the slashes at its end. Takes linear time: `/\/+$/` takes quadratic time if something follows. */
export const trimSlashes = (path: string): string => path.replace(/^(.*[^/])?\/*$/, '$1')

/** The page that a path leads to. A slash at the end makes no difference. */
export function pageOf(pathname: string): PageName {
  const path = trimSlashes(pathname) || homePath
  return (
    pageByPath[path] ??
    pageByPath[path.replace(/\/\d{1,9}$/, '/:number')] ??
    pageByPath[path.replace(/\/[1-9]\d{0,8}$/, '/:id')] ??
    'notFound'
  )
}

/** The title of the page at a path; '' if it depends on what the page shows. */
export const titleAt = (path: Path): string => pages[pageOf(path)].paths[path.replace(/\/[1-9]\d{0,8}$/, '/:id')] ?? ''

/** The id of the machine that holds a page's state; null if the page has none. */
export const machineOf = (page: PageName): PageMachine | null => (pages[page].machine as PageMachine) ?? null

/** The first page that has a machine. */
export const pageWith = (machine: string): PageName | undefined =>
  pageNames.find(page => pages[page].machine === machine)

export const isLazy = (page: PageName): boolean => !pages[page].isFirst

const machinesOf = (chosen: PageName[]) => [...new Set(chosen.flatMap(page => machineOf(page) ?? []))]

/** Machines that are not in the first load, and registered before they are started or restored. */
export const lazyMachineIds: readonly string[] = [
  ...machinesOf(pageNames.filter(isLazy)),
  'suggestions',
  'rows',
  'deliveryPlace',
]

/** Machines of pages that hold data of one shopper. */
export const privatePageMachineIds: readonly string[] = machinesOf(pageNames.filter(page => !pages[page].isPublic))

/** Machines that a logout stops: the suggestions hold the last searches, and the rows what was bought and viewed. */
export const machinesOfShopper: readonly string[] = [...privatePageMachineIds, 'suggestions', 'rows']

/** The home page: the featured products. */
export const homePath = '/main/product-list/0'

/** The page of all brands. */
export const brandsPath = '/main/brands'

/** The first page of the account area. */
export const accountPath = '/manage-account'

/** The path of a product's page. */
export const productPath = (id: number): string => `/main/product-detail/${id}`

/** The number at the end of a list's or a product's path; 0 if there is none. */
export const idIn = (pathname: string): number => Number(/\/(\d+)\/*$/.exec(pathname)?.[1] ?? 0)

/** The path of the login, which leads back to the given location afterwards. */
export const loginPath = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `/auth/login?${new URLSearchParams({ return: pathname + search }).toString()}`

/**
 * The path that a login leads to.
 *
 * @param search - the query of the login's URL
 * @returns a path of this storefront with its query; null if the query names none, another site's, or one of the login itself
 */
export function returnIn(search: string): string | null {
  const wanted = new URLSearchParams(search).get('return') ?? ''
  // browsers read '/\evil' and a slash followed by a tab as the beginning of another host
  if (!/^\/(?![/\\])[!-[\]-~]*$/.test(wanted)) return null
  const page = pageOf(wanted.split(/[?#]/, 1)[0]!)
  return page === 'notFound' || page === 'logout' || pages[page].access === 'guests' ? null : wanted
}
