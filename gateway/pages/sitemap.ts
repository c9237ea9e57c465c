import { Readable } from 'node:stream'
import { setImmediate as otherWork } from 'node:timers/promises'
import { asc, gt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { brandPath, categoryPath } from '#contract/list-paths'
import { privatePaths, productPath, publicPaths } from '#contract/paths'
import type { Database } from '../database/database.ts'
import { notFound } from '../requests/refusals.ts'
import { brands, categories, products } from '../database/schema.ts'

/** Public pages that do not depend on the catalogue. */
const staticPaths = publicPaths().filter(path => !/[:*]/.test(path))

/** A path rule covers all paths that begin with it. */
const isShortest = (path: string, _at: number, all: string[]) => !all.some(one => path.startsWith(`${one}/`))

/** Paths that crawlers must not read: API calls, pages of one shopper, search results. */
const disallowedPaths = ['/v1/', ...privatePaths().filter(isShortest), '/*?*by=search']

/** URLs per file (sitemaps.org allows 50,000). */
const maxUrlsPerFile = 50_000

/** Milliseconds that the list of URLs is cached. */
const keptFor = 5 * 60_000

/** Rows read, and URLs written, before yielding to the event loop. */
const batch = 2_000

interface SitemapOptions {
  database: Database
  /** Base URL: every URL starts with it. */
  publicUrl: string
  /** URLs per file. */
  most?: number
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** Every public page: paths, and the ids of products, which can be many. */
interface SitemapEntries {
  paths: string[]
  products: number[]
}

async function readEntries(database: Database): Promise<SitemapEntries> {
  const shelves = await database.select({ id: categories.id }).from(categories).orderBy(asc(categories.position))
  const makers = await database.select({ id: brands.id }).from(brands).orderBy(asc(brands.name))
  const paths = [...staticPaths, ...shelves.map(({ id }) => categoryPath(id)), ...makers.map(({ id }) => brandPath(id))]
  return { paths, products: await productIds(database) }
}

/** Reads the ids of all products in batches: the embedded database runs in this process. */
async function productIds(database: Database): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const after = gt(products.id, ids.at(-1) ?? 0)
    const rows = await database
      .select({ id: products.id })
      .from(products)
      .where(after)
      .orderBy(products.id)
      .limit(batch)
    for (const { id } of rows) ids.push(id)
    if (rows.length < batch) return ids
    await otherWork()
  }
}

const sizeOf = ({ paths, products }: SitemapEntries): number => paths.length + products.length

const pathAt = ({ paths, products }: SitemapEntries, at: number): string =>
  paths[at] ?? productPath(products[at - paths.length]!)

/** Caches the entries for some minutes; concurrent callers share one read. */
function cached(read: () => Promise<SitemapEntries>, now: () => number): () => Promise<SitemapEntries> {
  let kept: { everything: Promise<SitemapEntries>; until: number } | null = null
  return () => {
    if (kept === null || kept.until <= now()) {
      const fresh = { everything: read(), until: now() + keptFor }
      kept = fresh
      fresh.everything.catch(() => (kept = kept === fresh ? null : kept))
    }
    return kept.everything
  }
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const begin = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Writes a file with a range of the URLs, in chunks. */
async function* urlFile(everything: SitemapEntries, publicUrl: string, from: number, to: number) {
  yield `${begin}<urlset ${namespace}>\n`
  for (let at = from; at < to; at += batch) {
    const entries = Array.from({ length: Math.min(batch, to - at) }, (_, more) => pathAt(everything, at + more))
    yield entries.map(path => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`).join('')
    await otherWork()
  }
  yield '</urlset>\n'
}

function indexFile(files: number, publicUrl: string): string {
  const entries = Array.from({ length: files }, (_, at) => `${escapeXml(publicUrl)}/sitemap-${at + 1}.xml`)
  const lines = entries.map(address => `<sitemap><loc>${address}</loc></sitemap>\n`)
  return `${begin}<sitemapindex ${namespace}>\n${lines.join('')}</sitemapindex>\n`
}

const robotsFile = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...disallowedPaths.map(path => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

const kept = { 'cache-control': `public, max-age=${keptFor / 1000}` }
const text = { ...kept, 'content-type': 'text/plain; charset=utf-8' }
const xml = { ...kept, 'content-type': 'application/xml; charset=utf-8' }

/**
 * Serves GET /robots.txt and GET /sitemap.xml, which is an index if one file cannot hold all URLs. There are no
 * modification dates: the gateway does not know them.
 *
 * @param app - the storefront is registered on it already: its own files of these names take precedence
 */
export function serveSitemap(app: FastifyInstance, parts: SitemapOptions): void {
  const { database, publicUrl, most = maxUrlsPerFile, now = Date.now } = parts
  const everything = cached(() => readEntries(database), now)
  const file = (all: SitemapEntries, number: number) =>
    Readable.from(urlFile(all, publicUrl, (number - 1) * most, Math.min(number * most, sizeOf(all))))
  const isFree = (url: string) => !app.hasRoute({ method: 'GET', url })
  if (isFree('/robots.txt')) {
    app.get('/robots.txt', (_request, reply) => reply.headers(text).send(robotsFile(publicUrl)))
  }
  if (!isFree('/sitemap.xml')) return
  app.get('/sitemap.xml', async (_request, reply) => {
    const all = await everything()
    const files = Math.ceil(sizeOf(all) / most)
    return reply.headers(xml).send(files > 1 ? indexFile(files, publicUrl) : file(all, 1))
  })
  app.get<{ Params: { number: string } }>('/sitemap-:number(^[1-9]\\d{0,3}$).xml', async (request, reply) => {
    const all = await everything()
    const number = Number(request.params.number)
    if ((number - 1) * most >= sizeOf(all)) throw notFound()
    return reply.headers(xml).send(file(all, number))
  })
}
