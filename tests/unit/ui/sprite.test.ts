import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { icons, spriteMarkup } from '#src/ui/icons.ts'

test('the sprite has every icon once, by its name', () => {
  const ids = [...spriteMarkup().matchAll(/ id="icon-([^"]+)"/g)].map(([, name]) => name)
  expect(ids).toEqual(Object.keys(icons))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the sprite takes at most 2 kB of a document', () => {
  expect(brotliCompressSync(spriteMarkup()).length).toBeLessThanOrEqual(2_000)
})
