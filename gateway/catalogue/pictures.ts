import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PictureWidth } from '#contract/pictures'
import type { Database } from '../database/database.ts'
import { products, type ProductArt } from '../database/schema.ts'
import type { Photograph, Photographs } from './photographs.ts'

/** The pictures that a product's gallery may have, in order. */
export const views = ['front', 'back', 'serving', 'detail', 'size'] as const

/** One picture of a product's gallery. */
export type View = (typeof views)[number]

/** An SVG document that pictures are made from. */
export interface Drawing {
  svg: string
  /** The colour of its background, as six hexadecimal digits; pages paint it, in both colour schemes. */
  tone: string | null
}

/** The source of a store's drawings. */
export interface PictureSource {
  /** Six lower-case hex digits that change whenever `drawProduct` draws a product differently. */
  version: string
  /** The views that products are drawn in; the first is the front. */
  views: readonly View[]
  /** @returns an SVG document without its background, the same for the same arguments */
  drawProduct(art: ProductArt, slug: string, view: View): string
  /** By name. */
  aisles: ReadonlyMap<string, Drawing>
  /** By name. */
  banners: ReadonlyMap<string, Drawing>
}

/**
 * The art of a product that has neither a drawing nor a photograph yet, such as one that was added in the office. No drawing of a `PictureSource` has
 * its tone.
 */
export const plainArt = { tone: 'e9edf0' }

const isPlain = ({ tone }: Pick<PicturedProduct, 'tone'>): boolean => tone === plainArt.tone

/** A closed box, without anything printed on it. */
const plainDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><g fill="none" stroke="#8a97a1" stroke-width="8" stroke-linejoin="round"><path d="M200 108l96 48v104l-96 48-96-48V156z"/><path d="M104 156l96 48 96-48M200 204v104M152 132l96 48v44"/></g></svg>'

/** The data that the paths of a product's pictures depend on. */
export interface PicturedProduct {
  slug: string
  artKey: string | null
  tone: string | null
}

/** The background colour of a product's pictures: the only part of its art that the gateway reads. */
export const toneOfArt = sql<string | null>`${products.art} ->> 'tone'`

/** Paths of pictures on the gateway. Each contains a hash of the content, so browsers cache it forever. */
export interface PicturePaths {
  ofProduct: (product: PicturedProduct, view: View) => string
  /** The product's photographs, else its drawn views. */
  viewsOf: (product: PicturedProduct) => readonly View[]
  ofAisle: (name: string) => string
  ofBanner: (name: string) => string
  /** The banners that there are pictures for. */
  bannerNames: readonly string[]
}

/** The source of a picture. */
export type PictureContent = { kind: 'drawing'; svg: string } | { kind: 'photograph'; file: string }

/** A picture at its current path. */
export interface FoundPicture {
  /** '/pictures/{name}.{hash}/{tone}', without the width. */
  path: string
  read: () => PictureContent
}

/** The pictures of a store: finds the path of a picture, and the picture of a path. */
export interface Pictures extends PicturePaths {
  /**
   * @param name - the part of a path before the hash: '{slug}-{view}', 'aisle-{name}', 'banner-{name}'
   * @returns null if there is no such picture
   */
  find: (database: Database, name: string) => Promise<FoundPicture | null>
}

/** Pixels: the width if a page does not choose one. */
const standardWidths = { product: 400, aisle: 160, banner: 1600 } as const satisfies Record<string, PictureWidth>

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 16)
const pathOf = (name: string, hash: string, tone: string | null) => `/pictures/${name}.${hash}/${tone ?? 'none'}`

/** Drawings that do not change while the gateway runs, by the name in their path. */
function fixedPictures(kind: 'aisle' | 'banner', drawings: ReadonlyMap<string, Drawing>): [string, FoundPicture][] {
  return [...drawings].map(([name, { svg, tone }]) => {
    const path = pathOf(`${kind}-${name}`, hashOf(svg), tone)
    return [`${kind}-${name}`, { path, read: () => ({ kind: 'drawing', svg }) }]
  })
}

const photographed = (name: string, { file, hash, tone }: Photograph): FoundPicture => ({
  path: pathOf(name, hash, tone),
  read: () => ({ kind: 'photograph', file }),
})

/** Gives every picture of a store a path. Product pictures are photographs if the store has them, else drawn on demand. */
export function createPictures(source: PictureSource, photographs: Photographs = new Map()): Pictures {
  const fixed = new Map([...fixedPictures('aisle', source.aisles), ...fixedPictures('banner', source.banners)])
  const drawnPath = ({ slug, artKey, tone }: PicturedProduct, view: View) =>
    pathOf(`${slug}-${view}`, `${artKey}${source.version}`, tone)
  const fixedPath = (kind: 'aisle' | 'banner', name: string) =>
    `${fixed.get(`${kind}-${name}`)?.path ?? pathOf(`${kind}-${name}`, '', null)}/${standardWidths[kind]}`
  return {
    ofProduct(product, view) {
      const photograph = photographs.get(`${product.slug}-${view}`)
      const path = photograph ? photographed(`${product.slug}-${view}`, photograph).path : drawnPath(product, view)
      return `${path}/${standardWidths.product}`
    },
    viewsOf({ slug, tone }) {
      const taken = views.filter(view => photographs.has(`${slug}-${view}`))
      if (taken.length > 0) return taken
      return isPlain({ tone }) ? ['front'] : source.views
    },
    ofAisle: name => fixedPath('aisle', name),
    ofBanner: name => fixedPath('banner', name),
    bannerNames: [...source.banners.keys()],
    async find(database, name) {
      const photograph = photographs.get(name)
      if (photograph) return photographed(name, photograph)
      const known = fixed.get(name)
      if (known) return known
      const [, slug, view] = /^([a-z0-9-]+)-(front|back|serving|detail|size)$/.exec(name) ?? []
      if (slug === undefined) return null
      const [product] = await database
        .select({ slug: products.slug, artKey: products.artKey, art: products.art, tone: toneOfArt })
        .from(products)
        .where(eq(products.slug, slug))
      if (product === undefined) return null
      // a view that is no longer drawn redirects to the front
      const isDrawn = !isPlain(product)
      const drawn = (isDrawn && source.views.find(each => each === view)) || 'front'
      const draw = () => (isDrawn ? source.drawProduct(product.art, slug, drawn) : plainDrawing)
      const read = () => ({ kind: 'drawing', svg: draw() }) as const
      return { path: drawnPath(product, drawn), read }
    },
  }
}
