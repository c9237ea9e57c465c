import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildShop, inspectorFolder, isBuildStale, loadPages } from './build.ts'
import { describePayments } from './payment-provider.ts'
import { closeOnSignal, exitWithError, serve } from './serve.ts'
import { readSettings } from './settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

try {
  const settings = readSettings(process.env)
  if (isBuildStale(root, dist)) {
    process.stdout.write('Building the shop …\n')
    await buildShop(root, dist)
  }
  const createPages = await loadPages(dist)
  const logger = { level: process.env.LOG_LEVEL || 'warn' }
  const { url, close } = await serve({ ...settings, dist, inspectorDist: inspectorFolder(dist), createPages, logger })
  closeOnSignal(close)
  process.stdout.write(`Shop and API: ${url}\n${describePayments(settings)}\n`)
} catch (error) {
  exitWithError(error)
}
