import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildGateway, isGatewayStale } from '#gateway/cli/build'
import { openDatabase, queryRows } from '#gateway/database/database'
import { FolderInUse, lockFolder } from '#gateway/database/folder-lock'
import { cartLines, orders, subscribers } from '#gateway/database/schema'
import { explainPortInUse, serve } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { fillDataFolder } from './case-database.ts'
import { lineOf, orderOf, type Json } from './given.ts'

/** Runs a program as number 1 of a process namespace of its own; it is killed with the process that started it. */
const ownNamespace = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child']
const hasNamespaces = spawnSync('unshare', [...ownNamespace, 'true']).status === 0

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-data-'))
  folders.push(folder)
  return folder
}

// the commands run compiled, as in production: compiling them at each start takes longer than what they do
beforeAll(async () => {
  if (isGatewayStale(root)) await buildGateway(root)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

interface Running {
  child: ChildProcess
  ended: Promise<number | null>
  /** Sends JSON and returns the parsed answer. */
  post: (path: string, body: unknown) => Promise<Json>
  get: (path: string) => Promise<Json>
}

const environmentOf = (dataDir: string) => ({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' })

/** A shop in a process of its own. It makes no pictures: that would keep half a processor busy as long as it runs. */
async function start(dataDir: string): Promise<Running> {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['dist-gateway/start.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environmentOf(dataDir), DIST_DIR: slowShop(), PORT: port, HOST: '127.0.0.1', PICTURES_AHEAD: 'off' },
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout! })) if (line.startsWith('Shop and API')) break
  child.stdout!.resume()
  const base = `http://127.0.0.1:${port}/v1`
  const headers = { 'content-type': 'application/json' }
  return {
    child,
    ended,
    post: async (path, body) =>
      (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json(),
    get: async path => (await fetch(base + path)).json(),
  }
}

/** Buys the first product of the home page. */
async function buy(shop: Running): Promise<Json> {
  const { listData } = await shop.post('/product/criteria', { criteria: 'features', brand_id: 0, category_id: 0 })
  const product = listData.find((one: { stockStatusId: number }) => one.stockStatusId === 3)
  const quantity = Math.ceil(30 / (product.specialPrice ?? product.price))
  const { data } = await shop.post('/cart', lineOf(product.id, { quantity }))
  return shop.post('/order', orderOf(data.sessionId, data.totalPrice))
}

const buyAll = (shop: Running, times: number): Promise<Json[]> =>
  Promise.all(Array.from({ length: times }, () => buy(shop)))

/** Runs a command on the data folder. @returns its output @throws Error with its output if it fails */
const command = (name: string, ...words: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd: root, env: environmentOf(dataDir) }
    execFile(process.execPath, [`dist-gateway/${name}.js`, ...words], options, (error, out, printed) =>
      error === null ? resolve(out) : reject(new Error(printed)),
    )
  })

/** Filled by the first test, and used by those that follow. */
const dataDir = newFolder()

describe('a data folder', () => {
  // Invariant: D6
  test('an answered order survives kill -9, and the folder is unlocked', async () => {
    const shop = await start(dataDir)
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `in use by another shop. Stop it first, or choose another folder with DATA_DIR.`,
    )
    const answer = await buy(shop)
    shop.child.kill('SIGKILL')
    expect(answer).toMatchObject({ statusCode: 200 })
    await shop.ended
    const { database, close } = await openDatabase({ dataDir })
    expect(await database.select({ id: orders.id }).from(orders)).toEqual([{ id: answer.data.orderId }])
    expect(await database.select().from(cartLines)).toEqual([])
    await close()
  })

  test('SIGTERM under load loses no answered request and exits cleanly', async () => {
    const shop = await start(dataDir)
    const adding = Array.from({ length: 40 }, () => shop.post('/cart', lineOf(101)))
    await adding[0]
    shop.child.kill('SIGTERM')
    const settled = await Promise.allSettled(adding)
    expect(await shop.ended).toBe(0)
    const answered = settled.flatMap(one => (one.status === 'fulfilled' ? [one.value.data.id] : []))
    const { database, close } = await openDatabase({ dataDir })
    const kept = (await database.select({ id: cartLines.id }).from(cartLines)).map(line => line.id)
    await close()
    expect(answered.length).toBeGreaterThan(0)
    expect(answered.filter(id => !kept.includes(id))).toEqual([])
  })

  test('the order-status command sets the status of an order by its number', () => {
    const moving = (...words: string[]) =>
      spawnSync(process.execPath, ['dist-gateway/order-status.js', ...words], {
        cwd: root,
        encoding: 'utf8',
        env: environmentOf(dataDir),
      })
    expect(moving('10001', 'preparing')).toMatchObject({ status: 0, stdout: 'Order 10001 is preparing.\n' })
    expect(moving('99999', 'preparing')).toMatchObject({ status: 1, stderr: 'There is no order 99999.\n' })
    expect(moving('10001', 'cancelled')).toMatchObject({ status: 0, stdout: 'Order 10001 is cancelled.\n' })
    expect(moving('10001', 'preparing')).toMatchObject({ status: 1, stderr: 'Order 10001 is cancelled.\n' })
    expect(moving('10001', 'lost').stderr).toMatch(/received\|preparing\|on-its-way/)
  })

  test('orders are listed and updated, and backups made and restored with the secret and the mails, while the shop runs', async () => {
    const shop = await start(dataDir)
    const first = await buy(shop)
    const [secret, file] = [readFileSync(join(dataDir, 'secret'), 'utf8'), join(newFolder(), 'backup.tar.gz')]
    mkdirSync(join(dataDir, 'mails'), { recursive: true })
    writeFileSync(join(dataDir, 'mails', 'one.txt'), 'a mail')
    expect(await command('orders')).toContain(`\n${first.data.orderNumber}\t`.slice(1))
    expect(await command('order-status', first.data.orderNumber, 'preparing')).toMatch(/ is preparing\.\n$/)
    expect(await command('orders', 'preparing')).toMatch(new RegExp(`^${first.data.orderNumber}\\t.*\\tpreparing\\t`))
    const [meanwhile, backup] = await Promise.all([buyAll(shop, 5), command('backup', file)])
    expect(backup).toMatch(/^Backup with \d+ orders: .*backup.tar.gz \([\d.]+ MB\)\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const last = await buy(shop)
    writeFileSync(join(dataDir, 'secret'), 'lost'.repeat(10))
    rmSync(join(dataDir, 'mails', 'one.txt'))
    expect(await command('restore', file)).toMatch(
      /^Restored \d+ orders, as of \S+\. The earlier data are in \S+before-restore-\S+\.\n$/,
    )
    expect(await buy(shop)).toMatchObject({ statusCode: 200 }) // the same process, on the restored files
    shop.child.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    const { database, close } = await openDatabase({ dataDir })
    const found = (await database.select({ id: orders.id }).from(orders)).map(({ id }) => id)
    await close()
    expect(meanwhile.every(answer => answer.statusCode === 200)).toBe(true)
    expect(found).toContain(first.data.orderId)
    expect(found).not.toContain(last.data.orderId)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret)
    expect(readFileSync(join(dataDir, 'mails', 'one.txt'), 'utf8')).toBe('a mail')
    expect(readdirSync(dataDir).filter(name => /^(work|socket)/.test(name))).toEqual([])
  })

  test('a damaged backup replaces nothing', async () => {
    const file = join(newFolder(), 'backup.tar.gz')
    expect(await command('backup', file)).toMatch(/^Backup with/)
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, whole.length - 1_000))
    await expect(command('restore', file)).rejects.toThrow(/^tar: /)
    expect(readdirSync(dataDir).filter(name => name.startsWith('before-restore'))).toHaveLength(1)
  })

  test('a commit is synced to disk before its answer', async () => {
    const { database, close } = await openDatabase({ dataDir })
    const syncing = vi.spyOn(fs, 'fsyncSync')
    await database.insert(subscribers).values({ email: 'mei@example.com' })
    expect(syncing).toHaveBeenCalled()
    syncing.mockRestore()
    await close()
  })

  test('a process can lock it once', () => {
    const folder = newFolder()
    const release = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    release()
    lockFolder(folder)()
  })

  test.each([
    ['a dead process', '4194305'],
    ['a running process that is not a shop', String(process.ppid)],
    ['this process', String(process.pid)],
    ['no process', 'not a number'],
  ])('a lock file with the process id of %s does not prevent the start', (_who, content) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), content)
    lockFolder(folder)()
  })

  test.skipIf(!hasNamespaces)(
    'a lock holds against another process namespace, and ends when its holder is killed',
    async () => {
      const folder = newFolder()
      const script = `
        import { lockFolder } from './gateway/database/folder-lock.ts'
        lockFolder(process.argv[1])
        console.log('locked', process.pid)
        setInterval(() => {}, 1_000)`
      const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script, folder]
      const holder = spawn('unshare', [...ownNamespace, ...node], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = new Promise(resolve => holder.once('close', resolve))
      const lines = createInterface({ input: holder.stdout! })
      expect((await lines[Symbol.asyncIterator]().next()).value).toMatch(/^locked \d{1,2}$/)
      expect(() => lockFolder(folder)).toThrow(FolderInUse)
      holder.kill('SIGKILL')
      await ended
      await expect.poll(() => lockFolder(folder)).toBeInstanceOf(Function)
    },
  )

  test('closes the database before it is unlocked if the start fails', async () => {
    const folder = newFolder()
    await fillDataFolder(folder)
    const failing = openDatabase({ dataDir: folder }, async database => {
      await database.execute('create table unfinished (id int)')
      throw new Error('The goods are invalid.')
    })
    await expect(failing).rejects.toThrow('The goods are invalid.')
    // PostgreSQL deletes this file when it is closed
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('only its owner reads and writes it: 0700 for folders, 0600 for files', async () => {
    chmodSync(dataDir, 0o755)
    chmodSync(join(dataDir, 'postgres', 'PG_VERSION'), 0o666)
    const { database, close } = await openDatabase({ dataDir })
    await database.execute('create table later (id int)')
    const paths = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]
    const modes = paths.map(path => statSync(join(dataDir, path)).mode & 0o777)
    await database.execute('drop table later')
    await close()
    expect(paths.length).toBeGreaterThan(900)
    expect(new Set(modes)).toEqual(new Set([0o700, 0o600]))
  })

  test('the space of deleted rows is reused', async () => {
    const { database, vacuum, close } = await openDatabase({ dataDir })
    const size = async () =>
      (await queryRows<{ size: number }>(database, sql`select pg_total_relation_size('tries')::int as size`))[0]!.size
    const sizes: number[] = []
    for (let round = 0; round < 3; round++) {
      await database.execute(sql`insert into tries (key, count, ends_at)
        select 'vacuum ' || ${round}::int || ' ' || n, 1, now() from generate_series(1, 4000) n`)
      await database.execute(sql`delete from tries where key like 'vacuum %'`)
      await vacuum()
      sizes.push(await size())
    }
    await close()
    expect(sizes[2]).toBe(sizes[1])
  })
})

