import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import { standardMessage } from '#contract/refusal'
import { openDatabase, queryRows, type OpenDatabase } from '#gateway/database/database'
import { orders } from '#gateway/database/schema'
import { seedIfEmpty } from '#gateway/database/seeding'
import { gatewayCases } from './gateway-cases.ts'
import { callOn, cartWith, caseGateway, caseGoods, orderOf, shelf } from './given.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'
import { startCluster, type Cluster } from '../../kit/postgres-cluster.ts'

const programs = findPostgres()

/** The cases of PGlite, on a real server with many connections. */
function onPostgres(): void {
  let cluster: Cluster
  let opened: OpenDatabase
  let app: FastifyInstance

  const open = () =>
    openDatabase({ databaseUrl: cluster.databaseUrl, connections: 50 }, database => seedIfEmpty(database, caseGoods))

  beforeAll(async () => {
    if (programs === null)
      throw new Error("PostgreSQL is required, and there is no initdb. Install Debian's package postgresql.")
    cluster = await startCluster(programs)
    const [first, second] = await Promise.all([open(), open()]) // gateways that start together seed the database once
    await second.close()
    opened = first
    app = await caseGateway(opened.database)
  })
  afterAll(async () => {
    await app?.close()
    await opened?.close()
    await cluster?.stop()
  })

  const call = callOn(() => app)
  gatewayCases(() => opened.database, call)
  pressureCases(() => cluster)

  test('a backup is made and restored while gateways run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'))
    // the gateways of this process answer meanwhile: a transaction that is open when a command starts can end
    const command = (name: string, file: string) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', `gateway/cli/${name}.ts`, file], {
        env: {
          ...process.env,
          PATH: `${programs}:${process.env.PATH}`,
          DATA_DIR: folder,
          DATABASE_URL: cluster.databaseUrl,
        },
      })
    const known = async () =>
      (await opened.database.select({ id: orders.id }).from(orders)).map(({ id }) => id).toSorted()
    const place = async () => call('placeOrder', { body: orderOf(await cartWith(call, [shelf.beef, 1]), 60) })
    expect((await place()).body).toMatchObject({ statusCode: 200 })
    const before = await known()
    expect(await command('backup', join(folder, 'backup.tar.gz'))).toMatchObject({ stderr: '' })
    expect((await place()).body).toMatchObject({ statusCode: 200 })
    expect(await known()).toHaveLength(before.length + 1)
    expect(await command('restore', join(folder, 'backup.tar.gz'))).toMatchObject({ stderr: '' })
    expect(await known()).toEqual(before)
    expect((await place()).body).toMatchObject({ statusCode: 200 })
    rmSync(folder, { recursive: true })
  })
}

/** Ends all other connections, and waits until their processes have ended: at most 5 s each. */
const cut = sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'shop' and pid <> pg_backend_pid()`

/** Cases that need a separate server: rows locked by others, cut connections, restarts. */
function pressureCases(cluster: () => Cluster): void {
  describe('under pressure', () => {
    let opened: OpenDatabase
    let app: FastifyInstance
    beforeAll(async () => {
      opened = await openDatabase({ databaseUrl: cluster().databaseUrl, connections: 5, lockTimeout: 500 })
      app = await caseGateway(opened.database)
    })
    afterAll(async () => {
      await app?.close()
      await opened?.close()
    })
    const call = callOn(() => app)
    const placing = async () => call('placeOrder', { body: orderOf(await cartWith(call, [shelf.beef, 1]), 60) })
    const client = async () => {
      const one = new pg.Client({ connectionString: cluster().databaseUrl })
      one.on('error', () => {})
      await one.connect()
      return one
    }

    test('a row that another session has locked slows only requests that need it', async () => {
      const carts = await Promise.all(Array.from({ length: 8 }, () => cartWith(call, [shelf.beef, 1])))
      const other = await client()
      await other.query('begin')
      await other.query(`update products set name = name where id = ${shelf.beef}`)
      const orders = carts.map(sessionId => call('placeOrder', { body: orderOf(sessionId, 60) }))
      await expect
        .poll(async () => (await other.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
        .toBeGreaterThan(1)
      for (let read = 0; read < 20; read++) expect((await app.inject('/v1/brand')).statusCode).toBe(200)
      const waiting = await other.query("select from pg_stat_activity where wait_event_type = 'Lock'")
      const answers = await Promise.all(orders)
      await other.query('rollback')
      await other.end()
      expect(waiting.rowCount).toBeGreaterThan(0) // The reads were answered while orders waited.
      expect(answers).toEqual(answers.map(() => ({ status: 503, body: { statusCode: 503, message: standardMessage } })))
      expect((await placing()).body.statusCode).toBe(200)
    })

    test('a refusal under pressure says when to try again', async () => {
      const other = await client()
      await other.query('begin')
      await other.query('lock table brands in access exclusive mode')
      const answer = await app.inject('/v1/brand')
      await other.query('rollback')
      await other.end()
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    })

    test.each([
      ['connections are cut', async () => void (await opened.database.execute(cut))],
      ['the server is restarted', () => cluster().restart()],
    ])('no acknowledged order is lost when %s, and the gateway recovers by itself', async (_, disturb) => {
      const bodies: NewOrder[] = []
      const over = new AbortController()
      const shopper = async () => {
        const acknowledged: NewOrder[] = []
        while (!over.signal.aborted) {
          const sessionId = await cartWith(call, [shelf.beef, 1]).catch(() => null)
          const body = orderOf(sessionId ?? '', 60)
          if (sessionId !== null && (await call('placeOrder', { body })).body.statusCode === 200)
            acknowledged.push(body)
        }
        bodies.push(...acknowledged)
      }
      const shoppers = Array.from({ length: 4 }, shopper)
      await setTimeout(150)
      for (let times = 0; times < 3; times++)
        await disturb().then(
          () => setTimeout(50),
          () => {},
        )
      await expect.poll(async () => (await app.inject('/v1/brand')).statusCode).toBe(200)
      expect((await placing()).body.statusCode).toBe(200)
      over.abort()
      await Promise.all(shoppers)
      expect(bodies.length).toBeGreaterThan(0)
      for (const { requestId, sessionId } of bodies)
        expect((await call('findOrder', { params: { requestId, sessionId } })).status).toBe(200)
    })

    test('a connection that is cut within a transaction does not end the gateway', async () => {
      const act = opened.database.transaction(async transaction => {
        const [row] = await queryRows<{ pid: number }>(transaction, sql`select pg_backend_pid() as pid`)
        const other = await client()
        await other.query('select pg_terminate_backend($1)', [row!.pid])
        await other.end()
        await setTimeout(100) // The connection breaks while no query runs.
        await transaction.execute(sql`select 1`)
      })
      await expect(act).rejects.toThrow()
      expect((await app.inject('/v1/brand')).statusCode).toBe(200)
    })

    test('a database that a newer shop has written is refused', async () => {
      const other = await client()
      await other.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)")
      const opening = openDatabase({ databaseUrl: cluster().databaseUrl })
      await expect(opening).rejects.toThrow('The database was written by a newer version of the shop.')
      await other.query("delete from drizzle.__drizzle_migrations where hash = 'newer'")
      await other.end()
    })
  })
}

describe.skipIf(programs === null && !isPostgresRequired())('the gateway on PostgreSQL', onPostgres)
