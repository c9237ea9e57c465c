import type { Listing } from '#machines/catalogue/list'
import { filterIn } from '#contract/list-paths'
import { pageOf, pages } from '#contract/paths'
import { canonicalPath } from './canonical.ts'
import { descriptionOf } from './description.ts'
import type { PageFacts } from './facts.ts'
import { headingOf, isHome } from './heading.ts'
import { productData, siteData, storeData, trailData } from './linked-data.ts'
import { picturesIn, previewOf, type SharedMetadata } from './preview.ts'
import { link, named, structured } from './tags.ts'

/**
 * A page's metadata for search engines and link previews, as HTML for its head; the page renders its own title.
 *
 * A sorted or filtered list has a canonical URL only: with 'noindex' as well, search engines may drop the list itself.
 * Pages that search engines must not index have 'noindex' only.
 *
 * @param origin - the shop's origin, such as `https://shop.example.com`, without a slash at the end
 */
export function headFor(facts: PageFacts, origin: string): string {
  if (isHidden(facts)) return named('robots', 'noindex')
  const { location, listing } = facts
  const url = origin + canonicalPath(location, listing?.total ?? undefined)
  const description = descriptionOf(facts)
  const said = { origin, url, description }
  return [
    ...(description === null ? [] : [named('description', description)]),
    link('canonical', url),
    ...previewOf(facts, said),
    ...thingsOn(facts, said).map(structured),
  ].join('')
}

/** Whether the page is personal, a search result, or not found. */
function isHidden({ location, listing, found }: PageFacts): boolean {
  const page = pageOf(location.pathname)
  if (!found || page === 'notFound' || !pages[page].isPublic) return true
  return page === 'list' && (filterIn(location).criteria === 'search' || isEmptyList(listing))
}

/** Without products. A filter may hide those that the list has. */
const isEmptyList = (listing: Listing | null) => listing?.total === 0 && listing.view.filters === ''

/** Pages about the store. */
const aboutStore = /^\/main\/(contact-us|about-us)$/

/** The structured data of a page. */
function thingsOn(facts: PageFacts, { origin, url, description }: SharedMetadata): object[] {
  if (isHome(facts)) return [storeData(origin), siteData(origin)]
  const { location, product } = facts
  const { trail } = headingOf(facts)
  const images = picturesIn(facts, origin).map(picture => picture.url)
  return [
    ...(product ? [productData(product, { url, images, description })] : []),
    ...(aboutStore.test(canonicalPath(location)) ? [storeData(origin)] : []),
    ...(trail.length > 0 ? [trailData(trail, url, origin)] : []),
  ]
}
