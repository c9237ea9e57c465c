import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { forgetCarts } from '../carts/carts.ts'
import { openDatabase, type Database, type OpenDatabase } from '../database/database.ts'
import { createGateway, type GatewayParts } from '../http/gateway.ts'
import { fetchFrom } from '../http/in-process-fetch.ts'
import { postBy, postInto, type Post } from '../mail/send-mail.ts'
import { forgetAnswers } from '../requests/idempotency.ts'
import { forgetResets } from '../accounts/passwords.ts'
import { providerFor } from './payment-provider.ts'
import { serveSandbox } from '../payments/sandbox/routes.ts'
import { seedOnce } from '../database/seeding.ts'
import { spoken, type Settings } from './settings.ts'
import { store } from './store.ts'
import { serveSitemap } from '../pages/sitemap.ts'
import { serveStorefront, type Pages } from '../pages/storefront.ts'
import { everyMinute } from '../payments/settlement-job.ts'
import { forgetLogins, secretIn, secretOf } from '../accounts/tokens.ts'
import { forgetTries } from '../requests/rate-limits.ts'

/** How to run a shop: the settings, and what is only known to whoever starts it. */
export interface Serving extends Settings {
  /** The built shop; absent, only the API and the pictures are served. */
  dist?: string
  /** The built inspector; it is served where the settings want it. */
  inspectorDist?: string
  /** Makes what draws the shop's pages; without it they begin in the browser. */
  pagesOn?: (place: { fetch: typeof fetch; origin: string; log(...words: unknown[]): void }) => Pages
  logger?: GatewayParts['logger']
}

/** A shop that is open. */
export interface Served {
  /** Where to find it, for people. */
  address: string
  close: () => Promise<void>
}

/** A shop whose doors are still closed: `app` is ready to listen. */
export interface Prepared {
  app: FastifyInstance
  close: () => Promise<void>
}

/** Opens the database, brings it up to date, fills it once, and makes the gateway on it. */
export async function prepare(serving: Serving): Promise<Prepared> {
  const { dataDir, databaseUrl, publicUrl, dist, inspectorDist, pagesOn } = serving
  const where = databaseUrl === null ? { dataDir } : { databaseUrl }
  const opened = await openDatabase(where, database => seedOnce(database, store.goods))
  try {
    const tokenSecret = await secretFor(serving, opened.database)
    const postOn = (say: (words: string) => void) => postOf(serving, say)
    const { provider, sandbox, hosts } = await providerFor(serving, opened.database)
    const sweeping = everyMinute()
    const { sweepBy } = sweeping
    const { rules, pictures } = store
    const whole = {
      ...serving,
      database: opened.database,
      store: rules,
      pictures,
      tokenSecret,
      postOn,
      provider,
      sweepBy,
    }
    const app = await createGateway(whole)
    if (sandbox !== null) serveSandbox(app, sandbox)
    const log = (...words: unknown[]) => app.log.warn(words.join(' '))
    const inspector = serving.inspector === 'on' ? inspectorDist : undefined
    if (dist !== undefined)
      await serveStorefront(app, dist, pagesOn?.({ fetch: fetchFrom(app), origin: publicUrl, log }), hosts, inspector)
    if (dist !== undefined) serveSitemap(app, { database: opened.database, publicUrl })
    const stopCleaning = cleanHourly(opened.database, serving.tokenLife.idle)
    return { app, close: () => closeAll(app, opened, [stopCleaning, sweeping.stop]) }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** A folder has its own secret; gateways that share a database share theirs there. */
async function secretFor({ tokenSecret, databaseUrl, dataDir }: Settings, database: Database): Promise<Uint8Array> {
  if (tokenSecret !== null) return new TextEncoder().encode(tokenSecret)
  return databaseUrl === null ? secretIn(dataDir) : secretOf(database)
}

function postOf({ smtpUrl, mailFrom, dataDir }: Settings, say: (words: string) => void): Post {
  const from = `${store.rules.name} <${mailFrom}>`
  return smtpUrl === null ? postInto(join(dataDir, 'mails'), from, say) : postBy(smtpUrl, from)
}

/** Runs the shop. The caller closes it; `closeOnSignal` does so when the process is asked to end. */
export async function serve(serving: Serving): Promise<Served> {
  const { app, close } = await prepare(serving)
  try {
    await app.listen({ host: serving.host, port: serving.port })
  } catch (error) {
    await close()
    throw portTaken(error, serving.port)
  }
  return { address: addressOf(serving), close }
}

/** Where people find the shop. */
export const addressOf = ({ host, port }: Pick<Settings, 'host' | 'port'>): string => `http://${spoken(host)}:${port}`

/** Says in plain words that a port is taken; any other error as it is. */
export const portTaken = (error: unknown, port: number): unknown =>
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
  const forgets = [forgetAnswers, forgetCarts, forgetResets, forgetTries, (of: Database) => forgetLogins(of, idle)]
  const clean = () => Promise.all(forgets.map(forget => forget(database))).catch(() => {}) // the next hour tries again
  const timer = setInterval(clean, 3_600_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** Longer than that, a process manager would kill us anyway. */
const patience = 9_000

/** Closes in good order on SIGTERM and SIGINT; a second signal ends at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false
  const onSignal = () => {
    if (closing) process.exit(1)
    closing = true
    setTimeout(() => process.exit(1), patience).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Ends the process with a message that a person can act on. */
export function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
