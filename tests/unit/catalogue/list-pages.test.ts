import { describe, expect, test } from 'vitest'
import type { ListFacets, Product } from '#contract/product'
import type { ListQuery } from '#contract/list-paths'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { ListPage } from '#machines/catalogue/products'
import { createPageReader } from '#src/effects/list-pages.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { packs, rice, tea } from '../../kit/outcomes.ts'
import { createRecordingClient, type Asked } from '../../kit/recorded-calls.ts'

const filter = { criteria: 'category', categoryId: 11, brandId: 0 } as const
const query = (change: Partial<ListQuery> = {}): ListQuery => ({
  filter,
  page: 1,
  sort: 'featured',
  filters: '',
  layout: 'grid',
  ...change,
})
const { signal } = new AbortController()
/** The location of a page of that list. */
const at = (page: number) => ({ pathname: '/main/product-list/11', search: `?by=category&page=${page}` })

/** A list that shows a page. */
const showing = (change: Partial<ListQuery>, page: ListPage) => {
  const { filter, ...view } = query(change)
  const context = { shown: { filter, view, ...page }, next: null }
  const list = { getSnapshot: () => ({ matches: () => true, context }), subscribe: () => {} }
  return [list as never, new EventTarget() as Document] as const
}

/** Resolves when every request has been answered. */
const settled = () => new Promise(resolve => setTimeout(resolve))
const products: Product[] = Array.from({ length: 20 }, (_, at) => ({ ...packs[0]!, id: at + 1 }))

/** A gateway that reads pages of 20 products, or an older one that answers them all. */
function gatewayWith({ readsPages = true }: { readsPages?: boolean } = {}) {
  const state: { now: number; products: Product[]; facets: ListFacets | null } = { now: 0, products, facets: null }
  const client = createRecordingClient(({ body }: Asked) => {
    const { page, pageSize } = body as { page: number; pageSize: number }
    if (!readsPages) return { statusCode: 200, listData: state.products }
    const listData = state.products.slice((page - 1) * pageSize, page * pageSize)
    return { statusCode: 200, listData, total: state.products.length, ...(state.facets && { facets: state.facets }) }
  })
  const reader = createPageReader(client.call, () => state.now)
  const idsOf = async (change: Partial<ListQuery>) =>
    (await reader.read(query(change), signal)).products.map(({ id }) => id)
  return { ...client, ...reader, state, idsOf }
}

describe('a page of a list', () => {
  // Specification: 3.14, 7.1.10
  test.each([
    [query(), { criteria: 'category', brand_id: 0, category_id: 11, page: 1, sort: 'featured' }],
    [
      query({ page: 3, sort: 'price', filters: 'stock=1' }),
      { criteria: 'category', brand_id: 0, category_id: 11, page: 3, sort: 'price', filters: { stock: true } },
    ],
    [
      query({ filter: { criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: 'tea' }, sort: 'name' }),
      { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria: 'tea', page: 1, sort: 'name' },
    ],
  ])('is requested with all that decides its products: %j', async (query, body) => {
    const { read, requests } = gatewayWith()
    await read(query, signal)
    expect(requests).toEqual([{ method: 'POST', path: '/product/criteria', body: { ...body, pageSize: 8 } }])
  })

  test('has what cards show, and the number of products on all pages', async () => {
    const { read } = gatewayWith()
    expect(await read(query({ page: 3 }), signal)).toEqual({
      products: products.slice(16).map(listedProduct),
      total: 20,
      facets: null,
      choice: { sort: 'featured', filters: '' },
    })
  })

  // Specification: 7.1.10, 8.5
  test('that the gateway refuses is empty, and is requested again', async () => {
    const { call, requests } = createRecordingClient(() => ({ statusCode: 503, message: 'No.', listData: [] }))
    const { read } = createPageReader(call, () => 0)
    expect(await read(query(), signal)).toEqual({ products: [], total: 0 })
    await read(query(), signal)
    expect(requests).toHaveLength(2)
  })

  test('that was shown is used again for five minutes, such as for a step back', async () => {
    const { idsOf, readAhead, requests, state } = gatewayWith()
    readAhead(...showing({}, { products: [rice, tea], total: 2 }))
    state.now = 299_999
    expect(await idsOf({})).toEqual([1, 2])
    expect(requests).toEqual([])
    state.now = 300_000
    expect(await idsOf({})).toHaveLength(8)
    expect(requests).toHaveLength(1)
  })

  test('is not used for another page, order or stock of the list', async () => {
    const { idsOf, readAhead, requests } = gatewayWith()
    readAhead(...showing({}, { products: [], total: 0 }))
    for (const change of [{ page: 2 }, { sort: 'name' }, { filters: 'stock=1' }, { sort: 'name', page: 2 }] as const)
      await idsOf(change)
    expect(requests).toHaveLength(4)
  })

  test('is as it was shown, if products are added to the list meanwhile', async () => {
    const { idsOf, readAhead, read, state } = gatewayWith()
    readAhead(...showing({ page: 3 }, await read(query({ page: 3 }), signal)))
    state.products = [{ ...packs[0]!, id: 99 }, ...products]
    expect(await idsOf({ page: 2 })).toEqual([8, 9, 10, 11, 12, 13, 14, 15])
    expect(await idsOf({ page: 3 })).toEqual([17, 18, 19, 20])
  })

  test('is kept with the eleven that were shown after it', async () => {
    const { idsOf, readAhead, requests } = gatewayWith()
    for (let page = 1; page <= 12; page += 1) readAhead(...showing({ page }, { products: [], total: 8 }))
    expect(await idsOf({})).toEqual([])
    readAhead(...showing({ page: 13 }, { products: [], total: 8 }))
    await idsOf({})
    expect(requests).toHaveLength(1)
  })
})

