import { toCents, toDollars } from './money.ts'
import { allergens, diets, longestOrigin, storages, type Allergen, type Diet, type Storage } from './product-facts.ts'
import { plainText } from './typed-text.ts'
import { isBlank } from './visible-text.ts'

/** Which products of a list are shown: those that match all. Each value is listed once, in a fixed order. */
export interface Filters {
  /** Of one of these brands; ids, ascending. */
  brand: number[]
  /** Stated to be all of these. */
  diet: Diet[]
  /** Known to be without all of these. */
  without: Allergen[]
  /** From one of these, in the order of code units. */
  origin: string[]
  /** Kept in one of these ways. */
  storage: Storage[]
  /** Cents, from 1; null for any price. Never more than `max`. */
  min: number | null
  max: number | null
  /** With a special price. */
  special: boolean
  stock: boolean
}

export const noFilters: Filters = {
  brand: [],
  diet: [],
  without: [],
  origin: [],
  storage: [],
  min: null,
  max: null,
  special: false,
  stock: false,
}

/** The most brands and origins that the contract allows. */
const mostValues = 100

/* A value may contain the comma that separates values, such as 'Korea, Republic of'. */
const escaped = (value: string): string => value.replaceAll('%', '%25').replaceAll(',', '%2C')
const unescaped = (value: string): string => value.replaceAll(/%2c/gi, ',').replaceAll('%25', '%')

/** A value as the URL has it, before it is encoded: the value of a control in a form that is sent without JavaScript. */
export const parameterOf = (value: string | number): string => escaped(String(value))

/** A typed price in cents; null if it is not one, or is zero. At most six digits before the point. */
function centsIn(text: string | null): number | null {
  const [, amount] = /^\$? ?(\d{1,6}(?:\.\d{0,2})?)$/.exec(plainText(text ?? '')) ?? []
  return amount === undefined ? null : toCents(Number(amount)) || null
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/**
 * The filters that a query names. Values that are not known are left out; a lowest price above the highest is exchanged with it. A parameter may be
 * there several times, as a form sends it without JavaScript.
 */
export function filtersIn(search: string): Filters {
  const query = new URLSearchParams(search)
  const valuesOf = (name: string) => query.getAll(name).flatMap(text => text.split(',').map(unescaped))
  const knownOf = <Value extends string>(name: string, all: readonly Value[]) => {
    const values = new Set(valuesOf(name))
    return all.filter(one => values.has(one))
  }
  const [min, max] = [centsIn(query.get('min')), centsIn(query.get('max'))]
  const isReversed = min !== null && max !== null && min > max
  return {
    brand: unique(
      valuesOf('brand')
        .filter(id => /^[1-9]\d{0,8}$/.test(id))
        .map(Number),
    )
      .toSorted((a, b) => a - b)
      .slice(0, mostValues),
    diet: knownOf('diet', diets),
    without: knownOf('without', allergens),
    origin: unique(valuesOf('origin').filter(name => !isBlank(name) && name.length <= longestOrigin))
      .toSorted()
      .slice(0, mostValues),
    storage: knownOf('storage', storages),
    min: isReversed ? max : min,
    max: isReversed ? min : max,
    special: valuesOf('special').includes('1'),
    // links of earlier releases have `stock=in`
    stock: valuesOf('stock').some(value => value === '1' || value === 'in'),
  }
}

/** The parameters of filters, as `ListChoice` has them; '' without any. */
export function filterText(filters: Filters): string {
  const { brand, diet, without, origin, storage, min, max, special, stock } = filters
  const values: Record<string, string> = {
    brand: brand.join(),
    diet: diet.join(),
    without: without.join(),
    origin: origin.map(escaped).join(),
    storage: storage.join(),
    min: min === null ? '' : String(toDollars(min)),
    max: max === null ? '' : String(toDollars(max)),
    special: special ? '1' : '',
    stock: stock ? '1' : '',
  }
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
}

/** How many filters are on; both prices are one. */
export function filterCount({ brand, diet, without, origin, storage, min, max, special, stock }: Filters): number {
  const lists = [brand, diet, without, origin, storage].map(({ length }) => length)
  const flags = [min !== null || max !== null, special, stock].filter(Boolean)
  return lists.reduce((sum, length) => sum + length, flags.length)
}
