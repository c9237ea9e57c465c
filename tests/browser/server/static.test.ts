import { cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contentTypeOf } from '../../kit/content-types.ts'
import { serveTestShop } from '../../kit/shop-server.ts'
import { openShop } from '../../kit/shopper.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const rice = 'Golden Paddy Jasmine Rice 5 kg'

/** A plain file server: it serves files, and the shop's document for every other path. */
async function serveFiles(folder: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const asked = join(folder, new URL(url, 'http://files').pathname)
    const path = existsSync(asked) && statSync(asked).isFile() ? asked : join(folder, 'index.html')
    response.setHeader('content-type', contentTypeOf(path))
    createReadStream(path).pipe(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Builds the shop for a gateway on another origin, as `vite build` does, without the test's NODE_ENV. */
async function buildFor(gateway: string, outDir: string) {
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  Object.assign(process.env, { NODE_ENV: 'production', VITE_API_BASE_URL: `${gateway}/v1` })
  try {
    await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  } finally {
    Object.assign(process.env, { NODE_ENV })
    delete process.env.VITE_API_BASE_URL
  }
}

let folder = ''
let server: Server
let url = ''
let closeGateway: () => Promise<void>

beforeAll(async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'shop-files-'))
  folder = join(temporary, 'files')
  server = await serveFiles(folder)
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const dataDir = join(temporary, 'data')
  cpSync(inject('seededFolder'), dataDir, { recursive: true })
  const gateway = await serveTestShop({
    dist: join(root, 'dist'),
    dataDir,
    environment: { INSPECTOR: 'off', CORS_ORIGINS: url },
  })
  closeGateway = async () => {
    await gateway.close()
    rmSync(temporary, { recursive: true, force: true })
  }
  await buildFor(gateway.url, folder)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(closed => server.close(closed))
  await closeGateway()
})

describe('a statically hosted shop', () => {
  test('is built for shoppers, not for developers', () => {
    const scripts = readdirSync(join(folder, 'assets')).filter(name => name.endsWith('.js'))
    const texts = scripts.map(name => readFileSync(join(folder, 'assets', name), 'utf8'))
    expect(texts.filter(text => text.includes('Download the React DevTools'))).toEqual([])
  })

  // Specification: 2.1.1
  test('redirects from the empty path to the home page', async () => {
    const shopper = await openShop({ url })
    await shopper.goes('/')
    await shopper.seesPath('/main/product-list/0')
    await shopper.seesHeading(/^Features/)
  })

  // Specification: 7.1.1
  test('places an order through a gateway on another origin, and requests only files from its own', async () => {
    const shopper = await openShop({ url, pictures: true })
    await shopper.goes('/main/product-list/0')
    await shopper.adds(rice)
    await shopper.adds(rice)
    await shopper.seesCart('2 item(s) - $ 31.80')
    const picture = shopper.main.getByRole('article').locator('img').first()
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await shopper.goes('/cart')
    await shopper.seesCart('2 item(s) - $ 31.80')
    await shopper.reviews()
    await shopper.placesOrder()
    await shopper.seesOrder()
    const own = shopper.requests.map(request => new URL(request.url())).filter(asked => asked.origin === url)
    const pages = ['/main/product-list/0', '/cart', '/check-out']
    const others = own.map(({ pathname }) => pathname).filter(path => !pages.includes(path))
    expect(others.filter(path => !existsSync(join(folder, path)))).toEqual([])
    expect(shopper.requests.filter(request => request.url().includes('/v1/')).length).toBeGreaterThan(10)
  })
})
