// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createPath, Router, type To } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Product } from '#contract/product'
import { cartMachine } from '#machines/cart/cart'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { register } from '#machines/journal/registry'
import { createVault } from '#machines/journal/vault'
import { productMachine } from '#machines/product/product'
import type { ShownProduct } from '#machines/catalogue/products'
import { shopMachine } from '#machines/shop/shop'
import { System } from '#src/system/actors.tsx'
import { listedProduct } from '#machines/catalogue/listed-product'
import { registerDescriptionFormat } from '#src/product/Description.tsx'
import { ProductScreen } from '#src/product/ProductScreen.tsx'
import { formatDescription } from '#src/server/format-description.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const rice: Product = {
  id: 5,
  name: 'Jasmine Rice 5 kg 香米',
  thumbnail: '/pictures/rice-front.1.svg',
  description: '<p>Long &amp; fragrant</p>',
  price: 18.9,
  specialPrice: 15.9,
  stockStatusId: 3,
}
const detailOf = (change: Partial<ShownProduct> = {}): ShownProduct => ({
  ...rice,
  productImages: ['front', 'back', 'serving', 'detail', 'size'].map(view => ({
    imageUrl: `/pictures/rice-${view}.1.svg`,
  })),
  brandName: 'Golden Paddy',
  code: 'GP-5000',
  stockStatusDescription: 'In stock',
  productRelated: [listedProduct({ ...rice, id: 6, name: 'Soy Sauce 500 ml' })],
  ...change,
})

const answers = <Out,>(answer: Out) => fromPromise(async () => ({ answer })) as never
const refuses = (status: number) =>
  fromPromise(async () => ({ refusal: { code: 'refused', message: 'No.', status } })) as never

/** A shop on a product page; `sent` holds the additions to the cart. */
async function shopWith(answer: ShownProduct | number | ((id: number) => ShownProduct)) {
  const sent: unknown[] = []
  const machine = shopMachine.provide({
    actors: {
      cart: cartMachine.provide({
        actors: {
          addLine: fromPromise(async ({ input }) => {
            sent.push(input)
            return { ...input, id: 'line-1', totalPrice: 15.9 * input.quantity, sessionId: 's' }
          }),
        },
      }),
      catalogue: catalogueMachine.provide({
        actors: {
          readBrands: answers([{ id: 101, name: 'Golden Paddy' }]),
          readCategories: answers([
            { id: 2, title: 'Noodles', hasChildren: true, children: [{ id: 21, title: 'Fresh Noodles' }] },
          ]),
        },
      }),
      loadPage: fromPromise(async ({ input }) => ({ page: input.page })),
      reveal: fromPromise(async () => null),
    },
  })
  const readProduct =
    typeof answer === 'number'
      ? refuses(answer)
      : typeof answer === 'function'
        ? (fromPromise(async ({ input }: { input: { id: number } }) => ({ answer: answer(input.id) })) as never)
        : answers(answer)
  register(machine, 'product', productMachine.provide({ actors: { readProduct } }))
  const shop = createActor(machine).start()
  const location = { pathname: '/main/product-detail/5', search: '', hash: '', state: null, key: 'k' }
  shop.send({ type: 'visit.started', visitId: 'f', sessionId: null, identity: { is: 'guest' } })
  shop.send({ type: 'location.changed', move: 'PUSH', location })
  await waitFor(shop, ({ context }) => context.shown !== null)
  const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))
  const page = (
    <System value={{ shop, served: shop, vault: createVault() }}>
      <Router location={location.pathname} navigator={{ createHref, push() {}, replace() {}, go() {} }}>
        <ProductScreen />
      </Router>
    </System>
  )
  return { shop, page, sent }
}

async function served(answer: ShownProduct | number) {
  const { shop, page } = await shopWith(answer)
  const html = renderToString(page)
  shop.stop()
  return html.replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
}

const cleanups: (() => void)[] = []
afterEach(() => {
  while (cleanups.length > 0) cleanups.pop()!()
})

async function opened(answer: ShownProduct | ((id: number) => ShownProduct)) {
  const { shop, page, sent } = await shopWith(answer)
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  cleanups.push(() => {
    act(() => root.unmount())
    shop.stop()
    place.remove()
  })
  await act(async () => root.render(page))
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find(one => (one.getAttribute('aria-label') ?? one.textContent) === name)!
  const press = (name: string) => act(async () => button(name).click())
  return { place, press, sent, shop }
}

