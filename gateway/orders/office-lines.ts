import { and, asc, eq, getTableColumns, gt, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toDollars } from '#contract/money'
import { stockStatus } from '#contract/offer'
import type { OfficeLine } from '#contract/office'
import type { SubstituteOption } from '#contract/picking'
import { plainText } from '#contract/typed-text'
import { fullName, productColumns, stockStatusOf, unitPrice } from '../catalogue/products.ts'
import { searchProducts } from '../catalogue/search.ts'
import type { Database } from '../database/database.ts'
import { categories, orderLines, orders, products } from '../database/schema.ts'
import { chargedFor, toOrderLine } from './orders.ts'

const aisles = alias(categories, 'aisles')

/** The lines of an order as they were ordered, and what becomes of each, in the order in which a packer walks through the shop. */
export async function readOfficeLines(database: Database, orderId: string): Promise<OfficeLine[]> {
  const rows = await database
    .select({ ...getTableColumns(orderLines), aisle: sql<string>`coalesce(${aisles.title}, ${categories.title})` })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(aisles, eq(aisles.id, categories.parentId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(
      sql`coalesce(${aisles.position}, ${categories.position})`,
      asc(categories.position),
      asc(orderLines.position),
    )
  return rows.map(({ aisle, ...row }) => ({
    ...toOrderLine(row),
    aisle,
    ...(row.picking !== null && { picking: row.picking }),
    ...(row.substitute !== null && {
      substitute: {
        productId: row.substitute.productId,
        productName: row.substitute.productName,
        quantity: row.substitute.quantity,
        totalPrice: toDollars(chargedFor(row)),
      },
    }),
  }))
}

/** Substitutes that are offered. */
const most = 12

/**
 * Products in stock that can replace a line: those that are found, or without a search those that fit the shopper's choice. For 'Same brand, other
 * size' they are of the same brand and shelf, else of the same shelf, the nearest in price first.
 */
export async function listSubstitutes(
  database: Database,
  { number, productId, search }: { number: number; productId: number; search: string },
): Promise<SubstituteOption[]> {
  const words = plainText(search)
  const candidates = database.select(productColumns).from(products).$dynamic()
  const isOffered = and(ne(products.id, productId), gt(products.stock, 0))
  if (words !== '') {
    const { ids } = await searchProducts(database, words)
    if (ids.length === 0) return []
    const rows = await candidates.where(and(isOffered, inArray(products.id, ids)))
    return toOptions(rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
  }
  const [line] = await database
    .select({
      substitution: sql<string | null>`coalesce(${orderLines.substitution}, ${orders.substitution})`,
      price: orderLines.price,
      brandId: products.brandId,
      categoryId: products.categoryId,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(and(eq(orders.number, number), eq(orderLines.productId, productId)))
  if (line === undefined) return []
  const isOfBrand = line.substitution === 'other-size' ? eq(products.brandId, line.brandId) : undefined
  const rows = await candidates
    .where(and(isOffered, eq(products.categoryId, line.categoryId), isOfBrand))
    .orderBy(sql`abs(${products.currentPrice} - ${line.price})`, asc(products.id))
  return toOptions(rows)
}

const toOptions = (rows: Parameters<typeof toOption>[0][]): SubstituteOption[] =>
  rows
    .filter(row => stockStatusOf(row) === stockStatus.inStock)
    .slice(0, most)
    .map(toOption)

const toOption = (
  row: Parameters<typeof fullName>[0] &
    Parameters<typeof unitPrice>[0] & { id: number; stock: number; status: number | null },
) => ({
  productId: row.id,
  productName: fullName(row),
  price: toDollars(unitPrice(row)),
  left: row.stock,
})
