import { pageCount } from '#machines/catalogue/list'
import { filterIn, listPath, viewIn } from '#contract/list-paths'
import { idIn, pageOf, productPath, trimSlashes } from '#contract/paths'
import type { Location } from '#contract/location'

type PagePath = Pick<Location, 'pathname' | 'search'>

/**
 * The canonical path of a page. Sorting, filtering and layout of a list are left out: they change only the view of the
 * same products. So the features with filters are the home page.
 *
 * @param total - the number of products of the list, if it is known: a page beyond the last one shows the last
 */
export function canonicalPath({ pathname, search }: PagePath, total = Number.POSITIVE_INFINITY): string {
  const page = pageOf(pathname)
  if (page === 'product') return productPath(idIn(pathname))
  if (page !== 'list') return trimSlashes(pathname) || '/'
  const { hasFilters: _, ...filter } = filterIn({ pathname, search })
  return listPath(filter, { page: Math.min(viewIn(search).page, pageCount(total)) })
}
