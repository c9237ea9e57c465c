import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AxeResults } from 'axe-core'
import { openShop, type Shopper, type Wishes } from './shopper.ts'

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** All rules see the page wide and light, and narrow and dark; the rest of the pairs can only differ in contrast. */
const looks = [
  { width: 1280, colorScheme: 'light', rules: tags },
  { width: 1280, colorScheme: 'dark', rules: ['color-contrast'] },
  { width: 390, colorScheme: 'dark', rules: tags },
  { width: 390, colorScheme: 'light', rules: ['color-contrast'] },
] as const

/** What axe finds on the page as it stands, in short. */
async function violationsOf({ page }: Shopper, runOnly: readonly string[]): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0)) // what the sticky header happens to cover is no violation
  await page.evaluate(() =>
    Promise.all(document.getAnimations().flatMap(one => (one instanceof CSSTransition ? [one.finished] : []))),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    runOnly =>
      (window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } }).axe.run(document, {
        runOnly,
        resultTypes: ['violations'],
      }),
    [...runOnly],
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(1)?.trim()}`,
    ),
  )
}

/** Looks at the page in light and dark, wide and narrow. */
async function seesNothingWrong(shopper: Shopper, widths: readonly number[]) {
  const found: string[] = []
  for (const { width, colorScheme, rules } of looks.filter(look => widths.includes(look.width))) {
    await shopper.page.setViewportSize({ width, height: 900 })
    await shopper.page.emulateMedia({ colorScheme })
    found.push(...(await violationsOf(shopper, rules)).map(violation => `${width} ${colorScheme} ${violation}`))
  }
  expect(found).toEqual([])
}

interface Sight {
  name: string
  path: string
  wishes?: Wishes
  widths?: readonly number[]
  act?: (shopper: Shopper) => Promise<unknown>
}

const home = '/main/product-list/0'
const cart = [
  [101, 2],
  [901, 3],
] as const
const seesArticles = ({ main }: Shopper) => main.getByRole('article').first().waitFor()
const review = async (shopper: Shopper) => {
  await shopper.follows('Checkout')
  await shopper.fillsDetails()
  for (const step of ['Delivery', 'Payment', 'Review'] as const) await shopper.continues(step)
  await shopper.mayPlace()
}
const reaches = (step: 'Delivery' | 'Payment') => async (shopper: Shopper) => {
  await shopper.follows('Checkout')
  await shopper.fillsDetails()
  await shopper.continues('Delivery')
  if (step === 'Payment') return shopper.continues('Payment')
  await shopper.main.getByText('Same as billing address').click()
  await shopper.presses('Continue')
  await shopper.sees('Address 1 is required')
}

const sights: Sight[] = [
  { name: 'the features, as a grid', path: home, act: seesArticles },
  {
    name: 'the features, as a list with lines in the cart',
    path: `${home}?view=list`,
    wishes: { cart },
    act: seesArticles,
  },
  {
    name: 'an aisle, with the side menu unfolded and the account menu open',
    path: '/main/product-list/8?by=category',
    widths: [1280],
    act: async shopper => {
      await seesArticles(shopper)
      await shopper.presses('Noodles', shopper.page.getByRole('navigation', { name: 'Categories and brands' }))
      await shopper.presses(/Account/, shopper.header)
    },
  },
  {
    name: 'the drawer, unfolded',
    path: home,
    wishes: { width: 390 },
    widths: [390],
    act: async shopper => {
      await seesArticles(shopper)
      await shopper.presses('Menu', shopper.header)
      await shopper.presses('Noodles', shopper.page.getByRole('dialog', { name: 'Menu' }))
    },
  },
  {
    name: 'the cart dropdown with lines, and a toast',
    path: home,
    wishes: { cart },
    act: async shopper => {
      await seesArticles(shopper)
      await shopper.adds('Golden Paddy Jasmine Rice 5 kg')
      await shopper.opensCart()
    },
  },
  {
    name: 'the cart dropdown, empty',
    path: home,
    act: async shopper => {
      await seesArticles(shopper)
      await shopper.opensCart()
    },
  },
  {
    name: 'a search without result',
    path: `${home}?by=search&q=xyzzy`,
    act: shopper => shopper.sees('No product found.'),
  },
  {
    name: 'a product',
    path: '/main/product-detail/101',
    act: async shopper => {
      await shopper.field('Quantity').fill('')
      await shopper.sees('Quantity is required')
    },
  },
  {
    name: 'a product that is out of stock',
    path: '/main/product-detail/801',
    act: shopper => shopper.sees('OUT OF STOCK'),
  },
  {
    name: 'the brands',
    path: '/main/brands',
    act: ({ main }) => main.getByRole('link', { name: 'Golden Paddy' }).waitFor(),
  },
  ...['contact-us', 'about-us', 'delivery-info', 'terms-conditions', 'privacy-policy', 'faq'].map(name => ({
    name,
    path: `/main/${name}`,
  })),
  { name: 'a page that is not there', path: '/nowhere' },
  { name: 'an empty cart', path: '/cart', act: shopper => shopper.sees('You have no items in your shopping cart.') },
  {
    name: 'a cart below the minimum order',
    path: '/cart',
    wishes: { cart: [[901, 1]] },
    act: shopper => shopper.sees('more to reach the minimum order'),
  },
  {
    name: 'a cart with a coupon that is refused',
    path: '/cart',
    wishes: { cart },
    act: async shopper => {
      shopper.gateway.says('validateCoupon', { statusCode: 404, message: 'This coupon has ended.', data: null })
      await shopper.appliesCoupon('HOTPOT20')
      await shopper.sees('This coupon has ended.')
    },
  },
  {
    name: 'a cart with a coupon that counts',
    path: '/cart',
    wishes: { cart },
    act: async shopper => {
      const data = { couponCode: 'WELCOME10', discountType: 'percent', discountValue: 10 }
      shopper.gateway.says('validateCoupon', { data })
      await shopper.appliesCoupon('WELCOME10')
      await shopper.sees('10% off, you save')
    },
  },
  {
    name: 'the checkout with mistakes',
    path: '/cart',
    wishes: { cart },
    act: async shopper => {
      await shopper.follows('Checkout')
      await shopper.presses('Continue')
      await shopper.sees('First name is required')
    },
  },
  { name: 'the checkout at delivery, with mistakes', path: '/cart', wishes: { cart }, act: reaches('Delivery') },
  { name: 'the checkout at payment', path: '/cart', wishes: { cart }, act: reaches('Payment') },
  { name: 'the checkout at review', path: '/cart', wishes: { cart }, act: review },
  {
    name: 'an order whose answer was lost',
    path: '/cart',
    wishes: { cart },
    act: async shopper => {
      await review(shopper)
      shopper.gateway.fails('placeOrder', 'down')
      await shopper.placesOrder()
      await shopper.sees('We are checking your order')
    },
  },
  {
    name: 'an order that was placed',
    path: '/cart',
    wishes: { cart },
    act: async shopper => {
      await review(shopper)
      await shopper.placesOrder()
      await shopper.seesOrder()
    },
  },
  {
    name: 'the registration with mistakes',
    path: '/main/register',
    act: async shopper => {
      await shopper.main.getByRole('button', { name: 'Register' }).click({ force: true })
      await shopper.sees('12 things need another look')
    },
  },
  {
    name: 'a forgotten password, with a mistake',
    path: '/forget-password',
    act: async shopper => {
      await shopper.presses('Send reset link')
      await shopper.sees('One thing needs another look')
    },
  },
  {
    name: 'a new password, with mistakes',
    path: '/reset-password?token=held',
    act: async shopper => {
      await shopper.presses('Change Password')
      await shopper.sees('Two things need another look')
    },
  },
  { name: 'a reset link that is gone', path: '/reset-password', act: shopper => shopper.sees('Ask for a new link') },
  {
    name: 'products that did not load',
    path: home,
    wishes: { begins: 'in the browser' },
    act: async shopper => {
      await seesArticles(shopper)
      shopper.gateway.fails(['products', 'product'], 'HTTP 500')
      await shopper.goes('/main/product-list/2')
      await shopper.sees('The products did not load')
    },
  },
]

describe('axe finds nothing wrong on', () => {
  test.each(sights)('$name', async ({ path, wishes = {}, widths = [1280, 390], act }) => {
    const shopper = await openShop(wishes)
    await shopper.goes(path)
    await act?.(shopper)
    await seesNothingWrong(shopper, widths)
  })
})
