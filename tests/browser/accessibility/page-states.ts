import { expect } from 'vitest'
import type { Conflict } from '#contract/conflict'
import { viewedKey } from '#src/catalogue/viewed-products.ts'
import type { Gateway } from '../../kit/browser-gateway.ts'
import {
  choosesOnline,
  comesToPayment,
  mayPay,
  opensWindow,
  pays,
  script,
  setUp,
  ships,
  staysUnanswered,
} from '../../kit/paying-shopper.ts'
import { nothingComesNear } from '../../kit/nothing-near.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

/** A page state that looks different from others. */
export interface PageState {
  name: string
  /** The steps from the current state; resolves when the state is reached. */
  act: (shopper: Shopper) => Promise<unknown>
}

/** A series of states in one page load, because a load per state is slower. */
export interface Visit {
  path: string
  /** A function if the gateway must create the customer first. */
  options?: ShopperOptions | (() => Promise<ShopperOptions>)
  /** The viewport widths to check; by default those of a phone and a desktop. */
  widths?: readonly number[]
  /** Its states are about rows of products, which come near the view while the checks scroll. */
  rows?: true
  /**
   * Configures the gateway before the visit. The page is then rendered in the browser, so that its calls can be held.
   */
  gateway?: (gateway: Gateway) => void
  states: readonly PageState[]
}

/** Phone and desktop, in CSS pixels. Some visits are checked on a tablet too: what it shows is in one of the others. */
export const usualWidths = [320, 1280]

/**
 * Opens the first page of a visit, and yields at each state. The viewport is reset in between.
 *
 * Images are not loaded: elements, sizes and alternative texts do not depend on them, and painting them took 40% of the
 * time.
 */
export async function* visitStates({ path, options, widths = usualWidths, gateway, rows, states }: Visit) {
  const width = widths.at(-1)!
  const shopper = await openShop({
    width,
    noTimeouts: true,
    begins: gateway ? 'in the browser' : 'on the server',
    ...(typeof options === 'function' ? await options() : options),
  })
  if (!rows) await shopper.page.addInitScript(nothingComesNear)
  gateway?.(shopper.gateway)
  await shopper.goes(path)
  for (const state of states) {
    await shopper.page.setViewportSize({ width, height: 900 })
    await state.act(shopper)
    yield { state, shopper, widths }
  }
}

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'
const filled = {
  cart: [
    [101, 2],
    [901, 3],
  ],
} as const satisfies ShopperOptions

const seesArticles = ({ main }: Shopper) => main.getByRole('article').first().waitFor()
const deliverTo = ({ page }: Shopper) => page.getByRole('dialog', { name: 'Deliver to' })
/** Scrolls to the rows of products, and waits for the products of one. */
async function seesRow({ page, main }: Shopper, name: string) {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await main.getByRole('region', { name }).getByRole('article').first().waitFor()
}

/** Waits for a text. */
export const sees = (text: string) => (shopper: Shopper) => shopper.sees(text)
/** Navigates to a path. */
export const goes = (path: string) => (shopper: Shopper) => shopper.goes(path)
/** Waits for a text in a live region. */
export const hears =
  (text: string) =>
  ({ main }: Shopper) =>
    main.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' })

