import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle } from 'drizzle-orm/pglite'
import { keepParsers, openDatabase, type Database, type OpenDatabase } from '#gateway/database/database'
import type { Goods } from '#gateway/database/goods'
import { seedIfEmpty } from '#gateway/database/seeding'
import { caseGoods } from './given.ts'
import { cachedImage, runTar } from './images.ts'

/** Databases that are kept as archives: loading one takes a tenth of the time of making it. */
type Image = 'migrated' | 'case'

/** The databases template1 and template0, which nothing uses: they are half of the files. */
const withoutTemplates = ['--exclude=./base/1/*', '--exclude=./base/4/*']

/**
 * Makes an archive of a database.
 *
 * A database in a folder, because it is shut down before it is copied: one that was dumped while it ran is recovered at each opening.
 */
async function makeImage(file: string, fill: (dataDir: string) => void, goods: Goods | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'image-'))
  try {
    fill(dataDir)
    const { close } = await openDatabase({ dataDir }, async database => {
      if (goods) await seedIfEmpty(database, goods)
    })
    await close()
    runTar('-cf', file, '-C', join(dataDir, 'postgres'), ...withoutTemplates, '.')
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

const migratedImage = () => cachedImage('migrated-database', file => makeImage(file, () => {}, null))

const images: Record<Image, () => Promise<string>> = {
  migrated: migratedImage,
  async case() {
    const migrated = await migratedImage()
    return cachedImage('case-database', file => makeImage(file, dataDir => unpack(migrated, dataDir), caseGoods))
  },
}

function unpack(image: string, dataDir: string): void {
  const files = join(dataDir, 'postgres')
  mkdirSync(files)
  runTar('-xf', image, '-C', files)
}

/** The content of a file that is read many times, of which `Blob` would make a copy each time. */
class Kept extends Blob {
  readonly #bytes: ArrayBuffer
  constructor(file: string) {
    super()
    this.#bytes = new Uint8Array(readFileSync(file)).buffer
  }
  override arrayBuffer = async (): Promise<ArrayBuffer> => this.#bytes
}

const kept = new Map<Image, Kept>()

// As much memory as for a folder, all of which is filled at the start: filling PGlite's own 128 MB takes a third of it.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

const openImage = async (image: Image): Promise<OpenDatabase> => {
  const loadDataDir = kept.get(image) ?? new Kept(await images[image]())
  kept.set(image, loadDataDir)
  const client = await PGlite.create({ loadDataDir, startParams, extensions: { pg_trgm, unaccent, fuzzystrmatch } })
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
  unpack(await migratedImage(), folder)
}
