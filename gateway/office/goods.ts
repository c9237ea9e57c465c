import { asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { formatAmount, toCents, toDollars } from '#contract/money'
import {
  highestPrice,
  longestGoods,
  longestSearch,
  mostStock,
  type OfficeProduct,
  type OfficeProductRow,
  type ProductChange,
} from '#contract/office'
import { stockStatus } from '#contract/offer'
import { fullName } from '../catalogue/products.ts'
import { readProductHistory, recordChange } from '../changes/changes.ts'
import type { Database } from '../database/database.ts'
import { brands, categories, changes, products } from '../database/schema.ts'
import { badRequest, fieldRefusal, notFound, softRefusal } from '../requests/refusals.ts'
import { dayAt, isDay, startOfDay } from '../shop/local-time.ts'

type ProductRow = typeof products.$inferSelect

/**
 * The goods: those with the fewest in stock first. With a search: those whose name or code contains it, by name.
 *
 * @throws Refused 400 for a search that is too long
 */
export async function readGoods(database: Database, search: string): Promise<OfficeProductRow[]> {
  const text = search.trim()
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
  return sql`(${isInName} or position(upper(${text}) in upper(${products.code})) > 0)`
}

const isForSale = ({ status }: ProductRow): boolean => status === null || status === stockStatus.inStock

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
  return {
    ...toRow(row.product),
    version: history.at(-1)?.changeId ?? 0,
    brand: row.brand,
    aisle: row.aisle,
    specialLastDay: lastDayOf(row.product, timeZone),
    plannedSpecial:
      plannedSpecial === null
        ? null
        : { price: toDollars(plannedSpecial), firstDay: dayAt(timeZone, specialStartsAt!) },
    history,
  }
}

/** The last day of the current or planned special price: it ends with that day. */
const lastDayOf = ({ specialEndsAt }: ProductRow, timeZone: string): string | null =>
  specialEndsAt === null ? null : dayAt(timeZone, new Date(specialEndsAt.getTime() - 1))

const unknownProduct = (productId: number) => notFound(`There is no product ${productId}.`)

/** What a value of a product is called in the list of changes, and both of its values. */
interface Difference {
  what: string
  before: string
  after: string
}

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
    const isProduct = eq(products.id, productId)
    const [product] = await transaction.select().from(products).where(isProduct).for('update')
    if (product === undefined) throw unknownProduct(productId)
    const now = { ...product, specialLastDay: lastDayOf(product, timeZone) }
    const { specialLastDay, ...values } = newValues(now, change, dayAt(timeZone, new Date()))
    const differences = differencesOf(now, { ...now, ...values, specialLastDay })
    const specialEndsAt = specialLastDay === null ? null : startOfDay(timeZone, specialLastDay, 1)
    const [last] = await transaction
      .select()
      .from(changes)
      .where(eq(changes.productId, productId))
      .orderBy(desc(changes.id))
      .limit(1)
    if (last !== undefined && last.id !== change.version) {
      const both = differences.map(({ what, before, after }) => `The ${what} is ‘${before}’ now; you chose ‘${after}’.`)
      throw softRefusal(
        409,
        [`${last.staffName} changed this product first.`, ...both, 'Nothing was changed.'].join(' '),
      )
    }
    if (differences.length === 0) return
    await transaction
      .update(products)
      .set({ ...values, specialEndsAt })
      .where(isProduct)
    for (const { what, before, after } of differences)
      await recordChange(transaction, { staffName, productId, what: `${what} of ${fullName(product)}`, before, after })
  })

/** A product, with the last day of its special price. */
type Dated = ProductRow & { specialLastDay: string | null }
type Values = Partial<
  Pick<
    ProductRow,
    'price' | 'specialPrice' | 'plannedSpecial' | 'specialStartsAt' | 'stock' | 'status' | 'statusDescription'
  >
> &
  Pick<Dated, 'specialLastDay'>