describe('a page that is requested ahead', () => {
  test('is requested once, however often, and then read without a request', async () => {
    const { prefetch, idsOf, requests } = gatewayWith()
    prefetch(at(2))
    prefetch(at(2))
    expect(await idsOf({ page: 2 })).toEqual([9, 10, 11, 12, 13, 14, 15, 16])
    expect(await idsOf({ page: 2 })).toHaveLength(8)
    expect(requests).toHaveLength(1)
  })

  test('is not requested while it is being read: a quick press reads it first', async () => {
    const { prefetch, read, requests } = gatewayWith()
    const page = read(query({ page: 2 }), signal)
    prefetch(at(2))
    await page
    prefetch(at(2))
    expect(requests).toHaveLength(1)
  })

  test('is requested again when it is read, if it was refused', async () => {
    const state = { answer: { statusCode: 503, listData: [] } as object }
    const { call, requests } = createRecordingClient(() => state.answer)
    const { prefetch, read } = createPageReader(call, () => 0)
    prefetch(at(2))
    await settled()
    state.answer = { statusCode: 200, listData: packs, total: 10 }
    expect((await read(query({ page: 2 }), signal)).total).toBe(10)
    expect(requests).toHaveLength(2)
  })

  test('is requested again when it is read, if its request failed, which nothing reports', async () => {
    const failures: unknown[] = []
    const { prefetch, read } = createPageReader(
      async () => {
        failures.push('failed')
        throw new Error('failed')
      },
      () => 0,
    )
    prefetch(at(2))
    await settled()
    await expect(read(query({ page: 2 }), signal)).rejects.toThrow('failed')
    expect(failures).toHaveLength(2)
  })

  test('is no longer requested if it is opened and left before its answer', async () => {
    const signals: AbortSignal[] = []
    const { prefetch, read } = createPageReader(
      (_route, { signal } = {}) => {
        signals.push(signal!)
        return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted'))))
      },
      () => 0,
    )
    prefetch(at(2))
    const opened = new AbortController()
    const page = read(query({ page: 2 }), opened.signal)
    opened.abort()
    await expect(page).rejects.toThrow('aborted')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    read(query({ page: 2 }), signal).catch(() => {})
    expect(signals).toHaveLength(2)
  })
})

describe('a gateway that reads no pages', () => {
  test('answers whole lists, which are sorted, filtered and paged without further requests', async () => {
    const { idsOf, prefetch, requests } = gatewayWith({ readsPages: false })
    expect(await idsOf({ page: 3 })).toEqual([17, 18, 19, 20])
    prefetch(at(2))
    expect(await idsOf({ page: 2, sort: 'name' })).toHaveLength(8)
    expect(await idsOf({ filters: 'stock=1' })).toHaveLength(8)
    expect(requests).toHaveLength(1)
  })

  test('is asked again for a list that is not one of the last two', async () => {
    const { idsOf, requests } = gatewayWith({ readsPages: false })
    const lists = [1, 2, 3].map(categoryId => ({ filter: { ...filter, categoryId } }))
    for (const list of [...lists, lists[2]!, lists[1]!, lists[0]!]) await idsOf(list)
    expect(requests).toHaveLength(4)
  })
})