/** Lists and products, with header and side bar. */
const shelves: Visit[] = [
  {
    path: home,
    states: [
      { name: 'the features, as a grid', act: seesArticles },
      { name: 'the cart dropdown, empty', act: shopper => shopper.opensCart() },
      {
        name: 'a product that is being added, and one that was refused',
        act: async shopper => {
          shopper.gateway.fails('addLine', 'HTTP 500')
          await shopper.presses(/^Add to Cart/)
          await shopper.page.locator('[data-kind="error"]').waitFor()
          shopper.gateway.holds('addLine')
          await shopper.presses(`Add to Cart: ${rice}`)
          await shopper.sees('Adding...')
        },
      },
      {
        name: 'the wait for the next page, over the one before',
        act: async shopper => {
          await shopper.gateway.answers('addLine')
          shopper.gateway.holds('product')
          await shopper.follows(/^View Item/)
          await shopper.page.getByRole('status').getByText('Loading').waitFor()
        },
      },
    ],
  },
  {
    path: `${home}?view=list`,
    widths: [320, 768, 1280],
    options: filled,
    states: [
      { name: 'the features, as a list with lines in the cart', act: seesArticles },
      {
        name: 'the cart dropdown with lines, and a message',
        act: async shopper => {
          await shopper.adds(rice)
          await shopper.opensCart()
        },
      },
    ],
  },
  {
    path: `${home}?sort=price-desc&stock=1&page=3`,
    states: [
      {
        name: 'the third page of the features, sorted and filtered, and a search that is typed',
        act: async shopper => {
          await seesArticles(shopper)
          await shopper.header.getByRole('combobox', { name: 'Search product' }).fill('xyzzy')
        },
      },
      {
        name: 'suggestions, of which one is active',
        act: async shopper => {
          const field = shopper.header.getByRole('combobox', { name: 'Search product' })
          await field.fill('rice')
          await shopper.header.getByRole('option', { name: /Rice/ }).first().waitFor()
          await field.press('ArrowDown')
        },
      },
      {
        name: 'recent searches, and similar products for a misspelt word',
        act: async shopper => {
          const field = shopper.header.getByRole('combobox', { name: 'Search product' })
          await field.press('Escape')
          await field.fill('noddles')
          await shopper.presses('Search', shopper.header)
          await shopper.seesHeading(/^Results for/)
          await field.click()
          await shopper.header.getByRole('option', { name: 'noddles' }).waitFor()
          await field.fill('noddles')
          await shopper.header
            .getByRole('option', { name: /Similar/ })
            .first()
            .waitFor()
        },
      },
      {
        name: 'a search for nothing that is known',
        act: async shopper => {
          await shopper.header.getByRole('combobox', { name: 'Search product' }).fill('xyzzy')
        },
      },
      {
        name: 'a search without result',
        act: async shopper => {
          await shopper.presses('Search', shopper.header)
          await shopper.sees('No product found.')
        },
      },
    ],
  },
  {
    path: '/main/product-list/8?by=category',
    widths: [1280],
    states: [
      {
        name: 'an aisle, with the side menu unfolded and the account menu open',
        act: async shopper => {
          await seesArticles(shopper)
          await shopper.presses('Noodles', shopper.aisles)
          await shopper.presses(/Account/, shopper.header)
          await shopper.page.getByRole('region', { name: 'Account' }).getByRole('link', { name: 'Login' }).waitFor()
        },
      },
    ],
  },
  {
    path: '/main/product-list/8?by=category&diet=vegan&without=milk,peanut&max=9.5&stock=1',
    widths: [320, 768, 1280],
    states: [
      { name: 'an aisle with filters', act: seesArticles },
      {
        name: 'the filters of an aisle, as a sheet where there is no room for a column',
        act: async shopper => {
          const region = shopper.page.getByRole('region', { name: 'Filters' })
          const open = region.getByRole('button', { name: /^Filters/ })
          if (await open.isVisible()) await open.click()
          await region.getByRole('checkbox', { name: /^On special/ }).waitFor()
        },
      },
    ],
  },
  {
    path: '/main/lists',
    states: [
      { name: 'shopping lists, none', act: sees('You have no lists yet.') },
      {
        name: 'a shopping list, and whether to delete it',
        act: async shopper => {
          const list = { id: 900_000_001, name: 'Weekly', lines: [{ productId: 101, quantity: 2 }] }
          await shopper.page.evaluate(([key, text]) => localStorage.setItem(key, text), [
            'shop.own/lists',
            JSON.stringify({ lastId: list.id, lists: [list] }),
          ] as const)
          await shopper.goes(`/main/list/${list.id}`)
          await shopper.sees(rice)
          await shopper.presses('Delete')
          await shopper.sees('Delete “Weekly”?')
        },
      },
    ],
  },
  {
    path: '/main/shared-list#key=a-key',
    gateway: gateway =>
      gateway.says('sharedList', { data: { name: 'Weekly', lines: [{ productId: 101, quantity: 2 }] } }),
    states: [
      { name: 'a list that someone shares', act: sees(rice) },
      {
        name: 'an empty list that someone shares',
        act: async shopper => {
          shopper.gateway.says('sharedList', { data: { name: 'Weekly', lines: [] } })
          await shopper.page.reload()
          await shopper.sees('This list is empty.')
        },
      },
      {
        name: 'a list that is not shared any more',
        act: async shopper => {
          shopper.gateway.says('sharedList', { statusCode: 404, message: 'This link does not work any more.' })
          await shopper.page.reload()
          await shopper.seesHeading('This link does not work any more')
        },
      },
    ],
  },
  {
    path: '/main/product-detail/101',
    states: [
      {
        name: 'the dialog “Deliver to”, with a suburb that may be meant',
        act: async shopper => {
          await shopper.page.getByRole('button', { name: 'Deliver to' }).click()
          await deliverTo(shopper).getByLabel('Suburb or post code').fill('Eastwod')
          await deliverTo(shopper).getByRole('button', { name: 'Use Eastwood 2122' }).waitFor()
        },
      },
      {
        name: 'the dialog “Deliver to”, with a suburb outside the delivery area',
        act: async shopper => {
          await deliverTo(shopper).getByLabel('Suburb or post code').fill('Parramatta')
          await deliverTo(shopper).getByRole('button', { name: 'Check' }).click()
          await shopper.sees('We don’t deliver to Parramatta 2150.', deliverTo(shopper))
        },
      },
      {
        name: 'a product with the delivery to a chosen place',
        act: async shopper => {
          await deliverTo(shopper).getByLabel('Suburb or post code').fill('Eastwood 2122')
          await deliverTo(shopper).getByRole('button', { name: 'Check' }).click()
          await shopper.main.getByRole('region', { name: 'Delivery to Eastwood 2122' }).waitFor()
        },
      },
      {
        name: 'the dialog “Deliver to”, with the chosen place',
        act: async shopper => {
          await shopper.page.getByRole('button', { name: 'Deliver to Eastwood 2122' }).click()
          await shopper.sees('Next free time', deliverTo(shopper))
        },
      },
    ],
  },
  {
    path: '/main/product-list/0?by=search&q=rice&diet=halal&max=0.01',
    widths: [320, 1280],
    states: [{ name: 'a search with filters that nothing matches', act: sees('No products match all of these') }],
  },
  {
    path: '/main/product-list/101?by=brand',
    widths: [320, 768],
    states: [
      {
        name: 'a brand, and its menus unfolded in the drawer',
        act: async shopper => {
          await seesArticles(shopper)
          await shopper.presses('Menu', shopper.header)
          await shopper.presses('Noodles', shopper.page.getByRole('dialog', { name: 'Menu' }))
        },
      },
    ],
  },
  {
    path: home,
    rows: true,
    states: [
      {
        name: 'rows of products',
        act: async shopper => {
          await seesArticles(shopper)
          await seesRow(shopper, 'On special')
          await seesRow(shopper, 'In season')
        },
      },
    ],
  },
  {
    path: home,
    widths: [1280],
    rows: true,
    states: [
      {
        name: 'rows of products that are loading',
        act: async shopper => {
          await seesArticles(shopper)
          shopper.gateway.holds('products')
          await shopper.page.getByRole('contentinfo').scrollIntoViewIfNeeded()
          await shopper.main.getByRole('region', { name: 'On special' }).waitFor()
        },
      },
      {
        name: 'a row of products that could not be loaded',
        act: async shopper => {
          await shopper.gateway.answers()
          await shopper.goes(home)
          shopper.gateway.fails('products', 'HTTP 500')
          await shopper.page.getByRole('contentinfo').scrollIntoViewIfNeeded()
          await shopper.main.getByRole('button', { name: 'Try again: In season' }).waitFor()
        },
      },
    ],
  },
  {
    path: home,
    gateway: gateway => (['products', 'categoryMenu', 'topBrands'] as const).forEach(call => gateway.holds(call)),
    states: [{ name: 'products and menus that are loading', act: hears('Loading products') }],
  },
  {
    path: home,
    gateway: gateway => gateway.fails(['products', 'categoryMenu', 'topBrands'], 'HTTP 500'),
    states: [{ name: 'products and menus that could not be loaded', act: sees('We couldn’t load the products') }],
  },
  {
    path: '/main/brands',
    gateway: gateway => gateway.holds('brands'),
    states: [
      { name: 'brands that are loading', act: hears('Loading brands') },
      {
        name: 'the brands',
        act: async shopper => {
          await shopper.gateway.answers('brands')
          await shopper.main.getByRole('link', { name: 'Golden Paddy' }).waitFor()
        },
      },
    ],
  },
  {
    path: '/main/product-detail/101',
    options: filled,
    gateway: gateway => gateway.holds('product'),
    states: [
      { name: 'a product that is loading', act: hears('Loading the product') },
      {
        name: 'a product, without a quantity',
        act: async shopper => {
          await shopper.gateway.answers('product')
          await shopper.field('Quantity').fill('')
          await shopper.sees('Quantity is required')
        },
      },
    ],
  },
  {
    path: '/main/product-detail/801',
    gateway: gateway => gateway.fails('product', 'HTTP 500'),
    rows: true,
    states: [
      { name: 'a product that could not be loaded', act: sees('We couldn’t load the product') },
      {
        name: 'a product that is out of stock',
        act: async shopper => {
          await shopper.gateway.answers()
          await shopper.presses('Try again')
          await shopper.sees('OUT OF STOCK')
        },
      },
      {
        name: 'products in place of one that is out of stock, and a viewed one',
        act: async shopper => {
          await shopper.goes('/main/product-detail/101')
          // a view is stored once its page is rendered
          const viewed = () => shopper.page.evaluate(key => localStorage.getItem(key), viewedKey)
          await expect.poll(viewed).toContain('101')
          await shopper.goes('/main/product-detail/801')
          await seesRow(shopper, 'Similar products')
          await seesRow(shopper, 'Recently viewed')
        },
      },
    ],
  },
]

