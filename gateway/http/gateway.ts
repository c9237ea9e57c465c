import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyHttpOptions,
  type FastifyServerOptions,
} from 'fastify'
import { longestPhotograph } from '#contract/order-problem'
import { routes } from '#contract/routes'
import { authenticate } from '../accounts/access.ts'
import { withAbsolutePictures, pictureOrigin } from './picture-origins.ts'
import { createCalls, type Calls, type AllServices, type CallRequest } from './calls.ts'
import type { Database } from '../database/database.ts'
import { createMailStatus } from '../shop/mail-status.ts'
import { deliverMails } from '../mail/outbox.ts'
import { queueStockNotices } from '../mail/stock-notices.ts'
import type { SendMail } from '../shop/mail.ts'
import type { Photographs } from '../catalogue/photographs.ts'
import { createPictureFiles } from '../catalogue/picture-files.ts'
import { servePictures } from '../catalogue/picture-routes.ts'
import { createPictures, type PictureSource } from '../catalogue/pictures.ts'
import { makePicturesAhead, type MakingAhead } from '../catalogue/pictures-ahead.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { queueReceipts } from '../orders/receipts.ts'
import { createOrderLinks } from '../shop/order-links.ts'
import { serveWebhooks, type VerifyWebhook } from '../payments/webhooks.ts'
import { deliverOrderReports } from '../orders/order-webhook.ts'
import type { OrderWebhook } from '../shop/services.ts'
import { serveOfficeApi } from '../office/office-api.ts'
import { isOfficeServed, type OfficeSetting } from '../office/office-access.ts'
import { serveOpenapi } from '../openapi/openapi-route.ts'
import { serveLinkPages } from '../pages/link-pages.ts'
import { createReportEvent, eventOf, type ReportEvent, type ShopEvent } from '../shop/events.ts'
import { createDatabaseProbe, serveHealth, type DatabaseState, type Health, type JobName } from './health.ts'
import { lineOf, maskUrl, withoutValues } from '../requests/log-fields.ts'
import { notFound, refusalFrom } from '../requests/refusals.ts'
import { defaultLimits, type Limits } from '../requests/rate-limits.ts'
import { defaultTokenLife } from '../accounts/tokens.ts'
import { createSettingsVersion, type SettingsVersion } from '../shop/settings-version.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { settleDuePayments } from '../payments/settlement-job.ts'
import { createTokens, type TokenLife, type Tokens } from '../accounts/tokens.ts'
import { parseRequest, routePath, type RequestRoute } from '../requests/parse-request.ts'
import { createRequestCounter, type RequestCounter } from '../requests/request-limits.ts'
import { clientAddress, createTrust, isFromThisMachine, type Trusts } from './client-address.ts'
import { boundConnections, createProxyWarning, endConnectionsOnClose, idleTime } from './connections.ts'
import { answerParserError, sendErrorPage } from './error-pages.ts'
import { createLargeBodies, ordinaryBody } from './large-bodies.ts'
import { readPlainBodies } from './request-bodies.ts'
import { inProcessHeader, inProcessKey } from './in-process-fetch.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestCounter: RequestCounter
    reportEvent: ReportEvent
    /** Cached for a second. */
    databaseState: () => Promise<DatabaseState>
    /** Whether the pages and calls of the office are served to a request. */
    isOfficeServed: (request: FastifyRequest) => Promise<boolean>
    /** Whether the database answers reads. */
    isDatabaseUp: () => Promise<boolean>
    settingsVersion: SettingsVersion
  }
  interface FastifyRequest {
    /** The IP address of the client: `ip` knows neither ports nor the header `Forwarded`. */
    client: string
  }
}

