import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { largestUsuals, type Usual } from '#contract/usuals'
import type { PicturePaths } from '../catalogue/pictures.ts'
import { productColumns, toProduct } from '../catalogue/products.ts'
import type { Database } from '../database/database.ts'
import { orderLines, orders, products } from '../database/schema.ts'

/**
 * The products that a customer orders most often, of those that the shop still has. Each order counts; one that is 90 days old counts half
 * as much as one of today. Cancelled orders do not count.
 */
export async function listUsuals(database: Database, pictures: PicturePaths, customerId: string): Promise<Usual[]> {
  const weight = sql`sum(power(0.5, extract(epoch from now() - ${orders.createdAt}) / (90 * 86400)))`
  const ordered = await database
    .select({
      productId: orderLines.productId,
      quantity: sql<number>`(array_agg(${orderLines.quantity} order by ${orders.createdAt} desc))[1]`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(and(eq(orders.customerId, customerId), ne(orders.status, 'cancelled')))
    .groupBy(orderLines.productId)
    .orderBy(desc(weight), orderLines.productId)
    .limit(largestUsuals)
  if (ordered.length === 0) return []
  const ids = ordered.map(({ productId }) => productId)
  const rows = await database.select(productColumns).from(products).where(inArray(products.id, ids))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ordered.flatMap(({ productId, quantity }) => {
    const row = byId.get(productId)
    return row ? { ...toProduct(row, pictures), usualQuantity: quantity } : []
  })
}
