import type { Brand, Category } from '#contract/product'
import { listPath, type ProductFilter } from '#contract/list-paths'

/** Heading of a list and the breadcrumb to it. */
interface ListHeading {
  heading: string
  /** The last entry is the list itself. */
  trail: { name: string; to?: string }[]
}

/** The categories and brands that have loaded. */
interface Names {
  categories: readonly Category[]
  brands: readonly Brand[]
}

/** The headings of lists that need no name. */
export const titles = { features: 'Features', special: 'On special', season: 'In season' } as const

/** The heading of a list; 'Products' while its name is unknown. */
export function listHeading(filter: ProductFilter, names: Names): ListHeading {
  const { criteria, categoryId, brandId, searchCriteria } = filter
  if (criteria === 'category') return categoryHeading(categoryId, names.categories)
  if (criteria === 'brand') return plain(names.brands.find(brand => brand.id === brandId)?.name ?? 'Products')
  return plain(criteria === 'search' ? `Results for “${searchCriteria}”` : titles[criteria])
}

const plain = (heading: string): ListHeading => ({ heading, trail: [{ name: heading }] })

function categoryHeading(id: number, categories: readonly Category[]): ListHeading {
  const aisle = categories.find(one => one.id === id || one.children.some(child => child.id === id))
  const shelf = aisle?.children.find(child => child.id === id)
  if (!aisle || !shelf) return plain(aisle?.title ?? 'Products')
  const to = listPath({ criteria: 'category', categoryId: aisle.id, brandId: 0 })
  return { heading: shelf.title, trail: [{ name: aisle.title, to }, { name: shelf.title }] }
}