/** Text pages. */
const texts: Visit[] = [
  {
    path: '/main/contact-us',
    states: [
      { name: 'Contact Us', act: shopper => shopper.seesHeading('Contact Us') },
      ...['About Us', 'Shipping', 'Terms & Conditions', 'Privacy Policy', 'FAQ'].map(name => ({
        name,
        act: async (shopper: Shopper) => {
          await shopper.follows(name, shopper.page.getByRole('contentinfo'))
          await shopper.seesHeading(name)
        },
      })),
      { name: 'a page that does not exist', act: goes('/nowhere') },
    ],
  },
]

/** The cart. */
const carts: Visit[] = [
  {
    path: '/cart',
    options: { cart: [[901, 1]] },
    states: [
      {
        name: 'a cart below the minimum order, without a quantity',
        act: async shopper => {
          await shopper.sees('more to reach the minimum order')
          await shopper.main.getByRole('spinbutton').fill('')
          await shopper.sees('Quantity is required')
        },
      },
      {
        name: 'a checkout below the minimum order',
        act: async shopper => {
          await shopper.goes('/check-out')
          await shopper.sees(/^You’re \$[\d.]+ below the minimum order$/)
        },
      },
      {
        name: 'an empty cart',
        act: async shopper => {
          await shopper.follows('View Cart')
          await shopper.presses(/^Remove/)
          await shopper.sees('You have no items in your shopping cart.')
        },
      },
      {
        name: 'a checkout with nothing to order',
        act: async shopper => {
          await shopper.goes('/check-out')
          await shopper.sees('You have no items in your shopping cart.')
        },
      },
    ],
  },
  {
    path: '/cart',
    options: filled,
    gateway: gateway => gateway.holds('begin'),
    states: [
      { name: 'a cart that is loading', act: hears('Loading your cart') },
      {
        name: 'a cart with a coupon that is refused',
        act: async shopper => {
          await shopper.gateway.answers()
          shopper.gateway.says('validateCoupon', { statusCode: 404, message: 'This coupon has expired.', data: null })
          await shopper.appliesCoupon('HOTPOT20')
          await shopper.sees('This coupon has expired.')
        },
      },
      {
        name: 'a cart with a coupon that counts',
        act: async shopper => {
          const data = { couponCode: 'WELCOME10', discountType: 'percent', discountValue: 10 }
          shopper.gateway.says('validateCoupon', { data })
          await shopper.appliesCoupon('WELCOME10')
          await shopper.sees('10% off')
        },
      },
    ],
  },
  {
    path: '/cart',
    options: filled,
    gateway: gateway => gateway.fails(['begin', 'cart'], 'HTTP 500'),
    states: [{ name: 'a cart that could not be loaded', act: sees('We couldn’t load your cart') }],
  },
]

