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
import { create, StructError, type Struct } from 'superstruct'
import type { Route } from '#contract/route'
import { routes } from '#contract/routes'
import { authenticate } from './access.ts'
import { withAbsolutePictures, pictureOrigin } from './picture-origins.ts'
import { createCalls, type Calls, type GatewayShop, type CallRequest } from './calls.ts'
import type { Database } from '../database/database.ts'
import { deliverMails } from '../mail/outbox.ts'
import type { SendMail } from '../shop/mail.ts'
import type { Photographs } from '../catalogue/photographs.ts'
import { createPictureFiles } from '../catalogue/picture-files.ts'
import { servePictures } from '../catalogue/picture-routes.ts'
import { createPictures, type PictureSource } from '../catalogue/pictures.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { sendReceipts } from '../orders/receipts.ts'
import { serveWebhooks, type VerifyWebhook } from '../payments/webhooks.ts'
import { serveLinkPages } from '../pages/link-pages.ts'
import { createReportEvent, eventOf, type ReportEvent, type ShopEvent } from '../shop/events.ts'
import { createDatabaseProbe, serveHealth, type Health } from './health.ts'
import { lineOf, maskUrl, withoutValues } from '../requests/log-fields.ts'
import { badRequest, notFound, refusalFrom } from '../requests/refusals.ts'
import { defaultLimits, type Limits } from '../requests/rate-limits.ts'
import { defaultTokenLife } from '../accounts/tokens.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { settleDuePayments } from '../payments/settlement-job.ts'
import { createTokens, type TokenLife, type Tokens } from '../accounts/tokens.ts'
import { refuseLongIds, refuseUnstorable } from '../requests/storable-text.ts'
import { createRequestCounter, type RequestCounter } from '../requests/request-limits.ts'
import { boundConnections, createProxyWarning } from './connections.ts'
import { inProcessHeader, inProcessKey } from './in-process-fetch.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestCounter: RequestCounter
    reportEvent: ReportEvent
    /** Whether the database answers; cached for a second. */
    isDatabaseUp: () => Promise<boolean>
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
  logger?: FastifyServerOptions['logger']
  /** Base URL of the shop: links in mails start with it, and picture URLs for storefronts on another origin. */
  publicUrl?: string
  /** Proxies whose X-Forwarded-For is trusted. */
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
  /** The grocer's email address, for payments that a person has to settle. */
  shopEmail?: string | null
  /** Counts security and money events, which are also logged. */
  countEvent?: (event: ShopEvent) => void
  /** What `/readyz` reports; omit to serve neither it nor `/livez`. */
  health?: Health
  /** Starts the job that settles payments and mails receipts; omit to disable it. */
  startJob?: (runJob: () => Promise<void>) => void
}

const base = '/v1'

type AnyRoute = Pick<Route, 'method' | 'path' | 'wait'> & { body: Struct | null }

const securityHeaders = (publicUrl: string) => ({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const }, // The payment window must be able to reach its opener.
  crossOriginResourcePolicy: { policy: 'cross-origin' as const }, // Storefronts may be served from another origin.
  originAgentCluster: false, // Chromium would start another process when the answer arrives: docs/decisions/0055.
  // Only for this host: the domain's other hosts may not use https.
  strictTransportSecurity: isHttps(publicUrl) && { maxAge: 31_536_000, includeSubDomains: false },
})

/** Whether shoppers reach the shop by https. */
export const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** Static files: about 30 per page, so each header counts. */
const isFile = /^\/(assets|pictures)\//

/** Headers that only matter for documents and API answers. */
const documentHeaders = [
  'cross-origin-opener-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Creates the gateway: the API under /v1 and the pictures. Does not listen yet. */
export async function createGateway(parts: GatewayOptions): Promise<FastifyInstance> {
  const { database, store, logger = false, publicUrl = '', trustProxy = false } = parts
  const app = Fastify(serverOptions(logger, trustProxy))
  app.server.headersTimeout = 10_000
  app.server.maxHeadersCount = 100
  endConnectionsOnClose(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  await app.register(helmet, securityHeaders(publicUrl))
  app.addHook('onSend', async (request, reply) => {
    if (isFile.test(request.url)) for (const name of documentHeaders) reply.removeHeader(name)
  })
  await app.register(cors, { ...corsOptions, origin: originsOf(parts) })
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 })
  const limits = { ...defaultLimits, ...parts.limits }
  app.decorate('requestCounter', createRequestCounter(limits))
  app.decorate('reportEvent', createReportEvent(app.log, parts.countEvent))
  app.decorate('isDatabaseUp', createDatabaseProbe(database))
  const { health } = parts
  if (health !== undefined) serveHealth(app, health)
  boundConnections(app.server, trustProxy === false)
  app.addHook('onRequest', createProxyWarning(app.log))
  const pictures = createPictures(parts.pictures, parts.photographs)
  const files = createPictureFiles(parts.pictureFolder ?? null)
  servePictures(app, { database, pictures, files, avif: parts.avif ?? false })
  const { tokenSecret = randomBytes(32), tokenLife = defaultTokenLife, createSendMail = () => async () => {} } = parts
  const shop: GatewayShop = {
    database,
    rules: store,
    pictures,
    limits,
    tokens: createTokens(database, tokenSecret, tokenLife),
    shopEmail: parts.shopEmail ?? null,
    reportEvent: app.reportEvent,
    logProblem: (fields, message) => app.log.error(fields, message),
    sendMail: withOutcome(
      createSendMail(message => app.log.warn(message)),
      health,
    ),
    publicUrl,
    provider: parts.provider ?? null,
    acceptsBrowserOrders: parts.acceptsBrowserOrders ?? false,
    runLater: createRunLater(app),
  }
  parts.startJob?.(async () => {
    await shop.runLater('Settling due payments', () => settleDuePayments(shop))
    await shop.runLater('Mailing a receipt', () => sendReceipts(shop))
    await shop.runLater('Sending mails', () => deliverMails(shop))
    if (health !== undefined) health.lastJobRun = new Date()
  })
  await serveLinkPages(app, shop)
  if (parts.verifyWebhook !== undefined) await serveWebhooks(app, shop, parts.verifyWebhook)
  await app.register(async api => serveCalls(api, createCalls(shop), shop.tokens, publicUrl), { prefix: base })
  return app
}

