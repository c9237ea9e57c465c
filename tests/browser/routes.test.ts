import { describe, test } from 'vitest'
import { openShop, type Shopper } from './shopper.ts'

const home = '/main/product-list/0'
const brands = '/main/brands'
const rice = '/main/product-detail/101'

/** A page of the shop, and the way to it by a click. */
interface Way {
  to: string
  heading: RegExp
  from?: string
  click: (shopper: Shopper) => Promise<unknown>
}

const aisles = ({ page }: Shopper) => page.getByRole('navigation', { name: 'Categories and brands' })
const foot = ({ page }: Shopper) => page.getByRole('contentinfo')
const inHeader = (name: RegExp) => (shopper: Shopper) => shopper.follows(name, shopper.header)
const inFoot = (name: string) => (shopper: Shopper) => shopper.follows(name, foot(shopper))
const inCart = (name: string) => async (shopper: Shopper) => {
  await shopper.seesCart('2 item(s) - $ 31.80')
  await shopper.opensCart()
  await shopper.follows(name, shopper.cartMenu)
}

const ways: Way[] = [
  { to: home, heading: /^Features/, click: inHeader(/^Home$/) },
  {
    to: '/main/product-list/14?by=category',
    heading: /^Instant & Cup Noodles/,
    click: async shopper => {
      await shopper.presses('Noodles', aisles(shopper))
      await shopper.follows('Instant & Cup Noodles', aisles(shopper))
    },
  },
  {
    to: '/main/product-list/101?by=brand',
    heading: /^Golden Paddy/,
    click: shopper => shopper.follows('Golden Paddy', aisles(shopper)),
  },
  { to: `${home}?by=search&q=rice`, heading: /^Results for “rice”/, click: shopper => shopper.searches('rice') },
  { to: rice, heading: /Jasmine Rice/, from: home, click: shopper => shopper.follows('View Item: Golden Paddy') },
  { to: brands, heading: /^Brands/, from: home, click: shopper => shopper.follows('View All Brands', aisles(shopper)) },
  { to: '/main/contact-us', heading: /^Contact Us$/, click: inHeader(/^Contact Us$/) },
  { to: '/main/about-us', heading: /^About Us$/, click: inHeader(/^About Us$/) },
  { to: '/main/delivery-info', heading: /^Shipping$/, click: inHeader(/^Shipping$/) },
  { to: '/main/faq', heading: /^FAQ$/, click: inHeader(/^FAQ$/) },
  { to: '/main/terms-conditions', heading: /^Terms & Conditions$/, click: inFoot('Terms & Conditions') },
  { to: '/main/privacy-policy', heading: /^Privacy Policy$/, click: inFoot('Privacy Policy') },
  { to: '/cart', heading: /^Shopping Cart$/, click: inCart('View Cart') },
  { to: '/main/shopping-cart', heading: /^Shopping Cart$/, from: rice, click: shopper => shopper.follows('View Cart') },
  { to: '/check-out', heading: /^Checkout$/, click: inCart('Checkout') },
]

describe('a page is come to', () => {
  test.each(ways)('by click, reload, back and forward, and by its address: $to', async ({ to, heading, ...way }) => {
    const from = way.from ?? brands
    const shopper = await openShop({ cart: [[101, 2]] })
    const { page } = shopper
    await shopper.goes(from)
    await way.click(shopper)
    await shopper.seesHeading(heading)
    await shopper.seesAddress(to)
    await shopper.reloads()
    await shopper.seesHeading(heading)
    await page.goBack()
    await shopper.seesAddress(from)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor({ state: 'hidden' })
    await page.goForward()
    await shopper.seesHeading(heading)
    await shopper.goes(to)
    await shopper.seesHeading(heading)
    await shopper.seesAddress(to)
  })

  test('that is home, by the logo', async () => {
    const shopper = await openShop()
    await shopper.goes('/main/faq')
    await shopper.follows(/^Lucky Lantern Grocer/, shopper.header)
    await shopper.seesHeading(/^Features/)
    await shopper.seesAddress(home)
  })
})
