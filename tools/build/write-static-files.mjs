import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Writes the pages of a shop that is served without the gateway into a build: node tools/build/write-static-files.mjs [dist].
// Plain JavaScript: a compiler would change the functions that pages have inline, as text.

const dist = resolve(process.argv[2] ?? 'dist')
const { scriptHashes, staticFiles } = await import(pathToFileURL(join(`${dist}-server`, 'render.js')).href)
for (const [name, text] of Object.entries(await staticFiles(dist))) {
  mkdirSync(dirname(join(dist, name)), { recursive: true })
  writeFileSync(join(dist, name), text)
}
process.stdout.write(`Scripts inside the pages, for a content security policy:\n${scriptHashes.join(' ')}\n`)
