import { readFileSync } from 'node:fs'
import { store } from '#src/store/store.ts'
import { rail, side } from './aisles.ts'
import { banners } from './banners.ts'
import type { Content } from './content.ts'
import { foot } from './foot.ts'
import { goods } from './goods.ts'
import { head } from './head.ts'

const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** A page by hand is written without air; strings and words of the script hold no two spaces. */
const tight = (source: string) =>
  source
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()

const inlined = (svg: string) =>
  `data:image/svg+xml,${encodeURIComponent(svg).replaceAll('%20', ' ').replaceAll('%3D', '=')}`

/**
 * The home page as one would write it by hand for speed: HTML, CSS and a little script in one file, no framework. What it
 * shows is what the shop shows, from the same answers; it is the floor that the shop is measured against.
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
