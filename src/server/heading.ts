import { filterIn, viewIn } from '#contract/list-paths'
import { pageOf, titleAt, type Path } from '#contract/paths'
import { listHeading } from '../catalogue/list-heading.ts'
import { productTrail } from '../product/product-trail.ts'
import { store } from '../store/store.ts'
import { canonicalPath } from './canonical.ts'
import type { PageFacts } from './facts.ts'

/** What a page is called, and the way to it from the home page, as its breadcrumb has it. */
interface Heading {
  heading: string
  /** The last is the page itself; empty where the page is not known. */
  trail: readonly { name: string; to?: string }[]
}

const plain = (heading: string): Heading => ({ heading, trail: [{ name: heading }] })

/** Names the page; one that is not known, or has not come, by the store alone. */
export function headingOf({ location, product, categories, brands }: PageFacts): Heading {
  const page = pageOf(location.pathname)
  if (page === 'list') return listHeading(filterIn(location), { categories, brands })
  if (page === 'product' && product) return { heading: product.name, trail: productTrail(product, brands) }
  const title = titleAt(canonicalPath(location) as Path)
  return title ? plain(title) : { heading: store.name, trail: [] }
}

/** Whether it is the home page itself, and not what follows on its other pages. */
export const isHome = ({ location }: Pick<PageFacts, 'location'>): boolean =>
  pageOf(location.pathname) === 'list' &&
  filterIn(location).criteria === 'features' &&
  viewIn(location.search).page === 1