describe('the product page, rendered on the server', () => {
  // Specification: 1.5, 2.6.2, 2.6.3, 2.6.6, S.1.4, S.3.1, S.3.2, S.3.3
  test('shows name, prices, unit price, brand, code, availability, description and related products', async () => {
    const html = await served(detailOf())
    expect(html).toContain('<title>Jasmine Rice 5 kg 香米 · Lucky Lantern Grocer</title>')
    expect(html).toMatch(
      /<h1 tabindex="-1"><span>Jasmine Rice<\/span><span data-pack="">.{1,9}5 kg<\/span><span lang="zh"/,
    )
    expect(html).toMatch(/now .*\$15\.90.* was .*\$18\.90/)
    expect(html).toContain('$3.18 / kg')
    expect(html).toMatch(/<dt>Brand<\/dt><dd><a [^>]*href="\/main\/product-list\/101\?by=brand"[^>]*>Golden Paddy/)
    expect(html).toMatch(/<dt>Product code<\/dt><dd[^>]*>GP-5000/)
    expect(html).toMatch(/<dt>Availability<\/dt>.*In stock/)
    expect(html).toContain('Product Description')
    expect(html).toContain('Related Products')
  })

  test.each([
    ['its aisle and shelf', 21, ['Home', 'Noodles', 'Fresh Noodles']],
    ['its brand, if the gateway names no shelf', undefined, ['Home', 'Golden Paddy']],
  ])('has a breadcrumb that leads to it by %s', async (_, categoryId, names) => {
    const [crumbs = ''] =
      /<nav[^>]*aria-label="Breadcrumb".*?<\/nav>/.exec(await served(detailOf({ categoryId }))) ?? []
    const found = [...crumbs.matchAll(/<li>(.*?)<\/li>/g)].map(([, one]) => one!.replaceAll(/<[^>]*>/g, ''))
    expect(found).toEqual([...names, 'Jasmine Rice 5 kg 香米'])
    expect(crumbs.includes('href="/main/product-list/21?by=category"')).toBe(categoryId === 21)
  })

  test.each([
    ['that is out of stock', 2, true],
    ['that is coming soon', 1, true],
    ['that is in stock', 3, false],
  ])('%s links to the other products on its shelf: status %i, %s', async (_, stockStatusId, isOffered) => {
    const html = await served(detailOf({ stockStatusId, categoryId: 21 }))
    expect(/href="\/main\/product-list\/21\?by=category"[^>]*>More in Fresh Noodles</.test(html)).toBe(isOffered)
  })

  const label = {
    ingredients: 'Rice, soy sauce (soybeans, wheat).',
    allergens: ['gluten', 'wheat', 'soy'],
    mayContain: ['pine-nut', 'milk'],
    nutrition: { per: '100 g', energy: 1480, protein: 6.8, fat: 0, sodium: null },
    origin: 'Thailand',
    storage: 'frozen',
    diet: ['vegan', 'gluten-free'],
    size: { amount: 5, unit: 'kg' },
    lowestPrice: 14.5,
  }
  const tabsIn = (html: string) => [...html.matchAll(/role="tab"[^>]*>([^<]*)/g)].map(([, title]) => title)

  test('shows what the label says: in tabs, beside the price, and with the storage', async () => {
    const html = await served(detailOf(label))
    expect(tabsIn(html)).toEqual(['Product Description', 'Ingredients & allergens', 'Nutrition'])
    expect(html).toContain(
      '<span>Rice, </span><strong>soy</strong><span> sauce (</span><strong>soybeans</strong><span>, </span><strong>wheat</strong>',
    )
    expect(html).toMatch(/<dt>Contains<\/dt><dd>gluten, wheat, soy<\/dd><dt>May contain<\/dt><dd>pine nut, milk<\/dd>/)
    expect(html).toMatch(/Average amounts per 100 g<.*Energy<\/th><td[^>]*>1,480 kJ<.*Protein<\/th><td[^>]*>6\.8 g</)
    expect(html).toMatch(/Fat, total<\/th><td[^>]*>0 g</)
    expect(html).not.toMatch(/Sodium|Sugars/)
    expect(html).toMatch(
      /<dt>Size<\/dt><dd>5 kg<\/dd><dt>Origin<\/dt><dd>Thailand<\/dd><dt>Diet<\/dt><dd>Vegan, Gluten-free</,
    )
    expect(html).toContain('Storage: frozen')
    expect(html).toContain('Lowest price in 30 days: $14.50')
  })

  test('has the content of closed tabs, with titles for browsers without JavaScript', async () => {
    const html = await served(detailOf(label))
    expect(html).toMatch(
      /role="tabpanel" id="nutrition-panel"[^>]* hidden=""><noscript><h2>Nutrition<\/h2><\/noscript>/,
    )
    expect(html).not.toMatch(/id="description-panel"[^>]* hidden/)
  })

  test.each([
    ['nothing', {}, ['Product Description']],
    ['null everywhere', Object.fromEntries(Object.keys(label).map(field => [field, null])), ['Product Description']],
    ['only nutrition', { nutrition: label.nutrition }, ['Product Description', 'Nutrition']],
    ['nutrition without amounts', { nutrition: { per: '100 g', energy: null } }, ['Product Description']],
    ['only allergens', { allergens: [] }, ['Product Description', 'Ingredients & allergens']],
    ['another storage', { storage: 'cellar', diet: [] }, ['Product Description']],
  ])('of which %s is known leaves out the tabs without data', async (_, known, tabs) => {
    const html = await served(detailOf(known))
    expect(tabsIn(html)).toEqual(tabs)
    expect(html).not.toMatch(/<dt>(?:Size|Origin|Diet)<|Storage|Lowest price|null|undefined/)
  })

  test.each([
    [[], 'None of the allergens that must be declared'],
    [['celery'], 'celery'],
    [undefined, 'Allergens are not known'],
  ])('with the allergens %j says: %s', async (allergens, words) => {
    expect(await served(detailOf({ ingredients: 'Rice.', allergens }))).toContain(`<dt>Contains</dt><dd>${words}</dd>`)
  })

  test('shows the lowest price, and when the special ends, only of a product that is on special', async () => {
    const special = { lowestPrice: 14.5, specialEndsAt: '2026-12-06T13:00:00.000Z' }
    expect(await served(detailOf(special))).toContain('>Ends Sun 6 Dec<')
    expect(await served(detailOf({ ...special, specialEndsAt: 'soon' }))).not.toContain('Ends')
    expect(await served(detailOf({ ...special, specialPrice: null }))).not.toMatch(/Lowest price|Ends/)
  })

  // Specification: 2.6.4, S.1.45
  test('shows the description as plain text where it cannot be sanitized, and formatted where it can', async () => {
    const product = detailOf({ description: '<p>Good<script>alert(1)</script></p><p onclick="x()">Rice</p>' })
    const plain = await served(product)
    expect(plain).toContain('>Good\nRice</p>')
    registerDescriptionFormat(formatDescription)
    const formatted = await served(product)
    expect(formatted).toContain('><p>Good</p><p>Rice</p></div>')
    expect(plain + formatted).not.toMatch(/alert|onclick/)
  })

  test('describes each of five pictures', async () => {
    const html = await served(detailOf())
    expect(html).toContain('alt="Jasmine Rice 5 kg 香米: from the front"')
    expect(html).toContain('aria-label="Picture 2 of 5: Back label"')
  })

  test('shows the thumbnail if the product has no pictures', async () => {
    const html = await served(detailOf({ productImages: [] }))
    expect(html).toContain('src="/pictures/rice-front.1.svg"')
    expect(html).not.toContain('Next picture')
  })

  // Specification: 4.38, 4.39, 4.40
  test.each([
    [3, 'In stock', true, false],
    [2, 'Out of stock', false, true],
    [1, 'Coming soon', false, false],
  ])(
    'with stock status %i, %s, shows the control: %s, the notice: %s',
    async (stockStatusId, text, control, notice) => {
      const html = await served(detailOf({ stockStatusId, stockStatusDescription: text, productRelated: [] }))
      expect(html).toContain(text)
      expect(html.includes('Add to Cart')).toBe(control)
      expect(html.includes('OUT OF STOCK')).toBe(notice)
    },
  )

  test.each([
    ['in stock', 3, true, false],
    ['out of stock', 2, true, true],
    ['awaited', 1, true, true],
    ['out of stock at a gateway that sends no mails about it', 2, null, false],
  ])('asks for an email if the product is %s', async (_name, stockStatusId, stockNotice, isShown) => {
    const html = await served(detailOf({ stockStatusId, stockNotice, productRelated: [] }))
    expect(html.includes('Email me when it’s back')).toBe(isShown)
  })

  // Specification: 2.6.8, 8.12
  test('says that there are no related products', async () => {
    expect(await served(detailOf({ productRelated: [] }))).toContain('No related products.')
  })

  test('is the page "not found" if there is no such product', async () => {
    const html = await served(404)
    expect(html).toContain('<title>Page not found · Lucky Lantern Grocer</title>')
    expect(html).toMatch(/<h1[^>]*>Page not found<\/h1>/)
    expect(html).toContain('href="/main/product-list/0"')
  })

  // Specification: 7.1.11
  test('shows an error and a retry if the product could not be read', async () => {
    const html = await served(403)
    expect(html).toMatch(/<h1[^>]*>We couldn’t load the product<\/h1>/)
    expect(html).toContain('Try again')
  })
})

