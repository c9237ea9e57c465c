import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'

/** The last known state of the gateway's parts; each part updates its own. */
export interface Health {
  /** When the job that settles payments and sends mails last ran to its end; null before that. */
  lastJobRun: Date | null
  /** The outcome of the last mail; null before the first. */
  lastMail: 'sent' | 'failed' | null
  mail: 'smtp' | 'folder'
  /** The payment provider's name; null without one. */
  provider: string | null
}

/** Milliseconds after which the job counts as stuck. */
const maxJobTime = 300_000
/** Milliseconds that the database may take for the shortest query. */
const longestProbe = 2_000

/** Whether the database answers a query soon. */
async function isDatabaseUp(database: Database): Promise<boolean> {
  const probe = Promise.resolve(database.execute(sql`select 1`)).then(
    () => true,
    () => false,
  )
  return Promise.race([probe, setTimeout(longestProbe, false, { ref: false })])
}

/** Queries the database at most once per second, however many probes arrive. */
export function createDatabaseProbe(database: Database): () => Promise<boolean> {
  let probe: Promise<boolean> = Promise.resolve(true)
  let until = 0
  return () => {
    if (Date.now() >= until) {
      until = Date.now() + 1_000
      probe = isDatabaseUp(database)
    }
    return probe
  }
}

/**
 * Serves `/livez`, 200 while the process answers, and `/readyz`, 200 if it can serve shoppers: 503
 * without the database, or while the job is stuck. Mail and provider are only reported: a shop that cannot
 * send mails still takes orders.
 */
export function serveHealth(app: FastifyInstance, health: Health): void {
  const started = Date.now()
  app.get('/livez', { logLevel: 'silent' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const isUp = await app.isDatabaseUp()
    const sinceJobRun = Date.now() - (health.lastJobRun?.getTime() ?? started)
    const parts = {
      database: isUp ? 'ok' : 'unreachable',
      job: sinceJobRun < maxJobTime ? 'ok' : 'stuck',
      lastJobRun: health.lastJobRun?.toISOString() ?? null,
      mail: health.mail,
      lastMail: health.lastMail,
      provider: health.provider ?? 'none',
    }
    const isReady = isUp && parts.job === 'ok'
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable', ...parts })
  })
}
