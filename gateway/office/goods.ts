import { asc, eq, inArray, max, sql, type SQL } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import {
  longestGoods,
  longestSearch,
  mostStock,
  type Difference,
  type OfficeProduct,
  type OfficeProductRow,
  type ProductChange,
} from '#contract/office'
import { plainText } from '#contract/typed-text'
import { fullName } from '../catalogue/products.ts'
import { readProductHistory, recordChanges, type Change } from '../changes/changes.ts'
import type { Database } from '../database/database.ts'
import { containsIgnoringCase } from '../database/letter-case.ts'
import { brands, categories, changes, products } from '../database/schema.ts'
import { badRequest, fieldRefusal, notFound, softRefusal } from '../requests/refusals.ts'
import { dayAt, startOfDay } from '../shop/local-time.ts'
import { changedProduct, differencesOf, isForSale, valuesOf, type ProductValues } from './product-values.ts'
import { brandIdOf, readShelves } from './shelves.ts'

type ProductRow = typeof products.$inferSelect

/**
 * The goods: those with the fewest in stock first. With a search: those whose name or code contains it, by name.
 *
 * @throws Refused 400 for a search that is too long
 */
export async function readGoods(database: Database, search: string): Promise<OfficeProductRow[]> {
  const text = plainText(search)
  if (text.length > longestSearch) throw badRequest('The search is too long.')
  const rows = await database
    .select()
    .from(products)
    .where(text === '' ? undefined : matches(text))
    .orderBy(...(text === '' ? [asc(products.stock)] : []), asc(products.foldedName), asc(products.id))
    .limit(longestGoods)
  return rows.map(toRow)
}

/** A part of the name in any case and without accents, or of the code. */
const matches = (text: string): SQL => {
  const folded = sql`search_fold(${text})`
  const isInName = sql`(${folded} <> '' and position(${folded} in ${products.foldedName}) > 0)`
  return sql`(${isInName} or ${containsIgnoringCase(products.code, text)})`
}

const toRow = (row: ProductRow): OfficeProductRow => ({
  productId: row.id,
  code: row.code,
  name: fullName(row),
  price: toDollars(row.price),
  specialPrice: row.specialPrice === null ? null : toDollars(row.specialPrice),
  stock: row.stock,
  isForSale: isForSale(row),
})

/** The id of a product in a path; 0, which no product has, for text that is none. */
export const productIdIn = (text = ''): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** @param timeZone - the store's. @throws Refused 404 if there is no such product */
export async function readOfficeProduct(
  database: Database,
  productId: number,
  timeZone: string,
): Promise<OfficeProduct> {
  const [row] = await database
    .select({ product: products, brand: brands.name, aisle: categories.title })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(eq(products.id, productId))
  if (row === undefined) throw unknownProduct(productId)
  const { plannedSpecial, specialStartsAt } = row.product
  const history = await readProductHistory(database, productId)
  const { categories: all } = await readShelves(database)
  const values = valuesOf(row.product, row.brand, timeZone)
  return {
    ...toRow(row.product),
    version: history.at(-1)?.changeId ?? 0,
    brand: row.brand,
    aisle: row.aisle,
    specialLastDay: values.specialLastDay,
    plannedSpecial:
      plannedSpecial === null
        ? null
        : { price: toDollars(plannedSpecial), firstDay: dayAt(timeZone, specialStartsAt!) },
    data: dataOf(values),
    categories: [...all],
    history,
  }
}

const dataOf = (values: ProductValues): OfficeProduct['data'] => ({
  name: values.name,
  secondName: values.secondName,
  brand: values.brand,
  categoryId: values.categoryId,
  description: values.description,
  keywords: values.keywords,
  ingredients: values.ingredients,
  allergens: values.allergens && [...values.allergens],
  mayContain: values.mayContain && [...values.mayContain],
  diets: values.diets && [...values.diets],
  nutrition: values.nutrition,
  origin: values.origin,
  storage: values.storage,
  size: values.size,
})

const unknownProduct = (productId: number) => notFound(`There is no product ${productId}.`)

/** A product with what a change is compared with. */
export interface VersionedProduct {
  row: ProductRow
  /** The name of its brand. */
  brand: string
  /** The id of the last change that a person made; 0 for none. */
  version: number
  /** Who made it. */
  lastStaffName: string
}

/**
 * Reads products in the order of their ids.
 *
 * @param isLocked - whether nothing else changes them until the transaction ends
 */