const continues = (step: 'Delivery' | 'Payment' | 'Review') => (shopper: Shopper) => shopper.continues(step)
const reviews = async (shopper: Shopper) => {
  await shopper.seesStep('Your Details')
  await shopper.fillsCheckout()
}
const sameAddress = (shopper: Shopper) => shopper.main.getByText('Same as billing address').click()

/** Every conflict of an order, with the amounts of the filled cart. */
const everyConflict: Conflict[] = [
  { about: 'price', productId: 101, was: 30, now: 31.8, message: `${rice} now costs $31.80, not $30.00.` },
  { about: 'stock', productId: 101, left: 1, message: `Only 1 left: ${rice}` },
  { about: 'stock', productId: 901, left: 0, message: 'The second product of the cart is out of stock.' },
  { about: 'cart', message: 'Your cart has changed in the meantime. Please check it.' },
  { about: 'minimum', now: 5, message: 'Add $5.00 more to reach the minimum order of $50.00.' },
  { about: 'coupon', message: 'The coupon WELCOME10 has expired.' },
  { about: 'area', message: 'We do not deliver there any more.' },
  { about: 'fee', was: 4, now: 5.9, message: 'Delivery is now $5.90, not $4.00.' },
]

/** The checkout, from the first step to the order. */
const checkouts: Visit[] = [
  {
    path: '/check-out',
    options: filled,
    gateway: gateway => {
      gateway.holds('begin')
      gateway.fails('countries', 'HTTP 500')
    },
    states: [
      { name: 'a checkout that is loading', act: hears('Loading the checkout') },
      {
        name: 'the checkout with errors, and countries that could not be loaded',
        act: async shopper => {
          await shopper.gateway.answers('begin')
          await shopper.sees('We couldn’t load the countries.')
          await shopper.presses('Continue')
          await shopper.sees('First name is required')
        },
      },
      {
        name: 'the checkout at delivery, outside the area',
        act: async shopper => {
          await shopper.gateway.answers('countries')
          await shopper.presses('Try again')
          await shopper.fillsDetails()
          shopper.gateway.says('deliveryFee', { statusCode: 422, message: 'We do not deliver there yet.', data: null })
          await shopper.continues('Delivery')
          await shopper.sees('We do not deliver there yet.')
        },
      },
      {
        name: 'the checkout at delivery, with errors',
        act: async shopper => {
          await shopper.gateway.answers('deliveryFee')
          await sameAddress(shopper)
          await shopper.presses('Continue')
          await shopper.sees('Address 1 is required')
        },
      },
      {
        name: 'the checkout at payment',
        act: async shopper => {
          await sameAddress(shopper)
          await shopper.continues('Payment')
        },
      },
      { name: 'the checkout at review', act: continues('Review') },
      {
        name: 'an order that was refused',
        act: async shopper => {
          await shopper.mayPlace()
          shopper.gateway.says('placeOrder', { statusCode: 409, message: 'Jasmine Rice has just run out.', data: null })
          await shopper.placesOrder()
          await shopper.sees('Jasmine Rice has just run out.')
        },
      },
      {
        name: 'an order that is being placed',
        act: async shopper => {
          shopper.gateway.holds('placeOrder')
          await shopper.placesOrder()
          await shopper.sees('Placing…')
        },
      },
      {
        name: 'an order that was placed',
        act: async shopper => {
          await shopper.gateway.answers('placeOrder')
          await shopper.seesOrder()
        },
      },
    ],
  },
  {
    path: '/check-out',
    options: filled,
    states: [
      {
        name: 'an order whose answer was lost',
        act: async shopper => {
          await reviews(shopper)
          shopper.gateway.fails('placeOrder', 'down')
          await shopper.placesOrder()
          await shopper.sees('We are checking your order')
        },
      },
    ],
  },
  {
    path: '/cart',
    options: filled,
    states: [
      {
        name: 'an order that was refused for everything at once',
        act: async shopper => {
          await shopper.appliesCoupon('WELCOME10')
          await shopper.sees('10% off')
          await shopper.follows('Checkout')
          await reviews(shopper)
          const [first] = everyConflict
          shopper.gateway.says('placeOrder', { statusCode: 409, ...first, conflicts: everyConflict, data: null })
          await shopper.placesOrder()
          await shopper.sees('Eight things changed while you were here.')
          await shopper.sees('Order without the coupon')
        },
      },
    ],
  },
  {
    path: '/check-out',
    options: filled,
    states: [
      {
        name: 'a checkout that is open in another tab',
        act: async shopper => {
          const other = await shopper.opensTab()
          await other.goes('/check-out')
          await other.presses('Continue here')
          await other.seesStep('Your Details')
          await shopper.sees('Your checkout is open in another tab')
        },
      },
    ],
  },
]

