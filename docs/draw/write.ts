import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { drawFlows } from './flows.ts'

/** Writes `docs/flows` anew; what no longer belongs there goes. */

const folder = new URL('../flows/', import.meta.url)
const { files } = await drawFlows()
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(new URL(name, folder), { recursive: true })
for (const [name, text] of files) writeFileSync(new URL(name, folder), text)
console.log(`docs/flows: ${files.size} files`)
