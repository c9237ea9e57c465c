import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { sql, type SQL } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { endAfterAbort, type EngineAborted } from './aborted-engine.ts'
import { folderStartParams, enableFsync } from './durable-writes.ts'
import { lockFolder } from './folder-lock.ts'
import { createPrivateFiles, makePrivate } from './private-files.ts'

/** A database or a transaction, on PGlite or PostgreSQL. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  database: Database
  close: () => Promise<void>
}

/** A database with its maintenance operations. */
export interface ServedDatabase extends OpenDatabase {
  /** Reclaims the space of deleted rows and updates the planner's statistics. PostgreSQL does so by itself. */
  vacuum: () => Promise<void>
  /** Copies the files of an embedded database, as they are between two statements. */
  copyFiles: (to: string) => Promise<void>
}

/** A PostgreSQL server and how it is used. */
export interface PostgresLocation {
  databaseUrl: string
  /** Connections of this gateway; default 20. Two in five are kept free of transactions, for reads. */
  connections?: number
  /** Milliseconds that a statement waits for a lock; default 3 000. */
  lockTimeout?: number
  /** Milliseconds that a statement may take; 0 for any time; default 10 000. */
  statementTimeout?: number
  onLost?: (error: Error) => void
}

/** The folder of an embedded database. */
export interface FolderLocation {
  dataDir: string
  /** Called once if the database has ended; every query fails from then on. */
  onAborted?: (error: EngineAborted) => void
}

/** A PostgreSQL server, a folder, or memory (for tests). */
export type DatabaseLocation = PostgresLocation | FolderLocation | 'memory'

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
): Promise<ServedDatabase> {
  if (where === 'memory') return openPglite(undefined, prepare)
  return 'databaseUrl' in where ? openPostgres(where, prepare) : openFolder(where, prepare)
}

async function openFolder(
  { dataDir: folder, onAborted }: FolderLocation,
  prepare: (database: Database) => Promise<void>,
): Promise<ServedDatabase> {
  const release = lockFolder(folder)
  try {
    makePrivate(folder)
    const opened = await openPglite(join(folder, 'postgres'), prepare, onAborted)
    makePrivate(folder)
    return { ...opened, close: () => opened.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** Every commit is synced to disk before its answer: `relaxedDurability` stays off. */
async function openPglite(
  dataDir: string | undefined,
  prepare: (database: Database) => Promise<void>,
  onAborted: (error: EngineAborted) => void = () => {},
): Promise<ServedDatabase> {
  const startParams = dataDir === undefined ? undefined : folderStartParams
  const client = await PGlite.create({ dataDir, startParams, extensions: { pg_trgm, unaccent, fuzzystrmatch } })
  endAfterAbort(client, onAborted)
  keepParsers(client)
  if (dataDir !== undefined) {
    enableFsync(client)
    createPrivateFiles(client)
  }
  const database = drizzlePglite({ client })
  try {
    await refuseNewerDatabase(database as Database)
    await migratePglite(database, migrations)
    await prepare(database as Database)
  } catch (error) {
    // the caller unlocks the folder, which another process may then open
    await client.close()
    throw error
  }
  return {
    database: database as Database,
    close: () => client.close(),
    vacuum: () => vacuumTables(client),
    copyFiles: to => copyFiles(client, dataDir, to),
  }
}

/**
 * Stores the parsers that a query brings in the client's own table. Drizzle passes the same ones with each query, and PGlite then
 * copies its table of more than 300 parsers for that query, which takes longer than a short query itself.
 */
export function keepParsers(client: PGlite): void {
  const keeping =
    (query: PGlite['query']): PGlite['query'] =>
    (text, params, { parsers, ...options } = {}) => {
      Object.assign(client.parsers, parsers)
      return query(text, params, options)
    }
  client.query = keeping(client.query.bind(client))
  const begin = client.transaction.bind(client)
  client.transaction = act =>
    begin(transaction => act(Object.assign(transaction, { query: keeping(transaction.query) })))
}

/**
 * Nothing is written meanwhile: statements wait. Uncommitted changes are undone when the
 * copy is opened, as after a crash.
 */
async function copyFiles(client: PGlite, dataDir: string | undefined, to: string): Promise<void> {
  if (dataDir === undefined) throw new Error('A database in memory has no files.')
  await client.exec('checkpoint')
  await client.runExclusive(() => cp(dataDir, to, { recursive: true }))
}

/** One table after another: queries wait for one of them at the most. */
async function vacuumTables(client: PGlite): Promise<void> {
  const tables = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables",
  )
  for (const { name } of tables.rows) await client.exec(`vacuum (analyze) ${name}`)
}

async function openPostgres(
  {
    databaseUrl,
    connections = 20,
    lockTimeout = 3_000,
    statementTimeout = 10_000,
    onLost = () => {},
  }: PostgresLocation,
  prepare: (database: Database) => Promise<void>,
): Promise<ServedDatabase> {
  const path = await prepareDatabase(databaseUrl, prepare)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    onConnect: client => applySettings(client, { ...sessionSettings, search_path: path }),
    max: connections,
    connectionTimeoutMillis: longestQueue,
    lock_timeout: lockTimeout,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'shop',
  })
  pool.on('error', onLost) // A broken idle connection is replaced; without a listener the error would end the process.
  pool.on('connect', client => client.on('error', () => {})) // The same for one that breaks within a transaction.
  closeReadOnlySessions(pool)
  const database = drizzleNodePostgres({ client: pool }) as Database
  boundTransactions(database, pool, Math.max(1, Math.floor(connections * 0.6)))
  return {
    database,
    close: () => pool.end(),
    vacuum: async () => {},
    copyFiles: () => Promise.reject(new Error('Use pg_dump.')),
  }
}

