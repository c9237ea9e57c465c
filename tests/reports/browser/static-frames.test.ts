import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageNames, pages } from '#contract/paths'
import { contentTypeOf } from '../../kit/content-types.ts'
import { recordShifts, shiftsOn, totalOf } from '../../kit/layout-shift.ts'
import { openShop } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const writeFiles = join(root, 'tools/build/write-static-files.mjs')

let temporary = ''
let dist = ''
let policy = ''
let server: Server
let url = ''

const isFile = (name: string) => existsSync(join(dist, name)) && statSync(join(dist, name)).isFile()

/** The file that a host serves for a path: the rules of `_redirects`, else a file of that name, else index.html. */
function fileAt(path: string): string {
  const rules = readFileSync(join(dist, '_redirects'), 'utf8').trim().split('\n')
  const rule = rules
    .map(line => line.split(' '))
    .find(([from = '']) => (from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from))
  const names = rule ? [`${rule[1]}.html`] : [path, `${path}.html`]
  return names.find(isFile) ?? 'index.html'
}

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'shop-frames-'))
  dist = join(temporary, 'dist')
  cpSync(join(root, 'dist'), dist, { recursive: true })
  cpSync(join(root, 'dist-server'), `${dist}-server`, { recursive: true })
  const printed = execFileSync(process.execPath, [writeFiles, dist], { encoding: 'utf8' })
  policy = `script-src 'self' ${printed.trim().split('\n').at(-1)}`
  server = createServer(async ({ url: asked = '/', method, headers }, response) => {
    if (asked.startsWith('/v1/')) {
      const { accept = '', authorization = '' } = headers
      const answer = await fetch(shopUrl() + asked, { method, headers: { accept, authorization } })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      return
    }
    const file = fileAt(new URL(asked, 'http://files').pathname)
    response.writeHead(200, { 'content-type': contentTypeOf(file), 'content-security-policy': policy })
    response.end(readFileSync(join(dist, file)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(closed => server.close(closed))
  rmSync(temporary, { recursive: true, force: true })
})

describe('review F16: a page of a static host that moves when the browser renders it', () => {
  test('every path has a file, every kind of path with a number has a rule, and two files are for all others', () => {
    const paths = pageNames.flatMap(page => Object.keys(pages[page].paths))
    const fixed = paths.filter(path => !/[:*]/.test(path))
    expect(fixed.filter(path => !isFile(`${path}.html`))).toEqual([])
    const numbered = paths.filter(path => path.includes(':')).map(path => path.replace(/:\w+/, '7'))
    expect(numbered.map(fileAt)).toEqual([
      '/frames/list.html',
      '/frames/product.html',
      '/frames/order.html',
      '/frames/lists.html',
    ])
    expect(fileAt('/main/product-list/0')).toBe('/frames/home.html')
    expect(readFileSync(join(dist, '404.html'), 'utf8')).toBe(readFileSync(join(dist, 'index.html'), 'utf8'))
  })

  test('the content security policy that the build prints allows every script inside a page', () => {
    const files = ['index', 'cart', 'auth/login', 'main/faq', 'reset-password', 'frames/list', 'frames/product']
    for (const file of files) {
      const html = readFileSync(join(dist, `${file}.html`), 'utf8')
      const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text!)
      expect(scripts.length).toBeGreaterThan(3)
      const hashes = scripts.map(text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      expect(hashes.filter(hash => !policy.includes(hash))).toEqual([])
    }
  })

  test.each([
    ['phone', 390, 844, ['/', '/main/product-detail/101', '/main/delivery-info', '/auth/login']],
    ['wide', 1280, 900, ['/main/product-list/1?by=category', '/main/faq', '/check-out', '/main/register', '/no-page']],
  ] as const)('no page moves in a %s window', async (_name, width, height, paths) => {
    const shopper = await openShop({ url, width, height })
    const { page } = shopper
    await recordShifts(page.context())
    const found: Record<string, unknown> = {}
    for (const path of paths) {
      // the frame is painted before the scripts are loaded, as on a slow phone
      let come = () => {}
      const wait = new Promise<void>(resolve => (come = resolve))
      await page.route(/\/assets\/.*\.js$/, route => wait.then(() => route.continue()))
      await page.goto(url + path, { waitUntil: 'commit' })
      await page.locator('footer').waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      come()
      await shopper.h1.waitFor()
      await page.waitForLoadState('networkidle')
      await page.locator('[data-shell]').waitFor({ state: 'detached' })
      const shifts = await shiftsOn(page)
      // The order of the gateway's answers and late fonts move a list by up to 0.04; without its frame each page moves by 0.33 or more.
      if (totalOf(shifts) > 0.1) found[path] = shifts
      await page.unroute(/\/assets\/.*\.js$/)
    }
    expect(found).toEqual({})
  })
})
