import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { draw } from '../demo/art/draw.ts'
import type { View } from '../demo/art/spec.ts'
import type { Database } from '../database/database.ts'
import { notFound } from '../requests/refusals.ts'
import { products } from '../database/schema.ts'

/** The views of a product's gallery, in its order. */
export const views = ['front', 'back', 'serving', 'detail', 'size'] as const satisfies readonly View[]

/** The addresses of pictures, below the gateway's own. Each names its content, so that browsers keep it for good. */
export interface PictureNames {
  ofProduct: (product: { slug: string; artKey: string | null }, view: View) => string
  ofAisle: (name: string) => string
  ofBanner: (name: string) => string
}

const art = fileURLToPath(new URL('../demo/art', import.meta.url))

const hashed = (...content: (string | Buffer)[]) =>
  content.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/**
 * Stands in the names of drawn pictures in place of a hash of the drawing, which would have to be drawn first: a picture
 * follows from its product's art (hashed by the database) and from the code that draws it (hashed here).
 */
function drawingKey(): string {
  const files = readdirSync(art, { recursive: true, encoding: 'utf8' }).filter(name => /\.(ts|json)$/.test(name))
  return hashed(...files.toSorted().map(name => readFileSync(join(art, name)))).slice(0, 6)
}

interface Still {
  path: string
  svg: string
}

/** The drawings that are files: few, and read once. */
function stillsIn(kind: 'aisle' | 'banner'): Map<string, Still> {
  const folder = join(art, `${kind}s`)
  const files = readdirSync(folder).filter(name => name.endsWith('.svg'))
  return new Map(
    files.map(file => {
      const name = basename(file, '.svg')
      const svg = readFileSync(join(folder, file), 'utf8')
      return [name, { path: `/pictures/${kind}-${name}.${hashed(svg).slice(0, 16)}.svg`, svg }]
    }),
  )
}

/** All pictures of the shop: their names, and what is behind a name. */
export interface Pictures extends PictureNames {
  /** The SVG behind a path; null for a name that was never given, or whose content has changed. */
  svgAt: (database: Database, path: string) => Promise<string | null>
}

/** Reads the drawn files and gets ready to draw the rest. */
export function openPictures(): Pictures {
  const drawing = drawingKey()
  const aisles = stillsIn('aisle')
  const banners = stillsIn('banner')
  const stills = new Map([...aisles.values(), ...banners.values()].map(({ path, svg }) => [path, svg]))
  const ofProduct: PictureNames['ofProduct'] = ({ slug, artKey }, view) =>
    `/pictures/${slug}-${view}.${artKey}${drawing}.svg`
  return {
    ofProduct,
    ofAisle: name => aisles.get(name)?.path ?? `/pictures/aisle-${name}.svg`,
    ofBanner: name => banners.get(name)?.path ?? `/pictures/banner-${name}.svg`,
    svgAt: async (database, path) => stills.get(path) ?? drawn(database, path, ofProduct),
  }
}

async function drawn(database: Database, path: string, nameOf: PictureNames['ofProduct']): Promise<string | null> {
  const [, slug, view] =
    /^\/pictures\/([a-z0-9-]+)-(front|back|serving|detail|size)\.[0-9a-f]{16}\.svg$/.exec(path) ?? []
  if (slug === undefined) return null
  const [product] = await database
    .select({ slug: products.slug, artKey: products.artKey, art: products.art })
    .from(products)
    .where(eq(products.slug, slug))
  if (product === undefined || nameOf(product, view as View) !== path) return null
  return draw(product.art, slug, view as View)
}

/** A picture as it is sent. */
interface Packed {
  plain: Buffer
  brotli: Buffer
}

/** How many bytes of pictures are kept ready to send. */
const shelfSize = 48 * 1024 * 1024

/** Keeps the pictures that were asked for last; twins wait for the same drawing. */
class Shelf {
  readonly #kept = new Map<string, { packed: Promise<Packed | null>; size: number }>()
  readonly #make: (path: string) => Promise<Packed | null>
  #size = 0

  constructor(make: (path: string) => Promise<Packed | null>) {
    this.#make = make
  }

  /** The picture at a path; null where there is none. */
  at(path: string): Promise<Packed | null> {
    const entry = this.#kept.get(path)
    if (entry === undefined) return this.#keep(path)
    this.#kept.delete(path)
    this.#kept.set(path, entry) // the last asked for is the last to go
    return entry.packed
  }

  async #keep(path: string): Promise<Packed | null> {
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
      if (this.#size <= shelfSize) return
      this.#size -= size
      this.#kept.delete(path)
    }
  }
}

const brotli = promisify(brotliCompress)

async function pack(svg: string): Promise<Packed> {
  const plain = Buffer.from(svg)
  return { plain, brotli: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }) }
}

/** Whether a browser takes brotli: 'br' is named, and not with a weight of nothing. */
const takesBrotli = (accepted: string | string[] | undefined): boolean =>
  /(^|[\s,])br\s*(;\s*q=(1|0?\.0*[1-9])[\d.]*)?\s*(,|$)/.test(String(accepted ?? ''))

/** Serves GET /pictures/…: immutable, for every origin, and never more than a picture. */
export function servePictures(app: FastifyInstance, database: Database, pictures: Pictures): void {
  const shelf = new Shelf(async path => {
    const svg = await pictures.svgAt(database, path)
    return svg === null ? null : pack(svg)
  })
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const packed = await shelf.at(`/pictures/${request.params.name}`)
    if (packed === null) throw notFound('There is no such picture.')
    const compressed = takesBrotli(request.headers['accept-encoding'])
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
