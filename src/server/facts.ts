import type { Banner, Brand, Category } from '#contract/product'
import type { Listing } from '#machines/list'
import type { Location } from '#machines/location'
import type { ShownProduct } from '#machines/products'

/** What the charts know of a page when it is drawn on the server. */
export interface PageFacts {
  location: Location
  /** What the list shows; null on other pages. */
  listing: Listing | null
  /** What the product's page shows; null on other pages, and where there is no such product. */
  product: ShownProduct | null
  categories: readonly Category[]
  brands: readonly Brand[]
  banners: readonly Banner[]
  /** Whether there is what the address names. */
  found: boolean
}
