import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase, type OpenDatabase } from '#gateway/database/database'
import { seedIfEmpty } from '#gateway/database/seeding'
import { crowdCases } from './crowd-cases.ts'
import { contractCases, databaseCases, wireCases } from './cases.ts'
import { customerDatabaseCases } from '../accounts/customer-database-cases.ts'
import { callOn, caseGateway, caseGoods } from './given.ts'
import { paymentCases } from '../payments/payment-cases.ts'
import { sandboxCases } from '../payments/sandbox-cases.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'

/** PostgreSQL refuses to run as root: it runs as its own user then. */
function runner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A database server of our own in a folder of its own, reached by a socket in that folder and by nothing else. */
interface Cluster {
  databaseUrl: string
  stop: () => Promise<void>
}

async function startCluster(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-pg-'))
  const who = runner()
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!)
  const data = join(folder, 'data')
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(join(programs, 'initdb'), options, { ...who, cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const settings = ['-h', '', '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=120']
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], { ...who, cwd: folder })
  await isReady(server)
  return { databaseUrl: `postgres://postgres@/postgres?host=${folder}`, stop: () => stopCluster(server, folder) }
}

async function isReady(server: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: server.stderr! })) {
    if (line.includes('ready to accept connections')) break
  }
  server.stderr!.resume()
}

async function stopCluster(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

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
  contractCases(call)
  wireCases(call)
  paymentCases(() => opened.database)
  databaseCases(() => opened.database, call)
  customerDatabaseCases(() => opened.database, call)
  sandboxCases(() => opened.database)
  crowdCases(() => opened.database)
}

describe.skipIf(programs === null && !isPostgresRequired())('the gateway on PostgreSQL', onPostgres)
