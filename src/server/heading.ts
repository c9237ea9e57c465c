import { filterIn, pageOf, viewIn } from '#machines/shop/location'
import { listHeading } from '../catalogue/list-heading.ts'
import { legalLinks, topLinks } from '../layout/links.ts'
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
  if (page === 'brands') return plain('Brands')
  if (page === 'product' && product) return { heading: product.name, trail: productTrail(product, brands) }
  const path = canonicalPath(location)
  const name = [...topLinks, ...legalLinks].find(({ to }) => to === path)?.name
  return name === undefined ? { heading: store.name, trail: [] } : plain(name)
}

/** Whether it is the home page itself, and not what follows on its other pages. */
export const isHome = ({ location }: Pick<PageFacts, 'location'>): boolean =>
  pageOf(location.pathname) === 'list' &&
  filterIn(location).criteria === 'features' &&
  viewIn(location.search).page === 1
