import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase, type OpenDatabase } from '#gateway/database/database'
import { seedIfEmpty } from '#gateway/database/seeding'
import type { Health } from '#gateway/http/health'
import { refusalFrom } from '#gateway/requests/refusals'
import { createMailStatus } from '#gateway/shop/mail-status'
import { startCaseCluster } from '../../contract/gateway/case-cluster.ts'
import { callOn, caseGateway, caseGoods, lineOf, shelf } from '../../contract/gateway/given.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'
import type { Cluster } from '../../kit/postgres-cluster.ts'

/** A failover: the pool has connections to a server that has become read-only, and new ones reach another that is not. */
function failoverCases(): void {
  let cluster: Cluster
  let opened: OpenDatabase
  let app: FastifyInstance
  let admin: pg.Client
  const open = () =>
    openDatabase({ databaseUrl: cluster.databaseUrl, connections: 5 }, database => seedIfEmpty(database, caseGoods))
  beforeAll(async () => {
    cluster = await startCaseCluster(findPostgres()!)
    opened = await open()
    const now = new Date()
    const health: Health = {
      lastRuns: { payments: now, receipts: now, mails: now },
      lastMail: null,
      mail: 'folder',
      mailStatus: createMailStatus(),
      provider: null,
    }
    app = await caseGateway(opened.database, { health })
    admin = new pg.Client({ connectionString: cluster.databaseUrl })
    await admin.connect()
    await admin.query('set default_transaction_read_only = off')
  })
  afterAll(async () => {
    await admin?.end()
    await app?.close()
    await opened?.close()
    await cluster?.stop()
  })
  const call = callOn(() => app)
  const adds = () => app.inject({ method: 'POST', url: '/v1/cart', body: lineOf(shelf.beef) })
  const isReady = async () => {
    const answer = await app.inject('/readyz')
    return [answer.statusCode, answer.json().database]
  }
  const becomes = (isReadOnly: boolean) =>
    admin.query(`alter database postgres set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  /** Every connection of the pool is a new one. */
  async function reconnects(): Promise<void> {
    await admin.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'shop'")
    await vi.waitFor(async () => {
      const reads = await Promise.all(Array.from({ length: 20 }, () => app.inject('/v1/brand')))
      expect(reads.map(({ statusCode }) => statusCode)).toEqual(reads.map(() => 200))
    })
  }

  test('one failed write closes every connection to the server that was the primary', async () => {
    await becomes(true)
    await reconnects()
    await becomes(false)
    const answers = [await adds(), ...(await Promise.all(Array.from({ length: 10 }, adds)))]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, ...Array.from({ length: 10 }, () => 200)])
  })

  test('writes in read-only sessions are refused for now, and reads are answered', async () => {
    await becomes(true)
    await reconnects()
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = await adds()
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    }
    expect((await call('forgotPassword', { body: { email: 'mei@example.com' } })).status).toBe(503)
    expect((await call('product', { params: { id: shelf.beef } })).status).toBe(200)
    await becomes(false)
  })

  test('/readyz says that the database is read-only, and finds the server that is not', async () => {
    await becomes(true)
    await reconnects()
    await vi.waitFor(async () => expect(await isReady()).toEqual([503, 'read-only']), 5_000)
    expect(await app.isDatabaseUp()).toBe(true)
    await becomes(false)
    await vi.waitFor(async () => expect(await isReady()).toEqual([200, 'ok']), 5_000)
    expect((await adds()).statusCode).toBe(200)
  })

  test('a shop does not start on a read-only database, and says why', async () => {
    await becomes(true)
    await expect(open()).rejects.toThrow('The database is read-only. The shop starts once it accepts writes.')
    await becomes(false)
  })
}

describe('npgsql/efcore.pg#1306, lidofinance/lido-keys-api#268, sidorares/node-mysql2#4075: sessions that cannot write', () => {
  describe.skipIf(findPostgres() === null && !isPostgresRequired())('on PostgreSQL', failoverCases)

  test.each([
    ['a read-only transaction', { code: '25006', message: 'cannot execute UPDATE in a read-only transaction' }],
    ['a server that shuts down', { code: '57P01' }],
    ['a server that crashed', { code: '57P02' }],
    ['a server that starts', { code: '57P03' }],
    ['an idle session that the server ended', { code: '57P05' }],
    ['an idle transaction that the server ended', { code: '25P03' }],
    ['a transaction that took too long', { code: '25P04' }],
    ['a broken connection', { code: '08006' }],
    ['a protocol violation', { code: '08P01' }],
    ['too many connections', { code: '53300' }],
    ['a full disk', { code: '53100' }],
    ['too little memory', { code: '53200' }],
    ['a lock that is not available', { code: '55P03' }],
    ['a serialisation failure', { code: '40001' }],
    ['an unknown outcome', { code: '40003' }],
    ['a deadlock', { code: '40P01' }],
    ['a statement that took too long', { code: '57014' }],
    ['a server without a listener on any address', new AggregateError([], '', {})],
    ['a name that is not resolved', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['a socket that does not exist yet', { code: 'ENOENT', syscall: 'connect' }],
    ['a host that is gone', { code: 'EHOSTUNREACH', syscall: 'connect' }],
    ['a connection that is not made in time', { message: 'timeout expired' }],
    ['a closed connection', { message: 'Client was closed and is not queryable' }],
  ])('%s is answered with 503', (_, cause) => {
    if (cause instanceof AggregateError) Object.assign(cause, { code: 'ECONNREFUSED' })
    const { httpStatus, retryAfter } = refusalFrom(new Error('Failed query', { cause }))
    expect([httpStatus, retryAfter]).toEqual([503, 2])
  })

  test.each([
    ['a broken constraint', { code: '23514' }],
    ['a syntax error', { code: '42601' }],
    ['a number out of range', { code: '22003' }],
    ['a file that does not exist', { code: 'ENOENT', syscall: 'open' }],
    ['a socket that the gateway may not open', { code: 'EACCES', syscall: 'connect' }],
  ])('%s stays an error of the shop', (_, cause) => {
    expect(refusalFrom(new Error('Failed query', { cause })).httpStatus).toBe(500)
  })
})
