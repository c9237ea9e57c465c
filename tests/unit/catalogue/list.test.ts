import fc from 'fast-check'
import { validate } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { pageNumber } from '#contract/product'
import { pageCount, pageLinks, type Listing } from '#machines/catalogue/list'
import {
  filterIn,
  isExact,
  listPath,
  mostPages,
  type ListView,
  type ProductFilter,
  sorts,
  viewIn,
} from '#contract/list-paths'
import { pageOf } from '#contract/paths'
import { plainText } from '#contract/typed-text'
import { gone, lost, rice, tea } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { seed } from '../../kit/seed.ts'

describe('page links', () => {
  // Specification: 9.20, S.2.14
  test('are at most 7, ascending, and include the current page, for every number of pages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (pages, dice) => {
        const page = (dice % pages) + 1
        const links = pageLinks(page, pages)
        expect(links).toContain(page)
        expect(links).toHaveLength(Math.min(7, pages))
        expect(links).toEqual(links.toSorted((a, b) => a - b))
        expect(links[0]).toBeGreaterThanOrEqual(1)
        expect(links.at(-1)).toBeLessThanOrEqual(pages)
      }),
      { seed },
    )
  })
})

describe('a path', () => {
  const filter: fc.Arbitrary<ProductFilter> = fc.oneof(
    fc.constant<ProductFilter>({ criteria: 'features', categoryId: 0, brandId: 0 }),
    fc.constant<ProductFilter>({ criteria: 'features', categoryId: 0, brandId: 0, hasFilters: true }),
    fc.integer({ min: 1, max: 999 }).map((id): ProductFilter => ({ criteria: 'category', categoryId: id, brandId: 0 })),
    fc.integer({ min: 1, max: 999 }).map((id): ProductFilter => ({ criteria: 'brand', categoryId: 0, brandId: id })),
    fc
      .string({ minLength: 1, unit: 'grapheme' })
      .map(plainText)
      .filter(words => words !== '')
      .map((searchCriteria): ProductFilter => ({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria })),
  )
  const view: fc.Arbitrary<ListView> = fc.record({
    page: fc.integer({ min: 1, max: 99 }),
    sort: fc.constantFrom(...sorts),
    filters: fc.constantFrom('', 'stock=1', 'brand=101%2C102&origin=South+Korea&min=2.5'),
    layout: fc.constantFrom('grid' as const, 'list' as const),
  })
  const isHome = ({ criteria, hasFilters }: ProductFilter) => criteria === 'features' && !hasFilters
  // Specification: 3.14, S.1.34, S.2.1, S.2.2
  test('of a list contains everything that is needed to show the same list again', () => {
    fc.assert(
      fc.property(filter, view, (wanted, any) => {
        // the home page has no filter but stock
        const look = isHome(wanted) && any.filters !== 'stock=1' ? { ...any, filters: '' } : any
        const url = new URL(listPath(wanted, look), 'http://shop.example')
        expect(filterIn(url)).toEqual(wanted)
        expect(viewIn(url.search)).toEqual(look)
        expect(pageOf(url.pathname)).toBe('list')
        expect(isExact(url.search, listPath(wanted, look))).toBe(true)
      }),
      { seed },
    )
  })
  test.each([
    '?page=0',
    '?page=x',
    '?page=1.5',
    '?page=1',
    '?sort=cheapest',
    '?sort=price-asc',
    '?sort=',
    '?view=tiles',
  ])('of a list with %s is not exact: the value is unknown, or the default', search => {
    const location = { pathname: '/main/product-list/0', search }
    expect(isExact(search, listPath(filterIn(location), viewIn(search)))).toBe(false)
  })
  test('of a list names a page that the contract allows', () => {
    expect(viewIn('?page=1e300').page).toBe(mostPages)
    expect(validate(mostPages, pageNumber)[0]).toBeUndefined()
    expect(validate(mostPages + 1, pageNumber)[0]).toBeDefined()
  })
  test('of a list names words to search for only in a search, and no brand with the id 0', () => {
    const category = { criteria: 'category', categoryId: 11, brandId: 0 }
    const features = { criteria: 'features', categoryId: 0, brandId: 0 }
    expect(filterIn({ pathname: '/main/product-list/11', search: '?q=rice' })).toEqual(category)
    expect(filterIn({ pathname: '/main/product-list/11', search: '?by=category' })).toEqual(category)
    expect(filterIn({ pathname: '/main/product-list/0', search: '?by=brand' })).toEqual(features)
  })
  test.each(['?by=features', '?diet=vegan&stock=1', '?max=5'])(
    'of the features with %s is that of a list with all filters, not the home page',
    search => expect(filterIn({ pathname: '/main/product-list/0', search }).hasFilters).toBe(true),
  )
  test('of a list leaves out what is the default', () => {
    const features: ProductFilter = { criteria: 'features', categoryId: 0, brandId: 0 }
    const category: ProductFilter = { criteria: 'category', categoryId: 11, brandId: 0 }
    expect(listPath(features)).toBe('/main/product-list/0')
    expect(listPath(category, { page: 1, sort: 'featured', filters: '', layout: 'grid' })).toBe(
      '/main/product-list/11?by=category',
    )
    expect(listPath(category, { page: 2 })).toBe('/main/product-list/11?by=category&page=2')
  })
  // Specification: 6.8
  test.each([
    ['/main/product-list/0', 'list'],
    ['/main/product-detail/12', 'product'],
    ['/main/product-detail/0', 'notFound'],
    ['/main/product-detail/1e3', 'notFound'],
    ['/main/product-list/abc', 'notFound'],
    ['/cart', 'cart'],
    ['/main/shopping-cart', 'cart'],
    ['/cart/', 'cart'],
    ['/check-out', 'checkout'],
    ['/main/faq', 'information'],
    ['/constructor', 'notFound'],
    ['/nowhere', 'notFound'],
    ['/admin', 'notFound'],
  ])('%s leads to the page %s', (path, page) => {
    expect(pageOf(path)).toBe(page)
  })
})

