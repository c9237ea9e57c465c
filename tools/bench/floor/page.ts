import { readFileSync } from 'node:fs'
import { store } from '#src/store/store.ts'
import { rail, side } from './aisles.ts'
import { banners } from './banners.ts'
import type { Content } from './content.ts'
import { foot } from './foot.ts'
import { goods } from './goods.ts'
import { head } from './head.ts'

const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Minifies handwritten code. Strings must not contain two spaces in a row. */
const tight = (source: string) =>
  source
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()

const inlined = (svg: string) =>
  `data:image/svg+xml,${encodeURIComponent(svg).replaceAll('%20', ' ').replaceAll('%3D', '=')}`

/**
 * The home page handwritten for speed: one file with HTML, CSS and a small script, no framework. It shows the same data
 * as the shop; the shop is compared with this lower bound.
 */
export function floorPage(content: Content): string {
  const mark = inlined(file('../../../src/assets/mark.svg').replaceAll('"', "'"))
  return `<!doctype html><html lang=en-AU><meta charset=utf-8>
<meta name=viewport content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name=color-scheme content="light dark">
<title>Features · ${store.name}</title><link rel=icon href="data:,">
<style>${tight(file('floor.css')).replace('FONT', content.font)}</style>
<body>${head(mark)}<div class="wrap shell">${side(content)}
<main>${banners(content)}${rail(content)}${goods(content)}</main></div>${foot(mark)}
<script>${tight(file('floor.js'))}</script>`
}
