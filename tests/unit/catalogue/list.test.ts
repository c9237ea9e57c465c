import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageIn, pageLinks, type Listing } from '#machines/catalogue/list'
import { filterIn, listPath, type ListView, type ProductFilter, sorts, viewIn } from '#contract/list-paths'
import { pageOf } from '#contract/paths'
import { plainText } from '#contract/typed-text'
import type { ListedProduct } from '#machines/catalogue/products'
import { gone, lost, rice, tea } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { seed } from '../../kit/seed.ts'

const products: ListedProduct[] = Array.from({ length: 20 }, (_, index) => ({
  ...rice,
  id: index + 1,
  name: `Product ${String.fromCodePoint(90 - index)}`,
  price: (index * 7) % 20,
  specialPrice: null,
  stockStatusId: index % 4 === 0 ? 2 : 3,
}))
const looked = (view: Partial<ListView>) =>
  pageIn({ products, view: { page: 1, sort: 'featured', stock: 'all', layout: 'grid', ...view } })

describe('a page of a list', () => {
  // Specification: 9.5
  test('holds 8 products, and the last page the rest', () => {
    expect(looked({}).products.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(looked({ page: 3 }).products).toHaveLength(4)
  })
  test('is the last one if the path asks for one beyond it', () => {
    expect(looked({ page: 99 })).toMatchObject({ page: 3, pages: 3 })
  })
  // Specification: S.2.10
  test('sorts by the current price', () => {
    const special = pageIn({
      products: [tea, { ...rice, price: 100, specialPrice: 1 }],
      view: { page: 1, sort: 'price-asc', stock: 'all', layout: 'grid' },
    })
    expect(special.products.map(({ id }) => id)).toEqual([1, 2])
    expect(looked({ sort: 'name' }).products[0]!.name).toBe('Product G')
  })
  // Specification: S.2.11
  test('leaves out products that are not in stock, if asked', () => {
    expect(looked({ stock: 'in' }).count).toBe(15)
  })
})

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
    stock: fc.constantFrom('all' as const, 'in' as const),
    layout: fc.constantFrom('grid' as const, 'list' as const),
  })
  // Specification: 3.14, S.1.34, S.2.1, S.2.2
  test('of a list contains everything that is needed to show the same list again', () => {
    fc.assert(
      fc.property(filter, view, (wanted, look) => {
        const url = new URL(listPath(wanted, look), 'http://shop.example')
        expect(filterIn(url)).toEqual(wanted)
        expect(viewIn(url.search)).toEqual(look)
        expect(pageOf(url.pathname)).toBe('list')
      }),
      { seed },
    )
  })
  test('of a list names words to search for only in a search, and no brand with the id 0', () => {
    const category = { criteria: 'category', categoryId: 11, brandId: 0 }
    const features = { criteria: 'features', categoryId: 0, brandId: 0 }
    expect(filterIn({ pathname: '/main/product-list/11', search: '?q=rice' })).toEqual(category)
    expect(filterIn({ pathname: '/main/product-list/11', search: '?by=category' })).toEqual(category)
    expect(filterIn({ pathname: '/main/product-list/0', search: '?by=brand' })).toEqual(features)
  })
  test('of a list leaves out what is the default', () => {
    const features: ProductFilter = { criteria: 'features', categoryId: 0, brandId: 0 }
    const category: ProductFilter = { criteria: 'category', categoryId: 11, brandId: 0 }
    expect(listPath(features)).toBe('/main/product-list/0')
    expect(listPath(category, { page: 1, sort: 'featured', stock: 'all', layout: 'grid' })).toBe(
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

  test('keeps the previous page until the new one is shown, and reads a list once for several views of it', async () => {
    const shop = openShop()
    shop.root.start()
    go(shop, '/main/product-list/0')
    await shop.answers('readProducts/ask')
    await shop.answers('reveal')
    expect(shown(shop)).toMatchObject({ filter: { criteria: 'features' }, products: [rice, tea] })
    go(shop, '/main/product-list/0?page=2')
    expect(shop.waiting('readProducts/ask')).toEqual([])
    expect(shown(shop)!.view.page).toBe(1)
    await shop.answers('reveal')
    expect(shown(shop)!.view.page).toBe(2)
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
      { criteria: 'category', categoryId: 12, brandId: 0 },
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
