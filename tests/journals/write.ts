import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { schema } from '#machines/journal/entry'
import { journalFileOf } from '#machines/journal/file'
import { shapesNow } from './shapes.ts'
import { visits } from './visits.ts'

/** `npm run journals`: writes down the shapes of the charts, and keeps journals of them in the schema of today. */
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function write(path: string, text: string) {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }))
}

const fingerprints = shapesNow()
await write(
  at('../../machines/journal/fingerprints.ts'),
  `/** The shape of every chart of this build, by its id. Written by \`npm run journals\`; a test says when it is stale. */
export const fingerprints: Record<string, string> = ${JSON.stringify(fingerprints)}`,
)

const folder = at(`${schema.replace('/', '-')}/`)
mkdirSync(folder, { recursive: true })
for (const [name, visit] of Object.entries(visits)) {
  const { shop, checkpoint } = await visit()
  const from = checkpoint?.seq ?? 0
  const entries = shop.entries.filter(({ seq }) => seq > from)
  const file = journalFileOf({ schema, fingerprints, checkpoint, entries }, shop.host.now(), 'kept for tests')
  await write(`${folder}${name}.json`, JSON.stringify(file))
}
process.exit(0) // timers of charts that nobody waits for
