import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectorFolder, loadPages, officeFolder } from '#gateway/cli/build'
import { prepare, type ServeOptions } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { renderInBrowser } from './shop-server-header.ts'

/** How a test shop differs from a shop that `npm start` serves. */
export interface TestShop {
  dist: string
  dataDir: string
  /** Variables of the environment, such as `PAYMENTS_PER_MINUTE`. */
  environment?: Record<string, string>
  /** Milliseconds that a page waits for its turn and for data; default 20 000, so that a slow computer renders whole pages too. */
  timeout?: number
  logger?: ServeOptions['logger']
}

/**
 * Milliseconds that an idle connection stays open: longer than a test run. Playwright's `route.fetch` uses connections again, and
 * fails with ECONNRESET if the shop closes one at the same moment.
 */
const keepAliveTimeout = 3_600_000

/** Shared by the shops of all tests, because making the pictures of a list takes seconds. */
const pictureFolder = fileURLToPath(new URL('../../node_modules/.cache/storefront-pictures', import.meta.url))

/** A port that was free a moment ago. The settings need it before the shop listens: it is part of the public URL. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Serves a built shop on a free port of this machine. */
export async function serveTestShop(shop: TestShop): Promise<{ url: string; close: () => Promise<void> }> {
  const { dist, dataDir, environment, timeout = 20_000, logger = { level: 'error' } } = shop
  const port = await freePort()
  const { app, close } = await prepare({
    ...readSettings({ PORT: String(port), DATA_DIR: dataDir, PICTURE_DIR: pictureFolder, ...environment }),
    dist,
    inspectorDist: inspectorFolder(dist),
    // tests that build the pages alone have no office
    officeDist: existsSync(officeFolder(dist)) ? officeFolder(dist) : undefined,
    createPages: await loadPages(dist, timeout),
    logger,
  })
  app.server.keepAliveTimeout = keepAliveTimeout
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.headers['sec-fetch-dest'] === 'document' || request.headers.accept?.includes('text/html')
    if (request.headers[renderInBrowser] === undefined || !isPage) return
    // The API's own headers, set by an earlier hook, forbid a document to load anything.
    for (const name of Object.keys(reply.getHeaders()))
      if (name !== 'cross-origin-opener-policy') reply.removeHeader(name)
    await reply.type('text/html; charset=utf-8').send(readFileSync(join(dist, 'index.html'), 'utf8'))
  })
  try {
    await app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    await close()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
