import { like, max } from 'drizzle-orm'
import { plainArt } from '../catalogue/pictures.ts'
import type { Database } from '../database/database.ts'
import { products } from '../database/schema.ts'
import { columnsOf } from './goods.ts'
import type { ProductValues } from './product-values.ts'
import { brandIdOf, lockIds } from './shelves.ts'

/** The name in paths: small Latin letters, digits and hyphens; empty for a name without any of them. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/**
 * Stores new products, the last of their lists, without photographs. They get ids above all others.
 *
 * @returns their ids
 */
export async function insertProducts(
  transaction: Database,
  added: readonly ProductValues[],
  timeZone: string,
): Promise<number[]> {
  if (added.length === 0) return []
  await lockIds(transaction)
  const [last] = await transaction.select({ id: max(products.id), position: max(products.position) }).from(products)
  const ids: number[] = []
  for (const values of added) {
    const id = (last?.id ?? 0) + ids.length + 1
    const slug = await freeSlug(transaction, slugOf(values.name) || `product-${id}`)
    const brandId = await brandIdOf(transaction, values.brand)
    const position = (last?.position ?? 0) + ids.length + 1
    await transaction
      .insert(products)
      .values({ ...columnsOf(values, timeZone), id, slug, brandId, art: plainArt, position })
    ids.push(id)
  }
  return ids
}

/** A name in paths that no product has: with a number if others have it. */
async function freeSlug(transaction: Database, slug: string): Promise<string> {
  const taken = await transaction
    .select({ slug: products.slug })
    .from(products)
    .where(like(products.slug, `${slug}%`))
  const slugs = new Set(taken.map(one => one.slug))
  for (let at = 1; ; at++) {
    const tried = at === 1 ? slug : `${slug}-${at}`
    if (!slugs.has(tried)) return tried
  }
}
