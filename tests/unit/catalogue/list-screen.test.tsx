import { renderToString } from 'react-dom/server'
import { createPath, Router, type To } from 'react-router-dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { ListQuery } from '#contract/list-paths'
import type { Brand, Category, ListFacets, Product } from '#contract/product'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { createVault } from '#machines/journal/vault'
import { listMachine } from '#machines/catalogue/list'
import { shopMachine } from '#machines/shop/shop'
import { System } from '#src/system/actors.tsx'
import { pageOfWhole } from '#src/effects/whole-list.ts'
import { BrandsScreen } from '#src/catalogue/BrandsScreen.tsx'
import { ListScreen } from '#src/catalogue/ListScreen.tsx'
import { loadListParts } from '#src/catalogue/load-list-parts.ts'
import { listedProduct } from '#machines/catalogue/listed-product'

const productOf = (id: number, change: Partial<Product> = {}): Product => ({
  id,
  name: `Jasmine Rice ${id} kg 香米`,
  thumbnail: `/pictures/rice-${id}.svg`,
  description: '<p>Fragrant <b>long</b> grain</p><p>More words.</p>',
  price: 10,
  stockStatusId: 3,
  ...change,
})
const many = Array.from({ length: 20 }, (_, at) => productOf(at + 1))
const brands: Brand[] = [
  { id: 101, name: 'Golden Paddy' },
  { id: 102, name: 'auntie Mei' },
]
const categories: Category[] = [
  { id: 2, title: 'Noodles', hasChildren: true, children: [{ id: 21, title: 'Fresh Noodles' }] },
]
const banners = [
  {
    image: '/pictures/banner-hot-pot.svg',
    alt: 'Hot pot season. Broth, prawns and tofu.',
    href: '/main/product-list/1',
  },
  { image: '/pictures/else.svg', alt: 'Elsewhere. A trap.', href: '//evil.example/x' },
]

const answers = <Out,>(answer: Out) => fromPromise(async () => ({ answer })) as never
const refuses = fromPromise(async () => ({ refusal: { code: 'lost', message: 'No answer.', status: 0 } })) as never
const never = fromPromise(() => new Promise(() => {})) as never

/** What the filters of a list show. */
const facets: ListFacets = {
  brand: [
    { id: 102, name: 'auntie Mei', count: 4 },
    { id: 101, name: 'Golden Paddy', count: 12 },
  ],
  special: 3,
  stock: 18,
  min: 2.4,
  max: 24,
  diet: [{ value: 'vegan', count: 7 }],
  without: [{ value: 'peanut', count: 9 }],
  origin: [{ value: 'Korea, Republic of', count: 2 }],
  storage: [{ value: 'ambient', count: 20 }],
  noInformation: 5,
}

/** A shop at a path, with the given answers of the gateway: an older one, unless there are facets. */
async function shopAt(to: string, products: Product[] | 'refused' | 'never', facets: ListFacets | null) {
  const pageOf = ({ input }: { input: ListQuery }) => {
    const { sort, filters } = input
    const whole = pageOfWhole((products as Product[]).map(listedProduct), input)
    return Promise.resolve({ answer: facets ? { ...whole, facets, choice: { sort, filters } } : whole })
  }
  const read = products === 'refused' ? refuses : products === 'never' ? never : (fromPromise(pageOf) as never)
  const [pathname = '', query = ''] = to.split('?')
  const search = query && `?${query}`
  const shop = createActor(
    shopMachine.provide({
      actors: {
        list: listMachine.provide({ actors: { readProducts: read } }),
        catalogue: catalogueMachine.provide({
          actors: {
            readCategories: answers(categories),
            readTopBrands: answers(brands.slice(0, 1)),
            readBrands: answers(brands),
            readBanners: answers(banners),
          },
        }),
        loadPage: fromPromise(async ({ input }) => ({ page: input.page })),
        reveal: fromPromise(async () => null),
      },
    }),
  ).start()
  shop.send({ type: 'location.changed', move: 'PUSH', location: { pathname, search, hash: '', state: null, key: 'k' } })
  const { list } = shop.getSnapshot().children
  await waitFor(shop, ({ context }) => context.shown !== null)
  if (products !== 'never') await waitFor(list!, snapshot => !snapshot.hasTag('busy'))
  return { shop, pathname, search }
}

const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))
const navigator = { createHref, push() {}, replace() {}, go() {} }

async function drawn(
  to: string,
  products: Product[] | 'refused' | 'never' = many,
  Screen = ListScreen,
  facets: ListFacets | null = null,
) {
  const { shop, pathname, search } = await shopAt(to, products, facets)
  const html = renderToString(
    <System value={{ shop, served: shop, vault: createVault() }}>
      <Router location={pathname + search} navigator={navigator}>
        <Screen />
      </Router>
    </System>,
  )
  shop.stop()
  return html.replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
}

