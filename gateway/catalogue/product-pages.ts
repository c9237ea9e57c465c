import { eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { toCents, toDollars } from '#contract/money'
import type { ListFacets, ListFilters, ProductCriteria, ProductList, ProductSort } from '#contract/product'
import { plainText } from '#contract/typed-text'
import { queryRows, type Database } from '../database/database.ts'
import { isId, largestInteger } from '../database/ids.ts'
import { brands, categories, products } from '../database/schema.ts'
import type { PicturePaths } from './pictures.ts'
import { productColumns, toProduct } from './products.ts'
import { createResultCache } from './result-cache.ts'
import { searchProducts, type Found } from './search.ts'

/** Products on a page unless the request says otherwise: as many as the shop shows. */
const standardSize = 8

/** Products that are skipped by reading them; finding a later page by the index alone takes less, in spite of its second step. */
const nearby = 200

/** Brands that the facets list. */
const maxBrands = 100

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
 */
export function createPageReader(database: Database, pictures: PicturePaths) {
  const searches = createResultCache<Found>()
  const counts = createResultCache<Counts>()

  return async (criteria: ProductCriteria): Promise<ProductList> => {
    const { page, pageSize, sort, filters } = criteria
    const source = await sourceOf(criteria, text => searches(text, () => searchProducts(database, text)))
    if (source === null) return { listData: [], total: 0, facets: noFacets }
    const size = pageSize ?? standardSize
    const offset = ((page ?? 1) - 1) * size
    const conditions = conditionsOf(filters ?? {})
    const order = sort === 'featured' || !sort ? source.order : orders[sort]
    const { criteria: by, brand_id, category_id, searchCriteria } = criteria
    const key = JSON.stringify([by, brand_id, category_id, searchCriteria, filters])
    const list = database.select(productColumns).from(products)
    const isAtBeginning = source.isIndexed && order === source.order && offset < nearby
    const [rows, { total, facets }] = await Promise.all([
      isAtBeginning
        ? list.where(matching(source, conditions)).orderBy(order).limit(size).offset(offset)
        : list.where(sql`${products.id} in (${pageIds(source, conditions, order, size, offset)})`).orderBy(order),
      counts(key, () => countProducts(database, source, conditions)),
    ])
    const listData = rows.map(row => ({ ...toProduct(row, pictures), ...(source.isSimilar && { isSimilar: true }) }))
    return { listData, total, facets }
  }
}

const noFacets: ListFacets = { brand: [], special: 0, stock: 0, min: null, max: null }

/** @returns null if the list is empty without a query */
async function sourceOf(
  { criteria, brand_id, category_id, searchCriteria }: ProductCriteria,
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
}

const isSpecial = sql`special_price is not null`
const isInStock = sql`in_stock`
const passes = sql`true`

function conditionsOf({ brand, special, stock, min, max }: ListFilters): Conditions {
  const price = [
    ...(typeof min === 'number' ? [sql`current_price >= ${clampCents(min)}`] : []),
    ...(typeof max === 'number' ? [sql`current_price <= ${clampCents(max)}`] : []),
  ]
  return {
    brand: brand ? sql`brand_id = any(cast(${`{${brand.filter(isId).join(',')}}`} as integer[]))` : passes,
    special: special ? isSpecial : passes,
    stock: stock ? isInStock : passes,
    price: price.length > 0 ? sql.join(price, sql` and `) : passes,
  }
}

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

interface BrandCount {
  id: number
  name: string
  count: number
  total: number
  special: number
  stock: number
  lowest: number | null
  highest: number | null
}

/** Counts a list in one pass over the index. */
async function countProducts(
  database: Database,
  { where }: Source,
  { brand, special, stock, price }: Conditions,
): Promise<Counts> {
  const countIf = (...conditions: SQL[]) => sql`cast(count(*) filter (where ${all(...conditions)}) as integer)`
  const found = await queryRows<BrandCount>(
    database,
    sql`
      select counted.*, ${brands.name} from (
        select brand_id as id,
          ${countIf(special, stock, price)} as count,
          ${countIf(brand, special, stock, price)} as total,
          ${countIf(brand, isSpecial, stock, price)} as special,
          ${countIf(brand, special, isInStock, price)} as stock,
          min(current_price) filter (where ${all(brand, special, stock)}) as lowest,
          max(current_price) filter (where ${all(brand, special, stock)}) as highest
        from ${products} where ${where} group by brand_id
      ) as counted
      join ${brands} on ${brands.id} = counted.id
      order by count desc, id`,
  )
  const sum = (field: 'total' | 'special' | 'stock') => found.reduce((before, row) => before + row[field], 0)
  const prices = found.flatMap(({ lowest, highest }) => (lowest === null || highest === null ? [] : [lowest, highest]))
  return {
    total: sum('total'),
    facets: {
      brand: found.slice(0, maxBrands).map(({ id, name, count }) => ({ id, name, count })),
      special: sum('special'),
      stock: sum('stock'),
      min: prices.length > 0 ? toDollars(Math.min(...prices)) : null,
      max: prices.length > 0 ? toDollars(Math.max(...prices)) : null,
    },
  }
}
