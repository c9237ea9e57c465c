import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { largestSaved } from '#contract/favourites'
import type { Database } from '../database/database.ts'
import { favourites, products } from '../database/schema.ts'
import { notFound, softRefusal } from '../requests/refusals.ts'
import { lockCustomer } from './customers.ts'

/** The saved products of a customer, the newest first. */
export const listFavourites = (database: Database, customerId: string): Promise<{ productId: number }[]> =>
  database
    .select({ productId: favourites.productId })
    .from(favourites)
    .where(eq(favourites.customerId, customerId))
    .orderBy(desc(favourites.sequence))

/**
 * Saves products. Those that are saved already keep their place; products that the shop does not have are left out, and so are those
 * beyond the limit.
 *
 * @param productIds - the newest first
 * @returns the requested products that are saved now
 * @throws Refused 404 if the shop has none of them, softly 409 if none can be saved because of the limit
 */
export async function saveFavourites(
  transaction: Database,
  customerId: string,
  productIds: readonly number[],
): Promise<{ productIds: number[] }> {
  await lockCustomer(transaction, customerId)
  const wanted = [...new Set(productIds)]
  const rows = await transaction
    .select({ id: products.id, saved: favourites.productId })
    .from(products)
    .leftJoin(favourites, and(eq(favourites.productId, products.id), eq(favourites.customerId, customerId)))
    .where(inArray(products.id, wanted))
    .orderBy(asc(products.id))
  if (rows.length === 0) throw notFound('This product does not exist.')
  const sold = new Set(rows.map(({ id }) => id))
  const saved = new Set(rows.flatMap(row => row.saved ?? []))
  const room = largestSaved - (await transaction.$count(favourites, eq(favourites.customerId, customerId)))
  const added = wanted.filter(id => sold.has(id) && !saved.has(id)).slice(0, Math.max(room, 0))
  if (added.length === 0 && saved.size === 0)
    throw softRefusal(409, `You have saved ${largestSaved} products. Please remove one of them first.`)
  // the identity column numbers them in this order: the newest gets the highest number
  for (const productId of added.toReversed()) await transaction.insert(favourites).values({ customerId, productId })
  const now = new Set([...saved, ...added])
  return { productIds: wanted.filter(id => now.has(id)) }
}

/** Removes a saved product. One that is not saved counts as removed. */
export async function removeFavourite(database: Database, customerId: string, productId: number): Promise<void> {
  const isSaved = and(eq(favourites.customerId, customerId), eq(favourites.productId, productId))
  await database.delete(favourites).where(isSaved)
}
