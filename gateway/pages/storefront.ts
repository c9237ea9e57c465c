import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import serveStatic, { type SetHeadersResponse } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { homePath } from '#contract/paths'
import type { Renderer } from '#contract/renderer'
import { inspectedScriptHash, serveInspector, addInspectionScript } from './inspector.ts'
import { createPageCache, pageMaxAge, type CachedPage } from './page-cache.ts'
import { notFound } from '../requests/refusals.ts'

/**
 * The content security policy of pages. Product descriptions are sanitised; this protects against mistakes in that.
 *
 * @param scripts - hashes of inline scripts
 * @param payment - hosts of the payment provider
 */
const contentSecurityPolicy = (scripts: readonly string[], payment: readonly string[]) =>
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
  ].join('; ')

/** The renderer, and the hashes of the inline scripts in its pages. */
export interface Pages {
  renderer: Renderer
  scriptHashes: readonly string[]
}

/**
 * Serves the built storefront: its files and its pages. A page that is the shopper's own, or that fails to render, is
 * the built document, which renders in the browser.
 *
 * @param dist - the output of `vite build`
 * @param pages - omit to render every page in the browser
 * @param payment - hosts of the payment provider, for the content security policy
 * @param inspector - the output of the inspector's build; omit to disable inspection
 */
export async function serveStorefront(
  app: FastifyInstance,
  dist: string,
  pages?: Pages,
  payment: readonly string[] = [],
  inspector?: string,
): Promise<void> {
  const marked = (html: string) => (inspector === undefined ? html : addInspectionScript(html))
  const document = marked(readFileSync(join(dist, 'index.html'), 'utf8'))
  const inline = [...(pages?.scriptHashes ?? []), ...(inspector === undefined ? [] : [inspectedScriptHash])]
  const policy = contentSecurityPolicy(inline, payment)
  const pageAt = pages && createPageCache(withHtml(pages.renderer, marked))
  const files = {
    root: dist,
    wildcard: false,
    index: false as const,
    globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    preCompressed: true,
  }
  const begin = (reply: FastifyReply) =>
    reply.headers({ ...pageHeaders(policy), 'cache-control': 'private, no-cache' }).send(document)

  await app.register(serveStatic, { ...files, setHeaders: setCacheHeaders })
  if (inspector !== undefined)
    await serveInspector(app, inspector, pageHeaders(contentSecurityPolicy([], [])), setCacheHeaders)
  app.get('/', (_request, reply) => reply.redirect(homePath, 301))
  app.get('/index.html', (_request, reply) => begin(reply))
  app.get('/*', async (request, reply) => {
    if (!isPage(request)) throw notFound()
    const key = pages?.renderer.keyOf(request.url) ?? null
    if (key === null || !pageAt) return begin(reply)
    const page = await pageAt(key).catch((error: unknown) => {
      request.log.error(error, 'Rendering a page failed')
      return null
    })
    return page ? sendPage(request, reply, page, policy) : begin(reply)
  })
}

const withHtml = ({ keyOf, render }: Renderer, marked: (html: string) => string): Renderer => ({
  keyOf,
  async render(key) {
    const page = await render(key)
    return { ...page, html: marked(page.html) }
  },
})

/** Paths that the gateway answers itself. */
export const isGatewayPath = (url = '/'): boolean => /^\/(v1|pictures|sandbox)(\/|$)/.test(pathOf(url))

/** A page of the storefront: requested by a browser, and neither a path of the gateway nor a file name. */
export const isPage = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  !isGatewayPath(url) && !/\.[a-z0-9]+$/i.test(pathOf(url)) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

const pathOf = (url: string): string => url.split('?', 1)[0]!

const pageHeaders = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
})

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage, policy: string) {
  const cacheControl = page.isCacheable ? `public, max-age=0, s-maxage=${pageMaxAge}` : 'private, no-cache'
  void reply.headers({ ...pageHeaders(policy), 'cache-control': cacheControl, etag: page.etag })
  void reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  void reply.code(page.status)
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.html)
  return reply.header('content-encoding', 'br').send(page.brotli())
}

/** Vite adds a content hash to file names below /assets. */
function setCacheHeaders(response: SetHeadersResponse, path: string): void {
  const isHashed = /[\\/]assets[\\/][^\\/]+-[\w-]{6,8}\.\w+(?:\.(?:br|gz))?$/.test(path)
  response.setHeader('vary', 'accept-encoding')
  response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