export interface GatewayOptions {
  database: Database
  store: StoreRules
  pictures: PictureSource
  /** The store's own photographs, shown instead of drawings. */
  photographs?: Photographs
  /** Keeps the files of pictures; omit to keep them in memory only. */
  pictureFolder?: string
  /** Whether pictures are sent as AVIF too. */
  avif?: boolean
  /** Whether the catalogue's pictures are made in the background once the gateway listens; needs `pictureFolder`. */
  picturesAhead?: boolean
  logger?: FastifyServerOptions['logger']
  /** Base URL of the shop: links in mails start with it, and picture URLs for storefronts on another origin. */
  publicUrl?: string
  /** Proxies whose X-Forwarded-For is trusted, besides those of this machine. */
  trustProxy?: string | false
  /** Origins of other storefronts whose pages may call; `*` for all. By default the origin of `publicUrl`. */
  corsOrigins?: string[] | undefined
  limits?: Partial<Limits>
  /** Signs tokens; if omitted, tokens are valid until this gateway ends. */
  tokenSecret?: Uint8Array
  tokenLife?: TokenLife
  /** Creates the mail sender. Omit to send no mails. */
  createSendMail?: (logWarning: (message: string) => void) => SendMail
  /** Omit to accept payment on delivery only. */
  provider?: PaymentProvider
  /** Verifies events that the provider reports; omit to accept none. */
  verifyWebhook?: VerifyWebhook
  /** Whether orders that browsers created at the provider are accepted. */
  acceptsBrowserOrders?: boolean
  /** Where the office is served; nowhere if omitted. */
  office?: OfficeSetting
  /** The grocer's email address, for payments that a person has to settle. */
  shopEmail?: string | null
  /** Where new orders are reported to; omit for nowhere. */
  orderWebhook?: OrderWebhook | null
  /** Counts security and money events, which are also logged. */
  countEvent?: (event: ShopEvent) => void
  /** What `/readyz` reports; omit to serve neither it nor `/livez`. */
  health?: Health
  /** Starts each of the jobs that settle payments, write receipts and send mails; omit to disable them. */
  startJob?: (name: JobName | 'order reports', runRound: () => Promise<void>) => void
}

const base = '/v1'

const securityHeaders = (publicUrl: string) => ({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const }, // The payment window must be able to reach its opener.
  crossOriginResourcePolicy: { policy: 'cross-origin' as const }, // Storefronts may be served from another origin.
  // With it Chromium starts another process when the answer has arrived, which delays the first paint by some 20 ms. It forbids setting
  // `document.domain`, which the shop never does, and which current Chromium ignores.
  originAgentCluster: false,
  // Only for this host: the domain's other hosts may not use https.
  strictTransportSecurity: isHttps(publicUrl) && { maxAge: 31_536_000, includeSubDomains: false },
})

/** Whether shoppers reach the shop by https. */
export const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/**
 * Media types that a browser never shows as a document with code: scripts, styles, fonts, and pictures except SVG. A page has about 30
 * such files, so each header counts.
 */
const isFile = /^(?:text\/(?:css|javascript)|application\/javascript|font\/|image\/(?!svg))/

