import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { deleteUnusedCarts } from '../carts/carts.ts'
import { openDatabase, type Database, type OpenDatabase } from '../database/database.ts'
import { createGateway, type GatewayOptions } from '../http/gateway.ts'
import { createInProcessFetch } from '../http/in-process-fetch.ts'
import { createSmtpSender, createMailFolder, type SendMail } from '../mail/send-mail.ts'
import { deleteOldAnswers } from '../requests/idempotency.ts'
import { deleteExpiredResets } from '../accounts/passwords.ts'
import { createPaymentProvider } from './payment-provider.ts'
import { serveSandbox } from '../payments/sandbox/routes.ts'
import { seedIfEmpty } from '../database/seeding.ts'
import { displayHost, type Settings } from './settings.ts'
import { store } from './store.ts'
import { serveSitemap } from '../pages/sitemap.ts'
import { serveStorefront, type Pages } from '../pages/storefront.ts'
import { runEveryMinute } from '../payments/settlement-job.ts'
import { deleteExpiredLogins, readFolderSecret, readDatabaseSecret } from '../accounts/tokens.ts'
import { deleteExpiredAttempts } from '../requests/rate-limits.ts'

/** The settings, and what the caller adds. */
export interface ServeOptions extends Settings {
  /** The built storefront; omit to serve the API and pictures only. */
  dist?: string
  /** The built inspector; served if the settings enable it. */
  inspectorDist?: string
  /** Creates the renderer; omit to render pages in the browser. */
  createPages?: (place: { fetch: typeof fetch; origin: string; log(...words: unknown[]): void }) => Pages
  logger?: GatewayOptions['logger']
}

/** A running shop. */
export interface RunningShop {
  /** For people. */
  url: string
  close: () => Promise<void>
}

/** A shop that does not listen yet: `app` is ready to. */
export interface PreparedShop {
  app: FastifyInstance
  close: () => Promise<void>
}

/** Opens, migrates and seeds the database and creates the gateway on it. */
export async function prepare(serving: ServeOptions): Promise<PreparedShop> {
  const { dataDir, databaseUrl, publicUrl, dist, inspectorDist, createPages } = serving
  const where = databaseUrl === null ? { dataDir } : { databaseUrl }
  const opened = await openDatabase(where, database => seedIfEmpty(database, store.goods))
  try {
    const tokenSecret = await readTokenSecret(serving, opened.database)
    const createSendMail = (say: (words: string) => void) => createMailSender(serving, say)
    const { provider, sandbox, hosts } = await createPaymentProvider(serving, opened.database)
    const settlementJob = runEveryMinute()
    const { start: startJob } = settlementJob
    const { rules, pictures } = store
    const whole = {
      ...serving,
      database: opened.database,
      store: rules,
      pictures,
      tokenSecret,
      createSendMail,
      provider,
      startJob,
    }
    const app = await createGateway(whole)
    if (sandbox !== null) serveSandbox(app, sandbox)
    const log = (...words: unknown[]) => app.log.warn(words.join(' '))
    const inspector = serving.inspector === 'on' ? inspectorDist : undefined
    if (dist !== undefined)
      await serveStorefront(
        app,
        dist,
        createPages?.({ fetch: createInProcessFetch(app), origin: publicUrl, log }),
        hosts,
        inspector,
      )
    if (dist !== undefined) serveSitemap(app, { database: opened.database, publicUrl })
    const stopCleaning = cleanHourly(opened.database, serving.tokenLife.idle)
    return { app, close: () => closeAll(app, opened, [stopCleaning, settlementJob.stop]) }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** A data folder has its own secret; gateways that share a database share one there. */
async function readTokenSecret(
  { tokenSecret, databaseUrl, dataDir }: Settings,
  database: Database,
): Promise<Uint8Array> {
  if (tokenSecret !== null) return new TextEncoder().encode(tokenSecret)
  return databaseUrl === null ? readFolderSecret(dataDir) : readDatabaseSecret(database)
}

function createMailSender({ smtpUrl, mailFrom, dataDir }: Settings, say: (words: string) => void): SendMail {
  const from = `${store.rules.name} <${mailFrom}>`
  return smtpUrl === null ? createMailFolder(join(dataDir, 'mails'), from, say) : createSmtpSender(smtpUrl, from)
}

/** Starts the shop. The caller closes it; `closeOnSignal` does so when the process is asked to end. */
export async function serve(serving: ServeOptions): Promise<RunningShop> {
  const { app, close } = await prepare(serving)
  try {
    await app.listen({ host: serving.host, port: serving.port })
  } catch (error) {
    await close()
    throw explainPortInUse(error, serving.port)
  }
  return { url: urlOf(serving), close }
}

export const urlOf = ({ host, port }: Pick<Settings, 'host' | 'port'>): string => `http://${displayHost(host)}:${port}`

/** Explains EADDRINUSE; returns other errors unchanged. */
export const explainPortInUse = (error: unknown, port: number): unknown =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    ? new Error(`Port ${port} is in use. Stop what uses it, or choose another with PORT.`)
    : error

/** Answers accepted requests before the database closes. */
async function closeAll(app: FastifyInstance, opened: OpenDatabase, stops: (() => void)[]): Promise<void> {
  for (const stop of stops) stop()
  try {
    await app.close()
  } finally {
    await opened.close()
  }
}

function cleanHourly(database: Database, idle: number): () => void {
  const forgets = [
    deleteOldAnswers,
    deleteUnusedCarts,
    deleteExpiredResets,
    deleteExpiredAttempts,
    (of: Database) => deleteExpiredLogins(of, idle),
  ]
  const clean = () => Promise.all(forgets.map(forget => forget(database))).catch(() => {}) // The next hour tries again.
  const timer = setInterval(clean, 3_600_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** Milliseconds. Process managers kill after about 10 seconds. */
const shutdownTimeout = 9_000

/** Closes on SIGTERM and SIGINT; a second signal exits at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false
  const onSignal = () => {
    if (closing) process.exit(1)
    closing = true
    setTimeout(() => process.exit(1), shutdownTimeout).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Prints the error message and exits with code 1. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