/** A built shop whose only page takes a second. */
function slowShop(): string {
  const folder = newFolder()
  const dist = join(folder, 'dist')
  for (const built of [dist, `${dist}-server`, `${dist}-inspector`, `${dist}-office`]) mkdirSync(built)
  for (const file of ['.built', 'index.html', '../dist-inspector/index.html', '../dist-office/index.html'])
    writeFileSync(join(dist, file), '')
  writeFileSync(
    `${dist}-server/render.js`,
    `export const scriptHashes = []
    export const createRenderer = () => ({ keyOf: url => url, render: async () => {
      await new Promise(resolve => setTimeout(resolve, 1_000))
      return { status: 200, html: 'slow page', isCacheable: false }
    } })`,
  )
  const later = new Date(Date.now() + 3_600_000)
  utimesSync(join(dist, '.built'), later, later)
  return dist
}

/** The ids of the processes that a process has started. */
const childrenOf = (parent: number): string[] =>
  readdirSync('/proc').filter(
    id => /^\d+$/.test(id) && readFileSync(`/proc/${id}/status`, 'utf8').includes(`PPid:\t${parent}\n`),
  )

describe('npm start', () => {
  test('starts one process below 300 MB, which SIGTERM ends after it has answered', async () => {
    const port = String(await freePort())
    const npm = spawn('npm', ['start'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...environmentOf(dataDir), DIST_DIR: slowShop(), PORT: port, HOST: '127.0.0.1' },
    })
    const ended = new Promise<number | null>(resolve => npm.once('exit', resolve))
    for await (const line of createInterface({ input: npm.stdout! })) if (line.startsWith('Shop and API')) break
    npm.stdout!.resume()
    const children = childrenOf(npm.pid!)
    const [command, memory] = ['cmdline', 'status'].map(file => readFileSync(`/proc/${children[0]}/${file}`, 'utf8'))
    expect(children).toHaveLength(1)
    expect(command!.split('\0')).toEqual(
      expect.arrayContaining([expect.stringMatching(/node$/), 'dist-gateway/start.js']),
    )
    expect(Number(/VmRSS:\s+(\d+) kB/.exec(memory!)![1]) / 1_000).toBeLessThan(300)
    const page = fetch(`http://127.0.0.1:${port}/main/faq`)
    await new Promise(resolve => setTimeout(resolve, 300))
    npm.kill('SIGTERM')
    expect(await (await page).text()).toBe('slow page')
    await ended
    expect(existsSync(`/proc/${children[0]}`)).toBe(false)
    lockFolder(dataDir)()
  })
})

describe('a port in use', () => {
  test('is reported with the port number', async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const serving = { ...readSettings({ PORT: String(port) }), dataDir }
    await expect(serve(serving)).rejects.toThrow(
      `Port ${port} is in use. Stop what uses it, or choose another with PORT.`,
    )
    await new Promise(resolve => other.close(resolve))
  })
  test('other errors are passed on', () => {
    const error = new Error('no')
    expect(explainPortInUse(error, 1)).toBe(error)
  })
})
