// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/product'
import { filterIn, viewIn } from '#contract/list-paths'
import type { ShownProduct } from '#machines/catalogue/products'
import { listedProduct } from '#machines/catalogue/listed-product'
import type { PageFacts } from '#src/server/facts.ts'
import { headFor } from '#src/server/head.ts'

const origin = 'https://shop.example.com'
const rice: Product = {
  id: 5,
  name: 'Jasmine Rice 5 kg 香米',
  thumbnail: '/pictures/rice-front.1.svg',
  description: '<p>Long &amp; <b>fragrant</b> grain</p><p>Keeps for a year.</p>',
  price: 18.9,
  specialPrice: 15.9,
  stockStatusId: 3,
}
const detail: ShownProduct = {
  ...rice,
  productImages: [{ imageUrl: '/pictures/rice-front.1.svg' }, { imageUrl: 'https://pictures.example/rice-back.svg' }],
  brandName: 'Golden Paddy',
  code: 'GP-5000',
  stockStatusDescription: 'In stock',
  productRelated: [],
}
const catalogue = {
  categories: [
    { id: 1, title: 'Rice & Grains', hasChildren: false, children: [] },
    { id: 2, title: 'Noodles', hasChildren: true, children: [{ id: 21, title: 'Fresh Noodles' }] },
  ],
  brands: [{ id: 101, name: 'Golden Paddy' }],
  banners: [{ image: '/pictures/banner.svg', alt: 'Hot pot season. Broth, prawns and tofu.' }],
}
const placeOf = (address: string) => {
  const { pathname, search } = new URL(address, origin)
  return { pathname, search, hash: '', state: null, key: 'k' }
}

/** A list with this number of products; null if they could not be read. */
function listAt(address: string, products: number | null = 20, change: Partial<PageFacts> = {}): PageFacts {
  const location = placeOf(address)
  const all = products === null ? null : Array.from({ length: products }, () => listedProduct(rice))
  const listing = {
    filter: filterIn(location),
    view: viewIn(location.search),
    location,
    products: all,
    total: products,
    facets: null,
    refusal: null,
  }
  return { ...catalogue, location, listing, product: null, found: true, ...change }
}
const pageAt = (address: string, change: Partial<PageFacts> = {}): PageFacts => ({
  ...catalogue,
  location: placeOf(address),
  listing: null,
  product: null,
  found: true,
  ...change,
})
const productPage = (change: Partial<ShownProduct> = {}) =>
  pageAt('/main/product-detail/5', { product: { ...detail, ...change } })

interface Thing {
  '@type': string
  [field: string]: unknown
}

/** A head as a browser reads it. */
function readHead(facts: PageFacts) {
  const html = headFor(facts, origin)
  const page = new DOMParser().parseFromString(`<!doctype html><head>${html}</head><body>`, 'text/html')
  const content = (name: string) =>
    page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? null
  const things = [...page.querySelectorAll('script[type="application/ld+json"]')].map(
    script => JSON.parse(script.textContent) as Thing,
  )
  return {
    html,
    tags: [...page.head.children],
    canonical: page.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    content,
    things,
    thing: (type: string) => things.find(one => one['@type'] === type),
  }
}

