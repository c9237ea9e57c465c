import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, queryRows, type Database, type OpenDatabase } from '#gateway/database/database'
import { seedIfEmpty } from '#gateway/database/seeding'
import { callOn, cartWith, caseGateway, caseGoods, orderOf, shelf } from '../../contract/gateway/given.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'
import { startCluster, type Cluster } from '../../kit/postgres-cluster.ts'

const programs = findPostgres()

/** Shops in databases that an administrator has set up in other ways. */
function settingsCases(): void {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(programs!)
  })
  afterAll(() => cluster?.stop())

  const urlOf = (name: string, role = 'postgres') =>
    cluster.databaseUrl.replace('postgres@', `${role}@`).replace('/postgres?', `/${name}?`)

  async function runs(name: string, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: urlOf(name) })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  const open = (name: string, role?: string, prepare?: (database: Database) => Promise<void>): Promise<OpenDatabase> =>
    openDatabase({ databaseUrl: urlOf(name, role), connections: 3 }, async database => {
      await prepare?.(database)
      await seedIfEmpty(database, caseGoods)
    })

  /** Opens the shop's database and uses what depends on functions, extensions, times and numbers of the database. */
  async function sells(name: string, role?: string, prepare?: (database: Database) => Promise<void>): Promise<void> {
    const opened = await open(name, role, prepare)
    const app = await caseGateway(opened.database)
    try {
      const call = callOn(() => app)
      const finds = async (searchCriteria: string) =>
        (await call('products', { body: { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria } })).body
          .listData
      expect(await finds('nuoc mam')).toMatchObject([{ id: shelf.fishSauce }])
      expect(await finds('dumplnigs')).toMatchObject([{ id: shelf.dumplings, isSimilar: true }])
      const begun = Date.now()
      const { body } = await call('placeOrder', { body: orderOf(await cartWith(call, [shelf.beef, 1]), 60) })
      expect(body).toMatchObject({ statusCode: 200, data: { total: 60 } })
      const createdAt = Date.parse(body.data.createdAt)
      expect(createdAt).toBeGreaterThan(begun - 1_000)
      expect(createdAt).toBeLessThan(Date.now() + 1_000)
      expect((await call('validateCoupon', { params: { code: 'ENDED' } })).body.message).toBe(
        'This coupon has expired.',
      )
    } finally {
      await app.close()
      await opened.close()
    }
  }

  test('extensions may be in a schema that is not on the search path', async () => {
    await runs('postgres', 'create database apart')
    await runs(
      'apart',
      'create schema extensions',
      ...['unaccent', 'pg_trgm', 'fuzzystrmatch'].map(name => `create extension ${name} schema extensions`),
    )
    await sells('apart')
  })

  test('extensions may move to another schema between two starts', async () => {
    await runs('postgres', 'create database moved')
    await sells('moved')
    await runs(
      'moved',
      'create schema extensions',
      ...['unaccent', 'pg_trgm', 'fuzzystrmatch'].map(name => `alter extension ${name} set schema extensions`),
    )
    await sells('moved')
  })

  test('a role whose first schema is its own keeps the shop there', async () => {
    await runs(
      'postgres',
      'create role grocer login',
      'create database owned',
      'grant create on database owned to grocer',
    )
    await runs('owned', 'create schema grocer authorization grocer')
    await sells('owned', 'grocer')
    await runs('owned', 'select id from grocer.orders')
  })

  test.each([
    ['without a search path', 'bare', "''"],
    ['whose search path names another schema first', 'other', 'app, public'],
  ])('a database %s keeps the shop', async (_, name, path) => {
    await runs('postgres', `create database ${name}`)
    await runs(name, 'create schema app', `alter database ${name} set search_path = ${path}`)
    await sells(name)
    await sells(name)
  })

  test('a shop is found again when the search path changes', async () => {
    await runs('postgres', 'create database later')
    await sells('later')
    await runs('later', 'create schema app', 'alter database later set search_path = app')
    await sells('later')
  })

  test('formats, time zone and limits of the database do not reach the shop', async () => {
    const settings = {
      datestyle: "'German, DMY'",
      timezone: "'Asia/Kolkata'",
      intervalstyle: "'iso_8601'",
      standard_conforming_strings: 'off',
      client_encoding: "'latin1'",
      bytea_output: "'escape'",
      default_transaction_isolation: "'serializable'",
      statement_timeout: "'300ms'",
    }
    await runs(
      'postgres',
      'create database foreign_formats',
      ...Object.entries(settings).map(([name, value]) => `alter database foreign_formats set ${name} = ${value}`),
    )
    await sells(
      'foreign_formats',
      'postgres',
      async database => void (await database.execute(sql`select pg_sleep(0.6)`)),
    )
    const { database, close } = await open('foreign_formats')
    const names = Object.keys(settings).filter(name => name !== 'statement_timeout')
    const used = await queryRows<{ name: string; value: string }>(
      database,
      sql`select name, current_setting(name) as value from unnest(${sql.param(names)}::text[]) as name`,
    )
    await close()
    expect(Object.fromEntries(used.map(({ name, value }) => [name, value]))).toEqual({
      datestyle: 'ISO, MDY',
      timezone: 'UTC',
      intervalstyle: 'postgres',
      standard_conforming_strings: 'on',
      client_encoding: 'UTF8',
      bytea_output: 'hex',
      default_transaction_isolation: 'read committed',
    })
  })

  test('a database that cannot hold every letter is refused when the shop starts', async () => {
    await runs('postgres', "create database letters encoding 'LATIN1' template template0")
    await expect(open('letters')).rejects.toThrow('The database is encoded in LATIN1. The shop needs one in UTF8.')
  })
}

describe('twentyhq/twenty#14464, firezone/firezone#11079, supabase-community/supabase-by-example#17: settings of the database', () => {
  describe.skipIf(programs === null && !isPostgresRequired())('on PostgreSQL', settingsCases)

  test('no migration names a schema', () => {
    const folder = new URL('../../../gateway/database/migrations/', import.meta.url)
    const files = readdirSync(folder).filter(name => name.endsWith('.sql'))
    expect(files.filter(name => /\bpublic"?\./i.test(readFileSync(new URL(name, folder), 'utf8')))).toEqual([])
  })
})