describe('the product page in a browser', () => {
  // Specification: 2.6.1
  test('wraps around from the last picture to the first', async () => {
    const { place, press } = await opened(detailOf())
    const alt = () => place.querySelector('[aria-label="Pictures"] img')!.getAttribute('alt')
    await press('Previous picture')
    expect(alt()).toBe('Jasmine Rice 5 kg 香米: its size')
    await press('Next picture')
    expect(alt()).toBe('Jasmine Rice 5 kg 香米: from the front')
    await press('Picture 3 of 5: Serving')
    expect(alt()).toBe('Jasmine Rice 5 kg 香米: served')
  })

  test('opens tabs by click, arrow keys, Home and End, and begins with the description of the next product', async () => {
    const known = { ingredients: 'Rice.', nutrition: { per: '100 g', energy: 1480 } }
    const { place, press, shop } = await opened(id => detailOf({ id, ...known }))
    const open = () => [...place.querySelectorAll('[role=tabpanel]:not([hidden])')].map(({ id }) => id)
    const inOrder = () => [...place.querySelectorAll('[role=tab][tabindex="0"]')].map(({ id }) => id)
    const types = (key: string) =>
      act(async () => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
    expect(open()).toEqual(['description-panel'])
    await press('Nutrition')
    expect(open()).toEqual(['nutrition-panel'])
    expect(inOrder()).toEqual(['nutrition'])
    place.querySelector<HTMLElement>('#nutrition')!.focus()
    for (const [key, expected] of [
      ['ArrowRight', 'description'],
      ['ArrowLeft', 'nutrition'],
      ['Home', 'description'],
      ['ArrowRight', 'ingredients'],
      ['x', 'ingredients'],
      ['End', 'nutrition'],
    ] as const) {
      await types(key)
      expect(open()).toEqual([`${expected}-panel`])
      expect(document.activeElement!.id).toBe(expected)
    }
    const location = { pathname: '/main/product-detail/7', search: '', hash: '', state: null, key: 'next' }
    await act(async () => shop.send({ type: 'location.changed', move: 'PUSH', location }))
    await act(() => waitFor(shop.getSnapshot().children.product!, ({ context }) => context.shown?.id === 7))
    expect(open()).toEqual(['description-panel'])
  })

  // Specification: 2.6.5, S.3.5
  test('adds the quantity of the field, and shows how many are in the cart', async () => {
    const { place, press, sent, shop } = await opened(detailOf())
    await act(async () => shop.getSnapshot().children.product!.send({ type: 'product.typedQuantity', quantity: 3 }))
    await act(async () => shop.getSnapshot().children.cart!.send({ type: 'cart.open', lines: [] }))
    await press('Add to Cart')
    await act(() => waitFor(shop.getSnapshot().children.cart!, ({ context }) => context.lines.length === 1))
    expect(sent).toMatchObject([{ productId: 5, productPrice: 15.9, quantity: 3, from: 'detail' }])
    expect(place.textContent).toContain('3 in cart')
  })

  test('pins the price of the quantity, and of one while the quantity is not valid', async () => {
    const { place, shop } = await opened(detailOf())
    const pinned = () => /Total\s*\S*?(\d+\.\d\d)/.exec(place.querySelector('[data-pinned]')!.textContent)?.[1]
    const types = (quantity: number | null) =>
      act(async () => shop.getSnapshot().children.product!.send({ type: 'product.typedQuantity', quantity }))
    expect(pinned()).toBe('15.90')
    await types(3)
    expect(pinned()).toBe('47.70')
    await types(null)
    expect(pinned()).toBe('15.90')
  })

  test('begins the related products of the next product at its first one', async () => {
    const relatedTo = (id: number) => [1, 2, 3, 4, 5].map(n => listedProduct({ ...rice, id: id * 10 + n }))
    const { place, shop } = await opened(id => detailOf({ id, productRelated: relatedTo(id) }))
    const row = () => place.querySelector('[aria-label="Related Products"]')!
    const first = row()
    const location = { pathname: '/main/product-detail/7', search: '', hash: '', state: null, key: 'next' }
    await act(async () => shop.send({ type: 'location.changed', move: 'PUSH', location }))
    await act(() => waitFor(shop.getSnapshot().children.product!, ({ context }) => context.shown?.id === 7))
    expect(row().textContent).toContain('Jasmine Rice')
    // the same element would keep its scroll position, and its machine the slide that it is at
    expect(row()).not.toBe(first)
  })

  // Specification: 5.3, 5.4
  test.each([
    [null, 'Quantity is required'],
    [0, 'Minimum quantity is 1'],
  ])('adds nothing while the quantity is %s: %s', async (quantity, message) => {
    const { place, press, sent, shop } = await opened(detailOf())
    await act(async () => shop.getSnapshot().children.product!.send({ type: 'product.typedQuantity', quantity }))
    await press('Add to Cart')
    expect(place.textContent).toContain(message)
    expect(sent).toEqual([])
    expect(document.activeElement?.tagName).toBe('INPUT')
  })
})
