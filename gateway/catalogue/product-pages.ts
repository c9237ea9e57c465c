import { eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { toCents, toDollars } from '#contract/money'
import type { ListFacets, ListFilters, ProductCriteria, ProductList, ProductSort, ValueCount } from '#contract/product'
import { allergens, diets, type Allergen, type Diet, type Storage } from '#contract/product-facts'
import { plainText } from '#contract/typed-text'
import { queryRows, type Database } from '../database/database.ts'
import { isId, largestInteger } from '../database/ids.ts'
import { brands, categories, flagsOf, products } from '../database/schema.ts'
import type { PicturePaths } from './pictures.ts'
import { productColumns, toProduct } from './products.ts'
import { createResultCache } from './result-cache.ts'
import { searchProducts, type Found } from './search.ts'

/** Products on a page unless the request says otherwise: as many as the shop shows. */
const standardSize = 8

/** Products that are skipped by reading them; finding a later page by the index alone takes less, in spite of its second step. */
const nearby = 200

/** Values that a facet lists: of brands and origins there may be any number. */
const maxValues = 100

/** Whether a page of the list is requested, not the whole list. */
export const isPageRequest = ({ page, pageSize, sort, filters }: ProductCriteria): boolean =>
  [page, pageSize, sort, filters].some(field => field !== undefined && field !== null)

/** The products of a list without its filters, and their order. */
interface Source {
  /** The condition on a row of `products`. */
  where: SQL
  /** The order of the list, where no other is requested: columns of `products`, the id last. */
  order: SQL
  /** Whether an index has the products in this order. */
  isIndexed?: boolean
  /** Set for a category, whose products are those of several shelves. */
  categoryId?: number
  isSimilar?: boolean
}

/** The columns of the indexes; with equal keys the id decides, so that no product is on two pages. */
const orders: Record<Exclude<ProductSort, 'featured'>, SQL> = {
  price: sql`current_price, id`,
  'price-desc': sql`current_price desc, id`,
  name: sql`folded_name collate "C", id`,
  'unit-price': sql`unit_price, id`,
  newest: sql`added_at desc, id desc`,
}

/**
 * Reads pages of lists. Totals, facets and the matches of a search are up to five seconds old: they are the same on all pages of a list, and
 * need all its products.
 *
 * @param seasonal - makes the condition on products that are in season
 */
export function createPageReader(database: Database, pictures: PicturePaths, seasonal: () => SQL) {
  const searches = createResultCache<Found>()
  const counts = createResultCache<Counts>()

  return async (criteria: ProductCriteria): Promise<ProductList> => {
    const { page, pageSize, sort, filters } = criteria
    const source = await sourceOf(criteria, seasonal, text => searches(text, () => searchProducts(database, text)))
    if (source === null) return { listData: [], total: 0, facets: noFacets }
    const size = pageSize ?? standardSize
    const offset = ((page ?? 1) - 1) * size
    const conditions = conditionsOf(filters ?? {})
    const isFiltered = Object.values(conditions).some(condition => condition !== passes)
    const order = sort === 'featured' || !sort ? source.order : orders[sort]
    const { criteria: by, brand_id, category_id, searchCriteria } = criteria
    const key = JSON.stringify([by, brand_id, category_id, searchCriteria, filters])
    const list = database.select(productColumns).from(products)
    // filters skip products too, any number of them
    const isAtBeginning = source.isIndexed && order === source.order && offset < nearby && !isFiltered
    const [rows, { total, facets }] = await Promise.all([
      isAtBeginning
        ? list.where(matching(source, conditions)).orderBy(order).limit(size).offset(offset)
        : list.where(sql`${products.id} in (${pageIds(source, conditions, order, size, offset)})`).orderBy(order),
      counts(key, () => countProducts(database, source, filters ?? {})),
    ])
    const listData = rows.map(row => ({ ...toProduct(row, pictures), ...(source.isSimilar && { isSimilar: true }) }))
    return { listData, total, facets }
  }
}

const noFacets: ListFacets = {
  brand: [],
  special: 0,
  stock: 0,
  min: null,
  max: null,
  diet: [],
  without: [],
  origin: [],
  storage: [],
  noInformation: 0,
}

/** @returns null if the list is empty without a query */
async function sourceOf(
  { criteria, brand_id, category_id, searchCriteria }: ProductCriteria,
  seasonal: () => SQL,
  search: (text: string) => Promise<Found>,
): Promise<Source | null> {
  if (criteria === 'features') return { where: isNotNull(products.featured), order: sql`featured, id`, isIndexed: true }
  if (criteria === 'search') {
    const { ids, isSimilar } = await search(plainText(searchCriteria ?? ''))
    const list = sql`cast(${`{${ids.join(',')}}`} as integer[])`
    return ids.length === 0
      ? null
      : { where: sql`${products.id} = any(${list})`, order: sql`array_position(${list}, id)`, isSimilar }
  }
  const featuredFirst = sql`featured, position, id`
  if (criteria === 'special') return { where: isNotNull(products.specialPrice), order: featuredFirst, isIndexed: true }
  if (criteria === 'season') return { where: seasonal(), order: featuredFirst, isIndexed: true }
  const order = sql`position, id`
  if (criteria === 'brand')
    return isId(brand_id) ? { where: eq(products.brandId, brand_id), order, isIndexed: true } : null
  const where = sql`${products.categoryId} in (select id from (${shelvesOf(category_id)}) as shelves(id))`
  return isId(category_id) ? { where, order, categoryId: category_id } : null
}

/** The category itself and its sub-categories. */
const shelvesOf = (id: number): SQL =>
  sql`select ${categories.id} from ${categories} where ${categories.id} = ${id} or ${categories.parentId} = ${id}`

/** The condition of each filter on a row of `products`; true for one that is absent. */
interface Conditions {
  brand: SQL
  special: SQL
  stock: SQL
  price: SQL
  diet: SQL
  without: SQL
  origin: SQL
  storage: SQL
}

const isSpecial = sql`special_price is not null`
const isInStock = sql`in_stock`
const passes = sql`true`

function conditionsOf({ brand, special, stock, min, max, diet, without, origin, storage }: ListFilters): Conditions {
  const price = [
    ...(typeof min === 'number' ? [sql`current_price >= ${clampCents(min)}`] : []),
    ...(typeof max === 'number' ? [sql`current_price <= ${clampCents(max)}`] : []),
  ]
  return {
    brand: brand ? sql`brand_id = any(cast(${`{${brand.filter(isId).join(',')}}`} as integer[]))` : passes,
    special: special ? isSpecial : passes,
    stock: stock ? isInStock : passes,
    price: price.length > 0 ? all(...price) : passes,
    diet: diet && diet.length > 0 ? all(...diet.map(one => sql`diets & ${statementsOf(one)} <> 0`)) : passes,
    // unknown for a product without information, which therefore does not pass
    without: without && without.length > 0 ? sql`possible_allergens & ${flagsOf(allergens, without)} = 0` : passes,
    origin: origin ? isOneOf(sql`origin`, origin) : passes,
    storage: storage ? isOneOf(sql`storage`, storage) : passes,
  }
}

/** The bits of the statements that are enough for a diet: what is vegan is vegetarian, also if a label does not say so. */
const statementsOf = (diet: Diet): number => flagsOf(diets, diet === 'vegetarian' ? ['vegetarian', 'vegan'] : [diet])

const isOneOf = (column: SQL, values: readonly string[]): SQL =>
  values.length > 0
    ? sql`${column} in (${sql.join(
        values.map(value => sql`${value}`),
        sql`, `,
      )})`
    : sql`false`

/** Whole cents that a column can hold. */
const clampCents = (dollars: number): number => Math.max(-1, Math.min(toCents(dollars), largestInteger))

/** The products of a list that match its filters. */
const matching = ({ where }: Source, conditions: Conditions): SQL => all(where, ...Object.values(conditions))

const all = (...conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` and `)})`

/**
 * The ids of a page, by the indexes alone: rows that the offset skips are not read. The products of a category are the first of each shelf,
 * merged: an index has the products of one shelf in order, but not those of several.
 */
function pageIds(source: Source, conditions: Conditions, order: SQL, size: number, offset: number): SQL {
  const { categoryId } = source
  if (categoryId === undefined)
    return sql`select id from ${products} where ${matching(source, conditions)} order by ${order} limit ${size} offset ${offset}`
  return sql`
    select id
    from (${shelvesOf(categoryId)}) as shelves(shelf_id),
      lateral (
        select id, position, current_price, folded_name, unit_price, added_at from ${products}
        where category_id = shelf_id and ${all(...Object.values(conditions))} order by ${order} limit ${offset + size}
      ) as first
    order by ${order} limit ${size} offset ${offset}`
}

/** The number of products of a list, and of what its filters would show. */
interface Counts {
  total: number
  facets: ListFacets
}

/** Products of a list that are alike in what most filters compare. */
interface Group {
  brandId: number
  brandName: string
  /** Bits. */
  diets: number | null
  /** Bits; null without information. */
  possibleAllergens: number | null
  origin: string | null
  storage: Storage | null
  /** Those that match the filters by special price, stock and price. */
  count: number
  /** Those with a special price that match the filters by stock and price. */
  special: number
  /** Those in stock that match the filters by special price and price. */
  stock: number
  /** Cents, of those that match the filters by special price and stock. */
  lowest: number | null
  highest: number | null
}

/** Counts a list in one pass over the index: the database counts groups of products, of which there are few, and the filters are counted by them. */
async function countProducts(database: Database, { where }: Source, filters: ListFilters): Promise<Counts> {
  const { special, stock, price } = conditionsOf(filters)
  const countIf = (...conditions: SQL[]) => sql`cast(count(*) filter (where ${all(...conditions)}) as integer)`
  const groups = await queryRows<Group>(
    database,
    sql`
      select counted.*, ${brands.name} as "brandName" from (
        select brand_id as "brandId", diets, possible_allergens as "possibleAllergens", origin, storage,
          ${countIf(special, stock, price)} as count,
          ${countIf(isSpecial, stock, price)} as special,
          ${countIf(special, isInStock, price)} as stock,
          min(current_price) filter (where ${all(special, stock)}) as lowest,
          max(current_price) filter (where ${all(special, stock)}) as highest
        from ${products} where ${where} group by brand_id, diets, possible_allergens, origin, storage
      ) as counted
      join ${brands} on ${brands.id} = counted."brandId"
      order by "brandId"`,
  )
  return countGroups(groups, filters)
}

type GroupFilter = 'brand' | 'diet' | 'without' | 'origin' | 'storage'

const hasDiet = ({ diets: stated }: Group, diet: Diet): boolean => ((stated ?? 0) & statementsOf(diet)) !== 0
const mayHave = ({ possibleAllergens }: Group, allergen: Allergen): boolean =>
  ((possibleAllergens ?? 0) & flagsOf(allergens, [allergen])) !== 0
const isWithout = ({ possibleAllergens }: Group, allergen: Allergen): boolean =>
  possibleAllergens !== null && (possibleAllergens & flagsOf(allergens, [allergen])) === 0

/** Whether the products of a group match each filter that groups are made by. */
const matchesOf =
  ({ brand, diet, without, origin, storage }: ListFilters) =>
  (group: Group): Record<GroupFilter, boolean> => ({
    brand: !brand || brand.includes(group.brandId),
    diet: (diet ?? []).every(one => hasDiet(group, one)),
    without: (without ?? []).every(one => isWithout(group, one)),
    origin: !origin || (group.origin !== null && origin.includes(group.origin)),
    storage: !storage || (group.storage !== null && storage.includes(group.storage)),
  })

function countGroups(groups: readonly Group[], filters: ListFilters): Counts {
  const matches = matchesOf(filters)
  const matched = groups.map(group => ({ group, failed: failuresOf(matches(group)) }))
  const matching = matched.flatMap(({ group, failed }) => (failed.length === 0 ? [group] : []))
  /** The groups that match all filters but this one. */
  const besides = (filter: GroupFilter) =>
    matched.flatMap(({ group, failed }) => (failed.every(one => one === filter) ? [group] : []))
  const sum = (of: readonly Group[], field: 'count' | 'special' | 'stock' = 'count') =>
    of.reduce((before, group) => before + group[field], 0)
  const lowest = matching.reduce((least, group) => Math.min(least, group.lowest ?? Infinity), Infinity)
  const highest = matching.reduce((most, group) => Math.max(most, group.highest ?? -Infinity), -Infinity)
  const named = new Map(groups.map(({ brandId, brandName }) => [brandId, brandName]))
  const brandCounts = countBy(besides('brand'), ({ brandId }) => brandId)
  return {
    total: sum(matching),
    facets: {
      brand: [...named]
        .map(([id, name]) => ({ id, name, count: brandCounts.get(id) ?? 0 }))
        .toSorted((a, b) => b.count - a.count || a.id - b.id)
        .slice(0, maxValues),
      special: sum(matching, 'special'),
      stock: sum(matching, 'stock'),
      min: lowest === Infinity ? null : toDollars(lowest),
      max: highest === -Infinity ? null : toDollars(highest),
      diet: diets
        .filter(diet => filters.diet?.includes(diet) || groups.some(group => hasDiet(group, diet)))
        .map(value => ({ value, count: sum(matching.filter(group => hasDiet(group, value))) })),
      without: allergens
        .filter(allergen => filters.without?.includes(allergen) || groups.some(group => mayHave(group, allergen)))
        .map(value => ({ value, count: sum(matching.filter(group => isWithout(group, value))) })),
      origin: countValues(besides('origin'), ({ origin }) => origin),
      storage: countValues(besides('storage'), ({ storage }) => storage),
      noInformation: sum(besides('without').filter(({ possibleAllergens }) => possibleAllergens === null)),
    },
  }
}

const failuresOf = (matches: Record<GroupFilter, boolean>): GroupFilter[] =>
  (Object.keys(matches) as GroupFilter[]).filter(filter => !matches[filter])

/** The products of groups by a value. */
function countBy<Value>(groups: readonly Group[], valueOf: (group: Group) => Value): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const group of groups) counts.set(valueOf(group), (counts.get(valueOf(group)) ?? 0) + group.count)
  return counts
}

/** The values of a field with the number of products, most first. */
const countValues = (groups: readonly Group[], valueOf: (group: Group) => string | null): ValueCount[] =>
  [...countBy(groups, valueOf)]
    .flatMap(([value, count]) => (value === null || count === 0 ? [] : [{ value, count }]))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, maxValues)
