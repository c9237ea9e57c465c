import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { compressFiles } from './compress-files.ts'
import type { ServeOptions } from './serve.ts'
import type { Pages } from '../pages/storefront.ts'

/** The sources of the build. */
const sources = [
  'src',
  'tools/inspector',
  'tools/build',
  'machines',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.inspector.config.ts',
  'docs/flows',
  'docs/coverage.json',
  'package-lock.json',
]

const stampFile = (dist: string) => join(dist, '.built')

/** The code for server rendering, beside the code for browsers. */
const serverFolder = (dist: string) => `${dist}-server`

/** The folder of the built inspector. */
export const inspectorFolder = (dist: string): string => `${dist}-inspector`

/**
 * The time of the newest change in a file or folder, in milliseconds; 0 if it does not exist. Folders count, because a
 * file may have been deleted.
 */
function newestChange(path: string): number {
  if (!existsSync(path)) return 0
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map(name => newestChange(join(path, name))))
}

/** Whether the storefront must be built: never built, partly built, or older than its sources. */
export function isBuildStale(root: string, dist: string): boolean {
  const files = [
    join(dist, 'index.html'),
    join(serverFolder(dist), 'render.js'),
    join(inspectorFolder(dist), 'index.html'),
  ]
  const parts = [stampFile(dist), ...files]
  if (parts.some(part => !existsSync(part))) return true
  const built = statSync(stampFile(dist)).mtimeMs
  return sources.some(source => newestChange(join(root, source)) > built)
}

/**
 * Builds the storefront with Vite. The stamp is written last, so that an interrupted build is not taken for a complete
 * one. Vite runs in its own process: here it would use the test runner's `NODE_ENV`, and React's development code.
 *
 * @param mode - `development` includes React's own checks
 */
export async function buildShop(root: string, dist: string, mode = 'production'): Promise<void> {
  const began = new Date()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const options = { cwd: root, env: { ...process.env, NODE_ENV: mode } }
  const build = (from: string, ...parts: string[]) =>
    promisify(execFile)(
      process.execPath,
      [vite, 'build', from, '--mode', mode, '--emptyOutDir', '--logLevel', 'error', ...parts],
      options,
    )
  await build(root, '--outDir', dist)
  await compressFiles(dist)
  await build(root, '--outDir', serverFolder(dist), '--ssr', 'src/server/render.ts')
  await build(
    join(root, 'tools', 'inspector'),
    '--outDir',
    inspectorFolder(dist),
    '--config',
    join(root, 'vite.inspector.config.ts'),
  )
  await compressFiles(inspectorFolder(dist))
  writeFileSync(stampFile(dist), '')
  utimesSync(stampFile(dist), began, began) // Changes made during the build are newer.
}

/**
 * Loads the built code for server rendering.
 *
 * @param patience - milliseconds that a page waits for the gateway before it is rendered in the browser
 */
export async function loadPages(dist: string, patience?: number): Promise<NonNullable<ServeOptions['createPages']>> {
  const { createRenderer, scriptHashes } = (await import(
    pathToFileURL(join(serverFolder(dist), 'render.js')).href
  )) as {
    createRenderer(dist: string, place: object): Pages['renderer']
    scriptHashes: readonly string[]
  }
  return place => ({ renderer: createRenderer(dist, { ...place, patience }), scriptHashes })
}
