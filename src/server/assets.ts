import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import { isLazy, type PageName } from '#contract/paths'
import { splitStyles, type Styles } from './split-styles.ts'

/** The built files that one page needs. */
export interface Assets {
  /** Text of the style sheets. */
  styles: Styles
  /** Scripts in the order in which they run: imports before their importers, the entry last. */
  modules: string[]
  /** Paths of the style sheets in `styles`. */
  sheets: string[]
}

/** The built shop: its document without scripts and styles, and the files of each page. */
export interface Built {
  shell: string
  assetsFor(page: PageName, hasListParts?: boolean): Assets
}

const entry = 'index.html'
/** Parts of lists that the home page does not have. */
const listParts = 'src/catalogue/list-parts.ts'
/** Styles of the layout's static parts; the browser has no code for them. */
const staticComponents = 'src/layout/static-components.ts'
const isPageModule = (page: PageName) => (key: string) => key.startsWith('src/') && key.endsWith(`/${page}-page.ts`)

/**
 * A chunk's static imports, and then the chunk itself.
 *
 * @param visited - keys that were seen: chunks may import each other
 */
function reachedFrom(
  manifest: Manifest,
  key: string,
  found = new Set<ManifestChunk>(),
  visited = new Set<string>(),
): Set<ManifestChunk> {
  if (visited.has(key)) return found
  visited.add(key)
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`The built shop has no ${key}`)
  for (const imported of chunk.imports ?? []) reachedFrom(manifest, imported, found, visited)
  found.add(chunk)
  return found
}

/**
 * Reads the output of `vite build`.
 *
 * @param dist - the folder with index.html and the manifest
 * @throws if the manifest is missing or lacks a page
 */
export function openBuilt(dist: string): Built {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const shell = readFileSync(join(dist, 'index.html'), 'utf8').replaceAll(
    /\s*<(?:script type="module"[^>]* src="\/assets\/[^>]*><\/script|link rel="(?:modulepreload|stylesheet)"[^>]*)>/g,
    '',
  )
  const known = new Map<string, Assets>()
  const read = (page: PageName, hasListParts: boolean): Assets => {
    const pageModule = Object.keys(manifest).find(isPageModule(page)) ?? `${page}-page.ts`
    const own = [
      ...(isLazy(page) ? reachedFrom(manifest, pageModule) : []),
      ...(hasListParts ? reachedFrom(manifest, listParts) : []),
    ]
    const first = [...reachedFrom(manifest, entry)]
    const chunks = [...new Set([...first.slice(0, -1), ...own, ...first])]
    const sheets = [
      ...new Set([...first, ...reachedFrom(manifest, staticComponents), ...own].flatMap(({ css = [] }) => css)),
    ]
    const last = first.at(-1)!
    return {
      styles: splitStyles(sheets.map(sheet => readFileSync(join(dist, sheet), 'utf8')).join('\n')),
      modules: [...chunks.filter(chunk => chunk !== last), last].map(({ file }) => `/${file}`),
      sheets: sheets.map(sheet => `/${sheet}`),
    }
  }
  return {
    shell,
    assetsFor(page, hasListParts = false) {
      const key = `${page} ${hasListParts}`
      const assets = known.get(key) ?? read(page, hasListParts)
      known.set(key, assets)
      return assets
    },
  }
}
