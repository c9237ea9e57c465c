import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { keepSpecials } from '../catalogue/special-times.ts'
import { readPhotographs } from '../catalogue/photographs.ts'
import { findSlugs } from '../catalogue/slugs.ts'
import { openDatabase, type Database, type OpenDatabase } from '../database/database.ts'
import { createGateway, isHttps, type GatewayOptions } from '../http/gateway.ts'
import type { ReportEvent } from '../shop/events.ts'
import type { Health } from '../http/health.ts'
import { createMetrics } from '../http/metrics.ts'
import { createInProcessFetch } from '../http/in-process-fetch.ts'
import { createSmtpSender, createMailFolder } from '../mail/send-mail.ts'
import type { SendMail } from '../shop/mail.ts'
import { cleanHourly, cleaningParts } from './cleaning.ts'
import { createPaymentProvider } from './payment-provider.ts'
import { serveSandbox } from '../payments/sandbox/routes.ts'
import { seedIfEmpty } from '../database/seeding.ts'
import { displayHost, type Settings } from './settings.ts'
import { startupWarnings } from './startup-warnings.ts'
import { store } from './store.ts'
import { storeFirstRules } from '../shop/store-settings.ts'
import { serveOfficePages } from '../pages/office.ts'
import { serveSitemap } from '../pages/sitemap.ts'
import { removeServiceWorkers } from '../pages/service-worker.ts'
import { ownPageHeaders, serveStorefront, type Pages } from '../pages/storefront.ts'
import { runEveryMinute } from './jobs.ts'
import { exitWithError } from './process.ts'
import { createMailStatus } from '../shop/mail-status.ts'
import { readFolderSecret, readDatabaseSecret } from '../accounts/tokens.ts'

/** The settings, and the options of the caller. */
export interface ServeOptions extends Settings {
  /** The built storefront; omit to serve the API and pictures only. */
  dist?: string
  /** The built inspector; served if the settings enable it. */
  inspectorDist?: string
  /** The built office; omit to serve no pages of it. */
  officeDist?: string
  /** Whether browsers that accept AVIF get it. */
  avif?: boolean
  /** Whether the catalogue's pictures are made in the background once the shop listens. */
  picturesAhead?: boolean
  /** Creates the renderer; omit to render pages in the browser. */
  createPages?: (place: { fetch: typeof fetch; origin: string; log(...words: unknown[]): void }) => Pages
  logger?: GatewayOptions['logger']
}

/** A running shop. */
export interface RunningShop {
  /** For display. */
  url: string
  database: Database
  reportEvent: ReportEvent
  /** Copies the files of the embedded database. */
  copyDatabase: (to: string) => Promise<void>
  close: () => Promise<void>
}

/** A shop that does not listen yet. */
export interface PreparedShop {
  app: FastifyInstance
  database: Database
  copyDatabase: (to: string) => Promise<void>
  close: () => Promise<void>
}

/** Opens, migrates and seeds the database and creates the gateway on it. */
export async function prepare(serving: ServeOptions): Promise<PreparedShop> {
  const { dataDir, databaseUrl, publicUrl, dist, inspectorDist, createPages } = serving
  const where =
    databaseUrl === null
      ? { dataDir, onAborted: exitWithError }
      : { databaseUrl, connections: serving.databaseConnections }
  const opened = await openDatabase(where, async database => {
    await seedIfEmpty(database, store.goods)
    await storeFirstRules(database, store.rules)
  })
  try {
    const tokenSecret = await readTokenSecret(serving, opened.database)
    const createSendMail = (logWarning: (message: string) => void) => createMailSender(serving, logWarning)
    const { provider, sandbox, hosts, verifyWebhook } = await createPaymentProvider(serving, opened.database)
    const jobs = runEveryMinute(name => app.log.error({ job: name }, 'A job does not end; its next round begins'))
    // before the first request: prices that changed while no process ran
    const specials = keepSpecials(opened.database, error =>
      app.log.error({ err: error }, 'A special price was not set'),
    )
    await specials.runRound()
    jobs.start('specials', specials.runRound)
    const { rules, pictures } = store
    const warnings: string[] = []
    const photographs = await readPhotographs(serving.photographFolder, findSlugs(opened.database), message =>
      warnings.push(message),
    )
    const metrics = serving.metricsPort === 0 ? null : await createMetrics()
    const health: Health = {
      lastRuns: { payments: null, receipts: null, mails: null },
      lastMail: null,
      mailStatus: createMailStatus(serving.smtpUrl !== null),
      mail: serving.smtpUrl === null ? 'folder' : 'smtp',
      provider: provider?.name ?? null,
    }
    const options = {
      ...serving,
      health,
      countEvent: metrics?.count,
      database: opened.database,
      store: rules,
      pictures,
      photographs,
      tokenSecret,
      createSendMail,
      provider: provider ?? undefined,
      verifyWebhook,
      startJob: jobs.start,
    }
    const app: FastifyInstance = await createGateway(options)
    metrics?.observe(app, health)
    const stopMetrics = await metrics?.listen(serving.host, serving.metricsPort)
    for (const warning of [...warnings, ...startupWarnings(serving)]) app.log.warn(warning)
    if (sandbox !== null) serveSandbox(app, sandbox)
    const log = (...words: unknown[]) => app.log.warn(words.join(' '))
    const inspector = serving.inspector === 'on' ? inspectorDist : undefined
    if (serving.serviceWorker === 'off') removeServiceWorkers(app)
    if (dist !== undefined)
      await serveStorefront(
        app,
        dist,
        createPages?.({ fetch: createInProcessFetch(app), origin: publicUrl, log }),
        hosts,
        inspector,
        isHttps(publicUrl),
      )
    if (serving.officeDist !== undefined && serving.office !== 'off')
      await serveOfficePages(app, serving.officeDist, ownPageHeaders(isHttps(publicUrl)))
    if (dist !== undefined) serveSitemap(app, { database: opened.database, publicUrl })
    const stopCleaning = cleanHourly(cleaningParts(opened, serving.tokenLife.idle), app.log)
    return {
      app,
      database: opened.database,
      copyDatabase: opened.copyFiles,
      close: () => closeAll(app, opened, [stopCleaning, jobs.stop, specials.stop, () => void stopMetrics?.()]),
    }
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

function createMailSender({ smtpUrl, mailFrom, dataDir }: Settings, logWarning: (message: string) => void): SendMail {
  const from = { name: store.rules.name, ...mailFrom }
  return smtpUrl === null ? createMailFolder(join(dataDir, 'mails'), from, logWarning) : createSmtpSender(smtpUrl, from)
}

/** Starts the shop. The caller closes it; `closeOnSignal` does so when the process is asked to end. */
export async function serve(serving: ServeOptions): Promise<RunningShop> {
  const { app, database, close, copyDatabase } = await prepare(serving)
  try {
    await app.listen({ host: serving.host, port: serving.port })
  } catch (error) {
    await close()
    throw explainPortInUse(error, serving.port)
  }
  return { url: urlOf(serving), database, reportEvent: app.reportEvent, copyDatabase, close }
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
