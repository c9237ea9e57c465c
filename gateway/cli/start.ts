import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildShop, inspectorIn, isStale, openPages } from './build.ts'
import { paymentsOf } from './payment-provider.ts'
import { closeOnSignal, giveUp, serve } from './serve.ts'
import { settingsFrom } from './settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')

try {
  const settings = settingsFrom(process.env)
  if (isStale(root, dist)) {
    process.stdout.write('Building the shop …\n')
    await buildShop(root, dist)
  }
  const pagesOn = await openPages(dist)
  const logger = { level: process.env.LOG_LEVEL || 'warn' }
  const { address, close } = await serve({ ...settings, dist, inspectorDist: inspectorIn(dist), pagesOn, logger })
  closeOnSignal(close)
  process.stdout.write(`Shop and API: ${address}\n${paymentsOf(settings)}\n`)
} catch (error) {
  giveUp(error)
}
