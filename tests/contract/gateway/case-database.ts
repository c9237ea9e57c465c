import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle } from 'drizzle-orm/pglite'
import { keepParsers, openDatabase, type Database, type OpenDatabase } from '#gateway/database/database'
import { seedIfEmpty } from '#gateway/database/seeding'
import { caseGoods } from './given.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache')

/** The name of the image, with a hash of all its sources. */
function imageName(): string {
  const hash = createHash('sha256').update(JSON.stringify(caseGoods))
  const sources = readdirSync(join(root, 'gateway/database'), { recursive: true, withFileTypes: true })
  const files = sources.filter(one => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const file of [...files.toSorted(), join(root, 'node_modules/@electric-sql/pglite/package.json')])
    hash.update(readFileSync(file))
  return `case-database-${hash.digest('hex').slice(0, 16)}.tar`
}

/** Builds the image, and deletes those of other sources. Complete as soon as it has its name: several workers may build it. */
async function buildImage(name: string): Promise<Blob> {
  const { database, close } = await openDatabase('memory', empty => seedIfEmpty(empty, caseGoods))
  const image = await (database as unknown as { $client: PGlite }).$client.dumpDataDir('none')
  await close()
  mkdirSync(cache, { recursive: true })
  const part = join(cache, `${randomUUID()}.part`)
  writeFileSync(part, new Uint8Array(await image.arrayBuffer()))
  renameSync(part, join(cache, name))
  for (const other of readdirSync(cache))
    if (other.startsWith('case-database-') && other !== name) rmSync(join(cache, other), { force: true })
  return image
}

function readImage(name: string): Blob | null {
  try {
    return new Blob([new Uint8Array(readFileSync(join(cache, name)))])
  } catch {
    return null
  }
}

/**
 * Opens a database in memory with the goods of the contract cases. It is loaded from an image in node_modules/.cache, which takes a
 * third of the time of migrating and seeding.
 */
export async function openCaseDatabase(): Promise<OpenDatabase> {
  const name = imageName()
  const loadDataDir = readImage(name) ?? (await buildImage(name))
  const client = await PGlite.create({ loadDataDir, extensions: { pg_trgm, unaccent, fuzzystrmatch } })
  keepParsers(client)
  return { database: drizzle({ client }) as Database, close: () => client.close() }
}