/** Online payment, including payments with an unknown outcome. */
const payments: Visit[] = [
  {
    path: '/cart',
    options: filled,
    states: [
      {
        name: 'a payment button that could not be loaded',
        act: async shopper => {
          await shopper.page.route(script, route => route.fulfill({ status: 503 }))
          await comesToPayment(shopper)
          await choosesOnline(shopper)
          await shopper.continues('Review')
          await shopper.sees('We couldn’t load the payment button.')
          shopper.errors.splice(0) // Chromium logs the failed request
        },
      },
      {
        name: 'the payment button',
        act: async shopper => {
          await shopper.page.unroute(script)
          await shopper.presses('Try again')
          await mayPay(shopper)
        },
      },
      {
        name: 'a payment in the window, with a place outside the delivery area',
        act: async shopper => {
          const window = await opensWindow(shopper)
          await ships(window, 'Perth', '6000', 'This shop does not deliver there.')
          await shopper.sees('We do not deliver to Perth')
        },
      },
      {
        name: 'a payment that was cancelled',
        act: async shopper => {
          await shopper.page.context().pages().at(-1)!.close()
          await shopper.sees('You closed the payment window.')
        },
      },
      {
        name: 'a payment that was declined',
        act: async shopper => {
          await pays(shopper, 'Decline')
          await shopper.sees('Your payment was declined')
        },
      },
      {
        name: 'a payment without a response',
        act: async shopper => {
          shopper.gateway.fails('authorizePayment', 'down')
          await pays(shopper)
          await staysUnanswered(shopper)
        },
      },
      {
        name: 'a payment that was abandoned',
        act: async shopper => {
          await shopper.presses('Go back to my order')
          await shopper.sees('We couldn’t find out whether your payment went through.')
        },
      },
    ],
  },
  {
    path: '/cart',
    options: filled,
    states: [
      {
        name: 'online payment that is not set up',
        act: async shopper => {
          await setUp(shopper, { VITE_PAYPAL_CREATE: 'nowhere' })
          await comesToPayment(shopper)
          await choosesOnline(shopper)
          await shopper.continues('Review')
          await shopper.sees('Online payment is not set up.')
          shopper.errors.splice(0) // the shop logs the error for its operator
        },
      },
    ],
  },
]

/** Every state that needs no customer; customer-page-states.ts has the others. */
export const visits: readonly Visit[] = [...shelves, ...texts, ...carts, ...checkouts, ...payments]