export async function readVersioned(
  transaction: Database,
  ids: readonly number[],
  isLocked: boolean,
): Promise<VersionedProduct[]> {
  const isOne = inArray(products.id, [...ids])
  const query = transaction.select().from(products).where(isOne).orderBy(asc(products.id))
  const rows = await (isLocked ? query.for('update') : query)
  const names = new Map((await transaction.select().from(brands)).map(({ id, name }) => [id, name]))
  const last = transaction
    .select({ id: max(changes.id) })
    .from(changes)
    .where(inArray(changes.productId, [...ids]))
    .groupBy(changes.productId)
  const made = await transaction.select().from(changes).where(inArray(changes.id, last))
  const versions = new Map(made.map(({ id, productId, staffName }) => [productId, { id, staffName }]))
  return rows.map(row => ({
    row,
    brand: names.get(row.brandId)!,
    version: versions.get(row.id)?.id ?? 0,
    lastStaffName: versions.get(row.id)?.staffName ?? '',
  }))
}

/** What both people have set, if another person was first. */
export const staleText = (differences: readonly Difference[]): string =>
  differences.map(({ what, before, after }) => `The ${what} is ‘${before}’ now; you chose ‘${after}’.`).join(' ')

/**
 * Changes a product, in one transaction with the rows of the list of changes.
 *
 * @param timeZone - the store's, whose days they are
 * @throws Refused 404 if there is no such product; 400 or, with the field, softly 422 for values that it can't have; softly 409 if another
 *   person has changed it since
 */
export const changeProduct = (
  database: Database,
  productId: number,
  change: ProductChange,
  staffName: string,
  timeZone: string,
): Promise<void> =>
  database.transaction(async transaction => {
    const { stockChange = 0 } = change
    if (!Number.isInteger(stockChange) || Math.abs(stockChange) > mostStock)
      throw badRequest('The change of the stock is not a whole number.')
    const [locked] = await readVersioned(transaction, [productId], true)
    if (locked === undefined) throw unknownProduct(productId)
    const { row, brand, version, lastStaffName } = locked
    const shelves = await readShelves(transaction)
    const now = valuesOf(row, brand, timeZone)
    const { values, problems } = changedProduct(now, change, shelves, dayAt(timeZone, new Date()))
    if (problems.length > 0) throw fieldRefusal(problems[0]!.field, problems[0]!.message)
    const differences = differencesOf(now, values, shelves)
    if (version !== change.version) {
      const words = [`${lastStaffName} changed this product first.`, staleText(differences), 'Nothing was changed.']
      throw softRefusal(409, words.filter(Boolean).join(' '))
    }
    await storeProduct(transaction, locked, values, timeZone)
    await recordChanges(transaction, changesOf({ productId, name: fullName(row), staffName }, differences))
  })

/** The columns of a product, without its brand. */
export function columnsOf(values: ProductValues, timeZone: string) {
  const { brand: _, specialLastDay, ...columns } = values
  return { ...columns, specialEndsAt: specialLastDay === null ? null : startOfDay(timeZone, specialLastDay, 1) }
}

/** Stores the columns that differ: for others triggers would compute what is as before. */
export async function storeProduct(
  transaction: Database,
  { row, brand }: Pick<VersionedProduct, 'row' | 'brand'>,
  values: ProductValues,
  timeZone: string,
): Promise<void> {
  const { specialEndsAt, ...columns } = columnsOf(values, timeZone)
  const isDifferent = ([column, value]: [string, unknown]) =>
    JSON.stringify(row[column as keyof ProductRow]) !== JSON.stringify(value)
  const isSameEnd = values.specialLastDay === valuesOf(row, brand, timeZone).specialLastDay
  const changed = {
    ...Object.fromEntries(Object.entries(columns).filter(isDifferent)),
    ...(values.brand !== brand && { brandId: await brandIdOf(transaction, values.brand) }),
    ...(!isSameEnd && { specialEndsAt }),
  }
  if (Object.keys(changed).length > 0) await transaction.update(products).set(changed).where(eq(products.id, row.id))
}

/** What was changed of a product, to be kept. */
export const changesOf = (
  { productId, name, staffName }: { productId: number; name: string; staffName: string },
  differences: readonly Difference[],
): Change[] =>
  differences.map(({ what, before, after }) => ({ staffName, productId, what: `${what} of ${name}`, before, after }))