describe('the head of a product’s page', () => {
  test('has the metadata for search engines', () => {
    const { content, canonical } = readHead(productPage())
    expect(content('description')).toBe('Long & fragrant grain. Keeps for a year.')
    expect(canonical).toBe('https://shop.example.com/main/product-detail/5')
    expect(content('robots')).toBeNull()
  })

  test('has the metadata for link previews', () => {
    const { content } = readHead(productPage())
    expect(content('og:title')).toBe('Jasmine Rice 5 kg 香米')
    expect(content('og:type')).toBe('product')
    expect(content('og:url')).toBe('https://shop.example.com/main/product-detail/5')
    expect(content('og:image')).toBe('https://shop.example.com/pictures/rice-front.1.svg')
    expect(content('og:image:alt')).toBe('Jasmine Rice 5 kg 香米: from the front')
    expect(content('og:site_name')).toBe('Lucky Lantern Grocer')
    expect(content('og:locale')).toBe('en_AU')
    expect(content('product:price:amount')).toBe('15.90')
    expect(content('product:price:currency')).toBe('AUD')
    expect(content('product:availability')).toBe('in stock')
    expect(content('twitter:card')).toBe('summary')
  })

  test('has the price of several as structured data, with its end', () => {
    const several = {
      ...detail,
      specialPrice: null,
      multiBuy: { quantity: 2, price: 36 },
      multiBuyEndsAt: '2026-12-24T13:00:00.000Z',
    }
    const offers = {
      price: '18.90',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: '36.00',
        priceCurrency: 'AUD',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 2, unitCode: 'H87' },
        eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 2, unitCode: 'H87' },
        validThrough: '2026-12-24T13:00:00.000Z',
      },
    }
    expect(readHead(productPage(several)).thing('Product')).toMatchObject({ offers })
  })

  test.each([
    ['2026-12-06T13:00:00.000Z', '2026-12-06'],
    ['2026-12-06T02:00:00.000Z', '2026-12-06'],
    ['soon', undefined],
    [null, undefined],
  ])('has the last day of a special price that ends at %s, in the time zone of the store', (specialEndsAt, day) => {
    const validUntil = (product: object) =>
      (readHead(productPage(product)).thing('Product')!.offers as { priceValidUntil?: string }).priceValidUntil
    expect(validUntil({ specialEndsAt })).toBe(day)
    expect(validUntil({ specialEndsAt, specialPrice: null })).toBeUndefined()
  })

  test('has the product as structured data, with its current price', () => {
    expect(readHead(productPage()).thing('Product')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Jasmine Rice 5 kg 香米',
      image: ['https://shop.example.com/pictures/rice-front.1.svg', 'https://pictures.example/rice-back.svg'],
      description: 'Long & fragrant grain. Keeps for a year.',
      sku: 'GP-5000',
      brand: { '@type': 'Brand', name: 'Golden Paddy' },
      offers: {
        '@type': 'Offer',
        url: 'https://shop.example.com/main/product-detail/5',
        price: '15.90',
        priceCurrency: 'AUD',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: '18.90',
          priceCurrency: 'AUD',
        },
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
      },
    })
  })

  test('has no former price of a product that is not on special', () => {
    expect(readHead(productPage({ specialPrice: null })).thing('Product')?.offers).not.toHaveProperty(
      'priceSpecification',
    )
  })

  test('has the weight that the price of goods by weight is for, and the kilogram that prices are compared by', () => {
    const weighed = { by: 'step', grams: 500, mostGrams: 500 } as const
    const specification = {
      '@type': 'UnitPriceSpecification',
      price: '18.90',
      priceCurrency: 'AUD',
      referenceQuantity: {
        '@type': 'QuantitativeValue',
        value: 500,
        unitCode: 'GRM',
        valueReference: { '@type': 'QuantitativeValue', value: 1, unitCode: 'KGM' },
      },
    }
    const offersOf = (more: object) => readHead(productPage({ weighed, ...more })).thing('Product')?.offers
    expect(offersOf({ specialPrice: null })).toMatchObject({ price: '18.90', priceSpecification: specification })
    expect(offersOf({})).toMatchObject({
      price: '15.90',
      priceSpecification: [{ ...specification, price: '15.90' }, { price: '18.90' }],
    })
  })

  test('has what the label says as structured data', () => {
    const label = {
      ingredients: 'Rice, sesame.',
      allergens: ['sesame'],
      mayContain: ['pine-nut', 'milk'],
      nutrition: { per: '100 g', energy: 1480, protein: 6.8, fat: null, sodium: 0 },
      origin: 'Thailand',
      storage: 'ambient',
      diet: ['vegan', 'kosher'],
      size: { amount: 5, unit: 'kg' },
    }
    expect(readHead(productPage(label)).thing('Product')).toMatchObject({
      countryOfOrigin: { '@type': 'Country', name: 'Thailand' },
      size: { '@type': 'QuantitativeValue', value: 5, unitCode: 'KGM' },
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Ingredients', value: 'Rice, sesame.' },
        { '@type': 'PropertyValue', name: 'Contains', value: 'sesame' },
        { '@type': 'PropertyValue', name: 'May contain', value: 'pine nut, milk' },
        { '@type': 'PropertyValue', name: 'Diet', value: 'Vegan', valueReference: 'https://schema.org/VeganDiet' },
        { '@type': 'PropertyValue', name: 'Diet', value: 'Kosher' },
        { '@type': 'PropertyValue', name: 'Storage', value: 'room temperature' },
        {
          '@type': 'PropertyValue',
          name: 'Nutrition',
          value: 'per 100 g',
          valueReference: {
            '@type': 'NutritionInformation',
            servingSize: '100 g',
            calories: '1480 kJ',
            proteinContent: '6.8 g',
            sodiumContent: '0 mg',
          },
        },
      ],
    })
  })

  test.each([
    [2, 'OutOfStock', 'out of stock'],
    [1, 'OutOfStock', 'out of stock'],
  ])('with the stock status %i says that it is out of stock', (stockStatusId, availability, words) => {
    const { thing, content } = readHead(productPage({ stockStatusId }))
    expect(thing('Product')?.offers).toMatchObject({ availability: `https://schema.org/${availability}` })
    expect(content('product:availability')).toBe(words)
  })

  test.each([
    ['its brand', catalogue.brands, 'Golden Paddy', '/main/product-list/101?by=brand'],
    ['the features', [], 'Features', '/main/product-list/0'],
  ])('has structured data for a breadcrumb to it by %s', (_, brands, name, to) => {
    const { thing } = readHead({ ...productPage(), brands })
    expect(thing('BreadcrumbList')?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/main/product-list/0` },
      { '@type': 'ListItem', position: 2, name, item: origin + to },
      { '@type': 'ListItem', position: 3, name: 'Jasmine Rice 5 kg 香米', item: `${origin}/main/product-detail/5` },
    ])
  })

  test.each([
    ['its aisle and shelf', 21, ['Home', 'Noodles', 'Fresh Noodles']],
    ['its aisle, if that has no shelves', 1, ['Home', 'Rice & Grains']],
    ['its brand, if the gateway names no shelf', undefined, ['Home', 'Golden Paddy']],
    ['its brand, if the shelf is not known', 99, ['Home', 'Golden Paddy']],
  ])('has the categories of its breadcrumb by %s', (_, categoryId, names) => {
    const { thing } = readHead(productPage({ categoryId }))
    const trail = thing('BreadcrumbList')?.itemListElement as { name: string; item: string }[]
    expect(trail.map(({ name }) => name)).toEqual([...names, 'Jasmine Rice 5 kg 香米'])
    if (categoryId === 21) expect(trail[2]!.item).toBe(`${origin}/main/product-list/21?by=category`)
  })

  test('describes a product without a description by name, brand and price', () => {
    const { content } = readHead(productPage({ description: '<p> </p>' }))
    expect(content('description')).toBe('Jasmine Rice 5 kg 香米 by Golden Paddy, $15.90 at Lucky Lantern Grocer.')
  })

  test("has little metadata if the product could not be read, and no 'noindex'", () => {
    const { content, things } = readHead(pageAt('/main/product-detail/5'))
    expect(content('description')).toBeNull()
    expect(content('og:title')).toBe('Lucky Lantern Grocer')
    expect(content('robots')).toBeNull()
    expect(things).toEqual([])
  })
})

describe('a description', () => {
  const ofLines = (description: string) => readHead(productPage({ description })).content('description')!

  test('is truncated between words, at 155 characters', () => {
    const text = ofLines(`<p>${'Fragrant rice, '.repeat(30)}</p>`)
    expect(text.length).toBeLessThanOrEqual(155)
    expect(text.length).toBeGreaterThan(140)
    expect(text).toMatch(/(Fragrant|rice,)…$/)
  })

  test.each([
    ['one long word', 'x'.repeat(400)],
    ['Chinese', '金穗香米颗粒修长香气扑鼻'.repeat(40)],
    ['families of emoji', '👨‍👩‍👧‍👦'.repeat(80)],
  ])('of %s is truncated without splitting a character', (_, words) => {
    const text = ofLines(words)
    expect(text.length).toBeLessThanOrEqual(155)
    expect(text.length).toBeGreaterThan(100)
    expect(words.startsWith(text.slice(0, -1))).toBe(true)
    expect(text).toMatch(/[^\u200D]…$/)
    expect(() => encodeURIComponent(text)).not.toThrow()
  })
})

describe('the head of a list', () => {
  test.each([
    ['/main/product-list/21?by=category', 'Fresh Noodles', 'Fresh Noodles: 20 products at Lucky Lantern Grocer'],
    ['/main/product-list/101?by=brand', 'Golden Paddy', 'Golden Paddy: 20 products at Lucky Lantern Grocer'],
    ['/main/product-list/0?page=2', 'Features · Page 2', 'Featured products: 20 products at Lucky Lantern Grocer'],
  ])('%s describes its content', (address, title, words) => {
    const { content, canonical } = readHead(listAt(address))
    expect(content('og:title')).toBe(title)
    expect(content('og:type')).toBe('website')
    expect(content('description')).toContain(words)
    expect(canonical).toBe(origin + address)
    expect(content('og:image')).toBe('https://shop.example.com/pictures/banner.svg')
    expect(content('twitter:card')).toBe('summary_large_image')
  })

  test('describes the store and the search of the site if it is the home page', () => {
    const { content, thing, canonical } = readHead(listAt('/main/product-list/0'))
    expect(canonical).toBe('https://shop.example.com/main/product-list/0')
    expect(content('og:title')).toBe('Lucky Lantern Grocer')
    expect(content('description')).toBe(
      'Groceries from Lucky Lantern Grocer, 88 Lantern Lane, Eastwood NSW 2122: Rice & Grains, Noodles.',
    )
    expect(thing('GroceryStore')).toMatchObject({
      name: 'Lucky Lantern Grocer',
      telephone: '+61255500188',
      email: 'hello@luckylantern.example',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '88 Lantern Lane',
        addressLocality: 'Eastwood',
        addressRegion: 'NSW',
        postalCode: '2122',
        addressCountry: 'AU',
      },
      openingHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
          opens: '08:30',
          closes: '20:30',
        },
      ],
      sameAs: expect.arrayContaining(['https://facebook.example/luckylantern']),
    })
    expect(thing('WebSite')?.potentialAction).toMatchObject({
      '@type': 'SearchAction',
      target: { urlTemplate: 'https://shop.example.com/main/product-list/0?by=search&q={search_term_string}' },
      'query-input': 'required name=search_term_string',
    })
    expect(thing('BreadcrumbList')).toBeUndefined()
  })

  test('has the breadcrumb of its page', () => {
    const { thing } = readHead(listAt('/main/product-list/21?by=category'))
    expect(thing('BreadcrumbList')?.itemListElement).toMatchObject([
      { name: 'Home' },
      { name: 'Noodles', item: `${origin}/main/product-list/2?by=category` },
      { name: 'Fresh Noodles', item: `${origin}/main/product-list/21?by=category` },
    ])
  })

  test("that is sorted, filtered or laid out differently has the canonical URL of the plain list, and no 'noindex'", () => {
    const { canonical, content } = readHead(listAt('/main/product-list/2?by=category&sort=name&stock=in&view=list'))
    expect(canonical).toBe('https://shop.example.com/main/product-list/2?by=category')
    expect(content('og:url')).toBe(canonical)
    expect(content('robots')).toBeNull()
  })

  test("that could not be read has no 'noindex'", () => {
    const { content } = readHead(listAt('/main/product-list/2?by=category', null))
    expect(content('robots')).toBeNull()
    expect(content('description')).toBe('Noodles at Lucky Lantern Grocer, 88 Lantern Lane, Eastwood NSW 2122.')
  })
})

describe('the head of a page of text', () => {
  test.each([
    ['/main/contact-us', 'Contact Us', /\(02\) 5550 0188.*8:30am/],
    ['/main/about-us', 'About Us', /Asian grocer/],
    ['/main/delivery-info', 'Shipping', /what it costs/],
    ['/main/terms-conditions', 'Terms & Conditions', /payment/],
    ['/main/privacy-policy', 'Privacy Policy', /collects and why/],
    ['/main/faq/', 'FAQ', /common questions/],
    ['/main/accessibility', 'Accessibility', /by keyboard/],
    ['/main/brands', 'Brands', /Golden Paddy/],
  ])('%s has a title and a sentence of its own', (address, title, words) => {
    const { content, thing } = readHead(pageAt(address))
    expect(content('og:title')).toBe(title)
    expect(content('description')).toMatch(words)
    expect(content('description')!.length).toBeLessThanOrEqual(155)
    expect(content('description')).not.toContain('…')
    expect(thing('BreadcrumbList')?.itemListElement).toMatchObject([{ name: 'Home' }, { name: title }])
  })

  test('describes the store on its contact page', () => {
    expect(readHead(pageAt('/main/contact-us')).thing('GroceryStore')).toBeDefined()
    expect(readHead(pageAt('/main/faq')).thing('GroceryStore')).toBeUndefined()
  })
})

describe('a page that search engines must not index', () => {
  test.each([
    ['results of a search', listAt('/main/product-list/0?by=search&q=rice')],
    ['an empty list', listAt('/main/product-list/99?by=category', 0)],
    ['the cart', pageAt('/cart')],
    ['the cart, by its other name', pageAt('/main/shopping-cart')],
    ['the checkout', pageAt('/check-out')],
    ['a path that does not exist', pageAt('/nowhere')],
    ['an unknown product', pageAt('/main/product-detail/5', { found: false })],
  ])("has 'noindex' and no other metadata: %s", (_, facts) => {
    expect(headFor(facts, origin)).toBe('<meta name="robots" content="noindex" data-page>')
  })
})

describe('text from gateways and people', () => {
  const hostile = [
    ['markup', '</script><script>alert(1)</script><!-- <img src=x onerror="alert(1)">'],
    ['quotation marks', `"Best" 'rice' & more &quot;`],
    ['emoji and right-to-left text', '🍚👨‍👩‍👧‍👦 ‮אורז יסמין‬ أرز'],
    ['line separators', 'a\u2028b\u2029c'],
  ] as const

  test.each(hostile)('is escaped as text: %s', (_, words) => {
    const clean = readHead(productPage())
    const facts = productPage({
      name: words,
      brandName: words,
      code: words,
      description: words.replaceAll('<', '&lt;'),
    })
    const { tags, content, thing } = readHead(facts)
    expect(tags.map(tag => tag.outerHTML.split(' ', 1)[0])).toEqual(
      clean.tags.map(tag => tag.outerHTML.split(' ', 1)[0]),
    )
    expect(content('og:title')).toBe(words)
    expect(thing('Product')).toMatchObject({ name: words, sku: words, brand: { name: words } })
    expect(thing('BreadcrumbList')?.itemListElement).toMatchObject([{}, {}, { name: words }])
  })

  test('is not used as a picture if it is not a web URL', () => {
    const productImages = ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'http://'].map(imageUrl => ({
      imageUrl,
    }))
    const { content, thing } = readHead(productPage({ productImages }))
    expect(content('og:image')).toBeNull()
    expect(thing('Product')).not.toHaveProperty('image')
  })
})

test('every tag has the attribute by which the browser removes it', () => {
  for (const facts of [productPage(), listAt('/main/product-list/0'), pageAt('/main/faq'), pageAt('/cart')]) {
    const { tags } = readHead(facts)
    expect(tags.filter(tag => !tag.hasAttribute('data-page'))).toEqual([])
    expect(tags.length).toBeGreaterThan(0)
  }
})