/** Headers that only matter for documents and API answers. */
const documentHeaders = [
  'access-control-expose-headers',
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Creates the gateway: the API under /v1 and its document, and the pictures. Does not listen yet. */
export async function createGateway(parts: GatewayOptions): Promise<FastifyInstance> {
  const { database, store, logger = false, publicUrl = '', trustProxy = false } = parts
  const trusts = createTrust(trustProxy)
  const app = Fastify(serverOptions(logger, trusts))
  app.decorateRequest('client', {
    getter() {
      return clientAddress(this.raw, trusts)
    },
  })
  app.server.headersTimeout = 10_000
  app.server.maxHeadersCount = 100
  endConnectionsOnClose(app)
  app.decorate('sendNotFoundPage', null)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  await app.register(helmet, securityHeaders(publicUrl))
  await app.register(cors, { ...corsOptions, origin: originsOf(parts) })
  app.addHook('onSend', async (_request, reply) => {
    if (isFile.test(String(reply.getHeader('content-type'))))
      for (const name of documentHeaders) reply.removeHeader(name)
  })
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1024 })
  readPlainBodies(app)
  const limits = { ...defaultLimits, ...parts.limits }
  app.decorate('requestCounter', createRequestCounter(limits))
  app.decorate('reportEvent', createReportEvent(app.log, parts.countEvent))
  app.decorate('databaseState', createDatabaseProbe(database))
  app.decorate('isOfficeServed', (request: FastifyRequest) =>
    isOfficeServed(parts.office ?? 'off', database, () => isFromThisMachine(request)),
  )
  app.decorate('settingsVersion', createSettingsVersion(database))
  app.decorate('isDatabaseUp', async () => (await app.databaseState()) !== 'unreachable')
  const { health } = parts
  if (health !== undefined) serveHealth(app, health)
  boundConnections(app.server, trusts)
  app.addHook('onRequest', createProxyWarning(app.log, trusts, publicUrl))
  app.addHook('onRequest', async request => {
    if (request.is404) countUnknown(app.requestCounter, request.method, request.client)
  })
  const pictures = createPictures(parts.pictures, parts.photographs)
  const files = createPictureFiles(parts.pictureFolder ?? null)
  servePictures(app, { database, pictures, files, avif: parts.avif ?? false })
  const { tokenSecret = randomBytes(32), tokenLife = defaultTokenLife, createSendMail = () => async () => {} } = parts
  const shop: AllServices = {
    database,
    rules: store,
    pictures,
    limits,
    tokens: createTokens(database, tokenSecret, tokenLife),
    shopEmail: parts.shopEmail ?? null,
    orderWebhook: parts.orderWebhook ?? null,
    reportEvent: app.reportEvent,
    logProblem: (fields, message) => app.log.error(fields, message),
    sendMail: withOutcome(
      createSendMail(message => app.log.warn(message)),
      health,
    ),
    settingsVersion: app.settingsVersion,
    mailStatus: health?.mailStatus ?? createMailStatus(),
    closing: signalOnClose(app),
    orderLinks: createOrderLinks(tokenSecret, publicUrl),
    publicUrl,
    provider: parts.provider ?? null,
    acceptsBrowserOrders: parts.acceptsBrowserOrders ?? false,
    runLater: createRunLater(app),
  }
  startJobs(shop, parts)
  if (parts.picturesAhead && parts.pictureFolder !== undefined)
    makeAheadOnListen(app, shop, { source: parts.pictures, pictures, files })
  await serveLinkPages(app, shop)
  serveOpenapi(app)
  if (parts.verifyWebhook !== undefined) await serveWebhooks(app, shop, parts.verifyWebhook)
  await serveOfficeApi(app, shop, isHttps(publicUrl))
  await app.register(async api => serveCalls(api, createCalls(shop), shop.tokens, publicUrl), { prefix: base })
  return app
}

/** Starts the jobs. They are apart, so that a mail server that hangs delays no payment. */
function startJobs(shop: AllServices, { startJob, health }: GatewayOptions): void {
  const start = (name: JobName, what: string, work: () => Promise<unknown>) =>
    startJob?.(name, async () => {
      await shop.runLater(what, async () => void (await work()))
      if (health !== undefined) health.lastRuns[name] = new Date()
    })
  start('payments', 'Settling due payments', () => settleDuePayments(shop))
  start('receipts', 'Writing receipts', () => queueReceipts(shop))
  const { orderWebhook } = shop
  if (orderWebhook !== null)
    startJob?.('order reports', () => shop.runLater('Reporting orders', () => deliverOrderReports(shop, orderWebhook)))
  start('mails', 'Sending mails', async () => {
    await shop.runLater('Writing mails about stock', () => queueStockNotices(shop))
    await deliverMails(shop)
  })
}

/** Begins once the gateway listens, so that its start takes no longer. The picture that is being made when it closes is finished. */
function makeAheadOnListen(
  app: FastifyInstance,
  { database, runLater }: AllServices,
  parts: Pick<MakingAhead, 'source' | 'pictures' | 'files'>,
): void {
  const closing = new AbortController()
  let lastRequest = 0
  const making: MakingAhead = {
    ...parts,
    database,
    closing: closing.signal,
    sinceRequest: () => performance.now() - lastRequest,
    logProblem: error => app.log.warn(error, 'A picture cannot be made ahead'),
  }
  app.addHook('onRequest', async ({ url }) => {
    if (!isProbe.test(url)) lastRequest = performance.now()
  })
  app.addHook('onListen', () => void runLater('Making pictures ahead', () => makePicturesAhead(making)))
  app.addHook('preClose', async () => closing.abort())
}

