import type { Banner, Brand, Category } from '#contract/product'
import type { Listing } from '#machines/catalogue/list'
import { pageOf } from '#contract/paths'
import type { Location } from '#contract/location'
import type { ShownProduct } from '#machines/catalogue/products'
import type { SettledShop } from './run.ts'

/** The machines' data about a page, for its metadata. */
export interface PageFacts {
  location: Location
  /** The shown list; null on other pages. */
  listing: Listing | null
  /** The shown product; null on other pages, and if there is no such product. */
  product: ShownProduct | null
  categories: readonly Category[]
  brands: readonly Brand[]
  banners: readonly Banner[]
  /** Whether the page exists. */
  found: boolean
}

/** Collects the data about a page. */
export function factsOf(location: Location, settled: SettledShop): PageFacts {
  const { catalogue, listing, product } = settled
  const { categories, brands, topBrands, banners } = catalogue
  return {
    location,
    listing,
    product: product?.product ?? null,
    categories,
    brands: [...brands, ...topBrands],
    banners,
    found: isFound(location, settled),
  }
}

/** Whether the page exists. */
function isFound({ pathname }: Location, { catalogue, listing, product, isWhole }: SettledShop): boolean {
  if (pageOf(pathname) === 'notFound') return false
  if (product?.refusal?.status === 404) return false
  if (!isWhole || listing === null || listing.total !== 0) return true
  const { categories, brands, topBrands } = catalogue
  const { criteria, categoryId, brandId } = listing.filter
  const shelves = categories.flatMap(({ id, children }) => [id, ...children.map(child => child.id)])
  if (criteria === 'category') return shelves.length === 0 || shelves.includes(categoryId)
  if (criteria === 'brand') return [...brands, ...topBrands].some(({ id }) => id === brandId)
  return true
}
