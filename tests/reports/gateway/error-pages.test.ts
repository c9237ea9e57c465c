import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import type { GatewayOptions } from '#gateway/http/gateway'
import { serveStorefront, type Pages } from '#gateway/pages/storefront'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'
import { plainGateway } from '../../contract/gateway/given.ts'

const { gateway } = openCaseGateways(plainGateway)
const dist = mkdtempSync(join(tmpdir(), 'shop-errors-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))

/** What Chromium sends when a person opens a page. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** A renderer whose pages say what they are. */
const pages: Pages = {
  renderer: {
    keyOf: url => url,
    render: async key => ({ status: 404, html: `<header>Menu</header>Page of ${key}`, isCacheable: true }),
  },
  scriptHashes: [],
}

/** A gateway with a storefront. @param rendering - omit for pages that the browser renders */
async function shop(rendering?: Pages, more?: Partial<GatewayOptions>): Promise<FastifyInstance> {
  writeFileSync(join(dist, 'index.html'), '<title>Document of the shop</title>')
  const app = await gateway(more)
  await serveStorefront(app, dist, rendering)
  return app
}

const wrongLinks: [string, number, string][] = [
  ['a path that is no text', 400, '/%'],
  ['a list whose number is no text', 400, '/main/product-list/%E0%A4%A'],
  ['a search of 3,000 letters', 414, `/main/product-list/0?by=search&q=${'x'.repeat(3_000)}`],
  ['a path of 1,000 letters', 414, `/main/${'x'.repeat(1_000)}`],
  ['a file that is missing', 404, '/shop/jasmine-rice.html'],
  ['a picture that is missing', 404, '/pictures/none.0/none/400'],
  ['a name of a picture that is too long', 414, `/pictures/${'x'.repeat(2_000)}/none/400`],
]

describe('senchalabs/connect#460: a failure that a person sees as a program’s text', () => {
  test.each(wrongLinks)('%s shows a page with header and menu', async (_what, status, url) => {
    const answer = await (await shop(pages)).inject({ url, headers: { accept } })
    expect([answer.statusCode, answer.body]).toEqual([status, '<header>Menu</header>Page of /404'])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
  })

  test.each(wrongLinks)('%s shows the document if the browser renders pages', async (_what, status, url) => {
    const answer = await (await shop()).inject({ url, headers: { accept } })
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining('Document of the shop')])
  })

  test.each(wrongLinks)('%s is JSON for a program', async (_what, status, url) => {
    const app = await shop(pages)
    for (const wanted of ['*/*', 'application/json', 'image/webp,*/*']) {
      const headers = url.startsWith('/main') && wanted === '*/*' ? { accept: 'application/json' } : { accept: wanted }
      const answer = await app.inject({ url, headers })
      expect(answer.json()).toEqual({ statusCode: status, message: expect.any(String) })
    }
  })

  test('calls of the API are JSON, whatever they accept', async () => {
    const app = await shop(pages)
    for (const url of [
      '/v1/%',
      '/v1/nothing',
      '/v1',
      `/v1/cart/${'x'.repeat(2_000)}`,
      '/paypal/%',
      '/paypal/webhook',
    ]) {
      const answer = await app.inject({ url, headers: { accept } })
      expect([url, answer.json()]).toEqual([url, { statusCode: answer.statusCode, message: expect.any(String) }])
    }
  })

  test('a HEAD has the status and the type of the page', async () => {
    const answer = await (await shop(pages)).inject({ method: 'HEAD', url: '/%', headers: { accept } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })

  test('a page that cannot be rendered is the plain page, with a link to the shop', async () => {
    const render = async () => Promise.reject(new Error('No page'))
    const app = await shop({ ...pages, renderer: { ...pages.renderer, render } })
    const answer = await app.inject({ url: '/%', headers: { accept } })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('<a href="/">Back to the shop</a>')])
  })

  test('too many requests, also of paths that are no text, show a plain page that says so', async () => {
    const app = await shop(pages, { limits: { reads: 1 } })
    const remoteAddress = '198.51.100.9'
    await app.inject({ url: '/main/faq', headers: { accept }, remoteAddress })
    for (const url of ['/main/faq', '/%', '/elsewhere.txt']) {
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept }, remoteAddress })
      expect([url, statusCode, body]).toEqual([url, 429, expect.stringContaining('<h1>Too many requests</h1>')])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test.each([
    [500, 'We couldn’t show this page'],
    [503, 'The shop is busy'],
  ])('a failure of the shop with %i shows a plain page without its message', async (statusCode, title) => {
    const app = await shop(pages)
    app.get('/fails', () => {
      throw Object.assign(new Error('secret of the database'), { statusCode })
    })
    const answer = await app.inject({ url: '/fails', headers: { accept } })
    expect([answer.statusCode, answer.body]).toEqual([statusCode, expect.stringContaining(`<h1>${title}</h1>`)])
    expect(answer.body).not.toContain('secret')
  })

  test('a form of a mailed link that fails shows a page', async () => {
    const app = await shop(pages)
    const answer = await app.inject({ method: 'POST', url: '/link/unsubscribe/%', headers: { accept } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })

  test.each([
    ['a URL that the parser refuses shows a plain page', `/${'x'.repeat(9_000)}`, accept, 431, 'text/html'],
    ['a call with such a URL is JSON', `/v1/${'x'.repeat(9_000)}`, accept, 431, 'application/json'],
    ['a program’s request with such a URL is JSON', `/${'x'.repeat(9_000)}`, '*/*', 431, 'application/json'],
    ['a space in a path that the parser refuses shows a plain page', '/a b', accept, 400, 'text/html'],
  ])('%s', async (_what, path, wanted, status, type) => {
    const app = await shop(pages)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\naccept: ${wanted}\r\n\r\n`)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: ${type};.*connection: close`, 's'))
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(body))
    if (type === 'text/html') expect(body).toContain('<a href="/">Back to the shop</a>')
    else expect(JSON.parse(body)).toEqual({ statusCode: status, message: expect.any(String) })
  })
})
