import { plainText } from '#contract/typed-text'
import { asc, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import type { MultiBuy } from '#contract/multi-buy'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { largestReading } from '#contract/favourites'
import { stockStatus } from '#contract/offer'
import type { Product, ProductCriteria, ProductDetail } from '#contract/product'
import type { Database } from '../database/database.ts'
import { toneOfArt, type PicturedProduct, type PicturePaths } from './pictures.ts'
import { isId, parseId } from '../database/ids.ts'
import { badRequest, notFound } from '../requests/refusals.ts'
import { brands, categories, products, relatedProducts, type StoredMultiBuy } from '../database/schema.ts'
import { searchProducts } from './search.ts'

/**
 * The multi-buy of a row of `products` that is offered now; null for one that has ended, that is not lower than the current price, or with which
 * one more would cost less in total. It was checked with the price of its time, which may have changed.
 */
const offeredMultiBuy = sql`case
  when ${products.multiBuyEndsAt} <= now() then null
  when (${products.multiBuy} ->> 'price')::integer >= (${products.multiBuy} ->> 'quantity')::integer * ${products.currentPrice}::bigint then null
  when (${products.multiBuy} ->> 'price')::integer < ((${products.multiBuy} ->> 'quantity')::integer - 1) * ${products.currentPrice}::bigint then null
  else ${products.multiBuy}
end`.mapWith(products.multiBuy) as SQL<StoredMultiBuy | null>

/** The columns of a product in a list. */
export const productColumns = {
  id: products.id,
  slug: products.slug,
  artKey: products.artKey,
  tone: toneOfArt,
  name: products.name,
  secondName: products.secondName,
  description: products.description,
  price: products.price,
  specialPrice: products.specialPrice,
  stock: products.stock,
  status: products.status,
  statusDescription: products.statusDescription,
  weighed: products.weighed,
  multiBuy: offeredMultiBuy,
}

export type ProductRow = Pick<typeof products.$inferSelect, Exclude<keyof typeof productColumns, 'tone'>> &
  PicturedProduct

/** The full name: in Latin letters, then in the maker's own script. */
export const fullName = ({ name, secondName }: Pick<ProductRow, 'name' | 'secondName'>): string =>
  secondName === null ? name : `${name} ${secondName}`

/** The status set by the store, else the one that follows from the stock. */
export const stockStatusOf = ({ stock, status }: Pick<ProductRow, 'stock' | 'status'>): number =>
  status ?? (stock > 0 ? stockStatus.inStock : stockStatus.outOfStock)

/** The current unit price in cents. */
export const unitPrice = ({ price, specialPrice }: Pick<ProductRow, 'price' | 'specialPrice'>): number =>
  specialPrice ?? price

/** A multi-buy as the contract has it. */
export const toMultiBuy = (stored: StoredMultiBuy | null): MultiBuy | null =>
  stored && { quantity: stored.quantity, price: toDollars(stored.price) }

/** A quantity of a product, with its unit price in cents. */
export type PricedQuantity = Pick<ProductRow, 'multiBuy'> & { price: number; quantity: number }

/** What a quantity costs, in cents. */
export const quantityPrice = ({ price, quantity, multiBuy }: PricedQuantity): number =>
  priceOfQuantity(price, quantity, toMultiBuy(multiBuy))

/** The multi-buy of a line, and what the line costs with it; nothing for a line without one. */
export const multiBuyFields = (line: PricedQuantity) =>
  line.multiBuy !== null && { multiBuy: toMultiBuy(line.multiBuy), linePrice: toDollars(quantityPrice(line)) }

/**
 * Lists products: all of a category or brand in catalogue order, featured ones first of those on special or in season, or search results,
 * best match first.
 *
 * @param seasonal - makes the condition on products that are in season
 */
export async function listProducts(
  database: Database,
  pictures: PicturePaths,
  criteria: ProductCriteria,
  seasonal: () => SQL,
): Promise<Product[]> {
  if (criteria.criteria === 'search') return findBySearch(database, pictures, criteria)
  const found = await selectByCategory(database, criteria, seasonal)
  return found.map(row => toProduct(row, pictures))
}

async function selectByCategory(
  database: Database,
  { criteria, category_id, brand_id }: ProductCriteria,
  seasonal: () => SQL,
): Promise<ProductRow[]> {
  const list = database.select(productColumns).from(products)
  if (criteria === 'features')
    return list.where(isNotNull(products.featured)).orderBy(asc(products.featured), asc(products.id))
  if (criteria === 'special' || criteria === 'season')
    return list
      .where(criteria === 'special' ? isNotNull(products.specialPrice) : seasonal())
      .orderBy(asc(products.featured), asc(products.position), asc(products.id))
  const id = criteria === 'brand' ? brand_id : category_id
  if (!isId(id)) return []
  const within = database
    .select({ id: categories.id })
    .from(categories)
    .where(or(eq(categories.id, id), eq(categories.parentId, id)))
  const wanted = criteria === 'brand' ? eq(products.brandId, id) : inArray(products.categoryId, within)
  return list.where(wanted).orderBy(asc(products.position), asc(products.id))
}

async function findBySearch(
  database: Database,
  pictures: PicturePaths,
  { searchCriteria }: ProductCriteria,
): Promise<Product[]> {
  const { ids, isSimilar } = await searchProducts(database, plainText(searchCriteria ?? ''))
  if (ids.length === 0) return []
  const found = await readInOrder(database, ids)
  return found.map(row => ({ ...toProduct(row, pictures), ...(isSimilar && { isSimilar }) }))
}

/** The products with these ids, in their order; unknown ones are left out. */
async function readInOrder(database: Database, ids: readonly number[]): Promise<ProductRow[]> {
  const rows = await database.select(productColumns).from(products).where(inArray(products.id, ids))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/**
 * Reads products by their ids, in their order; unknown ones are left out.
 *
 * @param list - ids, separated by commas
 * @throws Refused 400 for more than `largestReading`
 */
export async function readProducts(database: Database, pictures: PicturePaths, list: string): Promise<Product[]> {
  const ids = list.split(',', largestReading + 1)
  if (ids.length > largestReading) throw badRequest(`At most ${largestReading} products can be read at once.`)
  const found = await readInOrder(database, [...new Set(ids.map(id => parseId(id)))])
  return found.map(row => toProduct(row, pictures))
}

/**
 * Reads a product with its pictures and related products.
 *
 * @throws Refused 404 for an unknown id
 */
export async function readProduct(database: Database, pictures: PicturePaths, id: number): Promise<ProductDetail> {
  const [row] = isId(id) ? await detailRows(database, id) : []
  if (row === undefined) throw notFound('This product does not exist.')
  const related = await database
    .select(productColumns)
    .from(relatedProducts)
    .innerJoin(products, eq(products.id, relatedProducts.relatedId))
    .where(eq(relatedProducts.productId, id))
    .orderBy(asc(relatedProducts.position))
  return {
    ...toProduct(row, pictures),
    productImages: pictures.viewsOf(row).map(view => ({ imageUrl: pictures.ofProduct(row, view) })),
    brandName: row.brandName,
    code: row.code,
    stockStatusDescription: statusText(row),
    categoryId: row.categoryId,
    ...(stockStatusOf(row) !== stockStatus.inStock && { stockNotice: true }),
    ...factsOf(row),
    ...(row.specialPrice !== null && row.specialEndsAt !== null && { specialEndsAt: row.specialEndsAt.toISOString() }),
    ...(row.multiBuy !== null && row.multiBuyEndsAt !== null && { multiBuyEndsAt: row.multiBuyEndsAt.toISOString() }),
    productRelated: related.map(one => toProduct(one, pictures)),
  }
}

/** What the label of a product says. */
const factColumns = {
  ingredients: products.ingredients,
  allergens: products.allergens,
  mayContain: products.mayContain,
  nutrition: products.nutrition,
  origin: products.origin,
  storage: products.storage,
  diets: products.diets,
  size: products.size,
  multiBuyEndsAt: products.multiBuyEndsAt,
  specialEndsAt: products.specialEndsAt,
}

/** Cents: the lowest price in the 30 days before the special price began, which is the last change. Null without one, or if its beginning is not known. */
const lowestPrice = sql<number | null>`(
  select min(price_before) from price_changes as change
  where change.product_id = ${products.id} and ${products.specialPrice} is not null and changed_at > (
    select max(last.changed_at) - interval '30 days' from price_changes as last where last.product_id = ${products.id}
  )
)`

type FactsRow = Pick<typeof products.$inferSelect, keyof typeof factColumns> & { lowestPrice: number | null }

/** What is known about a product; fields without data are left out. */
function factsOf({ diets, lowestPrice, ...row }: FactsRow): Partial<ProductDetail> {
  const { ingredients, allergens, mayContain, nutrition, origin, storage, size } = row
  return {
    ...(ingredients !== null && { ingredients }),
    ...(allergens !== null && { allergens: [...allergens] }),
    ...(mayContain !== null && { mayContain: [...mayContain] }),
    ...(nutrition !== null && { nutrition }),
    ...(origin !== null && { origin }),
    ...(storage !== null && { storage }),
    ...(diets !== null && { diet: [...diets] }),
    ...(size !== null && { size }),
    ...(lowestPrice !== null && { lowestPrice: toDollars(lowestPrice) }),
  }
}

const detailRows = (database: Database, id: number) =>
  database
    .select({
      ...productColumns,
      brandName: brands.name,
      code: products.code,
      categoryId: products.categoryId,
      ...factColumns,
      lowestPrice,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .where(eq(products.id, id))

function statusText(row: ProductRow): string {
  if (row.statusDescription !== null) return row.statusDescription
  const status = stockStatusOf(row)
  if (status === stockStatus.inStock) return 'In stock'
  return status === stockStatus.outOfStock ? 'Out of stock' : 'Coming soon'
}

/** A product as the contract has it. */
export const toProduct = (row: ProductRow, pictures: PicturePaths): Product => ({
  id: row.id,
  name: fullName(row),
  thumbnail: pictures.ofProduct(row, 'front'),
  description: row.description,
  price: toDollars(row.price),
  specialPrice: row.specialPrice === null ? null : toDollars(row.specialPrice),
  stockStatusId: stockStatusOf(row),
  stockStatusDescription: statusText(row),
  ...(row.weighed !== null && { weighed: row.weighed }),
  ...(row.multiBuy !== null && { multiBuy: toMultiBuy(row.multiBuy) }),
})