beforeAll(loadListParts)

describe('the product list, rendered on the server', () => {
  // Specification: S.2.7, S.2.9
  test('shows what it lists and how many products', async () => {
    const html = await drawn('/main/product-list/0')
    expect(html).toContain('<title>Features · Lucky Lantern Grocer</title>')
    expect(html).toMatch(/<h1 tabindex="-1"><span>Features <\/span><small>20 products<\/small><\/h1>/)
  })

  // Specification: 2.1.2, S.2.4, S.2.5, S.2.6, S.2.8
  test.each([
    ['/main/product-list/2', 'Noodles'],
    ['/main/product-list/21?by=category', 'Fresh Noodles'],
    ['/main/product-list/102?by=brand', 'auntie Mei'],
    ['/main/product-list/0?by=search&q=rice', 'Results for “rice”'],
    ['/main/product-list/999?by=category', 'Products'],
  ])('%s has the heading %s', async (address, heading) => {
    expect(await drawn(address)).toContain(`<h1 tabindex="-1"><span>${heading} </span><small>`)
  })

  test('an aisle has a link to each of its shelves and to all of its products; the current one is marked', async () => {
    const html = await drawn('/main/product-list/21?by=category')
    expect(html).toMatch(/<nav aria-label="Noodles".*href="\/main\/product-list\/2\?by=category">All Noodles</)
    expect(html).toMatch(/href="\/main\/product-list\/21\?by=category" aria-current="page">Fresh Noodles</)
    expect(await drawn('/main/product-list/0')).not.toContain('All Noodles')
  })

  test('results without an exact match say so', async () => {
    const similar = [{ ...productOf(5), isSimilar: true }]
    expect(await drawn('/main/product-list/0?by=search&q=rcie', similar)).toContain('No exact match. Similar products:')
    expect(await drawn('/main/product-list/0?by=search&q=rice')).not.toContain('No exact match')
  })

  // Specification: 2.4.6, 2.4.7
  test.each([
    ['/main/product-list/0', ['Home', 'Features']],
    ['/main/product-list/102?by=brand', ['Home', 'auntie Mei']],
    ['/main/product-list/21?by=category', ['Home', 'Noodles', 'Fresh Noodles']],
  ])('%s has the breadcrumb %s', async (address, trail) => {
    const [crumbs = ''] = /<nav[^>]*aria-label="Breadcrumb".*?<\/nav>/.exec(await drawn(address)) ?? []
    const names = [...crumbs.matchAll(/<li>(.*?)<\/li>/g)].map(([, one]) => one!.replaceAll(/<[^>]*>/g, ''))
    expect(names).toEqual(trail)
  })

  test('the first order of a search is the best match', async () => {
    const html = await drawn('/main/product-list/0?by=search&q=rice')
    const [, first] = /<option [^>]*>(.*?)<\/option>/.exec(html) ?? []
    expect(first).toBe('Best match')
  })

  // Specification: S.2.10, S.2.11, S.2.13
  test('of an older gateway has four orders, a stock filter and two layouts, but no filters', async () => {
    const html = await drawn('/main/product-list/0')
    const options = [...html.matchAll(/<option [^>]*>(.*?)<\/option>/g)].map(([, name]) => name)
    expect(options).toEqual(['Featured', 'Price: low to high', 'Price: high to low', 'Name'])
    expect(html).toMatch(/role="switch".*In stock only/)
    expect(await drawn('/main/product-list/2')).not.toContain('aria-label="Filters"')
    expect(html).toMatch(/aria-label="Grid view" aria-pressed="true".*aria-label="List view" aria-pressed="false"/)
  })

  // Specification: 2.5.9, 2.5.10, 9.21, S.2.14
  test('has a pagination between "Previous" and "Next"', async () => {
    const [paging = ''] = /<nav[^>]*aria-label="Pagination".*?<\/nav>/.exec(await drawn('/main/product-list/0')) ?? []
    expect(
      paging
        .replaceAll(/<[^>]*>/g, ' ')
        .split(/\s+/)
        .filter(Boolean),
    ).toEqual(['Previous', '1', '2', '3', 'Next'])
  })

  // Specification: 2.5.5, 2.5.7
  test('shows thumbnail, name, first sentence, price and two actions for each product', async () => {
    const html = await drawn('/main/product-list/0', [productOf(5)])
    expect(html).toMatch(/<article.*src="\/pictures\/rice-5\.svg".*Jasmine Rice<.*5 kg<.*Fragrant long grain.*\$10\.00/)
    expect(html).toMatch(/View Item<\/a>.*Add to Cart<\/button>/)
    expect(html).toMatch(/href="\/main\/product-detail\/5"/)
  })

  // Specification: 2.5.3, 9.5
  test('shows eight products per page, and links to the other pages', async () => {
    const html = await drawn('/main/product-list/2?by=category&sort=name&page=2')
    expect(html.match(/<article/g)).toHaveLength(8)
    expect(html).toContain('<title>Noodles · Page 2 · Lucky Lantern Grocer</title>')
    expect(html).toMatch(/aria-current="page"[^>]*>2<\/a>/)
    expect(html).toContain('href="/main/product-list/2?by=category&sort=name&page=3"')
    expect(html).toContain('href="/main/product-list/2?by=category&sort=name"')
    expect(html).toContain('Page 2 of 3')
  })

  test('names the product on every control, and marks the language of its second name', async () => {
    const html = await drawn('/main/product-list/0', [productOf(5)])
    expect(html).toContain('aria-label="Add to Cart: Jasmine Rice 5 kg 香米"')
    expect(html).toContain('aria-label="View Item: Jasmine Rice 5 kg 香米"')
    expect(html).toMatch(/<span lang="zh"[^>]*> ?香米<\/span>/)
    expect(html).toMatch(/<p[^>]*>Fragrant long grain<\/p>/)
    expect(html).toContain('$2.00 / kg')
    expect(html).not.toContain('Pagination')
  })

  // Specification: 2.5.6
  test('shows both prices of a special, and the saving', async () => {
    const html = await drawn('/main/product-list/0', [productOf(5, { specialPrice: 7.5 })])
    expect(html).toMatch(/now .*\$7\.50.* was .*\$10\.00/)
    expect(html).toContain('Save $2.50')
  })

  // Specification: 4.38, 4.39, 4.40
  test.each([
    [3, true, false],
    [2, false, true],
    [1, false, false],
  ])('stock status %i: control %s, notice %s', async (stockStatusId, control, notice) => {
    const html = await drawn('/main/product-list/0', [productOf(5, { stockStatusId })])
    expect(html.includes('Add to Cart')).toBe(control)
    expect(html.includes('OUT OF STOCK')).toBe(notice)
    expect(html).toContain('View Item')
  })

  // Specification: 2.5.1
  test('loads the pictures of the first banner and row eagerly, and the others lazily', async () => {
    const html = await drawn('/main/product-list/0')
    const pictures = [...html.matchAll(/<img [^>]*>/g)].map(([img]) => img)
    const sources = (images: string[]) => images.map(img => /src="([^"]*)"/.exec(img)?.[1])
    expect(sources(pictures.filter(img => /fetchpriority="high"/i.test(img)))).toEqual(['/pictures/banner-hot-pot.svg'])
    const eager = sources(pictures.filter(img => !img.includes('loading="lazy"')))
    expect(eager).toEqual(['/pictures/banner-hot-pot.svg', ...[1, 2, 3, 4].map(id => `/pictures/rice-${id}.svg`)])
  })

  // Specification: 1.4
  test('links no banner to another site', async () => {
    const html = await drawn('/main/product-list/0')
    expect(html).toContain('aria-label="Shop now: Hot pot season"')
    expect(html).toContain('Elsewhere')
    expect(html).not.toContain('evil.example')
  })

  test('shows HTML in names as text', async () => {
    const html = await drawn('/main/product-list/0', [
      productOf(5, { description: '&lt;img src=x onerror=alert(1)&gt;' }),
    ])
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  // Specification: 2.5.4, 8.11
  test('says that there are no products', async () => {
    const html = await drawn('/main/product-list/0?by=search&q=durain', [])
    expect(html).toContain('No product found.')
    expect(html).toContain('0 products')
    expect(html).not.toContain('Sort')
  })

  test('offers to show all products if none is in stock', async () => {
    const html = await drawn('/main/product-list/2?by=category&stock=in', [productOf(5, { stockStatusId: 2 })])
    expect(html).toContain('No product found.')
    expect(html).toContain('href="/main/product-list/2?by=category"')
    expect(html).toContain('In stock only')
  })

  test('shows an error and a retry if the products could not be read', async () => {
    const html = await drawn('/main/product-list/0', 'refused')
    expect(html).toContain('We couldn’t load the products')
    expect(html).toContain('Try again')
  })

  // Specification: S.1.7
  test('shows placeholders while the products are being read', async () => {
    const html = await drawn('/main/product-list/2?by=category', 'never')
    expect(html).toContain('Loading products')
    expect(html).not.toContain('No product found.')
  })
})

describe('the filters of a list, rendered on the server', () => {
  const filtered = (to: string, products = many) => drawn(to, products, ListScreen, facets)
  /** The values of the controls with a name that are on. */
  const chosenIn = (html: string, name: string) =>
    [...html.matchAll(/<input type="checkbox" [^>]*>/g)]
      .map(([input]) => input)
      .filter(input => input.includes(`name="${name}"`) && input.includes('checked=""'))
      .map(input => /value="([^"]*)"/.exec(input)![1])

  // Specification: S.2.10
  test('are a region with a group for each, whose values have their number of products', async () => {
    const html = await filtered('/main/product-list/2?by=category')
    const [region = ''] = /<section[^>]*aria-label="Filters".*?<\/section>/.exec(html) ?? []
    const legends = [...region.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, legend]) => legend)
    expect(legends).toEqual(['Offers', 'Price', 'Diet', 'Free from', 'Brand', 'Origin', 'Storage'])
    for (const name of ['On special (3)', 'In stock only (18)', 'auntie Mei (4)', 'Vegan (7)', 'Peanut (9)'])
      expect(region).toContain(`<span>${name}</span>`)
    expect(region.indexOf('auntie Mei')).toBeLessThan(region.indexOf('Golden Paddy'))
    expect(region).toContain('$2.40 to $24.00 in this list')
    expect(html).not.toContain('role="switch"')
    const options = [...html.matchAll(/<option [^>]*>(.*?)<\/option>/g)].map(([, name]) => name)
    expect(options).toEqual(['Featured', 'Price: low to high', 'Price: high to low', 'Name', 'Unit price', 'Newest'])
  })

  test('are a form that sends the list, the order and the chosen values without JavaScript', async () => {
    const html = await filtered('/main/product-list/0?by=search&q=rice&view=list&brand=101')
    expect(html).toMatch(/<form id="filters"[^>]* action="\/main\/product-list\/0"/)
    expect(html).toContain('<input type="hidden" name="by" value="search"/>')
    expect(html).toContain('<input type="hidden" name="q" value="rice"/>')
    expect(html).toContain('<input type="hidden" name="view" value="list"/>')
    expect(html).toMatch(/<select [^>]*name="sort" form="filters"/)
    expect(html).toContain('value="Korea%2C Republic of"')
    expect(html).toMatch(/<button type="submit"[^>]*>Show products</)
    expect(chosenIn(html, 'brand')).toEqual(['101'])
  })

  test('show what is chosen, each with a link to the list without it', async () => {
    const html = await filtered('/main/product-list/2?by=category&sort=name&page=2&without=peanut&min=5&stock=1')
    expect(html).toContain('Filters (3)')
    expect(chosenIn(html, 'without')).toEqual(['peanut'])
    expect(chosenIn(html, 'stock')).toEqual(['1'])
    expect(html).toMatch(/name="min"[^>]*value="5"/)
    expect(html).toContain(
      'href="/main/product-list/2?by=category&sort=name&without=peanut&min=5" aria-label="In stock only: remove this filter"',
    )
    expect(html).toMatch(/href="\/main\/product-list\/2\?by=category&sort=name">Clear all/)
    expect(html).toContain('5 products are left out: there is no information about allergens.')
  })

  test('stay while nothing matches, and the page says why', async () => {
    const html = await filtered('/main/product-list/2?by=category&diet=vegan', [])
    expect(html).toContain('No products match all of these filters.')
    expect(html).toContain('aria-label="Vegan: remove this filter"')
    expect(html).toMatch(/href="\/main\/product-list\/2\?by=category"[^>]*>Show all products/)
  })

  test('on the home page are stock, and a link to the features with all filters', async () => {
    const [region = ''] =
      /<section[^>]*aria-label="Filters".*?<\/section>/.exec(await filtered('/main/product-list/0')) ?? []
    expect(region).toContain('role="switch"')
    expect(region).toMatch(/href="\?by=features#filters"[^>]*>All filters</)
    expect(region).not.toContain('<form')
    const html = await filtered('/main/product-list/0?by=features&diet=vegan')
    expect(html).toContain('<form id="filters"')
    expect(html).toContain('<input type="hidden" name="by" value="features"/>')
    expect(html).toMatch(/href="\/main\/product-list\/0\?by=features">Clear all/)
    expect(html).not.toContain('role="switch"')
  })

  test('of a brand do not include brands', async () => {
    expect(await filtered('/main/product-list/101?by=brand')).not.toContain('<legend>Brand</legend>')
  })
})

describe('the brands, rendered on the server', () => {
  // Specification: 2.1.9
  test('are grouped by their first letter', async () => {
    const html = await drawn('/main/brands', [], BrandsScreen)
    expect(html).toContain('<title>Brands · Lucky Lantern Grocer</title>')
    expect(html).toMatch(/>A<\/h2>.*auntie Mei.*>G<\/h2>.*Golden Paddy/)
    expect(html).toContain('href="/main/product-list/101?by=brand"')
  })
})
