import { inArray, or, sql } from 'drizzle-orm'
import { foldedCase } from '../database/letter-case.ts'
import { products } from '../database/schema.ts'
import type { Database } from '../database/database.ts'
import type { FindSlugs } from './photographs.ts'

/** Finds the products of photographs. A code that several products have names the first of them. */
export const findSlugs =
  (database: Database): FindSlugs =>
  async names => {
    if (names.length === 0) return new Map()
    const code = sql<string>`${foldedCase(sql`${products.code}`)}`
    const found = await database
      .select({ slug: products.slug, code })
      .from(products)
      .where(or(inArray(products.slug, [...names]), inArray(code, [...names])))
      .orderBy(sql`${products.id} desc`)
    const slugs = new Map<string, string>()
    for (const { slug, code } of found) slugs.set(code, slug)
    for (const { slug } of found) slugs.set(slug, slug)
    return slugs
  }
