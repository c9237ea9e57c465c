import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const entry = 'the-journal'
/** The journal's modules in the first load: the shop is journaled from its first event. */
const parts = ['visit', 'journal-buffer'].map(name => `export * from '${root}src/journal/${name}.ts'`).join('\n')

/** Bytes that the journal adds to the first load: its modules minified together and compressed by brotli, without XState. */
export async function weighJournal(): Promise<number> {
  const journalOnly = {
    name: 'journal-only',
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? parts : null),
  }
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [journalOnly],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        external: [/^xstate/, /\/load-lazy-parts\.ts$/],
      },
    },
  })) as Rolldown.RolldownOutput
  const [{ code }] = built.output
  return brotliCompressSync(code).length
}
