import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildShop, isStale, openPages } from '#gateway/build'
import { serve } from '#gateway/serve'
import { settingsFrom } from '#gateway/settings'
import { chromiumPath } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the shop under test is served, without a slash at the end. */
    shopUrl: string
    chromium: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every test comes from the same address. */
const patience = {
  FAILED_LOGINS_PER_IP_PER_MINUTE: '1000',
  REGISTRATIONS_PER_MINUTE: '1000',
  RESET_MAILS_PER_MINUTE: '1000',
}

/** Builds the shop where it is stale, and serves it with the embedded gateway on a folder of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dist = join(root, 'dist')
  if (isStale(root, dist)) await buildShop(root, dist)
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  const port = 4700 + (process.pid % 200)
  const { close } = await serve({
    ...settingsFrom({ PORT: String(port), DATA_DIR: dataDir, ...patience }),
    dist,
    pagesOn: await openPages(dist, 20_000), // a slow machine draws whole pages, too
    logger: { level: 'error' },
  })
  project.provide('shopUrl', `http://127.0.0.1:${port}`)
  project.provide('chromium', chromiumPath())
  return async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
