import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { homePath } from '#contract/paths'
import type { Renderer } from '#contract/renderer'
import { lineOf } from '../requests/log-fields.ts'
import { inspectedScriptHash, serveInspector, addInspectionScript } from './inspector.ts'
import { createPageCache, pageMaxAge, type CachedPage } from './page-cache.ts'
import { acceptsBrotli } from './compressor.ts'
import { serveFiles } from './files.ts'
import { notFound, Refused } from '../requests/refusals.ts'

/** The policies that may mark text as safe to insert, and URLs as those of scripts: four of the shop, and DOMPurify's own. */
const trustedTypes = ['start', 'shop', 'default', 'worker', 'dompurify']

/**
 * The content security policy of pages. Product descriptions are sanitised; the policy is a second layer of protection.
 *
 * @param scripts - hashes of inline scripts
 * @param payment - hosts of the payment provider
 * @param https - whether shoppers reach the shop by https; requests to http are made by https then
 * @param hasTrustedTypes - whether text must be marked as safe to be inserted as HTML or a script. Not by default if the payment
 *   provider is another company, whose script may not know Trusted Types
 */
const contentSecurityPolicy = (
  scripts: readonly string[],
  payment: readonly string[],
  https: boolean,
  { hasTrustedTypes = payment.length === 0 } = {},
) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts, ...payment].join(' '),
    ["frame-src 'self'", ...payment].join(' '),
    ["img-src 'self' data:", ...payment].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["connect-src 'self'", ...payment].join(' '),
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(hasTrustedTypes ? ["require-trusted-types-for 'script'", `trusted-types ${trustedTypes.join(' ')}`] : []),
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** The renderer, and the hashes of the inline scripts in its pages. */
export interface Pages {
  renderer: Renderer
  scriptHashes: readonly string[]
  /** Milliseconds that a page waits for its turn to be rendered. */
  queueTimeout?: number
}

/**
 * Serves the built storefront: its files and its pages. A page that fails to render is the built document, which renders in
 * the browser.
 *
 * @param dist - the output of `vite build`
 * @param pages - omit to render every page in the browser
 * @param payment - hosts of the payment provider, for the content security policy
 * @param inspector - the output of the inspector's build; omit to disable inspection
 * @param https - whether shoppers reach the shop by https
 */
export async function serveStorefront(
  app: FastifyInstance,
  dist: string,
  pages?: Pages,
  payment: readonly string[] = [],
  inspector?: string,
  https = false,
): Promise<void> {
  const marked = (html: string) => (inspector === undefined ? html : addInspectionScript(html))
  const document = marked(readFileSync(join(dist, 'index.html'), 'utf8'))
  const inline = [...(pages?.scriptHashes ?? []), ...(inspector === undefined ? [] : [inspectedScriptHash])]
  const policy = contentSecurityPolicy(inline, payment, https)
  const pageAt =
    pages &&
    createPageCache(withHtml(pages.renderer, marked), {
      queueTimeout: pages.queueTimeout,
      readVersion: app.settingsVersion.read,
    })
  const begin = (reply: FastifyReply) =>
    reply.headers({ ...pageHeaders(policy), 'cache-control': 'private, no-cache' }).send(document)

  await serveFiles(app, { root: dist })
  if (inspector !== undefined) await serveInspector(app, inspector, ownPageHeaders(https))
  app.sendNotFoundPage = async (request, reply) => {
    const page = await pageAt?.(unknownPath)
    void reply.headers({ ...pageHeaders(policy), 'cache-control': 'no-store', vary: 'accept, accept-encoding' })
    return page ? sendCompressed(request, reply, page) : reply.send(document)
  }
  app.get('/', (_request, reply) => reply.redirect(homePath, 301))
  app.get('/index.html', (_request, reply) => begin(reply))
  const count = async (request: FastifyRequest) =>
    app.requestCounter.refuseOverLimit(isPrefetch(request) ? 'prefetches' : 'reads', request.client)
  app.get('/*', { onRequest: count }, async (request, reply) => {
    refuseLongUrl(request.url)
    if (!isPage(request)) throw notFound()
    const isAhead = isPrefetch(request)
    const isRendered =
      pages !== undefined && pageAt !== undefined && (isAhead || app.requestCounter.count('pages', request.client))
    const page = !isRendered
      ? null
      : await pageAt(pages.renderer.keyOf(request.url)).catch((error: unknown) => {
          request.log.error({ err: error, ...lineOf(request) }, 'Rendering a page failed')
          return null
        })
    if (page?.isCacheable) return sendPage(request, reply, page, policy)
    // an incomplete page would be shown up to minutes later: the browser requests it again when the link is followed
    if (isAhead) return reply.code(503).header('cache-control', 'no-store').send()
    if (await app.isDatabaseUp()) return page ? sendPage(request, reply, page, policy) : begin(reply)
    // The document still starts the shop, which shows that the gateway can't be reached; probes and crawlers get 503.
    return begin(reply.code(503).header('retry-after', '10'))
  })
}

/**
 * Whether a browser requests a page before a link is followed (`Sec-Purpose`, HTML Standard). Such requests have a limit of their own,
 * so that they use up nothing of what the shopper does, and sending the header lifts no limit.
 */
const isPrefetch = ({ headers }: FastifyRequest): boolean => /^prefetch\b/.test(String(headers['sec-purpose'] ?? ''))

/** A path that no page has, and that contains no words to search for. */
const unknownPath = '/404'

/** Characters of a page's path, and of its query: 200 characters of a search in any script fit. */
const longest = { path: 512, query: 2_048 }

/** @throws Refused 414 for a URL that no link of the storefront has */
function refuseLongUrl(url: string): void {
  const path = pathOf(url)
  if (path.length > longest.path || url.length - path.length > longest.query)
    throw new Refused(414, 'The URL is too long.')
}

const withHtml = ({ keyOf, render }: Renderer, marked: (html: string) => string): Renderer => ({
  keyOf,
  async render(key) {
    const page = await render(key)
    return { ...page, html: marked(page.html) }
  },
})

/** Paths that the gateway answers itself. */
export const isGatewayPath = (url = '/'): boolean =>
  /^\/(?:(?:v1|office-api|pictures|sandbox|link|paypal)(?:\/|$)|openapi\.json$)/.test(pathOf(url))

/** A page of the storefront: requested by a browser, and neither a path of the gateway nor a file name. */
export const isPage = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  !isGatewayPath(url) && !/\.[a-z0-9]+$/i.test(pathOf(url)) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

const pathOf = (url: string): string => url.split('?', 1)[0]!

/**
 * The headers of a page that renders in the browser and loads nothing of the payment provider.
 *
 * @param https - whether browsers reach the shop by https
 */
export const ownPageHeaders = (https: boolean): Record<string, string> =>
  pageHeaders(contentSecurityPolicy([], [], https, { hasTrustedTypes: false }))

const pageHeaders = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), serial=(), usb=()',
})

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage, policy: string) {
  const cacheControl = page.isCacheable ? `public, max-age=0, s-maxage=${pageMaxAge}` : 'private, no-cache'
  void reply.headers({ ...pageHeaders(policy), 'cache-control': cacheControl, etag: page.etag })
  void reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  void reply.code(page.status)
  return sendCompressed(request, reply, page)
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(page.html)
  return reply.header('content-encoding', 'br').send(page.brotli())
}
