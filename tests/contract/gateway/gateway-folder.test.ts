import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs, { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#gateway/database/database'
import { FolderInUse, lockFolder } from '#gateway/database/folder-lock'
import { cartLines, orders, subscribers } from '#gateway/database/schema'
import { explainPortInUse, serve } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { lineOf, orderOf, type Json } from './given.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-data-'))
  folders.push(folder)
  return folder
}

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
  /** Sends JSON, and gives back the parsed answer. */
  post: (path: string, body: unknown) => Promise<Json>
  get: (path: string) => Promise<Json>
}

/** A shop in a process of its own. */
async function start(dataDir: string): Promise<Running> {
  const port = String(await freePort())
  const script = `
    import { closeOnSignal, serve } from './gateway/cli/serve.ts'
    import { readSettings } from './gateway/cli/settings.ts'
    const { close } = await serve(readSettings(process.env))
    closeOnSignal(close)
    console.log('open')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', DATABASE_URL: '' },
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout! })) if (line === 'open') break
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

/** Filled by the first test, and used by those that follow. */
const dataDir = newFolder()

describe('a data folder', () => {
  // Invariant: D6
  test('an answered order survives kill -9, and the folder is unlocked', async () => {
    const shop = await start(dataDir)
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `in use by another shop (process ${shop.child.pid}). Stop it first, or choose another folder with DATA_DIR.`,
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
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)
    const answered = settled.flatMap(one => (one.status === 'fulfilled' ? [one.value.data.id] : []))
    const { database, close } = await openDatabase({ dataDir })
    const kept = (await database.select({ id: cartLines.id }).from(cartLines)).map(line => line.id)
    await close()
    expect(answered.length).toBeGreaterThan(0)
    expect(answered.filter(id => !kept.includes(id))).toEqual([])
  })

  test('the order-status command sets the status of an order by its number', () => {
    const moving = (...words: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'gateway/cli/order-status.ts', ...words], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      })
    expect(moving('10001', 'preparing')).toMatchObject({ status: 0, stdout: 'Order 10001 is preparing.\n' })
    expect(moving('99999', 'preparing')).toMatchObject({ status: 1, stderr: 'There is no order 99999.\n' })
    expect(moving('10001', 'lost').stderr).toMatch(/received\|preparing\|on-its-way/)
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
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  test.each([
    ['a dead process', '4194305'],
    ['a process that had our number', String(process.pid)],
    ['nobody', 'rubbish'],
  ])('a lock left by %s is taken over', (_who, content) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), content)
    lockFolder(folder)()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
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