/** Milliseconds that a request waits for a connection; less than the storefront's time-out. */
const longestQueue = 8_000

/**
 * Lets at most `most` transactions run at a time, so that transactions that wait for a lock leave connections to reads.
 * Takes their connections from the pool itself: Drizzle does not release a connection that breaks at `begin`.
 *
 * @throws the pool's error from a transaction that waits too long for its turn
 */
function boundTransactions(database: Database, pool: pg.Pool, most: number): void {
  const takeSlot = createSemaphore({ slots: most, timeout: longestQueue })
  database.transaction = async (act, config) => {
    const release = await takeSlot()
    if (release === null) throw new Error('timeout exceeded when trying to connect')
    try {
      return await withConnection(pool, one => one.transaction(act, config))
    } finally {
      release()
    }
  }
}

/** Runs work on one connection, which is closed unless it can be used again. */
async function withConnection<Result>(pool: pg.Pool, work: (database: Database) => Promise<Result>): Promise<Result> {
  const connection = await pool.connect()
  let problem: unknown
  try {
    return await work(drizzleNodePostgres({ client: connection }) as Database)
  } catch (error) {
    problem = error
    throw error
  } finally {
    const isUsable = connection.getTransactionStatus() === 'I'
    connection.release(isReadOnly(problem) ? (problem as Error) : !isUsable)
  }
}

/** Whether a write failed because the session, or the whole server, is read-only: read_only_sql_transaction. */
export function isReadOnly(error: unknown): boolean {
  const { cause = error } = (error ?? {}) as { cause?: unknown }
  return (cause as { code?: unknown } | null | undefined)?.code === '25006'
}

async function closeIdle(pool: pg.Pool): Promise<void> {
  try {
    for (let left = pool.idleCount; left > 0 && pool.idleCount > 0; left--) (await pool.connect()).release(true)
  } catch {
    // the next request meets the same failure, and is answered with it
  }
}

/**
 * Closes the connections that are idle when a write fails in a read-only session. After a failover they may all be to the server
 * that was the primary; new ones reach the one that is. At most once per second: the database may be read-only for long.
 */
