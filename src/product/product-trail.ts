import type { Brand, Category } from '#contract/product'
import type { ShownProduct } from '#machines/catalogue/products'
import { brandPath, listPath } from '#contract/list-paths'
import { homePath } from '#contract/paths'

/** The brand of a product; undefined if it has not loaded. */
export const brandOf = ({ brandName }: Pick<ShownProduct, 'brandName'>, brands: readonly Brand[]): Brand | undefined =>
  brands.find(one => one.name === brandName)

/** The categories and brands that have loaded. */
interface Names {
  categories: readonly Category[]
  brands: readonly Brand[]
}

/** A part of a breadcrumb. */
export interface TrailItem {
  name: string
  to?: string
}

/** The breadcrumb of a product: its aisle and shelf; else its brand's list; else the features. */
export function productTrail(
  product: Pick<ShownProduct, 'name' | 'brandName' | 'categoryId'>,
  { categories, brands }: Names,
): TrailItem[] {
  const shelves = shelvesTo(product.categoryId, categories)
  const brand = brandOf(product, brands)
  const list = brand ? { name: brand.name, to: brandPath(brand.id) } : { name: 'Features', to: homePath }
  return [...(shelves.length > 0 ? shelves : [list]), { name: product.name }]
}

/** The aisle and the shelf of a category; the aisle alone if it is one; empty if it is not known. */
function shelvesTo(id: ShownProduct['categoryId'], categories: readonly Category[]) {
  const aisle = categories.find(one => one.id === id || one.children.some(child => child.id === id))
  const shelf = aisle?.children.find(child => child.id === id)
  return [aisle, shelf].flatMap(one =>
    one ? { name: one.title, to: listPath({ criteria: 'category', categoryId: one.id, brandId: 0 }) } : [],
  )
}
