import { setTimeout as wait } from 'node:timers/promises'
import { asc, sql } from 'drizzle-orm'
import type { PictureWidth } from '#contract/pictures'
import type { Database } from '../database/database.ts'
import { products } from '../database/schema.ts'
import type { PictureFiles } from './picture-files.ts'
import { toneOfArt, type Pictures, type PictureSource } from './pictures.ts'

/** Products whose pictures are made ahead, at most: those of a large catalogue would take hours and gigabytes. */
const mostProducts = 500

/**
 * The widths that lists and galleries show. The large picture of a phone's product page is made on demand: it needs 40 MB while it is
 * made, and making those of all products leaves the process twice as large.
 */
const widths = {
  aisle: [160],
  banner: [640, 960, 1600],
  list: [320, 640],
  gallery: [160, 320],
} as const satisfies Record<string, readonly PictureWidth[]>

/** Milliseconds between two pictures, and after a request before the next one. */
const pauses = { between: 20, afterRequest: 500 }

/** Failures in a row after which no more are made: the disk is full, for example. */
const mostFailures = 5

/** What the pictures are made from and with, and when. */
export interface MakingAhead {
  database: Database
  source: Pick<PictureSource, 'aisles' | 'banners'>
  pictures: Pictures
  files: PictureFiles
  /** Aborted when the gateway closes. */
  closing: AbortSignal
  /** Milliseconds since the last request. */
  sinceRequest: () => number
  logProblem: (error: unknown) => void
}

/** The names and widths of the pictures of lists, then those of galleries; of products in the order of the lists, featured ones first. */
async function planOf({
  database,
  source,
  pictures,
}: MakingAhead): Promise<{ name: string; sizes: readonly PictureWidth[] }[]> {
  const shown = await database
    .select({ slug: products.slug, artKey: products.artKey, tone: toneOfArt })
    .from(products)
    .orderBy(sql`${products.featured} nulls last`, asc(products.categoryId), asc(products.position))
    .limit(mostProducts)
  const named = shown.map(product => pictures.viewsOf(product).map(view => `${product.slug}-${view}`))
  const firsts = named.flatMap(([first]) => first ?? [])
  return [
    ...[...source.banners.keys()].map(name => ({ name: `banner-${name}`, sizes: widths.banner })),
    ...[...source.aisles.keys()].map(name => ({ name: `aisle-${name}`, sizes: widths.aisle })),
    ...firsts.map(name => ({ name, sizes: widths.list })),
    ...named.flat().map(name => ({ name, sizes: widths.gallery })),
  ]
}

/**
 * Makes the files of the catalogue's pictures that do not exist yet, one after another, so that the first visitor does not wait for
 * them. Pauses while there are requests.
 *
 * @returns when all are made or the gateway closes
 */
export async function makePicturesAhead(making: MakingAhead): Promise<void> {
  const { database, pictures, files, closing, sinceRequest, logProblem } = making
  let failures = 0
  for (const { name, sizes } of await planOf(making)) {
    const found = await pictures.find(database, name)
    for (const width of found === null ? [] : sizes) {
      while (!closing.aborted && sinceRequest() < pauses.afterRequest) await pause(pauses.afterRequest, closing)
      if (closing.aborted) return
      try {
        const isNew = await files.makeMissing({ path: found!.path, width, format: 'webp' }, found!.read)
        failures = 0
        if (isNew) await pause(pauses.between, closing)
      } catch (error) {
        logProblem(error)
        if (++failures === mostFailures) return
      }
    }
  }
}

const pause = (time: number, signal: AbortSignal): Promise<void> =>
  wait(time, undefined, { signal, ref: false }).catch(() => {})
