import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../src', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(css|tsx?)$/.test(file))
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

test('every custom property that a style sheet uses is defined', () => {
  const set = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name)),
  )
  const missing = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name]) => (set.has(name!) ? [] : [`${file}: ${name}`])),
  )
  expect(missing).toEqual([])
})

/** The rules of a style sheet outside every `@media (hover: hover)`. */
function outsideHover(text: string): string {
  const sheet = text.replaceAll(/\/\*[^]*?\*\//g, '')
  let depth = 0
  let hover = Infinity
  let rest = ''
  for (const part of sheet.split(/(?<=[{}])/)) {
    if (part.endsWith('{')) {
      depth++
      if (part.includes('(hover: hover)')) hover = Math.min(hover, depth)
    } else if (part.endsWith('}') && --depth < hover) hover = Infinity
    if (depth < hover) rest += part
  }
  return rest
}

test('hover styles apply only on devices with hover', () => {
  const sheets = sources.filter(({ file }) => file.endsWith('.css'))
  expect(outsideHover('@media (hover: hover) { a:hover {} } b:hover {}')).toContain('b:hover')
  expect(outsideHover('@media (hover: hover) { a:hover {} } b {}')).not.toContain(':hover')
  expect(sheets.filter(({ text }) => outsideHover(text).includes(':hover')).map(({ file }) => file)).toEqual([])
})
