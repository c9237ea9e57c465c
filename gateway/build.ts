import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What the built shop is made from. */
const sources = ['src', 'machines', 'contract', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

const stampIn = (dist: string) => join(dist, '.built')

/** Milliseconds of the newest change in a file or folder; 0 where there is none. Folders count: a file may be gone. */
function newestIn(path: string): number {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map(name => newestIn(join(path, name))))
}

/** Whether the shop has to be built: never built, half built, or older than what it is made from. */
export function isStale(root: string, dist: string): boolean {
  if (!existsSync(stampIn(dist)) || !existsSync(join(dist, 'index.html'))) return true
  const built = statSync(stampIn(dist)).mtimeMs
  return sources.some(source => newestIn(join(root, source)) > built)
}

/**
 * Builds the shop with Vite; the stamp is set last, so that a build that broke off is not taken for a whole one. Vite runs
 * in a process of its own, since it would take over a `NODE_ENV` such as a test runner's, and React's development code.
 */
export async function buildShop(root: string, dist: string): Promise<void> {
  const began = new Date()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const parts = [vite, 'build', root, '--outDir', dist, '--emptyOutDir', '--logLevel', 'error']
  await promisify(execFile)(process.execPath, parts, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
  writeFileSync(stampIn(dist), '')
  utimesSync(stampIn(dist), began, began) // what changed while it was building is newer
}
