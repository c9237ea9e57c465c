import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { isReadOnly, type Database } from '../database/database.ts'
import { secrets } from '../database/schema.ts'
import type { MailStatus } from '../shop/mail-status.ts'

/** The jobs that run every minute, each on its own. */
export type JobName = 'payments' | 'receipts' | 'mails'

/** The last known state of the gateway's parts; each part updates its own. */
export interface Health {
  /** When each job last ran to its end; null before that. */
  lastRuns: Record<JobName, Date | null>
  /** The outcome of the last mail; null before the first. */
  lastMail: 'sent' | 'failed' | null
  mail: 'smtp' | 'folder'
  mailStatus: MailStatus
  /** The payment provider's name; null without one. */
  provider: string | null
}

/** Milliseconds after which a job counts as stuck. */
const maxJobTime = 300_000
/** Milliseconds that the database may take for the shortest query. */
const longestProbe = 2_000

/** Whether the database answers soon, and accepts writes. `read-only`: pages can be shown, and nothing can be ordered. */
export type DatabaseState = 'ok' | 'read-only' | 'unreachable'

/** Locking no row writes nothing, and is still refused by a session that cannot write. */
async function readDatabaseState(database: Database): Promise<DatabaseState> {
  const probe = Promise.resolve(database.execute(sql`select from ${secrets} limit 0 for key share`)).then(
    () => 'ok' as const,
    (error: unknown) => (isReadOnly(error) ? 'read-only' : 'unreachable'),
  )
  return Promise.race([probe, setTimeout(longestProbe, 'unreachable' as const, { ref: false })])
}

/** Queries the database at most once per second, however many probes arrive. */
export function createDatabaseProbe(database: Database): () => Promise<DatabaseState> {
  let probe: Promise<DatabaseState> = Promise.resolve('ok')
  let until = 0
  return () => {
    if (Date.now() >= until) {
      until = Date.now() + 1_000
      probe = readDatabaseState(database)
    }
    return probe
  }
}

/**
 * Serves `/livez`, 200 while the process answers, and `/readyz`, 200 if it can serve shoppers: 503
 * without a database that accepts writes, or while the job of payments or receipts is stuck. Mails and provider are only reported: a shop
 * that cannot send mails still takes orders.
 */
export function serveHealth(app: FastifyInstance, health: Health): void {
  const started = Date.now()
  app.get('/livez', { logLevel: 'silent' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const database = await app.databaseState()
    const { lastRuns, mailStatus } = health
    const stateOf = (job: JobName) =>
      Date.now() - (lastRuns[job]?.getTime() ?? started) < maxJobTime ? 'ok' : ('stuck' as const)
    const isStuck = stateOf('payments') === 'stuck' || stateOf('receipts') === 'stuck'
    const parts = {
      database,
      job: isStuck ? 'stuck' : 'ok',
      lastJobRun: lastRuns.payments?.toISOString() ?? null,
      mail: health.mail,
      lastMail: health.lastMail,
      mailJob: stateOf('mails'),
      mailProblem: mailStatus.problem?.cause ?? null,
      mailProblemSince: mailStatus.problem?.since.toISOString() ?? null,
      waitingMails: mailStatus.waiting,
      provider: health.provider ?? 'none',
    }
    const isReady = database === 'ok' && parts.job === 'ok'
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable', ...parts })
  })
}
