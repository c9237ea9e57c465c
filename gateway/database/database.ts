import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { SQL } from 'drizzle-orm'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { durableStartParams, enableFsync } from './durable-writes.ts'
import { lockFolder } from './folder-lock.ts'

/** A database or a transaction, on PGlite or PostgreSQL. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  database: Database
  close: () => Promise<void>
}

/** A PostgreSQL server, a folder, or memory (for tests). */
export type DatabaseLocation =
  { databaseUrl: string; connections?: number; onLost?: (error: Error) => void } | { dataDir: string } | 'memory'

const migrations = { migrationsFolder: fileURLToPath(new URL('migrations', import.meta.url)) }

/** An arbitrary number that nothing else in the database locks: one gateway at a time migrates and seeds. */
const migrationLock = 7_316_001

/**
 * Opens the database and runs the pending migrations.
 *
 * @param prepare - runs after the migrations, alone among all gateways that start at the same time
 * @throws FolderInUse if another process uses the folder
 */
export async function openDatabase(
  where: DatabaseLocation,
  prepare: (database: Database) => Promise<void> = async () => {},
): Promise<OpenDatabase> {
  if (where === 'memory') return openPglite(undefined, prepare)
  return 'databaseUrl' in where ? openPostgres(where, prepare) : openFolder(where.dataDir, prepare)
}

async function openFolder(folder: string, prepare: (database: Database) => Promise<void>): Promise<OpenDatabase> {
  const release = lockFolder(folder)
  try {
    const { database, close } = await openPglite(join(folder, 'postgres'), prepare)
    return { database, close: () => close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** Every commit is synced to disk before its answer: `relaxedDurability` stays off. */
async function openPglite(
  dataDir: string | undefined,
  prepare: (database: Database) => Promise<void>,
): Promise<OpenDatabase> {
  const startParams = dataDir === undefined ? undefined : durableStartParams
  const client = await PGlite.create({ dataDir, startParams, extensions: { pg_trgm, unaccent, fuzzystrmatch } })
  if (dataDir !== undefined) enableFsync(client)
  const database = drizzlePglite({ client })
  await migratePglite(database, migrations)
  await prepare(database as Database)
  return { database: database as Database, close: () => client.close() }
}

async function openPostgres(
  { databaseUrl, connections = 20, onLost = () => {} }: Extract<DatabaseLocation, { databaseUrl: string }>,
  prepare: (database: Database) => Promise<void>,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 10_000, // Under load requests wait for a connection; the storefront gives up later than this.
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'shop',
  })
  pool.on('error', onLost) // A broken idle connection is replaced; without a listener the error would end the process.
  try {
    await withMigrationLock(pool, () => prepareNodePostgres(pool, prepare))
  } catch (error) {
    await pool.end()
    throw error
  }
  return { database: drizzleNodePostgres({ client: pool }) as Database, close: () => pool.end() }
}

async function prepareNodePostgres(pool: pg.Pool, prepare: (database: Database) => Promise<void>): Promise<void> {
  const database = drizzleNodePostgres({ client: pool })
  await migrateNodePostgres(database, migrations)
  await prepare(database as Database)
}

async function withMigrationLock(pool: pg.Pool, act: () => Promise<void>): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [migrationLock])
    await act()
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    connection.release()
  }
}

/** Runs a hand-written query. `Row` is not checked. */
export async function queryRows<Row>(database: Database, query: SQL): Promise<Row[]> {
  return ((await database.execute(query)) as unknown as { rows: Row[] }).rows
}
