import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { icons, iconsMarkup } from '#src/ui/icons.ts'

test('the document has the path of every icon by its name, as JSON', () => {
  const [, json] = /^<script type="application\/json" id="icons">([^<]+)<\/script>$/.exec(iconsMarkup())!
  expect(JSON.parse(json!)).toEqual(icons)
})

test('the icons take at most 2 kB of a document', () => {
  expect(brotliCompressSync(iconsMarkup()).length).toBeLessThanOrEqual(2_000)
})
