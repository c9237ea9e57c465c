import { spawn, spawnSync, type ChildProcess, type SpawnSyncOptions } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { execForm, isIgnored, readIgnored, readStages, type Instruction } from './dockerfile.ts'

/*
 * `npm run check:container` does what the Dockerfile says in a temporary folder, without a container engine: copies the same
 * files, runs the same commands as a user without privileges, starts the same command on read-only files, asks its health
 * check, uses it, and stops it. It takes some minutes and installs packages, so `npm test` does not run it.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The id of a user without privileges; only root can run commands as another user. */
const userId = 65_534
const isRoot = process.getuid?.() === 0
const asOtherUser = ['setpriv', `--reuid=${userId}`, `--regid=${userId}`, '--clear-groups', '--no-new-privs']

/** Milliseconds; the shop's own start takes a few seconds. */
const longestStart = 60_000

/** What commands need of this machine to install packages. Settings of the shop are not passed on. */
const passedOn = ['PATH', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']

const work = mkdtempSync(join(tmpdir(), 'container-'))
const home = join(work, 'home')
/** Used as the volume. It is apart from the code, which is read-only when the shop runs. */
const volume = join(work, 'volume')

/** The files of a stage, and how its commands run. */
interface Image {
  files: string
  /** A path in the image. */
  workdir: string
  variables: Record<string, string>
}

/** A path of the image on this machine. */
const placeOf = (image: Image, path: string) => join(image.files, resolve(image.workdir, path))

function environmentOf({ variables }: Image): Record<string, string> {
  const ours = Object.fromEntries(passedOn.map(name => [name, process.env[name] ?? '']).filter(([, value]) => value))
  return { ...ours, HOME: home, TMPDIR: home, ...variables }
}

/** The program and its arguments, as the user without privileges. */
const withoutPrivileges = (words: string[]): [program: string, args: string[]] => {
  const [program, ...args] = isRoot ? [...asOtherUser, ...words] : words
  return [program!, args]
}

/** Runs a program to its end. @throws Error if it fails */
function run(words: string[], options: SpawnSyncOptions): string {
  const [program, ...args] = words
  const { status, error, stdout, stderr } = spawnSync(program!, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${words.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`)
  return String(stdout)
}

function runIn(image: Image, words: string[]): string {
  const [program, args] = withoutPrivileges(words)
  return run([program, ...args], { cwd: placeOf(image, '.'), env: environmentOf(image) })
}

/** Gives files to the user without privileges; what the image would say (`--chown`) needs users of the image. */
const changeOwner = (path: string) => (isRoot ? run(['chown', '-R', `${userId}:${userId}`, path], {}) : '')

const ignored = readIgnored(readFileSync(join(root, '.dockerignore'), 'utf8'))

/** Copies files of the repository, or of an earlier stage. As in an image, what is in a folder is copied, not the folder. */
function copy(image: Image, { flags, text }: Instruction, images: Map<string, Image>): void {
  const sources = text.split(' ')
  const to = sources.pop()!
  for (const source of sources) {
    const earlier = flags.from === undefined ? null : images.get(flags.from)!
    const from = earlier === null ? join(root, source) : placeOf(earlier, source)
    const target = to.endsWith('/') ? join(placeOf(image, to), source) : placeOf(image, to)
    const filter = (path: string) => earlier !== null || !isIgnored(relative(root, path), ignored)
    cpSync(from, target, { recursive: true, filter })
  }
  changeOwner(image.files)
}

const isOf = (keyword: string) => (instruction: Instruction) => instruction.keyword === keyword

/** Does what a stage says until its last instruction. Those that only describe the image are used when it runs. */
function follow(image: Image, instructions: readonly Instruction[], images: Map<string, Image>): void {
  for (const instruction of instructions) {
    const { keyword, text } = instruction
    const began = Date.now()
    if (keyword === 'WORKDIR') {
      image.workdir = text
      mkdirSync(placeOf(image, '.'), { recursive: true })
      changeOwner(image.files)
    } else if (keyword === 'ENV') {
      for (const pair of text.split(' ')) image.variables[pair.split('=')[0]!] = pair.split('=')[1]!
    } else if (keyword === 'COPY') copy(image, instruction, images)
    else if (keyword === 'RUN') runIn(image, ['sh', '-c', text])
    else if (!['VOLUME', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'].includes(keyword))
      throw new Error(`This check does not know the instruction ${keyword}`)
    say(`${keyword} ${text.slice(0, 80)} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  }
}

function build(): { image: Image; instructions: Instruction[] } {
  const images = new Map<string, Image>()
  const stages = readStages(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  for (const [at, { from, name, instructions }] of stages.entries()) {
    say(`\nFROM ${from}`)
    const base = images.get(from)
    const image = { workdir: '/', variables: {}, ...base, files: join(work, `stage-${at}`) }
    if (base === undefined) mkdirSync(image.files)
    else run(['cp', '-a', base.files, image.files], {})
    follow(image, instructions, images)
    if (name !== null) images.set(name, image)
    if (at === stages.length - 1) return { image, instructions }
  }
  throw new Error('The Dockerfile has no stage')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Whether the health check of the image passes before the shop ends or the time is over. */
async function becomesHealthy(image: Image, check: string[], shop: ChildProcess): Promise<boolean> {
  const [program, args] = withoutPrivileges(check)
  const until = Date.now() + longestStart
  while (Date.now() < until && shop.exitCode === null) {
    const options = { cwd: placeOf(image, '.'), env: environmentOf(image) }
    if (spawnSync(program, args, options).status === 0) return true
    await setTimeout(200)
  }
  return false
}

let failed = 0
function expectThat(holds: boolean, what: string): void {
  if (!holds) failed += 1
  say(`${holds ? '✓' : '✗'} ${what}`)
}

/** Opens the home page and its first picture, as a browser does. */
async function openHomePage(url: string): Promise<void> {
  const page = await fetch(`${url}/main/product-list/0`, { headers: { accept: 'text/html' } })
  const html = await page.text()
  const picture = /src="(\/pictures\/[^"]+)"/.exec(html)?.[1]
  expectThat(page.status === 200 && html.includes('/main/product-detail/'), 'the home page is rendered with products')
  const answer = picture === undefined ? null : await fetch(`${url}${picture}`)
  expectThat(answer?.status === 200, `a picture is drawn: ${picture}`)
}

async function runImage(image: Image, instructions: Instruction[]): Promise<void> {
  const last = (keyword: string) => instructions.findLast(isOf(keyword))!.text
  cpSync(placeOf(image, last('VOLUME')), volume, { recursive: true })
  changeOwner(volume)
  rmSync(placeOf(image, last('VOLUME')), { recursive: true })
  if (isRoot) run(['chown', '-R', '0:0', image.files], {})
  run(['chmod', '-R', 'a-w', image.files], {})
  const port = await freePort()
  // Nor does the shop write to the folder for temporary files: it is the read-only one.
  const variables = { ...image.variables, DATA_DIR: volume, PORT: String(port), TMPDIR: image.files, HOME: image.files }
  const running = { ...image, variables }
  const [program, args] = withoutPrivileges(execForm(last('CMD')))
  say(`\n${last('CMD')}`)
  const options = { cwd: placeOf(running, '.'), env: environmentOf(running) }
  const shop = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (part: Buffer) => output.push(part))
  const ended = once(shop, 'exit') as Promise<[code: number | null]>
  const began = Date.now()
  const isHealthy = await becomesHealthy(running, execForm(last('HEALTHCHECK')), shop)
  expectThat(isHealthy, `the health check passes after ${((Date.now() - began) / 1000).toFixed(1)} s`)
  if (isHealthy) {
    await openHomePage(`http://127.0.0.1:${port}`)
    for (const command of ['orders', 'backup'])
      say(`${command}: ${runIn(running, ['node', `dist-gateway/${command}.js`]).trim()}`)
    const [backup] = readdirSync(join(volume, 'backups'))
    say(`restore: ${runIn(running, ['node', 'dist-gateway/restore.js', join(volume, 'backups', backup!)]).trim()}`)
  }
  const asked = Date.now()
  shop.kill('SIGTERM')
  const [code] = await ended
  expectThat(code === 0, `after SIGTERM the shop ends with the exit code ${code}, in ${Date.now() - asked} ms`)
  if (failed > 0) say(Buffer.concat(output).toString())
}

try {
  mkdirSync(home)
  changeOwner(work)
  const { image, instructions } = build()
  await runImage(image, instructions)
  say(`
What this could not check, for want of a container engine:
- that the image can be pulled and has what the shop needs: all ran with Node ${process.versions.node} and the programs of this machine
- layers, owners of files (--chown), the user of the image${isRoot ? '' : ', and any other user than the one that ran this'}
- how an engine fills the volume, runs the health check and sends SIGTERM to the first process
- compose.yaml: networking, PostgreSQL's container, read-only file systems and privileges`)
} catch (error) {
  failed += 1
  say(`✗ ${(error as Error).message}`)
} finally {
  run(['chmod', '-R', 'u+w', work], {})
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
