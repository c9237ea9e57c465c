import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { compressFiles } from './compress-files.ts'
import type { ServeOptions } from './serve.ts'
import type { Pages } from '../pages/storefront.ts'

/** The sources of the storefront's build. */
export const shopSources: readonly string[] = [
  'src',
  'tools/inspector',
  'tools/build',
  'machines',
  'contract',
  'index.html',
  'vite.config.ts',
  'vite.inspector.config.ts',
  'vite.office.config.ts',
  'vite.service-worker.config.ts',
  'docs/flows',
  'tools/flows/page-coverage.json',
  'package-lock.json',
]

/** The sources of the gateway's build. */
export const gatewaySources: readonly string[] = ['gateway', 'contract', 'vite.gateway.config.ts', 'package-lock.json']

const stampFile = (dist: string) => join(dist, '.built')

/** The folder of the built storefront: `DIST_DIR`, or `dist`. */
export const readDist = (root: string, environment: Record<string, string | undefined>): string =>
  resolve(root, environment.DIST_DIR || 'dist')

/** The folder of the compiled gateway. It is inside the project, so that it finds its packages. */
const gatewayFolder = (root: string) => join(root, 'dist-gateway')

/** The code for server rendering, beside the code for browsers. */
const serverFolder = (dist: string) => `${dist}-server`

/** The folder of the built inspector. */
export const inspectorFolder = (dist: string): string => `${dist}-inspector`

/** The folder of the built office. */
export const officeFolder = (dist: string): string => `${dist}-office`

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
    join(officeFolder(dist), 'index.html'),
  ]
  return files.some(file => !existsSync(file)) || isOlder(dist, root, shopSources)
}

/** Whether the gateway must be compiled. */
export const isGatewayStale = (root: string): boolean => isOlder(gatewayFolder(root), root, gatewaySources)

function isOlder(built: string, root: string, sources: readonly string[]): boolean {
  const stamp = statSync(stampFile(built), { throwIfNoEntry: false })
  return stamp === undefined || sources.some(source => newestChange(join(root, source)) > stamp.mtimeMs)
}

/** The stamp is written last, so that an interrupted build is not taken for a complete one. */
function stamp(built: string, began: Date): void {
  writeFileSync(stampFile(built), '')
  utimesSync(stampFile(built), began, began) // Changes made during the build are newer.
}

/** Compiles the gateway's commands, which then need neither a compiler nor its memory. */
export async function buildGateway(root: string): Promise<void> {
  const began = new Date()
  await runVite(root, 'production', [
    '--emptyOutDir',
    '--outDir',
    gatewayFolder(root),
    '--config',
    'vite.gateway.config.ts',
  ])
  stamp(gatewayFolder(root), began)
}

/** Vite runs in its own process: here it would use the test runner's `NODE_ENV`, and React's development code. */
async function runVite(root: string, mode: string, args: string[], more: Record<string, string> = {}): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--mode', mode, '--logLevel', 'error', ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: mode, ...more },
  })
}

/**
 * Builds the code of the pages, for browsers and for server rendering.
 *
 * @param mode - `development` includes React's own checks
 */
export async function buildPages(root: string, dist: string, mode = 'production'): Promise<void> {
  await runVite(root, mode, ['--emptyOutDir', '--outDir', dist])
  await runVite(root, mode, ['--emptyOutDir', '--outDir', serverFolder(dist), '--ssr', 'src/server/render.ts'])
}

/** Builds an application of its own, of which the shop's files have nothing. */
async function buildApart(root: string, sources: string, to: string, config: string): Promise<void> {
  await runVite(root, 'production', [sources, '--emptyOutDir', '--outDir', to, '--config', join(root, config)])
  await compressFiles(to)
}

/** Builds the storefront with Vite: the pages, compressed, the inspector and the office. */
export async function buildShop(root: string, dist: string): Promise<void> {
  const began = new Date()
  await buildPages(root, dist)
  await runVite(root, 'production', ['--config', 'vite.service-worker.config.ts'], { DIST_DIR: dist })
  await compressFiles(dist)
  await buildApart(root, join('tools', 'inspector'), inspectorFolder(dist), 'vite.inspector.config.ts')
  await buildApart(root, join('src', 'office'), officeFolder(dist), 'vite.office.config.ts')
  stamp(dist, began)
}

/**
 * Loads the built code for server rendering.
 *
 * @param timeout - milliseconds that a page waits for its turn, and for the gateway, before it is rendered in the browser
 */
export async function loadPages(dist: string, timeout?: number): Promise<NonNullable<ServeOptions['createPages']>> {
  const { createRenderer, scriptHashes } = (await import(
    pathToFileURL(join(serverFolder(dist), 'render.js')).href
  )) as {
    createRenderer(dist: string, place: object): Pages['renderer']
    scriptHashes: readonly string[]
  }
  return place => ({
    renderer: createRenderer(dist, { ...place, dataTimeout: timeout }),
    scriptHashes,
    queueTimeout: timeout,
  })
}
