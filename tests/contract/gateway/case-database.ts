import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle } from 'drizzle-orm/pglite'
import { keepParsers, openDatabase, type Database, type OpenDatabase } from '#gateway/database/database'
import type { Goods } from '#gateway/database/goods'
import { seedIfEmpty } from '#gateway/database/seeding'
import { caseGoods } from './given.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache')

/** Databases in memory that are kept as files in node_modules/.cache: loading one takes a quarter of the time of making it. */
type Image = 'migrated' | 'case'

/** A hash of all sources of the images. */
function hashSources(): string {
  const hash = createHash('sha256').update(JSON.stringify(caseGoods))
  const sources = readdirSync(join(root, 'gateway/database'), { recursive: true, withFileTypes: true })
  const files = sources.filter(one => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const file of [...files.toSorted(), join(root, 'node_modules/@electric-sql/pglite/package.json')])
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** The files of the images, once they exist. */
let built: Promise<Record<Image, string>> | null = null

/** Builds the images that are missing, and deletes those of other sources. */
async function buildImages(): Promise<Record<Image, string>> {
  const sources = hashSources()
  const fileOf = (image: Image) => join(cache, `${image}-database-${sources}.tar`)
  const files = { migrated: fileOf('migrated'), case: fileOf('case') }
  if (existsSync(files.migrated) && existsSync(files.case)) return files
  mkdirSync(cache, { recursive: true })
  const { database, close } = await openDatabase('memory')
  const write = async (file: string) => {
    const image = await (database as unknown as { $client: PGlite }).$client.dumpDataDir('none')
    // complete as soon as it has its name: several workers may build it
    const part = join(cache, `${randomUUID()}.part`)
    writeFileSync(part, new Uint8Array(await image.arrayBuffer()))
    renameSync(part, file)
  }
  await write(files.migrated)
  await seedIfEmpty(database, caseGoods)
  await write(files.case)
  await close()
  for (const other of readdirSync(cache))
    if (/^\w+-database-\w+\.tar$/.test(other) && !other.endsWith(`-${sources}.tar`))
      rmSync(join(cache, other), { force: true })
  return files
}

const openImage = async (image: Image): Promise<OpenDatabase> => {
  const files = await (built ??= buildImages())
  const loadDataDir = new Blob([new Uint8Array(readFileSync(files[image]))])
  const client = await PGlite.create({ loadDataDir, extensions: { pg_trgm, unaccent, fuzzystrmatch } })
  keepParsers(client)
  return { database: drizzle({ client }) as Database, close: () => client.close() }
}

/** Opens a database in memory with the goods of the contract cases. */
export const openCaseDatabase = (): Promise<OpenDatabase> => openImage('case')

/** Opens a database in memory with other goods. @param goods - null for none */
export async function openDatabaseWith(goods: Goods | null): Promise<OpenDatabase> {
  const opened = await openImage('migrated')
  if (goods) await seedIfEmpty(opened.database, goods)
  return opened
}

/** Fills the data folder of a gateway with a database that has no goods. */
export async function fillDataFolder(folder: string): Promise<void> {
  const { migrated } = await (built ??= buildImages())
  const files = join(folder, 'postgres')
  mkdirSync(files)
  const { status, stderr } = spawnSync('tar', ['-xf', migrated, '-C', files], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
