import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../src', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(css|tsx)$/.test(file))
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
