import { brandPath, categoryPath, listPath } from '#contract/list-paths'
import { productPath } from '#contract/paths'
import type { SuggestedProduct, Suggestions } from '#contract/suggestions'
import { isBlank } from '#contract/visible-text'

/** Searches that are kept on the device: the last ones. */
const mostKept = 5

/** Recent searches beside other suggestions; without a text all are shown. */
const mostBeside = 3

/** An option of the list. Its key is unique in the list. */
export type SuggestionOption = { key: string; path: string } & (
  { kind: 'product'; product: SuggestedProduct } | { kind: 'aisle' | 'brand' | 'search'; text: string }
)

/** What the options follow from. */
export interface Suggested {
  /** The text of the search field. */
  text: string
  /** What the gateway suggests for it; null before its answer, and without one. */
  answer: Suggestions | null
  /** Recent searches, the last one first. */
  recent: readonly string[]
}

/** The options in the order of the list: products, aisles, brands, recent searches. */
export function optionsOf({ text, answer, recent }: Suggested): SuggestionOption[] {
  const { products, aisles, brands } = answer ?? { products: [], aisles: [], brands: [] }
  return [
    ...products.map(product => ({
      key: `product-${product.id}`,
      path: productPath(product.id),
      kind: 'product' as const,
      product,
    })),
    ...aisles.map(({ id, title }) => ({
      key: `aisle-${id}`,
      path: categoryPath(id),
      kind: 'aisle' as const,
      text: title,
    })),
    ...brands.map(({ id, name }) => ({
      key: `brand-${id}`,
      path: brandPath(id),
      kind: 'brand' as const,
      text: name,
    })),
    ...matchingSearches(text, recent).map(search => ({
      key: `search-${recent.indexOf(search)}`,
      path: searchPath(search),
      kind: 'search' as const,
      text: search,
    })),
  ]
}

const matchingSearches = (text: string, recent: readonly string[]): readonly string[] =>
  isBlank(text)
    ? recent
    : recent.filter(search => search.toLowerCase().includes(text.trim().toLowerCase())).slice(0, mostBeside)

const searchPath = (text: string): string =>
  listPath({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: text })

/** Recent searches with one more; each is kept once. */
export const withSearch = (recent: readonly string[], search: string): string[] =>
  [search, ...recent.filter(one => one.toLowerCase() !== search.toLowerCase())].slice(0, mostKept)

/** The key of the option after or before the active one; between the last and the first no option is active. */
export function neighbourOf(options: readonly SuggestionOption[], active: string | null, by: 1 | -1): string | null {
  const keys = [null, ...options.map(({ key }) => key)]
  const at = Math.max(0, keys.indexOf(active))
  return keys[(at + by + keys.length) % keys.length] ?? null
}
