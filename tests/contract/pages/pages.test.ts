import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#gateway/database/database'
import { createCompressor } from '#gateway/pages/compressor'
import { createInProcessFetch } from '#gateway/http/in-process-fetch'
import { createPageCache } from '#gateway/pages/page-cache'
import { serveStorefront } from '#gateway/pages/storefront'
import { privatePaths, titleAt, type Path } from '#contract/paths'
import type { RenderedPage, Renderer } from '#contract/renderer'
import { rendererOn } from '#src/server/render.ts'
import { caseGoods, plainGateway } from '../gateway/given.ts'
import { openCaseDatabase } from '../gateway/case-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const page = (change: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  html: '<!doctype html><p>Rice</p>',
  isCacheable: true,
  ...change,
})

let opened: OpenDatabase
let app: FastifyInstance
/** The keys of the rendered pages, in order. */
let drawn: string[] = []
/** The next rendered page. */
let next: () => Promise<RenderedPage>

beforeAll(async () => {
  opened = await openCaseDatabase()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><div id="root"></div>')
})
afterAll(async () => {
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  drawn = []
  next = async () => page()
  app = await plainGateway(opened.database)
  const render = (key: string) => {
    drawn.push(key)
    return next()
  }
  const keyOf = (url: string) => url.split('&utm')[0]!
  await serveStorefront(app, folder, { renderer: { keyOf, render }, scriptHashes: ["'sha256-abc='"] })
})
afterEach(() => app.close())

const html = { accept: 'text/html' }
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { ...html, ...headers } })

