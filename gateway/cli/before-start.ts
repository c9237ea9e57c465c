import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildGateway, buildShop, isBuildStale, isGatewayStale, readDist } from './build.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'

// Builds stale output and creates the database if there is none. `npm start` runs this first, in a process of its own:
// the compilers and the creation of a database need memory that the shop then does not hold.

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = readDist(root, process.env)

async function createDatabase(dataDir: string): Promise<void> {
  const [{ openDatabase }, { seedIfEmpty }, { store }] = await Promise.all([
    import('../database/database.ts'),
    import('../database/seeding.ts'),
    import('./store.ts'),
  ])
  process.umask(0o077)
  const { close } = await openDatabase({ dataDir }, database => seedIfEmpty(database, store.goods))
  await close()
}

try {
  const { dataDir, databaseUrl } = readSettings(process.env)
  if (isBuildStale(root, dist)) {
    process.stdout.write('Building the shop …\n')
    await buildShop(root, dist)
  }
  if (isGatewayStale(root)) await buildGateway(root)
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) await createDatabase(dataDir)
} catch (error) {
  exitWithError(error)
}
