import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { BestVariants } from './arrange.ts'
import { readMachines } from './read-machines.ts'
import { coverageFor, coveragePage, pairShares } from './coverage.ts'
import { drawFlows, bestVariantsFile } from './flows.ts'

/** Writes `docs/flows` and `docs/coverage.md`, and deletes files that are no longer generated. */

const folder = new URL('../../docs/flows/', import.meta.url)
const rows = (bestVariants: BestVariants) =>
  Object.entries(bestVariants).map(([container, variants]) => `  "${container}": [${variants.join(', ')}]`)
const bestVariants: BestVariants = {}
const { files } = await drawFlows(bestVariants)
writeFileSync(bestVariantsFile, `{\n${rows(bestVariants).join(',\n')}\n}\n`)
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(new URL(name, folder), { recursive: true })
for (const [name, text] of files) writeFileSync(new URL(name, folder), text)
console.log(`docs/flows: ${files.size} files`)
writeFileSync(
  new URL('../../docs/coverage.md', import.meta.url),
  coveragePage(coverageFor(readMachines(), pairShares())),
)
console.log('docs/coverage.md')
