import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import serveStatic, { type SetHeadersResponse } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from './refused.ts'

/** Where an empty path leads (section 2). */
export const homePath = '/main/product-list/0'

/** What the shop's pages may load. Descriptions of products are sanitised; this is for the day that fails. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/**
 * Serves the built shop: its files, and its page for every path that only the shop understands.
 *
 * @param dist - what `vite build` wrote
 */
export async function serveStorefront(app: FastifyInstance, dist: string): Promise<void> {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const files = {
    root: dist,
    wildcard: false,
    index: false as const,
    globIgnore: ['**/index.html'],
    cacheControl: false,
  }
  await app.register(serveStatic, { ...files, setHeaders: keepFor })
  app.get('/', (_request, reply) => reply.redirect(homePath, 302))
  const show = (_request: FastifyRequest, reply: FastifyReply) => sendPage(reply, page)
  app.get('/index.html', show)
  app.get('/*', (request, reply) => {
    if (!isPage(request)) throw notFound()
    return show(request, reply)
  })
}

/** Paths that the gateway answers itself. */
export const isGateways = (url = '/'): boolean => /^\/(v1|pictures)(\/|$)/.test(pathOf(url))

/** A path of the shop: asked for by a browser, and neither the gateway's nor the name of a file. */
export const isPage = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  !isGateways(url) && !/\.[a-z0-9]+$/i.test(pathOf(url)) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

const pathOf = (url: string): string => url.split('?', 1)[0]!

const sendPage = (reply: FastifyReply, page: string) =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy,
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(page)

/** Vite puts a hash of the content into the names below /assets. */
function keepFor(response: SetHeadersResponse, path: string): void {
  const isHashed = /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+$/.test(path)
  response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
