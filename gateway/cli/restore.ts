import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockFolder } from '../database/folder-lock.ts'
import { countOrders, replaceData, unpack, withWorkFolder } from './archive.ts'
import { askRunningShop } from './command-socket.ts'
import { runOnPostgres } from './postgres-programs.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'

// Puts a backup in the place of the shop's data, while it runs or not: npm run restore -- FILE

/** Opens the copy first, so that a backup that cannot be used replaces nothing. @returns where the earlier data are */
async function restoreFolder(dataDir: string, folder: string, expected: number): Promise<string> {
  const found = await countOrders({ dataDir: folder })
  if (found !== expected) throw new Error(`The backup has ${found} orders instead of ${expected}: it is damaged.`)
  const earlier = await askRunningShop(dataDir, 'replace-data', resolve(folder))
  if (earlier !== null) return placeText(earlier)
  const release = lockFolder(dataDir)
  try {
    return placeText(replaceData(dataDir, folder))
  } finally {
    release()
  }
}

const placeText = (folder: string) => `The earlier data are in ${folder}.`

/** In one transaction: gateways that run see the old database or the new one. */
async function restorePostgres(databaseUrl: string, dataDir: string, folder: string): Promise<string> {
  const args = ['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error']
  await runOnPostgres('pg_restore', databaseUrl, [...args, join(folder, 'database.dump')])
  if (existsSync(join(folder, 'mails'))) cpSync(join(folder, 'mails'), join(dataDir, 'mails'), { recursive: true })
  return 'The earlier data were replaced in the database. Restart every gateway that runs.'
}

process.umask(0o077)
try {
  const [file] = process.argv.slice(2)
  if (file === undefined)
    throw new Error('Name the backup: npm run restore -- .data/backups/shop-2026-11-23T07-20-00Z.tar.gz')
  const { dataDir, databaseUrl } = readSettings(process.env)
  const engine = databaseUrl === null ? 'pglite' : 'postgresql'
  const output = await withWorkFolder(dataDir, async folder => {
    const manifest = await unpack(resolve(file), folder)
    if (manifest.engine !== engine)
      throw new Error(`The backup is from ${manifest.engine}, but the shop runs on ${engine}.`)
    const earlier =
      databaseUrl === null
        ? await restoreFolder(dataDir, folder, manifest.orders)
        : await restorePostgres(databaseUrl, dataDir, folder)
    return `Restored ${manifest.orders} orders, as of ${manifest.createdAt}. ${earlier}\n`
  })
  process.stdout.write(output)
} catch (error) {
  exitWithError(error)
}
