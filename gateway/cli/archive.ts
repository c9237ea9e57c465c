import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../database/database.ts'
import { orders } from '../database/schema.ts'
import { enums, integer, is, literal, string, type, type Infer } from 'superstruct'

/** The `manifest.json` of a backup. */
const manifest = type({
  format: literal(1),
  engine: enums(['pglite', 'postgresql']),
  createdAt: string(),
  orders: integer(),
})

export type Manifest = Infer<typeof manifest>

/** The parts of a data folder that a backup includes. The other files are the lock, the socket and backups. */
export const dataFiles = ['postgres', 'secret', 'mails'] as const

/** Runs a program. @throws Error with its output, or if it is missing */
export async function run(program: string, args: string[], environment: Record<string, string> = {}): Promise<void> {
  try {
    await promisify(execFile)(program, args, { env: { ...process.env, ...environment }, maxBuffer: 1e8 })
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string }
    if (code === 'ENOENT') throw new Error(`The program ${program} is missing.`, { cause: error })
    throw new Error(`${program}: ${stderr?.trim() || String(error)}`, { cause: error })
  }
}

/**
 * Calls `act` with a new, empty folder in the data folder, and deletes it afterwards. It is on the same disk, so
 * that files can be renamed into place, and private.
 */
export async function withWorkFolder<Value>(dataDir: string, act: (folder: string) => Promise<Value>): Promise<Value> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(dataDir, 'work-'))
  try {
    return await act(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies the files of a data folder that are no database. */
export function copyOtherFiles(from: string, to: string): void {
  for (const name of dataFiles) {
    if (name !== 'postgres' && existsSync(join(from, name)))
      cpSync(join(from, name), join(to, name), { recursive: true })
  }
}

/** Opens a database and counts its orders: a backup that does not open is detected when it is made. */
export async function countOrders(where: { dataDir: string } | { databaseUrl: string }): Promise<number> {
  const { database, close } = await openDatabase(where)
  try {
    return await database.$count(orders)
  } finally {
    await close()
  }
}

/** Packs a folder into a file. The file is either complete and synced to disk, or does not exist. */
export async function pack(folder: string, file: string, manifest: Manifest): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const unfinished = `${file}.part`
  await run('tar', ['-czf', unfinished, '-C', folder, '.'])
  const written = openSync(unfinished, 'r')
  fsyncSync(written)
  closeSync(written)
  renameSync(unfinished, file)
}

/** Unpacks a backup into a folder. @throws Error if the file is damaged or of another kind */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  await run('tar', ['-xzf', file, '-C', folder, '--no-same-owner'])
  const path = join(folder, 'manifest.json')
  const found: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  if (!is(found, manifest)) throw new Error(`${file} is not a backup that this version can restore.`)
  return found
}

/**
 * Moves the files of an unpacked backup into a data folder that no shop uses.
 *
 * @returns the folder in which the earlier files are kept
 */
export function replaceData(dataDir: string, folder: string): string {
  const earlier = join(dataDir, `before-restore-${fileTime()}`)
  mkdirSync(earlier, { mode: 0o700 })
  for (const name of dataFiles) {
    if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(earlier, name))
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(dataDir, name))
  }
  return earlier
}

/** The time in a file name: `2026-11-23T07-20-00Z`. */
export const fileTime = (): string => new Date().toISOString().replaceAll(':', '-').replace(/\.\d+/, '')
