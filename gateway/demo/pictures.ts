import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PictureSource } from '../catalogue/pictures.ts'
import { draw } from './art/views/draw.ts'
import type { Art } from './art/spec.ts'

const folder = fileURLToPath(new URL('art', import.meta.url))

/** A hash of the drawing code: hashing each drawing would mean drawing it first. */
function hashDrawingCode(): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.(ts|json)$/.test(name))
  const hash = createHash('sha256')
  for (const name of files.toSorted()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 6)
}

function readDrawings(kind: 'aisles' | 'banners'): Map<string, string> {
  const files = readdirSync(join(folder, kind)).filter(name => name.endsWith('.svg'))
  return new Map(files.map(file => [basename(file, '.svg'), readFileSync(join(folder, kind, file), 'utf8')]))
}

/** The drawn pictures of the sample store. */
export const demoPictures: PictureSource = {
  version: hashDrawingCode(),
  drawProduct: (art, slug, view) => draw(art as Art, slug, view),
  aisles: readDrawings('aisles'),
  banners: readDrawings('banners'),
}
