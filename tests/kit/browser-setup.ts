import { fork } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildShop, isBuildStale } from '#gateway/cli/build'
import { openDatabase } from '#gateway/database/database'
import { demoGoods } from '#gateway/demo/goods'
import { seedIfEmpty } from '#gateway/database/seeding'
import { chromiumPath } from './chromium.ts'
import type { TestShop } from './shop-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the shops under test are served, one per worker: see test-location.ts. */
    shopUrls: string[]
    /** A data folder that holds a seeded database; to be copied, not opened. */
    seededFolder: string
    chromium: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

/** All tests come from the same IP address, and a slow card is just slow enough to be seen. */
const environment = {
  FAILED_LOGINS_PER_IP_PER_MINUTE: '1000',
  REGISTRATIONS_PER_MINUTE: '1000',
  COUPON_CHECKS_PER_MINUTE: '1000',
  RESET_MAILS_PER_MINUTE: '1000',
  PAYMENTS_PER_MINUTE: '1000',
  SANDBOX_SLOW_MILLISECONDS: '1000',
}

/** Products that are not scarce are in stock for every test that buys them. */
const stocked = {
  ...demoGoods,
  products: demoGoods.products.map(one => (one.stock < 10 ? one : { ...one, stock: 10_000 })),
}

interface ShopProcess {
  url: string
  close: () => Promise<void>
}

/** Serves a shop in a process of its own: its computations delay neither the tests nor the other shop. */
async function startShop(seededFolder: string): Promise<ShopProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  cpSync(seededFolder, dataDir, { recursive: true })
  const shop: TestShop = { dist, dataDir, environment }
  const script = fileURLToPath(new URL('shop-process.ts', import.meta.url))
  const child = fork(script, [JSON.stringify(shop)], {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = new Promise<number | null>(resolve => void child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', message => resolve((message as { url: string }).url))
    void ended.then(code => reject(new Error(`The shop under test ended with ${code} before it was served`)))
  })
  return {
    url,
    async close() {
      child.disconnect()
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Builds the shop if it is stale, and serves it once per worker. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (isBuildStale(root, dist)) await buildShop(root, dist)
  const seededFolder = mkdtempSync(join(tmpdir(), 'shop-seeded-'))
  const { close } = await openDatabase({ dataDir: seededFolder }, database => seedIfEmpty(database, stocked))
  await close()
  let shops: ShopProcess[] = []
  const start = async () => {
    const { maxWorkers } = project.config
    shops = await Promise.all(Array.from({ length: maxWorkers }, () => startShop(seededFolder)))
    project.provide(
      'shopUrls',
      shops.map(({ url }) => url),
    )
  }
  const stop = async () => void (await Promise.all(shops.map(shop => shop.close())))
  await start()
  project.provide('seededFolder', seededFolder)
  project.provide('chromium', chromiumPath())
  // In watch mode the sources may have changed since the build: tests of an old build would prove nothing.
  project.onTestsRerun(async () => {
    if (!isBuildStale(root, dist)) return
    await stop()
    await buildShop(root, dist)
    await start()
  })
  return async () => {
    await stop()
    rmSync(seededFolder, { recursive: true, force: true })
  }
}