describe('reading ahead', () => {
  /** A shop that shows a page of an aisle with 20 products, which reads ahead. */
  async function readingAhead(path: string) {
    const gateway = gatewayWith()
    const shop = openShop()
    shop.root.start()
    const opens = async (path: string) => {
      shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(path) })
      if (shop.waiting('readProducts/ask').length > 0)
        await shop.answers('readProducts/ask', { products: [listedProduct(packs[0]!)], total: 20 })
      await shop.answers('reveal')
    }
    await opens(path)
    gateway.readAhead(
      (shop.root.getSnapshot() as { children: { list: never } }).children.list,
      new EventTarget() as Document,
    )
    const pages = () =>
      gateway.requests.map(({ body }) => {
        const { sort, page } = body as { sort: string; page: number }
        return `${sort} ${page}`
      })
    return { ...gateway, opens, pages }
  }

  test('requests the page after the one that is shown once, in the same order', async () => {
    const { opens, pages } = await readingAhead('/main/product-list/11?by=category')
    await expect.poll(pages).toEqual(['featured 2'])
    await opens('/main/product-list/11?by=category&view=list')
    await opens('/main/product-list/11?by=category&sort=name&page=2')
    await expect.poll(pages).toEqual(['featured 2', 'name 3'])
  })

  test('requests no page after the last one', async () => {
    const { pages } = await readingAhead('/main/product-list/11?by=category&page=3')
    await settled()
    expect(pages()).toEqual([])
  })

  test('keeps the page that the server rendered, for a later step back', async () => {
    const { idsOf, pages } = await readingAhead('/main/product-list/11?by=category')
    expect(await idsOf({})).toEqual([1])
    await expect.poll(pages).toEqual(['featured 2'])
  })
})

describe('filters', () => {
  const facets: ListFacets = {
    brand: [
      { id: 101, name: 'Golden Paddy', count: 3 },
      { id: 102, name: 'Auntie Mei', count: 0 },
    ],
    special: 1,
    stock: 2,
    min: 1,
    max: 9,
  }
  const filtersOf = ({ body }: Asked) => (body as { filters?: object }).filters

  test('are sent as the contract has them, prices in dollars', async () => {
    const { idsOf, requests, state } = gatewayWith()
    state.facets = facets
    const all =
      'brand=101,102&diet=vegan,halal&without=peanut,soy&origin=South+Korea,Japan&storage=frozen&min=2.5&max=9&special=1&stock=1'
    await idsOf({ filters: all })
    expect(requests.map(filtersOf)).toEqual([
      {
        brand: [101, 102],
        diet: ['vegan', 'halal'],
        without: ['peanut', 'soy'],
        origin: ['Japan', 'South Korea'],
        storage: ['frozen'],
        min: 2.5,
        max: 9,
        special: true,
        stock: true,
      },
    ])
  })

  test('that are not known are not sent, and the page says with which ones it was read', async () => {
    const { read, requests, state } = gatewayWith()
    state.facets = facets
    const page = await read(
      query({ sort: 'newest', filters: 'diet=paleo,vegan&min=cheap&without=air&stock=in' }),
      signal,
    )
    expect(requests.map(filtersOf)).toEqual([{ diet: ['vegan'], stock: true }])
    expect(page).toMatchObject({ facets, choice: { sort: 'newest', filters: 'diet=vegan&stock=1' } })
  })

  test('are read again without a brand of which the list has no products', async () => {
    const { read, requests, state } = gatewayWith()
    state.facets = facets
    const page = await read(query({ filters: 'brand=101,999' }), signal)
    expect(requests.map(filtersOf)).toEqual([{ brand: [101, 999] }, { brand: [101] }])
    expect(page.choice!.filters).toBe('brand=101')
  })

  test('of a gateway without facets are only stock', async () => {
    const { read, requests } = gatewayWith()
    const page = await read(query({ filters: 'without=peanut&stock=1' }), signal)
    expect(requests.map(filtersOf)).toEqual([{ without: ['peanut'], stock: true }, { stock: true }])
    expect(page).toMatchObject({ facets: null, choice: { filters: 'stock=1' } })
  })
})