/** The origins whose pages may call; by default the shop's own. Pictures may be read by all. */
function originsOf({ corsOrigins, publicUrl = '' }: GatewayOptions): string | string[] {
  if (corsOrigins?.includes('*')) return '*'
  return corsOrigins ?? (publicUrl === '' ? [] : [new URL(publicUrl).origin])
}

/** Tokens are sent by scripts, and there are no cookies. */
const corsOptions = {
  allowedHeaders: ['authorization', 'content-type'],
  exposedHeaders: ['retry-after'],
  maxAge: 86_400,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
}

/**
 * Runs work after the response; `close` waits for it, and for work that it begins. Errors of mail servers and databases name
 * people, so their messages are not logged.
 */
function createRunLater(app: FastifyInstance): GatewayShop['runLater'] {
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

const serverOptions = (logger: GatewayOptions['logger'], trustProxy: string | false): FastifyHttpOptions<Server> => ({
  logger:
    typeof logger === 'object'
      ? { ...logger, serializers: { req: serializeRequest } }
      : logger && { serializers: { req: serializeRequest } },
  trustProxy,
  http: { maxHeaderSize: 8_192, connectionsCheckingInterval: 5_000 },
  pluginTimeout: 60_000, // A busy machine starts slowly.
  bodyLimit: 100_000,
  routerOptions: { maxParamLength: 1_000 },
  requestTimeout: 15_000, // Checked every 5 seconds: the longest request ends within 20 seconds.
  keepAliveTimeout: 10_000,
  maxRequestsPerSocket: 1_000,
  frameworkErrors: sendError,
  forceCloseConnections: 'idle',
  return503OnClosing: false, // Accepted requests are answered; then the connection closes.
  exposeHeadRoutes: true,
})

/** An answer that is sent while the gateway closes ends its connection, which would delay the exit until its time-out. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** Session and line ids give access to carts: they are not logged. */
const serializeRequest = ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
  method,
  url: maskUrl(url),
  ip,
})

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (hasClientLeft(error, reply)) return request.log.info(lineOf(request), 'The client closed the connection')
  const refused = refusalFrom(error)
  if (refused.httpStatus >= 500) request.log.error({ ...withoutValues(error), ...lineOf(request) })
  if (refused.httpStatus === 401) void reply.header('www-authenticate', 'Bearer')
  if (refused.retryAfter !== null) void reply.header('retry-after', refused.retryAfter)
  void reply.code(refused.httpStatus).send(refused.answer)
}

/** Whether the client has closed the connection while its answer was being compressed. Anyone can do so: it is no error of the shop. */
const hasClientLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Records whether the mail that was last sent, or refused, was sent. */
const withOutcome =
  (sendMail: SendMail, health: Health | undefined): SendMail =>
  async mail => {
    const record = (outcome: Health['lastMail']) => {
      if (health !== undefined) health.lastMail = outcome
    }
    try {
      await sendMail(mail)
    } catch (error) {
      record('failed')
      throw error
    }
    record('sent')
  }

/** Counts a call of the API; server rendering calls it for pages, which are counted themselves. */
function countCall(counter: RequestCounter, { method, wait }: AnyRoute, request: FastifyRequest): void {
  if (request.headers[inProcessHeader] === inProcessKey) return
  counter.refuseOverLimit(method === 'GET' || wait === 'lookup' || wait === 'read' ? 'reads' : 'writes', request.ip)
}

function serveCalls(api: FastifyInstance, calls: Calls, tokens: Tokens, publicUrl: string): void {
  const names = Object.keys(routes) as (keyof typeof routes)[]
  for (const name of names) {
    const route = routes[name] as unknown as AnyRoute
    const act = calls[name] as (question: CallRequest<unknown>) => Promise<object>
    api.route({
      method: route.method,
      url: route.path.split('?')[0]!.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        try {
          countCall(api.requestCounter, route, request)
          const bearer = await authenticate(name, request, tokens)
          const question = { ...parseRequest(route, request), ip: request.ip, bearer }
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

function parseRequest(route: AnyRoute, request: FastifyRequest): Pick<CallRequest<unknown>, 'params' | 'body'> {
  const params = { ...(request.params as Record<string, string>), ...queryOf(route, request) }
  refuseUnstorable(params)
  refuseLongIds(params)
  if (route.body === null) return { params, body: undefined }
  refuseUnstorable(request.body)
  refuseLongIds(request.body)
  try {
    return { params, body: create(request.body ?? {}, route.body) }
  } catch (error) {
    throw error instanceof StructError ? badRequest(describeStructError(error)) : error
  }
}

/** The parameters of the query that the route names; one that is missing or repeated is left out. */
function queryOf({ path }: AnyRoute, request: FastifyRequest): Record<string, string> {
  const given = request.query as Record<string, unknown>
  const names = [...new URLSearchParams(path.split('?')[1]).keys()]
  return Object.fromEntries(names.map(name => [name, given[name]]).filter(([, value]) => typeof value === 'string'))
}

const describeStructError = ({ path }: StructError): string =>
  path.length === 0 ? 'The request must be an object' : `${path.join('.')} is missing or invalid`
