import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { invariantsPage, readTests, specificationPage } from './page.ts'

/** `npm run specification`: writes docs/specification.md, and the tests that docs/invariants.md names. */
const root = fileURLToPath(new URL('../../', import.meta.url))
const tests = readTests(root)

async function write(file: string, text: string) {
  const path = root + file
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }))
}

await write('docs/specification.md', specificationPage(tests))
await write('docs/invariants.md', invariantsPage(readFileSync(`${root}docs/invariants.md`, 'utf8'), tests))
