import { pageOf, pages } from '#contract/paths'

/** Whether a path is a page of the shop: others, such as the office or the payment sandbox, are left to the browser. */
export const isShopPage = (pathname: string): boolean => pageOf(pathname) !== 'notFound'

/** Documents that are kept: the same for everyone, and about no shopper. The cart's document has no cart; the browser fills it in. */
export const isKept = (pathname: string): boolean =>
  isShopPage(pathname) && (pageOf(pathname) === 'cart' || pages[pageOf(pathname)].isPublic === true)

/** The response may be kept for everyone: complete, not redirected, of this origin, and not marked as private. */
export const isKeepable = ({ status, type, redirected, headers }: Response): boolean =>
  status === 200 && type === 'basic' && !redirected && !/no-store|private/.test(headers.get('cache-control') ?? '')