/** The values of a change, checked. @param today - at the store */
function newValues(product: Dated, change: ProductChange, today: string): Values {
  const { price, stockChange, isForSale: forSale } = change
  const values: Values = specialValues(product, change, today)
  if (price !== undefined) values.price = centsOf(price, 'price')
  const special = values.specialPrice === undefined ? product.specialPrice : values.specialPrice
  const planned = values.plannedSpecial === undefined ? product.plannedSpecial : values.plannedSpecial
  if ((special ?? planned ?? -1) >= (values.price ?? product.price))
    throw fieldRefusal('specialPrice', 'The special price has to be lower than the price.')
  if (stockChange !== undefined) values.stock = newStock(product, stockChange)
  // a status that the store has set is left, unless it says otherwise
  if (forSale !== undefined && forSale !== isForSale(product))
    Object.assign(values, { status: forSale ? null : stockStatus.outOfStock, statusDescription: null })
  return values
}

/** A special price takes the place of a planned one. */
function specialValues(product: Dated, { specialPrice, specialLastDay }: ProductChange, today: string): Values {
  const lastDay = specialLastDay === undefined ? product.specialLastDay : specialLastDay
  if (typeof specialLastDay === 'string' && (!isDay(specialLastDay) || specialLastDay < today))
    throw fieldRefusal('specialLastDay', 'The last day is over. Please choose a later one.')
  if (specialPrice === undefined) {
    if (specialLastDay && product.specialPrice === null && product.plannedSpecial === null)
      throw fieldRefusal('specialLastDay', 'There is no special price that could end.')
    return { specialLastDay: lastDay }
  }
  const noPlan = product.plannedSpecial === null ? {} : { plannedSpecial: null, specialStartsAt: null }
  if (specialPrice === null) return { ...noPlan, specialPrice: null, specialLastDay: null }
  const replacesPlan = product.plannedSpecial !== null && specialLastDay === undefined
  return {
    ...noPlan,
    specialPrice: centsOf(specialPrice, 'specialPrice'),
    specialLastDay: replacesPlan ? null : lastDay,
  }
}

/** A delivery or a corrected count. */
function newStock({ stock }: ProductRow, stockChange: number): number {
  if (!Number.isInteger(stockChange) || Math.abs(stockChange) > mostStock)
    throw badRequest('The change of the stock is not a whole number.')
  const changed = stock + stockChange
  if (changed < 0)
    throw fieldRefusal('stock', `Only ${stock} are in stock: some may have been ordered in the meantime.`)
  if (changed > mostStock) throw fieldRefusal('stock', `At most ${mostStock} can be in stock.`)
  return changed
}

function centsOf(dollars: number, field: 'price' | 'specialPrice'): number {
  const cents = toCents(dollars)
  if (cents < 1 || cents > highestPrice || toDollars(cents) !== dollars)
    throw fieldRefusal(field, 'Please enter an amount such as 12.50.')
  return cents
}

const amountOrNone = (cents: number | null) => (cents === null ? 'none' : formatAmount(cents))
const specialText = ({ specialPrice }: Dated) => amountOrNone(specialPrice)
const plannedText = ({ plannedSpecial }: Dated) => amountOrNone(plannedSpecial)

function differencesOf(before: Dated, after: Dated): Difference[] {
  const all = [
    { what: 'price', of: ({ price }: Dated) => formatAmount(price) },
    { what: 'special price', of: specialText },
    { what: 'last day of the special price', of: ({ specialLastDay }: Dated) => specialLastDay ?? 'none' },
    { what: 'planned special price', of: plannedText },
    { what: 'stock', of: ({ stock }: Dated) => String(stock) },
    { what: 'sale', of: (row: Dated) => (isForSale(row) ? 'For sale' : 'Not for sale') },
  ]
  return all
    .map(({ what, of }) => ({ what, before: of(before), after: of(after) }))
    .filter(one => one.before !== one.after)
}