describe('the list machine', () => {
  const shown = (shop: ReturnType<typeof openShop>) =>
    shop.at<{ context: { shown: Listing | null } }>('list').context.shown
  const go = (shop: ReturnType<typeof openShop>, path: string) =>
    shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(path) })

  /** A page of an aisle with 20 products. */
  const aisle = '/main/product-list/11?by=category'
  const pageOf20 = (...ids: number[]) => ({ products: ids.map(id => ({ ...rice, id })), total: 20 })
  const idsOf = (listing: Listing | null) => listing?.products?.map(({ id }) => id) ?? null

  /** A shop that shows a page. */
  async function showing(path: string, page: object = pageOf20(1, 2)) {
    const shop = openShop()
    const went: object[] = []
    shop.root.on('go', event => went.push(event))
    shop.root.start()
    go(shop, path)
    await shop.answers('reveal')
    await shop.answers('readProducts/ask', page)
    return { ...shop, went }
  }

  // Specification: 2.5.3
  test('keeps the shown page, busy, until the next one is read', async () => {
    const shop = await showing(aisle)
    go(shop, `${aisle}&page=2`)
    expect(shop.waiting('readProducts/ask').map(({ input }) => input)).toEqual([
      {
        filter: { criteria: 'category', categoryId: 11, brandId: 0 },
        page: 2,
        sort: 'featured',
        filters: '',
        layout: 'grid',
      },
    ])
    expect(shop.waiting('reveal')).toEqual([])
    expect(idsOf(shown(shop))).toEqual([1, 2])
    expect(shop.at<{ hasTag(tag: string): boolean }>('list').hasTag('busy')).toBe(true)
    await shop.answers('readProducts/ask', pageOf20(9, 10))
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ view: { page: 2 }, total: 20 })
    expect(idsOf(shown(shop))).toEqual([9, 10])
  })

  test('shows the failure of the next page, and the page before it again without a request', async () => {
    const shop = await showing(aisle)
    go(shop, `${aisle}&page=2`)
    await shop.refuses('readProducts/ask', gone)
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ view: { page: 2 }, products: null, total: null, refusal: gone })
    go(shop, aisle)
    await shop.answers('reveal')
    expect(idsOf(shown(shop))).toEqual([1, 2])
    expect(shop.waiting('readProducts/ask')).toEqual([])
  })

  test('shows another layout of a page without a request', async () => {
    const shop = await showing(aisle)
    go(shop, `${aisle}&view=list`)
    expect(shop.waiting('readProducts/ask')).toEqual([])
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ view: { layout: 'list' }, total: 20 })
  })

  test('reads the page that was requested last, if another is requested before it is read', async () => {
    const shop = await showing(aisle)
    go(shop, `${aisle}&page=2`)
    go(shop, `${aisle}&sort=name`)
    expect(shop.waiting('readProducts/ask').map(({ input }) => input)).toMatchObject([{ page: 1, sort: 'name' }])
    await shop.answers('readProducts/ask', pageOf20(5, 6))
    await shop.answers('reveal')
    expect(idsOf(shown(shop))).toEqual([5, 6])
  })

  test('shows another page of the list at once without products, if the shopper sees another page of the shop', async () => {
    const shop = await showing(aisle)
    go(shop, '/main/product-detail/1')
    await shop.answers('loadPage')
    await shop.answers('readProduct/ask')
    await shop.answers('reveal')
    go(shop, `${aisle}&page=2`)
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ view: { page: 2 }, products: null })
    await shop.answers('readProducts/ask', pageOf20(9, 10))
    expect(idsOf(shown(shop))).toEqual([9, 10])
  })

  test('reads the last page if the URL names one beyond it, and corrects the URL', async () => {
    const shop = await showing(`${aisle}&page=99`, { products: [], total: 20 })
    expect(shop.waiting('readProducts/ask').map(({ input }) => input)).toMatchObject([{ page: 3 }])
    expect(shop.went).toEqual([])
    await shop.answers('readProducts/ask', pageOf20(17, 18, 19, 20))
    expect(shown(shop)).toMatchObject({ view: { page: 3 }, total: 20 })
    const corrected = `${aisle}&page=3`
    expect(shop.went).toEqual([{ type: 'go', to: corrected, replace: true }])
    go(shop, corrected)
    await shop.answers('reveal')
    expect(shop.waiting('readProducts/ask')).toEqual([])
    expect(shop.went).toHaveLength(1)
  })

  test('shows the order and filters that a page was read with, and corrects the URL to them', async () => {
    const read = { sort: 'price', filters: 'diet=vegan' }
    const shop = await showing(`${aisle}&sort=price-asc&diet=vegan,paleo`, { ...pageOf20(1, 2), choice: read })
    expect(shown(shop)).toMatchObject({ view: { ...read, page: 1 } })
    const corrected = `${aisle}&sort=price&diet=vegan`
    expect(shop.went).toEqual([{ type: 'go', to: corrected, replace: true }])
    go(shop, corrected)
    await shop.answers('reveal')
    expect(shop.waiting('readProducts/ask')).toEqual([])
    expect(shop.went).toHaveLength(1)
  })

  test('keeps what the filters show while another choice is read, and if that fails', async () => {
    const facets = { brand: [], special: 1, stock: 2, min: 1, max: 2 }
    const shop = await showing(aisle, { ...pageOf20(1, 2), facets })
    go(shop, `${aisle}&diet=vegan`)
    await shop.refuses('readProducts/ask', gone)
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ view: { filters: 'diet=vegan' }, products: null, facets })
    go(shop, '/main/product-list/12?by=category')
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ products: null, facets: null })
  })

  test('shows the new last page of a list that has become shorter', async () => {
    const shop = await showing(`${aisle}&page=2`, pageOf20(9, 10))
    go(shop, `${aisle}&page=3`)
    await shop.answers('readProducts/ask', { products: [], total: 9 })
    await shop.answers('readProducts/ask', { products: [{ ...rice, id: 9 }], total: 9 })
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ view: { page: 2 }, total: 9 })
    expect(shop.went).toEqual([{ type: 'go', to: `${aisle}&page=2`, replace: true }])
  })

  test('has one page without products, whatever its URL names', async () => {
    const shop = await showing(`${aisle}&page=9`, { products: [], total: 0 })
    expect(shown(shop)).toMatchObject({ view: { page: 1 }, products: [], total: 0 })
    expect(shop.went).toEqual([{ type: 'go', to: aisle, replace: true }])
  })

  test('does not correct the URL of a page that the shopper has left meanwhile', async () => {
    const shop = openShop()
    const went: object[] = []
    shop.root.on('go', event => went.push(event))
    shop.root.start()
    go(shop, `${aisle}&sort=cheapest`)
    await shop.answers('reveal')
    go(shop, '/main/product-detail/1')
    await shop.answers('readProducts/ask')
    expect(shown(shop)).toMatchObject({ total: 2 })
    expect(went).toEqual([])
  })

  test('corrects the URL at the start of a visit, if the server rendered the list for another one', async () => {
    const shop = await showing(`${aisle}&page=3`, pageOf20(17))
    const snapshot = shop.root.getPersistedSnapshot() as unknown as {
      context: { shown: object; requestedLocation: object }
    }
    const here = { ...snapshot.context.shown, search: '?by=category&page=99' }
    Object.assign(snapshot.context, { shown: here, requestedLocation: here })
    const browser = openShop(snapshot)
    const went: object[] = []
    browser.root.on('go', event => went.push(event))
    browser.root.start()
    browser.send('shop', { type: 'visit.started', visitId: 'v', sessionId: null, identity: { is: 'guest' } })
    expect(went).toEqual([{ type: 'go', to: `${aisle}&page=3`, replace: true }])
  })

  test('has one page for each eight products, and at least one', () => {
    expect([0, 1, 8, 9, 20].map(pageCount)).toEqual([1, 1, 1, 2, 3])
  })

  test('is shown at once without products, which appear when they are read', async () => {
    const shop = openShop()
    shop.root.start()
    go(shop, '/main/product-list/0')
    await shop.answers('reveal')
    expect(shop.at<{ value: string }>('list').value).toBe('reading')
    expect(shown(shop)).toMatchObject({ filter: { criteria: 'features' }, products: null, refusal: null })
    await shop.answers('readProducts/ask')
    expect(shown(shop)).toMatchObject({ products: [rice, tea] })
  })

  test('shows the previous list at once when the shopper goes back to it while the next is read', async () => {
    const shop = openShop()
    shop.root.start()
    go(shop, '/main/product-list/0')
    await shop.answers('reveal')
    await shop.answers('readProducts/ask')
    go(shop, '/main/product-list/11?by=category')
    await shop.answers('reveal')
    expect(shown(shop)!.products).toBeNull()
    go(shop, '/main/product-list/0')
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ filter: { criteria: 'features' }, products: [rice, tea] })
    expect(shop.waiting('readProducts/ask')).toEqual([])
  })

  test('shows the list that was requested last, whichever answers first', async () => {
    const shop = openShop()
    shop.root.start()
    go(shop, '/main/product-list/11?by=category')
    go(shop, '/main/product-list/12?by=category')
    expect(shop.waiting('readProducts/ask').map(one => one.input)).toEqual([
      {
        filter: { criteria: 'category', categoryId: 12, brandId: 0 },
        page: 1,
        sort: 'featured',
        filters: '',
        layout: 'grid',
      },
    ])
  })

  test('shows an error and reads again when the shopper retries', async () => {
    const shop = openShop()
    shop.root.start()
    go(shop, '/main/product-list/0')
    await shop.refuses('readProducts/ask', gone)
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ products: null, refusal: gone })
    shop.send('list', { type: 'list.retry' })
    await shop.settled()
    await shop.answers('readProducts/ask')
    expect(shown(shop)).toMatchObject({ products: [rice, tea], refusal: null })
  })

  test('shows a missing product as missing, and offers a retry for one that could not be read', async () => {
    const shop = openShop()
    shop.root.start()
    go(shop, '/main/product-detail/9')
    await shop.answers('loadPage')
    await shop.refuses('readProduct/ask', gone)
    expect(shop.at<{ value: string }>('product').value).toBe('missing')
    go(shop, '/main/product-detail/8')
    for (let tries = 0; tries < 3; tries += 1) {
      await shop.refuses('readProduct/ask', lost)
      shop.host.fireNext()
      await shop.settled()
    }
    expect(shop.at<{ value: string }>('product').value).toBe('unreachable')
  })
})