const isProbe = /^\/(?:livez|readyz)$/

/** Milliseconds that work in progress has when the gateway closes. Process managers kill after about 10 seconds. */
const closingTime = 3_000

function signalOnClose(app: FastifyInstance): AbortSignal {
  const closing = new AbortController()
  app.addHook('preClose', async () => void setTimeout(() => closing.abort(), closingTime).unref())
  return closing.signal
}

/** The origins whose pages may call; by default the shop's own. Pictures may be read by all. */
function originsOf({ corsOrigins, publicUrl = '' }: GatewayOptions): string | string[] {
  if (corsOrigins?.includes('*')) return '*'
  return corsOrigins ?? (publicUrl === '' ? [] : [new URL(publicUrl).origin])
}

/** Tokens are sent by scripts; the office's cookie is never sent to another origin. */
const corsOptions = {
  allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposedHeaders: ['age', 'date', 'retry-after'],
  maxAge: 86_400,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
}

/**
 * Runs work after the response; `close` waits for it, and for work that it begins. Errors of mail servers and databases name
 * people, so their messages are not logged.
 */
function createRunLater(app: FastifyInstance): AllServices['runLater'] {
  const inFlight = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    while (inFlight.size > 0) await Promise.all(inFlight)
  })
  return (what, work) => {
    const done = work()
      .catch((error: unknown) => app.log.error(withoutMessage(error), `${what} failed`))
      .finally(() => inFlight.delete(done))
    inFlight.add(done)
    return done
  }
}

/** What is logged of an error whose message may name people: its kind, its codes, and where it was thrown. */
function withoutMessage(error: unknown): object {
  const { name, code, cause, responseCode, stack } = error as Error & { code?: unknown; responseCode?: unknown }
  return {
    name,
    code: code ?? (cause as { code?: unknown } | undefined)?.code,
    responseCode,
    stack: stack?.match(/^ {4}at .*$/gm)?.join('\n'),
  }
}

const serverOptions = (logger: GatewayOptions['logger'], trustProxy: Trusts): FastifyHttpOptions<Server> => ({
  logger:
    typeof logger === 'object'
      ? { ...logger, serializers: { req: serializeRequest(trustProxy) } }
      : logger && { serializers: { req: serializeRequest(trustProxy) } },
  trustProxy,
  http: { maxHeaderSize: 8_192, connectionsCheckingInterval: 5_000 },
  pluginTimeout: 60_000, // A busy machine starts slowly.
  bodyLimit: ordinaryBody,
  routerOptions: { maxParamLength: 1_000 },
  requestTimeout: 15_000, // Checked every 5 seconds: the longest request ends within 20 seconds.
  keepAliveTimeout: idleTime.direct,
  maxRequestsPerSocket: 1_000,
  frameworkErrors: sendUrlError(trustProxy),
  clientErrorHandler: answerParserError,
  forceCloseConnections: 'idle',
  return503OnClosing: false, // Accepted requests are answered; then the connection closes.
  exposeHeadRoutes: true,
})

/** Session and line ids give access to carts: they are not logged. */
const serializeRequest =
  (trusts: Trusts) =>
  ({ method, url, raw }: FastifyRequest) => ({ method, url: maskUrl(url), ip: clientAddress(raw, trusts) })

/** Counts a request that has no route. */
const countUnknown = (counter: RequestCounter, method: string, client: string): void =>
  counter.refuseOverLimit(method === 'GET' || method === 'HEAD' ? 'reads' : 'writes', client)

