import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { create, StructError, type Struct } from 'superstruct'
import type { Route } from '#contract/route'
import { routes } from '#contract/routes'
import { authenticate } from './access.ts'
import { withAbsolutePictures, pictureOrigin } from './picture-origins.ts'
import { createCalls, type Calls, type GatewayShop, type CallRequest } from './calls.ts'
import type { Database } from '../database/database.ts'
import type { SendMail } from '../mail/send-mail.ts'
import { createPictures, servePictures, type PictureSource } from '../catalogue/pictures.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { sendReceipts } from '../orders/receipts.ts'
import { badRequest, notFound, refusalFrom } from '../requests/refusals.ts'
import { defaultLimits, type Limits } from '../requests/rate-limits.ts'
import { defaultTokenLife } from '../accounts/tokens.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { settleDuePayments } from '../payments/settlement-job.ts'
import { createTokens, type TokenLife, type Tokens } from '../accounts/tokens.ts'
import { refuseUnstorable } from '../requests/storable-text.ts'

export interface GatewayOptions {
  database: Database
  store: StoreRules
  pictures: PictureSource
  logger?: FastifyServerOptions['logger']
  /** Base URL of the shop: links in mails start with it, and picture URLs for storefronts on another origin. */
  publicUrl?: string
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy?: string | false
  limits?: Partial<Limits>
  /** Signs tokens; if omitted, tokens are valid until this gateway ends. */
  tokenSecret?: Uint8Array
  tokenLife?: TokenLife
  /** Creates the mail sender. `say` logs a line. Omit to send no mails. */
  createSendMail?: (say: (words: string) => void) => SendMail
  /** Omit to accept payment on delivery only. */
  provider?: PaymentProvider
  /** Starts the job that settles payments and mails receipts; omit to disable it. */
  startJob?: (sweep: () => Promise<void>) => void
}

const base = '/v1'

type AnyRoute = Pick<Route, 'method' | 'path'> & { body: Struct | null }

const securityHeaders = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const }, // The payment window must be able to reach its opener.
  crossOriginResourcePolicy: { policy: 'cross-origin' as const }, // Storefronts may be served from another origin.
}

/** Static files: about 30 per page, so each header counts. */
const isFile = /^\/(assets|pictures)\//

/** Headers that only matter for documents and API answers. */
const documentHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
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
  app.server.headersTimeout = 15_000
  app.server.maxHeadersCount = 100
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  await app.register(helmet, securityHeaders)
  app.addHook('onSend', async (request, reply) => {
    if (isFile.test(request.url)) for (const name of documentHeaders) reply.removeHeader(name)
  })
  await app.register(cors, corsOptions)
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 })
  const pictures = createPictures(parts.pictures)
  servePictures(app, database, pictures)
  const { tokenSecret = randomBytes(32), tokenLife = defaultTokenLife, createSendMail = () => async () => {} } = parts
  const shop: GatewayShop = {
    database,
    rules: store,
    pictures,
    limits: { ...defaultLimits, ...parts.limits },
    tokens: createTokens(database, tokenSecret, tokenLife),
    sendMail: createSendMail(words => app.log.warn(words)),
    publicUrl,
    provider: parts.provider ?? null,
    runLater: createRunLater(app),
  }
  parts.startJob?.(async () => {
    await shop.runLater('Settling due payments', () => settleDuePayments(shop))
    await shop.runLater('Mailing a receipt', () => sendReceipts(shop))
  })
  await app.register(async api => serveCalls(api, createCalls(shop), shop.tokens, publicUrl), { prefix: base })
  return app
}

/** Any origin may call: tokens are sent by scripts, and there are no cookies. */
const corsOptions = {
  origin: '*',
  allowedHeaders: ['authorization', 'content-type'],
  exposedHeaders: ['retry-after'],
  maxAge: 86_400,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
}

/**
 * Runs work after the answer; `close` waits for it. Errors of mail servers name people, so their messages are not
 * logged.
 */
function createRunLater(app: FastifyInstance): GatewayShop['runLater'] {
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(underWay)))
  return (what, work) => {
    const done = work()
      .catch((error: { code?: unknown; responseCode?: unknown }) => {
        app.log.error({ code: error.code, responseCode: error.responseCode }, `${what} failed`)
      })
      .finally(() => underWay.delete(done))
    underWay.add(done)
    return done
  }
}

const serverOptions = (logger: GatewayOptions['logger'], trustProxy: string | false): FastifyServerOptions => ({
  logger:
    typeof logger === 'object'
      ? { ...logger, serializers: { req: serializeRequest } }
      : logger && { serializers: { req: serializeRequest } },
  trustProxy,
  pluginTimeout: 60_000, // A busy machine starts slowly.
  bodyLimit: 100_000,
  routerOptions: { maxParamLength: 1_000 },
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  maxRequestsPerSocket: 1_000,
  frameworkErrors: sendError,
  forceCloseConnections: 'idle',
  return503OnClosing: false, // Accepted requests are answered; then the connection closes.
  exposeHeadRoutes: true,
})

/** Session and line ids give access to carts: they are not logged. */
const serializeRequest = ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
  method,
  url: maskUrl(url),
  ip,
})

/** Masks the ids in a path that give access to something. */
export const maskUrl = (url: string): string =>
  url
    .replace(
      /^(\/v1\/(?:cart|customer\/(?:init|update)|coupon(?!\/validate\/)|order(?:\/by-request)?|payment\/order)\/)[^/?]+/,
      '$1***',
    )
    .replace(/^(\/sandbox\/paypal\/orders\/)[^/?]+/, '$1***')
    .replace(/([?&](?:token|sessionId)=)[^&#]*/gi, '$1***')

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refused = refusalFrom(error)
  if (refused.httpStatus >= 500) request.log.error(withoutValues(error))
  if (refused.httpStatus === 401) void reply.header('www-authenticate', 'Bearer')
  if (refused.retryAfter !== null) void reply.header('retry-after', refused.retryAfter)
  void reply.code(refused.httpStatus).send(refused.answer)
}

/** Logs an error without the values of the query, which are names, addresses and sessions. */
function withoutValues(error: unknown) {
  const { query, cause = error } = error as { query?: string; cause?: unknown }
  const { message, stack, code, constraint } = cause as Record<string, unknown>
  return { query, message, code, constraint, stack }
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
        const bearer = await authenticate(name, request, tokens)
        const answer = { statusCode: 200, ...(await act({ ...parseRequest(route, request), ip: request.ip, bearer })) }
        return withAbsolutePictures(answer, pictureOrigin(request, reply, publicUrl))
      },
    })
  }
  api.setNotFoundHandler(() => {
    throw notFound('There is no such call.')
  })
}

function parseRequest(route: AnyRoute, request: FastifyRequest): Pick<CallRequest<unknown>, 'params' | 'body'> {
  const params = { ...(request.params as Record<string, string>), ...queryOf(route, request) }
  refuseUnstorable(params)
  if (route.body === null) return { params, body: undefined }
  refuseUnstorable(request.body)
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
  path.length === 0 ? 'The request must be an object' : `${path.join('.')} is missing or not what it must be`
