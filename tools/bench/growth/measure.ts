import { execFile, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DatabaseLocation } from '#gateway/database/database'
import { findPostgres } from '../../../tests/kit/postgres.ts'
import { startCluster } from '../../../tests/kit/postgres-cluster.ts'
import type { CatalogueFigures } from './measure-catalogue.ts'
import type { OrderFigures } from './measure-orders.ts'

/** The figures of a database engine with a number of products, and of orders. */
export interface GrowthFigures extends CatalogueFigures {
  engine: 'PGlite' | 'PostgreSQL'
  /** The number of products, and of orders. */
  count: number
  /** Seconds that `npm run seed` took to reach this number of products from the one before. */
  seeding: number
  orders: OrderFigures
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface GrowthOptions {
  /** Numbers of products and of orders, ascending. */
  counts: readonly number[]
  rounds: number
  say: (words: string) => void
}

/** Measures reads while catalogue and orders grow: on PGlite, and on PostgreSQL if it is installed. */
export async function measureGrowth(options: GrowthOptions): Promise<GrowthFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'))
  const programs = findPostgres()
  const cluster = programs === null ? null : await startCluster(programs)
  try {
    const embedded = await measureEngine('PGlite', { dataDir: folder }, options)
    const server = cluster && (await measureEngine('PostgreSQL', { databaseUrl: cluster.databaseUrl }, options))
    return [...embedded, ...(server ?? [])]
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureEngine(
  engine: GrowthFigures['engine'],
  where: Exclude<DatabaseLocation, 'memory'>,
  { counts, rounds, say }: GrowthOptions,
): Promise<GrowthFigures[]> {
  const environment =
    'dataDir' in where ? { DATA_DIR: where.dataDir, DATABASE_URL: '' } : { DATABASE_URL: where.databaseUrl }
  const figures: GrowthFigures[] = []
  for (const [at, count] of counts.entries()) {
    say(`${engine}: ${count} products, then ${count} orders`)
    const began = performance.now()
    await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', join(root, 'gateway/cli/seed.ts'), '--products', String(count)],
      { env: { ...process.env, ...environment } },
    )
    const seeding = (performance.now() - began) / 1_000
    const catalogue = await runScript<CatalogueFigures>('measure-catalogue.ts', { where, rounds })
    const orders = await runScript<OrderFigures>('measure-orders.ts', {
      where,
      rounds,
      from: counts[at - 1] ?? 0,
      count,
    })
    figures.push({ engine, count, seeding, orders, ...catalogue })
  }
  return figures
}

/** Runs a script in a process of its own, so that its memory is that of what it measures. */
async function runScript<Figures>(name: string, options: object): Promise<Figures> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const child = fork(script, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] })
  return new Promise((resolve, reject) => {
    child.once('message', figures => resolve(figures as Figures))
    child.once('exit', code => reject(new Error(`${name} ended with ${code}.`)))
  })
}
