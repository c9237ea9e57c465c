import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
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
  await app.register(serveStatic, {
    root: dist,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: keepFor,
  })
  app.get('/', (_request, reply) => reply.redirect(homePath, 302))
  const show = (_request: FastifyRequest, reply: FastifyReply) => sendPage(reply, page)
  app.get('/index.html', show)
  app.get('/*', (request, reply) => {
    if (!isPage(request)) throw notFound()
    return show(request, reply)
  })
}

/** A path of the shop: asked for by a browser, and not the name of a file. */
export const isPage = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean =>
  !/\.[a-z0-9]+$/i.test(new URL(url, 'http://shop').pathname) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

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
function keepFor(reply: FastifyReply, path: string): void {
  const isHashed = /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+$/.test(path)
  void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}
