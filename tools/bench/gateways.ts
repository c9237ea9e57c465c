import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { homeAddress as address } from '../../tests/kit/home-address.ts'

// Compares one gateway with four on one PostgreSQL database. The shop must be built.
// DATABASE_URL=postgres://… npx tsx tools/bench/gateways.ts [folder of the built shop]

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = process.argv[2] ?? join(root, 'dist')
const databaseUrl = process.env.DATABASE_URL ?? ''

/** Seconds per measurement. */
const duration = Number(process.env.SECONDS ?? 10)
/** Requests in flight. */
const clients = 24

interface Gateway {
  url: string
  child: ChildProcess
}

async function startGateway(dataDir: string): Promise<Gateway> {
  const shop = {
    dist,
    dataDir,
    timeout: 300,
    logger: false,
    environment: { DATABASE_URL: databaseUrl, INSPECTOR: 'off' },
  }
  const child = fork(join(root, 'tests/kit/shop-process.ts'), [JSON.stringify(shop)], { execArgv: ['--import', 'tsx'] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', message => resolve((message as { url: string }).url))
    child.once('exit', code => reject(new Error(`The gateway ended with ${code}.`)))
  })
  return { url, child }
}

/** The CPU time of a process, in milliseconds; Linux only. */
function processorTime(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The CPU times of the PostgreSQL processes that serve gateways. */
async function databaseTime(database: pg.Client): Promise<Map<number, number>> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'shop'",
  )
  return new Map(rows.map(({ pid }) => [pid, processorTime(pid)]))
}

type Work = (url: string, count: number) => Promise<boolean>

const asks = async (url: string, body?: object): Promise<{ statusCode: number; [name: string]: unknown }> => {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(url, body === undefined ? {} : sent)).json() as Promise<{ statusCode: number }>
}

const list: Work = async url =>
  (await asks(`${url}/v1/product/criteria`, { criteria: 'features', category_id: 0, brand_id: 0 })).statusCode === 200

/**
 * A new search, which is not in the cache. False if the server skips rendering because too many pages are being
 * rendered.
 */
const page: Work = async (url, count) => {
  const headers = { accept: 'text/html' }
  const answer = await fetch(`${url}/main/product-list/0?by=search&q=rice+${count}+${process.pid}`, { headers })
  return (await answer.text()).includes('id="served"')
}

const products: number[] = []

/** A cart with one line, and its order. */
const order: Work = async (url, count) => {
  const line = { productName: '', productPrice: 0, productImage: '', quantity: 20, mySessionId: null }
  const productId = products[count % products.length]!
  const { data } = (await asks(`${url}/v1/cart`, { ...line, productId })) as {
    statusCode: number
    data?: { sessionId: string; totalPrice: number }
  }
  if (!data) return false
  const answer = await asks(`${url}/v1/order`, {
    requestId: `bench-${process.pid}-${count}`,
    sessionId: data.sessionId,
    billingAddress: address,
    deliveryAddress: null,
    deliveryMethod: 'pick-up',
    customer: { firstName: 'Mei', lastName: 'Lin', email: `bench-${count}@example.com`, telephone: '0298765432' },
    deliveryFee: 0,
    couponCode: null,
    payment: { method: 'on-delivery' },
    total: data.totalPrice,
  })
  return answer.statusCode === 200
}

let counter = 0

async function measure(name: string, work: Work, gateways: Gateway[], database: pg.Client): Promise<void> {
  for (const { url } of gateways) await work(url, counter++)
  const pids = gateways.map(({ child }) => child.pid!)
  const before = { gateways: pids.map(processorTime), database: await databaseTime(database), at: Date.now() }
  const until = before.at + duration * 1_000
  let [done, failed] = [0, 0]
  const times: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) {
        const began = performance.now()
        const isDone = await work(gateways[counter % gateways.length]!.url, counter++).catch(() => false)
        times.push(performance.now() - began)
        if (isDone) done++
        else failed++
      }
    }),
  )
  const seconds = (Date.now() - before.at) / 1_000
  const used = pids.map((pid, at) => processorTime(pid) - before.gateways[at]!)
  const after = await databaseTime(database)
  const databaseUsed = [...after].reduce((sum, [pid, time]) => sum + time - (before.database.get(pid) ?? 0), 0)
  const total = used.reduce((sum, time) => sum + time, 0)
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const cells = [
    gateways.length,
    name,
    (done / seconds).toFixed(1),
    `${middle.toFixed(0)} ms`,
    `${(total / done).toFixed(1)} ms`,
    used.map(time => `${(time / seconds / 10).toFixed(0)} %`).join(' · '),
    `${(databaseUsed / done).toFixed(1)} ms`,
    failed,
  ]
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}

if (databaseUrl === '') throw new Error('DATABASE_URL is missing.')
const folder = mkdtempSync(join(tmpdir(), 'bench-gateways-'))
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
process.stdout.write(
  '| gateways | what | per second | median | CPU of gateways each | CPU of each gateway | CPU of PostgreSQL each | not done |\n| - | - | - | - | - | - | - | - |\n',
)
const gateways: Gateway[] = []
for (const wanted of [1, 4]) {
  while (gateways.length < wanted) gateways.push(await startGateway(folder))
  if (products.length === 0) {
    await database.query('update products set stock = 1000000, status = null')
    const { rows } = await database.query<{ id: number }>(
      'select id from products where coalesce(special_price, price) > 200',
    )
    products.push(...rows.map(({ id }) => id))
  }
  await pause(1_000)
  await measure('list of products', list, gateways, database)
  await measure('page, rendered', page, gateways, database)
  await measure('cart and order', order, gateways, database)
}
await Promise.all(
  gateways.map(({ child }) => {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.disconnect()
    return ended
  }),
)
await database.end()
rmSync(folder, { recursive: true, force: true })
