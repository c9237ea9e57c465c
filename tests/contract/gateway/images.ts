import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { caseGoods } from './given.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache')

/** What makes the databases, beside the gateway's code for them. */
const makers = [
  'tests/contract/gateway/images.ts',
  'tests/contract/gateway/case-database.ts',
  'tests/contract/gateway/case-cluster.ts',
  'tests/kit/postgres-cluster.ts',
  'node_modules/@electric-sql/pglite/package.json',
]

/** A hash of all sources of the images. */
function hashSources(): string {
  const hash = createHash('sha256').update(JSON.stringify(caseGoods))
  const sources = readdirSync(join(root, 'gateway/database'), { recursive: true, withFileTypes: true })
  const files = sources.filter(one => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const file of [...files.toSorted(), ...makers.map(name => join(root, name))]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

let hashed: string | null = null

const made = new Map<string, Promise<string>>()

/**
 * An archive of a database's files in node_modules/.cache, which is made again when its sources change.
 *
 * @param make - writes the archive
 * @returns its path
 */
export function cachedImage(name: string, make: (file: string) => Promise<void>): Promise<string> {
  const known = made.get(name) ?? findImage(name, make)
  made.set(name, known)
  return known
}

async function findImage(name: string, make: (file: string) => Promise<void>): Promise<string> {
  const file = join(cache, `${name}-${(hashed ??= hashSources())}.tar`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  // complete as soon as it has its name: several workers may make it
  const part = join(cache, `${randomUUID()}.part`)
  await make(part)
  renameSync(part, file)
  for (const other of readdirSync(cache))
    if (other.startsWith(`${name}-`) && other !== file.slice(cache.length + 1)) rmSync(join(cache, other))
  return file
}

export function runTar(...options: string[]): void {
  const { status, stderr } = spawnSync('tar', options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
