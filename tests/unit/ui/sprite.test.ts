import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { icons, spriteMarkup } from '#src/ui/icons.ts'

test('every sign is in the document once, by its name', () => {
  const ids = [...spriteMarkup().matchAll(/ id="icon-([^"]+)"/g)].map(([, name]) => name)
  expect(ids).toEqual(Object.keys(icons))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the signs take no more than 2 kB of every document', () => {
  expect(brotliCompressSync(spriteMarkup()).length).toBeLessThanOrEqual(2_000)
})
