import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { create, StructError, type Struct } from 'superstruct'
import type { Route } from '#contract/route'
import { routes } from '#contract/routes'
import { absolutePictures, originOfPictures } from './addresses.ts'
import { callsOf, type Calls, type Question } from './calls.ts'
import type { Database } from './database.ts'
import { openPictures, servePictures } from './pictures.ts'
import { badRequest, notFound, Refused, refusedBy } from './refused.ts'
import type { Limits, StoreRules } from './settings.ts'
import { refuseUnstorable } from './wellformed.ts'

/** What a gateway is made of. */
export interface GatewayParts {
  database: Database
  store: StoreRules
  logger?: FastifyServerOptions['logger']
  /** Where browsers reach the gateway; shops on another origin get picture addresses below it. */
  publicUrl?: string
  /** Proxies whose X-Forwarded-For counts. */
  trustProxy?: string | false
  limits?: Limits
}

const base = '/v1'

type AnyRoute = Pick<Route, 'method' | 'path'> & { body: Struct | null }

const headers = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const }, // the payment window must be able to answer
  crossOriginResourcePolicy: { policy: 'cross-origin' as const }, // a shop may be served from another origin
}

/** Files that a page brings along: thirty a page, so that each header counts. */
const isFile = /^\/(assets|pictures)\//

/** Headers that mean something on documents and answers alone. */
const forDocuments = [
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

/** Makes the gateway: the calls of the contract under /v1, and the pictures. It does not listen yet. */
export async function createGateway(parts: GatewayParts): Promise<FastifyInstance> {
  const { database, store, logger = false, publicUrl = '', trustProxy = false } = parts
  const app = Fastify(serverOptions(logger, trustProxy))
  app.server.headersTimeout = 15_000
  app.server.maxHeadersCount = 100
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  await app.register(helmet, headers)
  app.addHook('onSend', async (request, reply) => {
    if (isFile.test(request.url)) for (const name of forDocuments) reply.removeHeader(name)
  })
  await app.register(cors, { origin: '*', allowedHeaders: ['authorization', 'content-type'], maxAge: 86_400, methods })
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 })
  await app.register(rateLimit, { global: false, errorResponseBuilder: tooMany })
  const pictures = openPictures()
  servePictures(app, database, pictures)
  const calls = callsOf({ database, rules: store, pictures })
  const limits = parts.limits ?? { couponChecks: 10 }
  await app.register(async api => serveCalls(api, calls, limits, publicUrl), { prefix: base })
  return app
}

const methods = ['GET', 'POST', 'PUT', 'DELETE']

const serverOptions = (logger: GatewayParts['logger'], trustProxy: string | false): FastifyServerOptions => ({
  logger:
    typeof logger === 'object'
      ? { ...logger, serializers: { req: loggedRequest } }
      : logger && { serializers: { req: loggedRequest } },
  trustProxy,
  bodyLimit: 100_000,
  routerOptions: { maxParamLength: 1_000 },
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  maxRequestsPerSocket: 1_000,
  frameworkErrors: answerError,
  forceCloseConnections: 'idle',
  return503OnClosing: false, // who was let in is served; the connection then ends
  exposeHeadRoutes: true,
})

/** Sessions and line ids open carts, so logs do not hold them. */
const loggedRequest = ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
  method,
  url: masked(url),
  ip,
})

/** A path without the ids that open something. */
export const masked = (url: string): string =>
  url.replace(/^(\/v1\/(?:cart|customer\/init|coupon(?!\/validate\/)|order|payment\/order)\/)[^/?]+/, '$1***')

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refused = refusedBy(error)
  if (refused.http >= 500) request.log.error(loggable(error))
  void reply.code(refused.http).send(refused.answer)
}

/** What went wrong, without what it went wrong with: the values of a query are names, addresses and sessions. */
function loggable(error: unknown) {
  const { query, cause = error } = error as { query?: string; cause?: unknown }
  const { message, stack, code, constraint } = cause as Record<string, unknown>
  return { query, message, code, constraint, stack }
}

const tooMany = (_request: FastifyRequest, { ttl }: { ttl: number }) =>
  new Refused(429, `Too many tries. Please try again in ${Math.ceil(ttl / 1000)} seconds.`)

function serveCalls(api: FastifyInstance, calls: Calls, limits: Limits, publicUrl: string): void {
  const names = Object.keys(routes) as (keyof typeof routes)[]
  for (const name of names) {
    const route = routes[name] as unknown as AnyRoute
    const act = calls[name] as (question: Question<unknown>) => Promise<object>
    api.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: name === 'validateCoupon' ? { rateLimit: { max: limits.couponChecks, timeWindow: '1 minute' } } : {},
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        refuseForeignToken(name, request)
        const answer = { statusCode: 200, ...(await act(questionIn(route, request))) }
        return absolutePictures(answer, originOfPictures(request, reply, publicUrl))
      },
    })
  }
  api.setNotFoundHandler(() => {
    throw notFound('There is no such call.')
  })
}

/** Calls on which a token that is not good must be told so; on the others it counts as none. None is issued yet. */
const needsGoodToken: readonly (keyof typeof routes)[] = ['begin', 'placeOrder']

function refuseForeignToken(name: keyof typeof routes, request: FastifyRequest): void {
  const hasToken = /^bearer\s/i.test(request.headers.authorization ?? '')
  if (needsGoodToken.includes(name) && hasToken) throw new Refused(401, 'Please log in again.')
}

function questionIn(route: AnyRoute, request: FastifyRequest): Question<unknown> {
  const params = request.params as Record<string, string>
  refuseUnstorable(params)
  if (route.body === null) return { params, body: undefined }
  refuseUnstorable(request.body)
  try {
    return { params, body: create(request.body, route.body) }
  } catch (error) {
    throw error instanceof StructError ? badRequest(mistakeOf(error)) : error
  }
}

const mistakeOf = ({ path }: StructError): string =>
  path.length === 0 ? 'The request must be an object' : `${path.join('.')} is missing or not what it must be`