function closeReadOnlySessions(pool: pg.Pool): void {
  let next = 0
  pool.on('release', (error: unknown) => {
    if (!isReadOnly(error) || Date.now() < next) return
    next = Date.now() + 1_000
    void closeIdle(pool)
  })
}

/**
 * Settings that decide what statements and their results mean, whatever an administrator has set for the database or the role.
 * `default_transaction_read_only` is left as it is: providers set it to protect a database, for example when the disk is full.
 */
const sessionSettings = {
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
}

/**
 * Migrations may take long. Text, because pg does not send the number 0. Part of the connection's start, which poolers ignore: a
 * setting of the session would stay in the connections that they share.
 */
const none = '0' as unknown as number
const noTimeouts = { statement_timeout: none, lock_timeout: none, idle_in_transaction_session_timeout: none }

async function applySettings(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  const values = Object.entries(settings).flat()
  const calls = values.flatMap((_, at) => (at % 2 === 0 ? [`set_config($${at + 1}, $${at + 2}, false)`] : []))
  await client.query(`select ${calls.join(', ')}`, values)
}

/**
 * The search path of the shop: the schema that has its tables, or will have them, and the schemas of its extensions. Statements
 * and functions name no schema, so that an administrator can choose both.
 *
 * @throws Error if the database cannot hold text in all scripts
 */
async function findSearchPath(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ path: string; encoding: string }>(`
    select current_setting('server_encoding') as encoding, array_to_string(array_prepend(
      quote_ident(coalesce(
        (
          select nspname from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
          where proname = 'search_fold' order by pg_function_is_visible(pg_proc.oid) desc limit 1
        ),
        nullif(current_schema(), 'pg_catalog'),
        'public'
      )),
      array(
        select distinct quote_ident(nspname) from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
        where extname in ('unaccent', 'pg_trgm', 'fuzzystrmatch')
      )
    ), ', ') as path`)
  const { path, encoding } = rows[0]!
  if (encoding !== 'UTF8') throw new Error(`The database is encoded in ${encoding}. The shop needs one in UTF8.`)
  return path
}

/**
 * Migrates and prepares the database, one gateway at a time. The lock belongs to a transaction, so that it also works
 * behind a connection pooler that gives each transaction another connection.
 *
 * @returns the search path of the shop
 */
async function prepareDatabase(databaseUrl: string, prepare: (database: Database) => Promise<void>): Promise<string> {
  let path = ''
  const onConnect = async (client: pg.ClientBase) => {
    await applySettings(client, sessionSettings)
    path ||= await findSearchPath(client)
    await applySettings(client, { search_path: path })
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    application_name: 'shop',
    onConnect,
    ...noTimeouts,
  })
  pool.on('error', () => {})
  try {
    await drizzleNodePostgres({ client: pool }).transaction(async lock => {
      await lock.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
      const database = drizzleNodePostgres({ client: pool })
      await refuseNewerDatabase(database as Database)
      await migrateNodePostgres(database, migrations)
      await prepare(database as Database)
    })
    return path
  } catch (error) {
    if (isReadOnly(error))
      throw new Error('The database is read-only. The shop starts once it accepts writes.', { cause: error })
    throw error
  } finally {
    await pool.end()
  }
}

/** @throws Error if the database has migrations that this gateway does not know: it was written by a newer one */
async function refuseNewerDatabase(database: Database): Promise<void> {
  const [table] = await queryRows<{ exists: boolean }>(
    database,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!table?.exists) return
  const [last] = await queryRows<{ at: string | null }>(
    database,
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  )
  const known = Math.max(...readMigrationFiles(migrations).map(migration => migration.folderMillis))
  if (Number(last?.at ?? 0) > known)
    throw new Error('The database was written by a newer version of the shop. Start that version, or restore a backup.')
}

/** Runs a hand-written query. `Row` is not checked. */
export async function queryRows<Row>(database: Database, query: SQL): Promise<Row[]> {
  return ((await database.execute(query)) as unknown as { rows: Row[] }).rows
}
