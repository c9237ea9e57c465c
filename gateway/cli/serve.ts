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

/** How to run a shop: the settings, and what is only known to whoever starts it. */
export interface ServeOptions extends Settings {
  /** The built shop; absent, only the API and the pictures are served. */
  dist?: string
  /** The built inspector; it is served where the settings want it. */
  inspectorDist?: string
  /** Makes what draws the shop's pages; without it they begin in the browser. */
  createPages?: (place: { fetch: typeof fetch; origin: string; log(...words: unknown[]): void }) => Pages
  logger?: GatewayOptions['logger']
}

/** A shop that is open. */
export interface RunningShop {
  /** Where to find it, for people. */
  url: string
  close: () => Promise<void>
}

/** A shop whose doors are still closed: `app` is ready to listen. */
export interface PreparedShop {
  app: FastifyInstance
  close: () => Promise<void>
}

/** Opens the database, brings it up to date, fills it once, and makes the gateway on it. */
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

/** A folder has its own secret; gateways that share a database share theirs there. */
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

/** Runs the shop. The caller closes it; `closeOnSignal` does so when the process is asked to end. */
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

/** Where people find the shop. */
export const urlOf = ({ host, port }: Pick<Settings, 'host' | 'port'>): string => `http://${displayHost(host)}:${port}`

/** Says in plain words that a port is taken; any other error as it is. */
export const explainPortInUse = (error: unknown, port: number): unknown =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    ? new Error(`Port ${port} is in use. Stop what uses it, or choose another with PORT.`)
    : error

/** Requests that are under way are answered before the database closes. */
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
  const clean = () => Promise.all(forgets.map(forget => forget(database))).catch(() => {}) // the next hour tries again
  const timer = setInterval(clean, 3_600_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** Longer than that, a process manager would kill us anyway. */
const shutdownTimeout = 9_000

/** Closes in good order on SIGTERM and SIGINT; a second signal ends at once. */
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

/** Ends the process with a message that a person can act on. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
