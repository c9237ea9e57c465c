import { asc, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { brands, categories } from '../database/schema.ts'

/** A category that products can be in: a sub-category, or an aisle without one. */
export interface Shelf {
  id: number
  /** 'Noodles > Instant & Cup Noodles' */
  path: string
}

/** The categories and brands that products can have. */
export interface Shelves {
  categories: readonly Shelf[]
  /** The names of the brands. */
  brands: readonly string[]
  /** Null if no product can be in the category. */
  categoryPath: (id: number) => string | null
  /** The category of a path, or of a title that only one has; null if there is none. */
  categoryNamed: (text: string) => number | null
  /** The name of a brand as it is stored, whatever its letters' case; null if there is none. */
  brandNamed: (text: string) => string | null
}

const folded = (text: string): string => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Reads the categories in the order of the menu, and the brands by name. */
export async function readShelves(database: Database): Promise<Shelves> {
  const all = await database.select().from(categories).orderBy(asc(categories.position), asc(categories.id))
  const brandNames = await database.select({ name: brands.name }).from(brands).orderBy(asc(brands.name), asc(brands.id))
  const titles = new Map(all.map(({ id, title }) => [id, title]))
  const parents = new Set(all.map(({ parentId }) => parentId))
  const shelves = all
    .filter(({ id }) => !parents.has(id))
    .map(({ id, parentId, title }) => ({ id, path: parentId === null ? title : `${titles.get(parentId)} > ${title}` }))
  const paths = new Map(shelves.map(({ id, path }) => [id, path]))
  const named = new Map<string, number | null>()
  for (const { id } of shelves) {
    const title = folded(titles.get(id)!)
    named.set(title, named.has(title) ? null : id)
  }
  for (const { id, path } of shelves) named.set(folded(path), id)
  const known = new Map(brandNames.map(({ name }) => [folded(name), name]))
  return {
    categories: shelves,
    brands: brandNames.map(({ name }) => name),
    categoryPath: id => paths.get(id) ?? null,
    categoryNamed: text => named.get(folded(text)) ?? null,
    brandNamed: text => known.get(folded(text)) ?? null,
  }
}

/** An arbitrary number that nothing else in the database locks: one transaction at a time gives out ids of brands and products. */
const idLock = 7_316_003

/** Lets no other transaction give out ids of brands and products until this one ends. */
export const lockIds = (transaction: Database): Promise<unknown> =>
  transaction.execute(sql`select pg_advisory_xact_lock(${idLock})`)

/** The id of a brand. One that there is not yet is added, at the end of the list. */
export async function brandIdOf(transaction: Database, name: string): Promise<number> {
  const find = async () => {
    const all = await transaction.select({ id: brands.id, name: brands.name }).from(brands).orderBy(asc(brands.id))
    return { found: all.find(one => folded(one.name) === folded(name)), all }
  }
  const { found } = await find()
  if (found !== undefined) return found.id
  await lockIds(transaction)
  const { found: since, all } = await find()
  if (since !== undefined) return since.id
  const id = Math.max(0, ...all.map(one => one.id)) + 1
  await transaction
    .insert(brands)
    .values({ id, name, position: sql`(select coalesce(max(position), 0) + 1 from ${brands})` })
  return id
}
