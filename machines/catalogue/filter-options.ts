import type { Filters } from '#contract/list-filters'
import { formatAmount } from '#contract/money'
import type { Brand, ListFacets } from '#contract/product'
import { allergenWords, dietWords, storageWords } from './label-words.ts'

/** A value that a filter can have. */
export interface FilterOption {
  value: string | number
  name: string
  /** The number of products that the list would have with it. */
  count: number
  isChosen: boolean
}

/** The filters that have a list of values. */
export type ListFilterName = 'brand' | 'diet' | 'without' | 'origin' | 'storage'

const withCapital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const namesOf: Record<Exclude<ListFilterName, 'brand'>, (value: string) => string> = {
  diet: dietWords,
  without: value => withCapital(allergenWords(value)),
  origin: value => value,
  storage: value => withCapital(storageWords(value) ?? value),
}

const byName = (a: FilterOption, b: FilterOption) => a.name.localeCompare(b.name, 'en')

/** The name of a brand: in the list's facets, or in the store. */
const brandName = (id: number, facets: ListFacets, brands: readonly Brand[]): string =>
  [...facets.brand, ...brands].find(brand => brand.id === id)?.name ?? `Brand ${id}`

/**
 * The values of a filter, in an order that does not change while the shopper chooses. Chosen values are always among them, also without products.
 *
 * @param brands - all brands of the store, as far as they have loaded
 */
export function optionsOf(
  name: ListFilterName,
  filters: Filters,
  facets: ListFacets,
  brands: readonly Brand[],
): FilterOption[] {
  const chosen: readonly (string | number)[] = filters[name]
  const counts = new Map<string | number, number>(
    name === 'brand'
      ? facets.brand.map(({ id, count }) => [id, count])
      : (facets[name] ?? []).map(({ value, count }) => [value, count]),
  )
  for (const value of chosen) if (!counts.has(value)) counts.set(value, 0)
  const options = [...counts].map(([value, count]) => ({
    value,
    name: name === 'brand' ? brandName(value as number, facets, brands) : namesOf[name](value as string),
    count,
    isChosen: chosen.includes(value),
  }))
  // the contract's own order, from the strictest or the coldest on
  return name === 'diet' || name === 'storage' ? options : options.toSorted(byName)
}

/** A filter that is on, and the filters without it. */
export interface ChosenFilter {
  name: string
  rest: Filters
}

const priceWords = (min: number | null, max: number | null): string => {
  if (min === null) return `Up to ${formatAmount(max!)}`
  return max === null ? `From ${formatAmount(min)}` : `${formatAmount(min)} to ${formatAmount(max)}`
}

/** The filters that are on, in the order of their groups. */
export function chosenFilters(filters: Filters, facets: ListFacets, brands: readonly Brand[]): ChosenFilter[] {
  const { min, max, special, stock } = filters
  const without = (key: ListFilterName, value: string | number) => ({
    ...filters,
    [key]: (filters[key] as (string | number)[]).filter(one => one !== value),
  })
  const chosenOf = <Name extends ListFilterName>(key: Name, nameOf: (value: Filters[Name][number]) => string) =>
    filters[key].map(value => ({ name: nameOf(value), rest: without(key, value) }))
  return [
    ...(special ? [{ name: 'On special', rest: { ...filters, special: false } }] : []),
    ...(stock ? [{ name: 'In stock only', rest: { ...filters, stock: false } }] : []),
    ...chosenOf('brand', id => brandName(id, facets, brands)),
    ...(min !== null || max !== null
      ? [{ name: priceWords(min, max), rest: { ...filters, min: null, max: null } }]
      : []),
    ...chosenOf('diet', namesOf.diet),
    ...chosenOf('without', value => `Free from ${allergenWords(value)}`),
    ...chosenOf('origin', namesOf.origin),
    ...chosenOf('storage', namesOf.storage),
  ]
}

const productsWere = (count: number) => (count === 1 ? '1 product is' : `${count} products are`)

/** What the filters for allergens and diets leave out besides products that do not match; null if they leave out nothing. */
export function leftOutWords({ without, diet }: Filters, { noInformation }: ListFacets): string | null {
  if (without.length > 0 && noInformation)
    return `${productsWere(noInformation)} left out: there is no information about allergens.`
  return diet.length > 0 ? 'Only products whose label states the diet are shown.' : null
}
