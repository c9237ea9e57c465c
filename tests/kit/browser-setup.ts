import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildShop, inspectorFolder, isBuildStale, loadPages } from '#gateway/cli/build'
import { openDatabase } from '#gateway/database/database'
import { demoGoods } from '#gateway/demo/goods'
import { seedIfEmpty } from '#gateway/database/seeding'
import { serve } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { chromiumPath } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the shops under test are served, one a worker: see where.ts. */
    shopUrls: string[]
    chromium: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every test comes from the same address, and a slow card is just slow enough to be seen. */
const patience = {
  FAILED_LOGINS_PER_IP_PER_MINUTE: '1000',
  REGISTRATIONS_PER_MINUTE: '1000',
  RESET_MAILS_PER_MINUTE: '1000',
  PAYMENTS_PER_MINUTE: '1000',
  SANDBOX_SLOW_MILLISECONDS: '1000',
}

/** Enough of what is not scarce for every test that buys it. */
const stocked = {
  ...demoGoods,
  products: demoGoods.products.map(one => (one.stock < 10 ? one : { ...one, stock: 10_000 })),
}

/** A folder with the database of a shop that has just been stocked. */
async function stockedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  const { close } = await openDatabase({ dataDir }, database => seedIfEmpty(database, stocked))
  await close()
  return dataDir
}

/** A shop with the embedded gateway on a folder of its own. */
async function openShop(dist: string, port: number, dataDir: string) {
  const { close } = await serve({
    ...readSettings({ PORT: String(port), DATA_DIR: dataDir, ...patience }),
    dist,
    inspectorDist: inspectorFolder(dist),
    createPages: await loadPages(dist, 20_000), // a slow machine draws whole pages, too
    logger: { level: 'error' },
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Builds the shop where it is stale, and serves it once for every worker. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dist = join(root, 'dist')
  if (isBuildStale(root, dist)) await buildShop(root, dist)
  const { maxWorkers } = project.config
  // up to 4899: mismatch.test.ts has those above
  const port = 4700 + maxWorkers * (process.pid % Math.floor(200 / maxWorkers))
  const first = await stockedFolder()
  const copies = Array.from({ length: maxWorkers - 1 }, () => {
    const copy = mkdtempSync(join(tmpdir(), 'shop-'))
    cpSync(first, copy, { recursive: true })
    return copy
  })
  const shops: Awaited<ReturnType<typeof openShop>>[] = []
  for (const folder of [first, ...copies]) shops.push(await openShop(dist, port + shops.length, folder))
  project.provide(
    'shopUrls',
    shops.map(({ url }) => url),
  )
  project.provide('chromium', chromiumPath())
  return async () => void (await Promise.all(shops.map(({ close }) => close())))
}
