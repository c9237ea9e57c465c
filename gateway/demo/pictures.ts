import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Drawing, PictureSource } from '../catalogue/pictures.ts'
import { draw } from './art/views/draw.ts'
import { drawnViews, type Art, type View } from './art/spec.ts'

const folder = fileURLToPath(new URL('art', import.meta.url))

/** A hash of the drawing code: hashing each drawing would mean drawing it first. */
function hashDrawingCode(): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.(ts|json)$/.test(name))
  const hash = createHash('sha256')
  for (const name of files.toSorted()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 6)
}

/** An aisle's drawing has a tinted ground, which pages paint; a banner's scene fills it. */
function readDrawing(file: string): Drawing {
  const svg = readFileSync(file, 'utf8')
  const [, tone = null] = /\.ga\{stop-color:#([0-9A-F]{6})\}/.exec(svg) ?? []
  if (tone === null) return { svg, tone }
  return { svg: svg.replace('<style>', '<style>.ga,.gb{stop-opacity:0}.gl{opacity:0}'), tone: tone.toLowerCase() }
}

function readDrawings(kind: 'aisles' | 'banners'): Map<string, Drawing> {
  const files = readdirSync(join(folder, kind)).filter(name => name.endsWith('.svg'))
  return new Map(files.map(file => [basename(file, '.svg'), readDrawing(join(folder, kind, file))]))
}

/** The drawn pictures of the sample store. */
export const demoPictures: PictureSource = {
  version: hashDrawingCode(),
  views: drawnViews,
  drawProduct: (art, slug, view) => draw(art as Art, slug, view as View),
  aisles: readDrawings('aisles'),
  banners: readDrawings('banners'),
}
