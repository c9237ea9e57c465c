import { fileURLToPath } from 'node:url'
import { inspectorFolder, loadPages, officeFolder, readDist } from './build.ts'
import { describePayments } from './payment-provider.ts'
import { closeOnSignal, exitWithError } from './process.ts'
import { runShop } from './run-shop.ts'
import { readSettings } from './settings.ts'

// Serves the built shop. Runs compiled: `before-start.ts` builds it.

process.umask(0o077) // Files that the shop writes are accessible to its own user only.

const dist = readDist(fileURLToPath(new URL('../..', import.meta.url)), process.env)

try {
  const settings = readSettings(process.env)
  const createPages = await loadPages(dist)
  const logger = { level: process.env.LOG_LEVEL || 'warn' }
  const { url, close } = await runShop({
    ...settings,
    dist,
    inspectorDist: inspectorFolder(dist),
    officeDist: officeFolder(dist),
    createPages,
    logger,
    avif: true,
    picturesAhead: settings.makesPicturesAhead,
  })
  closeOnSignal(close)
  process.stdout.write(`Shop and API: ${url}\n${describePayments(settings)}\n`)
} catch (error) {
  exitWithError(error)
}
