import { filterIn, viewIn } from '#contract/list-paths'
import { pageOf, titleAt, type Path } from '#contract/paths'
import { listHeading } from '../catalogue/list-heading.ts'
import { productTrail } from '../product/product-trail.ts'
import { store } from '../store/store.ts'
import { canonicalPath } from './canonical.ts'
import type { PageFacts } from './facts.ts'

/** The name of a page and its breadcrumb. */
interface Heading {
  heading: string
  /** The last one is the page itself; empty if the page is unknown. */
  trail: readonly { name: string; to?: string }[]
}

const plain = (heading: string): Heading => ({ heading, trail: [{ name: heading }] })

/** The name and breadcrumb of a page; the store's name if the page is unknown or its data has not loaded. */
export function headingOf({ location, product, categories, brands }: PageFacts): Heading {
  const page = pageOf(location.pathname)
  if (page === 'list') return listHeading(filterIn(location), { categories, brands })
  if (page === 'product' && product)
    return { heading: product.name, trail: productTrail(product, { categories, brands }) }
  const title = titleAt(canonicalPath(location) as Path)
  return title ? plain(title) : { heading: store.name, trail: [] }
}

/** Whether it is the first page of the home page's list. */
export function isHome({ location }: Pick<PageFacts, 'location'>): boolean {
  const { criteria, hasFilters } = filterIn(location)
  const isFeatures = pageOf(location.pathname) === 'list' && criteria === 'features' && !hasFilters
  return isFeatures && viewIn(location.search).page === 1
}