describe('a server-rendered page', () => {
  test('is sent with its status and brotli, and can be cached for seconds', async () => {
    next = async () => page({ status: 404 })
    const answer = await get('/main/nowhere', { 'accept-encoding': 'gzip, br' })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=0, s-maxage=5',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page().html)
    expect((await get('/main/nowhere')).payload).toBe(page().html)
  })

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await get('/main/faq')
    const again = await get('/main/faq', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
    next = async () => page({ html: 'other' })
    expect((await get('/main/about-us', { 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  })

  test('is compressed at the highest level when requested again', async () => {
    const compress = createCompressor(10)
    const text = JSON.stringify(caseGoods)
    const first = (await compress(text, 'a'))()
    const again = await compress(text, 'a')
    await expect.poll(() => again().length).toBeLessThan(first.length)
    expect(brotliDecompressSync(again()).toString()).toBe(text)
  })

  test('stays compressed if it was requested more recently than others', async () => {
    const compress = createCompressor(2)
    const first = (await compress('one', 'a'))()
    for (const name of ['b', 'a', 'c']) await compress('one', name)
    expect((await compress('another text', 'a'))().equals(first)).toBe(true)
  })

  test('allows its inline scripts and no others', async () => {
    const policy = (await get('/main/faq')).headers['content-security-policy']
    expect(policy).toContain("script-src 'self' 'sha256-abc=';")
  })

  test('is rendered once for concurrent requests and for equivalent URLs', async () => {
    await Promise.all(['/main/faq', '/main/faq', '/main/faq&utm_source=x'].map(url => get(url)))
    expect(drawn).toEqual(['/main/faq'])
  })

  test('is not cached if it is incomplete', async () => {
    next = async () => page({ isCacheable: false })
    const answer = await get('/main/faq')
    await get('/main/faq')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(drawn).toHaveLength(2)
  })

  test('that fails to render is rendered in the browser, and the next request tries again', async () => {
    next = async () => {
      throw new Error('A component threw')
    }
    const answer = await get('/main/faq')
    expect([answer.statusCode, answer.payload]).toEqual([200, '<!doctype html><div id="root"></div>'])
    next = async () => page()
    expect((await get('/main/faq')).payload).toBe(page().html)
  })

  // Specification: 2.1.1
  test('of the path / redirects permanently to the home page', async () => {
    const answer = await get('/')
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/main/product-list/0'])
  })

  test('is rendered again after five seconds', async () => {
    let now = 0
    const pageAt = createPageCache({ keyOf: () => '', render: () => (drawn.push(''), next()) }, { now: () => now })
    await pageAt('a')
    now = 4_999
    await pageAt('a')
    expect(drawn).toHaveLength(1)
    now = 5_000
    await pageAt('a')
    await nextTurn()
    expect(drawn).toHaveLength(2)
  })
})

describe('the cache of pages', () => {
  /** A renderer whose pages are finished by the test. */
  const slowRenderer = () => {
    const finish: ((change: Partial<RenderedPage>) => void)[] = []
    const render = () => new Promise<RenderedPage>(resolve => finish.push(change => resolve(page(change))))
    return { finish, renderer: { keyOf: () => '', render } }
  }

  test('sends an older page while a new one is rendered, for a minute, and keeps it if the new one is incomplete', async () => {
    let now = 0
    const { finish, renderer } = slowRenderer()
    const pageAt = createPageCache(renderer, { now: () => now })
    const first = pageAt('a')
    await expect.poll(() => finish.length).toBe(1)
    finish[0]!({ html: 'first' })
    expect((await first)!.html).toBe('first')
    now = 64_000
    expect((await pageAt('a'))!.html).toBe('first')
    expect(finish).toHaveLength(1) // rendering begins after the older page was sent
    expect((await pageAt('a'))!.html).toBe('first')
    await expect.poll(() => finish.length).toBe(2)
    finish[1]!({ html: 'incomplete', isCacheable: false })
    await expect.poll(async () => ((await pageAt('a'))!.html, finish.length)).toBe(3)
    finish[2]!({ html: 'third' })
    await expect.poll(async () => (await pageAt('a'))!.html).toBe('third')
    now = 200_000
    const late = pageAt('a')
    await expect.poll(() => finish.length).toBe(4)
    finish[3]!({ html: 'late' })
    expect((await late)!.html).toBe('late')
  })

  test('sends no page that was rendered before a change of the settings, even if that was still under way', async () => {
    let version = 1
    const { finish, renderer } = slowRenderer()
    const pageAt = createPageCache(renderer, { readVersion: async () => version })
    const before = pageAt('a')
    await expect.poll(() => finish.length).toBe(1)
    version = 2
    const after = pageAt('a')
    await expect.poll(() => finish.length).toBe(2)
    finish[0]!({ html: 'before' })
    finish[1]!({ html: 'after' })
    expect([(await before)!.html, (await after)!.html]).toEqual(['before', 'after'])
    expect((await pageAt('a'))!.html).toBe('after')
    version = 3
    void pageAt('a')
    await expect.poll(() => finish.length).toBe(3)
  })

  test('removes the page that was requested longest ago if it has a hundred', async () => {
    const rendered: string[] = []
    const render = async (key: string) => (rendered.push(key), page())
    const pageAt = createPageCache({ keyOf: key => key, render })
    const request = async (...keys: string[]) => {
      for (const key of keys) await pageAt(key)
    }
    await request('home', ...Array.from({ length: 99 }, (_, at) => `page ${at}`))
    await request('home', 'another')
    rendered.length = 0
    await request('home', 'page 0')
    expect(rendered).toEqual(['page 0'])
  })

  test('leaves a page to the browser that waits too long for one of four others to be rendered', async () => {
    const { finish, renderer } = slowRenderer()
    const pageAt = createPageCache(renderer, { queueTimeout: 50 })
    for (const key of ['a', 'b', 'c', 'd']) void pageAt(key)
    await expect.poll(() => finish.length).toBe(4)
    expect(await pageAt('e')).toBeNull()
    expect(finish).toHaveLength(4)
  })

  test('renders four pages at a time, and the next when one of them is done', async () => {
    const { finish, renderer } = slowRenderer()
    const pageAt = createPageCache(renderer, { queueTimeout: 60_000 })
    const pages = ['a', 'b', 'c', 'd'].map(pageAt)
    await expect.poll(() => finish.length).toBe(4)
    const waiting = pageAt('f')
    finish[0]!({ html: 'a' })
    await expect.poll(() => finish.length).toBe(5)
    for (const end of finish) end({ html: 'any' })
    expect((await waiting)!.html).toBe('any')
    expect((await Promise.all(pages)).map(one => one!.html)).toEqual(['a', 'any', 'any', 'any'])
  })

  test('leaves any number of pages to the browser while four others are rendered', async () => {
    next = () => new Promise(resolve => setTimeout(() => resolve(page()), 1_000))
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => get(`/main/product-list/${at}`)))
    expect(answers.filter(answer => answer.payload === page().html)).toHaveLength(4)
    expect(answers.filter(answer => answer.payload.includes('<div id="root">'))).toHaveLength(56)
  })
})

describe('the renderer', () => {
  const shell = '<html><head></head><body><div id="root"></div><noscript>no</noscript></body></html>'
  const place = {
    origin: 'https://shop.example.com',
    log: () => {},
    shell: () => shell,
    assetsFor: () => ({ styles: { first: 'p{}', later: 'b{}' }, sheets: ['/assets/a.css'], modules: ['/assets/a.js'] }),
    dataTimeout: 30_000,
  }
  let renderer: Renderer
  beforeEach(() => {
    renderer = rendererOn({ ...place, fetch: createInProcessFetch(app) })
  })
  const servedIn = (text: string) =>
    JSON.parse(/id="served">(.*?)<\/script>/s.exec(text)![1]!) as {
      timers: unknown[]
      snapshot: {
        context: { shown: unknown; loaded: string[] }
        children: Record<string, { snapshot: { value: unknown } }>
      }
    }

  test('has one cache key for all URLs that show the same page', () => {
    expect(renderer.keyOf('/main/product-list/0?utm_source=x&page=2')).toBe('/main/product-list/0?page=2')
    expect(renderer.keyOf('/main/product-list/2')).toBe('/main/product-list/2?by=category')
    expect(renderer.keyOf('/main/faq/?x=1')).toBe('/main/faq')
    expect(renderer.keyOf('/main/product-detail/1?x')).toBe('/main/product-detail/1')
  })
  test('has one cache key for all pages beyond the last one of a list, once it has rendered the list', async () => {
    await renderer.render('/main/product-list/0?page=99')
    expect(renderer.keyOf('/main/product-list/0?page=98')).toBe('/main/product-list/0')
    expect(renderer.keyOf('/main/product-list/0?page=7&sort=name')).toBe('/main/product-list/0?sort=name')
    expect(renderer.keyOf('/main/product-list/2?page=7')).toBe('/main/product-list/2?by=category&page=7')
  })

  test('has their path as the key of pages with data of one shopper, without a query that is theirs', () => {
    expect(renderer.keyOf('/reset-password?token=secret')).toBe('/reset-password')
    expect(renderer.keyOf('/auth/login?return=/cart')).toBe('/auth/login')
  })

  test('links the style sheets of the page whose path contains a secret, so that requests for fonts do not send it as referrer', async () => {
    const { html: reset } = await renderer.render('/reset-password')
    expect(reset).toContain('<link rel="stylesheet" href="/assets/a.css">')
    expect(reset).not.toContain('p{}')
    const { html: login } = await renderer.render('/auth/login')
    expect(login).toContain('<link rel="stylesheet" href="/assets/a.css" disabled><style>p{}</style>')
    expect(reset).not.toContain('b{}')
  })

  test('has the styles of everything below the header after it, which can be painted before', async () => {
    const { html } = await renderer.render('/main/product-list/0')
    expect(html).toMatch(
      /<style>p\{\}<\/style>.*<\/head>.*<\/header><div id="styles" class="as-served"><style>b\{\}<\/style>/s,
    )
  })

  test.each(privatePaths())(
    'renders the frame of %s: title, heading, skeleton, and what to do without JavaScript',
    async path => {
      const { html: text, status, isCacheable } = await renderer.render(path)
      expect([status, isCacheable]).toEqual([200, true])
      const [, title] = /<title>(.*?) · Lucky Lantern Grocer<\/title>/.exec(text)!
      expect(title).toBe(titleAt(path as Path).replaceAll('&', '&amp;'))
      expect(text.match(/<title>/g)).toHaveLength(1)
      expect(text.match(/<h1/g)).toHaveLength(1)
      expect(text).toContain('role="search"'.repeat(/manage|account/.test(path) ? 0 : 1))
      expect(text).toMatch(
        /<noscript>.*Please turn on JavaScript to [a-z ]+\..*href="\/main\/product-list\/0".*Browse products/,
      )
      expect(text).not.toMatch(/item\(s\)|aria-label="Categories and brands"/)
      expect(text).toContain('<meta name="robots" content="noindex" data-page>')
      const { snapshot } = servedIn(text)
      expect(snapshot.context).toMatchObject({ shown: null, loaded: [] })
      expect(snapshot.children.cart!.snapshot.value).toMatchObject({ lines: 'unopened' })
    },
  )

  test('renders a list and hands over the settled machines, the personal ones in their initial state', async () => {
    const { html: text, status, isCacheable } = await renderer.render('/main/product-list/0')
    expect([status, isCacheable]).toEqual([200, true])
    expect(text).toContain('<title>Features · Lucky Lantern Grocer</title>')
    expect(text.match(/<article/g)!.length).toBeGreaterThan(0)
    const { snapshot, timers } = servedIn(text)
    expect(timers).toEqual([])
    expect(snapshot.context.shown).toMatchObject({ pathname: '/main/product-list/0' })
    expect(snapshot.children.list!.snapshot.value).toBe('ready')
    expect(snapshot.children.session!.snapshot.value).toEqual({ who: 'unknown', start: 'unopened' })
    expect(snapshot.children.cart!.snapshot.value).toMatchObject({ lines: 'unopened' })
  })

  test('puts the metadata for search engines and link previews into the head', async () => {
    const { html: text } = await renderer.render('/main/product-detail/1')
    expect(text).toContain('<link rel="canonical" href="https://shop.example.com/main/product-detail/1" data-page>')
    expect(text).toContain('"@type":"Product"')
    expect(text.indexOf('application/ld+json')).toBeLessThan(text.indexOf('</head>'))
  })

  test('returns the same bytes for the same page', async () => {
    const [one, two] = await Promise.all(['/main/product-list/0', '/main/product-list/0'].map(renderer.render))
    expect(one!.html).toBe(two!.html)
  })

  // Specification: 2.1.30
  test.each([
    ['/main/product-list/0', 200],
    ['/main/product-list/0?by=search&q=nothingatall', 200],
    ['/main/product-list/999999?by=category', 404],
    ['/main/product-list/999999?by=brand', 404],
    ['/main/product-detail/999999', 404],
    ['/main/nowhere', 404],
    ['/main/brands', 200],
    ['/main/faq', 200],
  ])('answers %s with %i', async (key, status) => {
    expect((await renderer.render(key)).status).toBe(status)
  })

  test('escapes search input', async () => {
    const words = '</script><script>alert(1)</script>\u2028"\'&<!--'
    const searched = async (query: string) => {
      const key = renderer.keyOf(`/main/product-list/0?by=search&q=${encodeURIComponent(query)}`)!
      return (await renderer.render(key)).html
    }
    const text = await searched(words)
    expect(text).not.toContain('<script>alert')
    expect(text.match(/<script/g)).toHaveLength((await searched('unknown')).match(/<script/g)!.length)
    expect(text).toContain('<meta name="robots" content="noindex" data-page>')
    expect(JSON.stringify(servedIn(text).snapshot)).toContain('alert(1)')
  })

  test('renders what has arrived when the gateway is slow, and leaves the rest to the browser', async () => {
    const slow: typeof fetch = (input, init) =>
      String(input).includes('criteria') ? new Promise(() => {}) : createInProcessFetch(app)(input, init)
    const hasty = rendererOn({ ...place, fetch: slow, dataTimeout: 1_000 })
    const { html: text, status, isCacheable } = await hasty.render('/main/product-list/0')
    expect([status, isCacheable]).toEqual([200, false])
    expect(text).toContain('Loading products')
    const { snapshot, timers } = servedIn(text)
    expect(snapshot.children.list!.snapshot.value).toBe('reading')
    expect(timers).toHaveLength(1)
  })

  test('shows the opening hours of the gateway, and hands them to the browser in the document', async () => {
    for (const path of ['/main/contact-us', '/main/faq', '/main/delivery-info', '/main/about-us']) {
      const { html: text } = await renderer.render(path)
      expect(text, path).toContain('Saturday 9am to 1pm')
      expect(text, path).not.toContain('8:30am')
      expect(text, path).toContain('<html data-hours="6 09:00 13:00"')
    }
  })

  test('renders every path while the gateway is down', async () => {
    const down = rendererOn({ ...place, dataTimeout: 50, fetch: () => Promise.reject(new TypeError('fetch failed')) })
    for (const key of ['/main/product-list/0', '/main/product-detail/1', '/main/brands', '/check-out', '/cart']) {
      const { html: text } = await down.render(key)
      expect(text).toContain('<div id="root"><div')
    }
  })
})