/** Answers a URL that cannot be routed. No hook runs for it, and its request is not decorated. */
const sendUrlError =
  (trusts: Trusts) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    try {
      countUnknown(request.server.requestCounter, request.method, clientAddress(request.raw, trusts))
      sendError(error, request, reply)
    } catch (overLimit) {
      sendError(overLimit, request, reply)
    }
  }

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (hasClientLeft(error, reply)) return request.log.info(lineOf(request), 'The client closed the connection')
  const refused = refusalFrom(error)
  if (refused.httpStatus >= 500) request.log.error({ ...withoutValues(error), ...lineOf(request) })
  if (refused.httpStatus === 401) void reply.header('www-authenticate', 'Bearer')
  if (refused.retryAfter !== null) void reply.header('retry-after', refused.retryAfter)
  void reply.code(refused.httpStatus)
  if (!sendErrorPage(request, reply)) void reply.send(refused.answer)
}

/** Whether the client has closed the connection while its answer was being compressed. Anyone can do so: it is no error of the shop. */
const hasClientLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Records whether the mail that was last sent, or refused, was sent. */
const withOutcome =
  (sendMail: SendMail, health: Health | undefined): SendMail =>
  async (mail, closing) => {
    const record = (outcome: Health['lastMail']) => {
      if (health !== undefined) health.lastMail = outcome
    }
    try {
      await sendMail(mail, closing)
    } catch (error) {
      record('failed')
      throw error
    }
    record('sent')
  }

/**
 * Counts a call of the API when its head has arrived: a body is read only within the limit. Server rendering calls the API for
 * pages, which are counted themselves.
 */
function countCall(
  counter: RequestCounter,
  name: keyof typeof routes,
  { method, wait }: RequestRoute,
  request: FastifyRequest,
): void {
  if (request.headers[inProcessHeader] === inProcessKey) return
  try {
    counter.refuseOverLimit(
      method === 'GET' || wait === 'lookup' || wait === 'read' ? 'reads' : 'writes',
      request.client,
    )
  } catch (error) {
    reportAnswer(name, request, refusalFrom(error).statusCode)
    throw error
  }
}

/** Bytes of the bodies that are larger than others: a report has a photograph in base64. */
const bodyLimits: Partial<Record<keyof typeof routes, number>> = { reportProblem: longestPhotograph + ordinaryBody }

function serveCalls(api: FastifyInstance, calls: Calls, tokens: Tokens, publicUrl: string): void {
  const names = Object.keys(routes) as (keyof typeof routes)[]
  const largeBodies = createLargeBodies()
  for (const name of names) {
    const route = routes[name] as unknown as RequestRoute
    const act = calls[name] as (question: CallRequest<unknown>) => Promise<object>
    api.route({
      method: route.method,
      url: routePath(route),
      bodyLimit: bodyLimits[name],
      onRequest: async (request, reply) => {
        countCall(api.requestCounter, name, route, request)
        if (bodyLimits[name] !== undefined) largeBodies.admit(request, reply)
      },
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        try {
          const bearer = await authenticate(name, request, tokens)
          const question = { ...parseRequest(route, request), ip: request.client, bearer }
          const answer = { statusCode: 200, ...(await act(question)) }
          reportAnswer(name, request, answer.statusCode, answer)
          return withAbsolutePictures(answer, pictureOrigin(request, reply, publicUrl))
        } catch (error) {
          reportAnswer(name, request, refusalFrom(error).statusCode)
          throw error
        }
      },
    })
  }
  api.setNotFoundHandler(() => {
    throw notFound('There is no such call.')
  })
}

/** Reports the event of an answer, with the number and amount of an order or a payment. */
function reportAnswer(
  name: keyof typeof routes,
  request: FastifyRequest,
  statusCode: number,
  answer: object = {},
): void {
  const event = eventOf(name, statusCode)
  if (event === null) return
  const { data } = answer as { data?: Record<string, unknown> | null }
  const numbers = ['orderNumber', 'total', 'amount'].flatMap(key =>
    data?.[key] === undefined ? [] : [[key, data[key]]],
  )
  request.server.reportEvent(event, { call: name, statusCode, reqId: request.id, ...Object.fromEntries(numbers) })
}
