import { cpSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockFolder } from '../database/folder-lock.ts'
import { copyOtherFiles, countOrders, fileTime, pack, withWorkFolder } from './archive.ts'
import { askRunningShop } from './command-socket.ts'
import { runOnPostgres } from './postgres-programs.ts'
import { exitWithError } from './process.ts'
import { readSettings, type Settings } from './settings.ts'

// Backs the shop up into one file, while it runs or not: npm run backup -- FILE

/** Has the running shop copy its database between two statements. If no shop runs, nothing writes, so the files are copied. */
async function copyDatabase(dataDir: string, to: string): Promise<void> {
  if ((await askRunningShop(dataDir, 'copy-database', resolve(to))) !== null) return
  const release = lockFolder(dataDir)
  try {
    cpSync(join(dataDir, 'postgres'), to, { recursive: true })
  } finally {
    release()
  }
}

async function collect({ dataDir, databaseUrl }: Settings, folder: string): Promise<number> {
  copyOtherFiles(dataDir, folder)
  if (databaseUrl === null) {
    await copyDatabase(dataDir, join(folder, 'postgres'))
    return countOrders({ dataDir: folder })
  }
  await runOnPostgres('pg_dump', databaseUrl, [
    '--format=custom',
    '--no-owner',
    `--file=${join(folder, 'database.dump')}`,
  ])
  return countOrders({ databaseUrl })
}

process.umask(0o077)
try {
  const settings = readSettings(process.env)
  const { dataDir, databaseUrl } = settings
  const file = resolve(process.argv[2] ?? join(dataDir, 'backups', `shop-${fileTime()}.tar.gz`))
  const found = await withWorkFolder(dataDir, async folder => {
    const createdAt = new Date().toISOString()
    const found = await collect(settings, folder)
    await pack(folder, file, {
      format: 1,
      engine: databaseUrl === null ? 'pglite' : 'postgresql',
      createdAt,
      orders: found,
    })
    return found
  })
  process.stdout.write(`Backup with ${found} orders: ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)\n`)
} catch (error) {
  exitWithError(error)
}
