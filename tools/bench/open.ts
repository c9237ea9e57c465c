import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildShop, isBuildStale, loadPages } from '#gateway/cli/build'
import { serve } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'

/** A server: its origin, without a slash at the end, and how to stop it. */
export interface Opened {
  url: string
  close: () => Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

/** Builds the shop if it is stale, and serves it with its own embedded database. */
export async function openShop(): Promise<Opened> {
  if (isBuildStale(root, dist)) await buildShop(root, dist)
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const port = 4300 + (process.pid % 300)
  const settings = readSettings({ PORT: String(port), DATA_DIR: dataDir })
  const { close } = await serve({ ...settings, dist, createPages: await loadPages(dist), logger: { level: 'error' } })
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The path of the headings' font in the built shop. */
export function fontPath(): string {
  const font = readdirSync(dist, { recursive: true, encoding: 'utf8' }).find(name => /chonburi-.*\.woff2$/.test(name))
  if (font === undefined) throw new Error('The built shop has no font called Chonburi.')
  return `/assets/${basename(font)}`
}
