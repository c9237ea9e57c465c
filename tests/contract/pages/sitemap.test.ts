import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { listPath, viewIn } from '#contract/list-paths'
import { brandsPath, homePath, pageOf, productPath } from '#contract/paths'
import { topLinks } from '#src/menus/links.ts'
import { legalLinks } from '#src/menus/page-links.ts'
import { canonicalPath } from '#src/server/canonical.ts'
import { products } from '#gateway/database/schema'
import { serveSitemap } from '#gateway/pages/sitemap'
import { serveStorefront } from '#gateway/pages/storefront'
import { caseGoods, plainGateway } from '../gateway/given.ts'
import { openCaseGateways } from '../gateway/case-gateways.ts'

const publicUrl = 'https://shop.example.com'

const opened = openCaseGateways(plainGateway)

const shop = async (parts: Partial<Parameters<typeof serveSitemap>[1]> = {}) => {
  const app = await opened.gateway()
  serveSitemap(app, { database: opened.database, publicUrl, ...parts })
  return app
}

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
const pathsIn = (xml: string) => locations(xml).map(url => url.replace(publicUrl, ''))

const list = (criteria: 'category' | 'brand', id: number) =>
  listPath({ criteria, categoryId: criteria === 'category' ? id : 0, brandId: criteria === 'brand' ? id : 0 })

/** Every page of the cases' catalogue, at the path that the shop links to. */
const shopsOwn = [
  homePath,
  brandsPath,
  ...[...topLinks, ...legalLinks].map(({ to }) => to),
  ...caseGoods.aisles
    .flatMap(({ id, children }) => [id, ...children.map(child => child.id)])
    .map(id => list('category', id)),
  ...caseGoods.brands.map(({ id }) => list('brand', id)),
  ...caseGoods.products.map(({ id }) => productPath(id)),
]

const pages = new Set(shopsOwn).size

describe('the sitemap', () => {
  test('lists every page once, with the URL the storefront links to', async () => {
    const answer = await (await shop()).inject('/sitemap.xml')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
    })
    expect(answer.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]*">\n<url>/)
    expect(answer.body).toMatch(/<\/url>\n<\/urlset>\n$/)
    expect(pathsIn(answer.body).toSorted()).toEqual([...new Set(shopsOwn)].toSorted())
  })

  test('lists only canonical URLs of existing pages', async () => {
    for (const url of locations((await (await shop()).inject('/sitemap.xml')).body)) {
      const { origin, pathname, search } = new URL(url)
      expect(origin + canonicalPath({ pathname, search })).toBe(url)
      expect(['list', 'product', 'brands', 'information', 'shipping']).toContain(pageOf(pathname))
      expect(viewIn(search).page).toBe(1)
    }
  })

  test('is an index of files if one cannot hold all URLs', async () => {
    const app = await shop({ most: 10 })
    const index = await app.inject('/sitemap.xml')
    expect(index.body).toContain('<sitemapindex')
    const files = locations(index.body)
    const whole = Array.from({ length: Math.floor(pages / 10) }, () => 10)
    expect(files).toEqual([...whole, 0].map((_, at) => `${publicUrl}/sitemap-${at + 1}.xml`))
    const parts = await Promise.all(files.map(url => app.inject(new URL(url).pathname)))
    expect(parts.map(({ body }) => locations(body).length)).toEqual([...whole, pages % 10])
    expect(parts.flatMap(({ body }) => pathsIn(body)).toSorted()).toEqual([...new Set(shopsOwn)].toSorted())
  })

  test.each([
    `/sitemap-${Math.ceil(pages / 10) + 1}.xml`,
    '/sitemap-0.xml',
    '/sitemap-x.xml',
    '/sitemap-.xml',
    '/sitemap-1.xml.gz',
  ])('has no file %s', async url => expect((await (await shop({ most: 10 })).inject(url)).statusCode).toBe(404))

  test('reads the database once in five minutes', async () => {
    let now = 1_000_000
    const app = await shop({ now: () => now })
    const holds = async () => pathsIn((await app.inject('/sitemap.xml')).body).includes(productPath(9_001))
    expect(await holds()).toBe(false)
    const [row] = await opened.database.select().from(products).where(eq(products.id, 1))
    const { artKey: _, ...rice } = row!
    await opened.database.insert(products).values({ ...rice, id: 9_001, slug: 'more-rice' })
    now += 299_999
    expect(await holds()).toBe(false)
    now += 1
    expect(await holds()).toBe(true)
    await opened.database.delete(products).where(eq(products.id, 9_001))
  })

  test('reads again at once after a database error', async () => {
    const app = await shop()
    await opened.database.execute('alter table brands rename to lost')
    expect((await app.inject('/sitemap.xml')).statusCode).toBe(500)
    await opened.database.execute('alter table lost rename to brands')
    expect((await app.inject('/sitemap.xml')).statusCode).toBe(200)
  })

  test('is valid XML for every base URL', async () => {
    const app = await shop({ publicUrl: 'https://shop.example.com/a&b', most: 10 })
    for (const url of ['/sitemap.xml', '/sitemap-1.xml'])
      expect((await app.inject(url)).body).toContain('<loc>https://shop.example.com/a&amp;b/')
  })
})

describe('robots.txt', () => {
  /** The disallowed paths, by the rules of RFC 9309. */
  const closedBy = (text: string) => {
    const patterns = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) =>
      path!
        .split('*')
        .map(part => part.replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&'))
        .join('.*'),
    )
    return (path: string) => patterns.some(pattern => new RegExp(`^${pattern}`).test(path))
  }

  test('disallows the API, personal pages and search results', async () => {
    const { body, headers } = await (await shop()).inject('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const isClosed = closedBy(body)
    const results = listPath({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: 'rice' }, { page: 2 })
    const paths = ['/v1/brand', '/cart', '/main/shopping-cart', '/check-out', '/manage-account/modify-account']
    for (const path of [
      ...paths,
      '/manage-order/current-order',
      '/auth/login',
      results,
      `${homePath}?page=2&by=search`,
    ])
      expect([path, isClosed(path)]).toEqual([path, true])
  })

  test('allows everything in the sitemap and links to it', async () => {
    const app = await shop()
    const { body } = await app.inject('/robots.txt')
    expect(body).toContain('\nSitemap: https://shop.example.com/sitemap.xml\n')
    const open = [...pathsIn((await app.inject('/sitemap.xml')).body), '/assets/main.js', '/pictures/rice.svg']
    expect(open.filter(closedBy(body))).toEqual([])
  })
})

describe('a storefront with its own sitemap and robots.txt', () => {
  const built = mkdtempSync(join(tmpdir(), 'shop-sitemap-'))
  afterAll(() => rmSync(built, { recursive: true, force: true }))
  test('takes precedence', async () => {
    for (const name of ['index.html', 'robots.txt', 'sitemap.xml']) writeFileSync(join(built, name), 'our own')
    const app = await opened.gateway()
    await serveStorefront(app, built)
    serveSitemap(app, { database: opened.database, publicUrl })
    for (const url of ['/robots.txt', '/sitemap.xml']) expect((await app.inject(url)).body).toBe('our own')
  })
})
