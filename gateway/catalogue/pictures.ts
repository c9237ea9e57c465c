import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import { notFound } from '../requests/refusals.ts'
import { products, type ProductArt } from '../database/schema.ts'

/** The pictures of a product's gallery, in order. */
export const views = ['front', 'back', 'serving', 'detail', 'size'] as const

/** One picture of a product's gallery. */
export type View = (typeof views)[number]

/** Where a store's pictures come from. */
export interface PictureSource {
  /** Six lower-case hex digits that change whenever `drawProduct` draws a product differently. */
  version: string
  /** @returns an SVG document, the same for the same arguments */
  drawProduct(art: ProductArt, slug: string, view: View): string
  /** SVG documents by name. */
  aisles: ReadonlyMap<string, string>
  /** SVG documents by name. */
  banners: ReadonlyMap<string, string>
}

/** Paths of pictures on the gateway. Each contains a hash of the content, so browsers cache it forever. */
export interface PicturePaths {
  ofProduct: (product: { slug: string; artKey: string | null }, view: View) => string
  ofAisle: (name: string) => string
  ofBanner: (name: string) => string
}

interface Drawing {
  path: string
  svg: string
}

/** Drawings by name, with the path each is served at. */
function drawingsByName(kind: 'aisle' | 'banner', svgs: ReadonlyMap<string, string>): Map<string, Drawing> {
  const hashOf = (svg: string) => createHash('sha256').update(svg).digest('hex').slice(0, 16)
  return new Map([...svgs].map(([name, svg]) => [name, { path: `/pictures/${kind}-${name}.${hashOf(svg)}.svg`, svg }]))
}

/** The pictures of a store: their paths, and the SVG at a path. */
export interface Pictures extends PicturePaths {
  /** @returns null if there is no such picture, or its content has changed since the path was given out */
  svgAt: (database: Database, path: string) => Promise<string | null>
}

/** Gives every picture of a store a path. Product pictures are drawn on demand. */
export function createPictures(source: PictureSource): Pictures {
  const aisles = drawingsByName('aisle', source.aisles)
  const banners = drawingsByName('banner', source.banners)
  const svgs = new Map([...aisles.values(), ...banners.values()].map(({ path, svg }) => [path, svg]))
  const ofProduct: PicturePaths['ofProduct'] = ({ slug, artKey }, view) =>
    `/pictures/${slug}-${view}.${artKey}${source.version}.svg`
  const drawAt = async (database: Database, path: string) => {
    const found = await findProductAt(database, path, ofProduct)
    return found && source.drawProduct(found.art, found.slug, found.view)
  }
  return {
    ofProduct,
    ofAisle: name => aisles.get(name)?.path ?? `/pictures/aisle-${name}.svg`,
    ofBanner: name => banners.get(name)?.path ?? `/pictures/banner-${name}.svg`,
    svgAt: async (database, path) => svgs.get(path) ?? drawAt(database, path),
  }
}

async function findProductAt(database: Database, path: string, pathOf: PicturePaths['ofProduct']) {
  const [, slug, view] =
    /^\/pictures\/([a-z0-9-]+)-(front|back|serving|detail|size)\.[0-9a-f]{16}\.svg$/.exec(path) ?? []
  if (slug === undefined) return null
  const [product] = await database
    .select({ slug: products.slug, artKey: products.artKey, art: products.art })
    .from(products)
    .where(eq(products.slug, slug))
  if (product === undefined || pathOf(product, view as View) !== path) return null
  return { ...product, view: view as View }
}

/** A picture, uncompressed and compressed. */
interface EncodedPicture {
  plain: Buffer
  brotli: Buffer
}

/** Bytes. */
const cacheSize = 48 * 1024 * 1024

/** Caches the most recently used pictures; concurrent requests share one drawing. */
class PictureCache {
  readonly #kept = new Map<string, { packed: Promise<EncodedPicture | null>; size: number }>()
  readonly #make: (path: string) => Promise<EncodedPicture | null>
  #size = 0

  constructor(make: (path: string) => Promise<EncodedPicture | null>) {
    this.#make = make
  }

  /** Returns null if there is no picture at the path. */
  at(path: string): Promise<EncodedPicture | null> {
    const entry = this.#kept.get(path)
    if (entry === undefined) return this.#keep(path)
    this.#kept.delete(path)
    this.#kept.set(path, entry) // Moves the entry to the end: the oldest is evicted first.
    return entry.packed
  }

  async #keep(path: string): Promise<EncodedPicture | null> {
    const entry = { packed: this.#make(path), size: 0 }
    this.#kept.set(path, entry)
    const packed = await entry.packed.catch(() => null)
    if (packed === null) this.#kept.delete(path)
    else this.#size += entry.size = packed.plain.length + packed.brotli.length
    this.#makeRoom()
    return entry.packed
  }

  #makeRoom(): void {
    for (const [path, { size }] of this.#kept) {
      if (this.#size <= cacheSize) return
      this.#size -= size
      this.#kept.delete(path)
    }
  }
}

const brotli = promisify(brotliCompress)

async function encodePicture(svg: string): Promise<EncodedPicture> {
  const plain = Buffer.from(svg)
  return { plain, brotli: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }) }
}

/** Whether Accept-Encoding contains br with a weight above 0. */
const acceptsBrotli = (accepted: string | string[] | undefined): boolean =>
  /(^|[\s,])br\s*(;\s*q=(1|0?\.0*[1-9])[\d.]*)?\s*(,|$)/.test(String(accepted ?? ''))

/** Serves GET /pictures/…: immutable, for every origin, with a policy that allows nothing but the picture. */
export function servePictures(app: FastifyInstance, database: Database, pictures: Pictures): void {
  const shelf = new PictureCache(async path => {
    const svg = await pictures.svgAt(database, path)
    return svg === null ? null : encodePicture(svg)
  })
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const packed = await shelf.at(`/pictures/${request.params.name}`)
    if (packed === null) throw notFound('There is no such picture.')
    const compressed = acceptsBrotli(request.headers['accept-encoding'])
    return reply
      .headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'access-control-allow-origin': '*',
        vary: 'accept-encoding',
        ...(compressed ? { 'content-encoding': 'br' } : {}),
      })
      .send(compressed ? packed.brotli : packed.plain)
  })
}
