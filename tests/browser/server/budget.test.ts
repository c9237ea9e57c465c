import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Bytes, compressed by brotli: the current size, rounded up. */
const budget = { script: 119_300, style: 10_200 }

/** Code that only later pages or the shopper's actions load, with text that occurs in it. */
const later: [name: string, sign: RegExp][] = [
  ['React Aria', /react-aria|data-rac/],
  ['sonner', /data-sonner/],
  ['Splide', /splide__/],
  ['DOMPurify', /DOMPurify/],
  ['the checkout', /Your Details/],
  ['the payment', /Pay on delivery/],
  ['the header’s menus', /View Cart[^]*Close menu|Close menu[^]*View Cart/],
  ['the brand index', /First letter/],
  ['the code that reads menu, brands, banners and lists', /product\/criteria/],
  ['the store’s address', /Lantern Lane/],
]

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** The chunks of the build, by name. */
const chunks = () => JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>

/** The chunks that the document's script loads before it runs. */
function firstLoad(): Chunk[] {
  const manifest = chunks()
  const found = new Map<string, Chunk>()
  const bring = (name: string) => {
    if (found.has(name)) return
    const chunk = manifest[name]!
    found.set(name, chunk)
    chunk.imports?.forEach(bring)
  }
  bring('index.html')
  return [...found.values()]
}

const textOf = (file: string) => readFileSync(join(dist, file), 'utf8')
/**
 * A file's text with other hashes in the names of files. A change of any file changes the hashes that its importers contain, and
 * with them the compressed size of the first load by up to 100 bytes either way.
 */
const withFixedHashes = (text: string) =>
  text.replaceAll(/([\w-]+)-[\w-]{8}(\.(?:js|css|svg|woff2))/g, (_name, name: string, ending: string) => {
    const hash = createHash('sha256')
      .update(name + ending)
      .digest('base64url')
    return `${name}-${hash.slice(0, 6)}${ending}`
  })
const bytesOf = (files: readonly string[]) =>
  files.map(file => brotliCompressSync(withFixedHashes(textOf(file))).length).reduce((sum, bytes) => sum + bytes, 0)

test('the code of the first load stays within its budget', () => {
  expect(bytesOf(firstLoad().map(({ file }) => file))).toBeLessThanOrEqual(budget.script)
})

test('the first line of React and of the shop is the hint that their functions are called at once', () => {
  const hinted = firstLoad().filter(({ file }) => textOf(file).startsWith('//# allFunctionsCalledOnLoad\n'))
  expect(hinted.map(({ file }) => file.replace(/.*\/|-[\w-]{8}\.js$/g, ''))).toEqual(['shop', 'react'])
})

test('no chunk imports itself through others: on some page the first of them would run before what it imports', () => {
  const manifest = chunks()
  const cyclesFrom = (name: string, path: readonly string[] = []): string[] => {
    const at = path.indexOf(name)
    if (at >= 0) return [[...path.slice(at), name].join(' > ')]
    return (manifest[name]!.imports ?? []).flatMap(one => cyclesFrom(one, [...path, name]))
  }
  expect([...new Set(Object.keys(manifest).flatMap(name => cyclesFrom(name)))]).toEqual([])
})

test('the styles of the first load stay within their budget', () => {
  expect(bytesOf([...new Set(firstLoad().flatMap(({ css }) => css ?? []))])).toBeLessThanOrEqual(budget.style)
})

test.each(later)('%s is not in the first load', (_name, sign) => {
  const scripts = readdirSync(join(dist, 'assets')).filter(name => name.endsWith('.js'))
  const files = scripts.map(name => `assets/${name}`).filter(file => sign.test(textOf(file)))
  const first = firstLoad().map(({ file }) => file)
  expect(files).not.toEqual([])
  expect(files.filter(file => first.includes(file))).toEqual([])
})
