import { describe, expect, test } from 'vitest'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { openShop, shareShop, type Shopper } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const brands = '/main/brands'
const rice = '/main/product-detail/101'

/** A page of the shop, and the way to it by a click. */
interface Way {
  to: string
  heading: RegExp
  from?: string
  click: (shopper: Shopper) => Promise<unknown>
  /** Its heading after a reload, if it is a different one. */
  again?: RegExp
  /** Its layout: header and footer everywhere, categories and search in the shop only. */
  layout?: 'checkout' | 'account'
}

const foot = ({ page }: Shopper) => page.getByRole('contentinfo')
const inHeader = (name: RegExp) => (shopper: Shopper) => shopper.follows(name, shopper.header)
const inFoot = (name: string) => (shopper: Shopper) => shopper.follows(name, foot(shopper))
/** Through the dropdown of the account. */
const inAccount = (name: string) => async (shopper: Shopper) => {
  await shopper.header.getByRole('button', { name: 'Account' }).click()
  await shopper.follows(name, shopper.header.getByRole('region', { name: 'Account' }))
}
/** By the side menu of the account. */
const ofAccount = (name: string) => (shopper: Shopper) =>
  shopper.follows(name, shopper.main.getByRole('navigation', { name: 'Manage Account' }))
/** By a link in a mail, which opens in the same tab. */
const inMail = (path: string) => (shopper: Shopper) => {
  shopper.gateway.says('checkResetLink', {})
  return shopper.goes(path)
}
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
      await shopper.presses('Noodles', shopper.aisles)
      await shopper.follows('Instant & Cup Noodles', shopper.aisles)
    },
  },
  {
    to: '/main/product-list/101?by=brand',
    heading: /^Golden Paddy/,
    click: shopper => shopper.follows('Golden Paddy', shopper.aisles),
  },
  { to: `${home}?by=search&q=rice`, heading: /^Results for “rice”/, click: shopper => shopper.searches('rice') },
  { to: rice, heading: /Jasmine Rice/, from: home, click: shopper => shopper.follows('View Item: Golden Paddy') },
  { to: brands, heading: /^Brands/, from: home, click: shopper => shopper.follows('View All Brands', shopper.aisles) },
  { to: '/main/contact-us', heading: /^Contact Us$/, click: inHeader(/^Contact Us$/) },
  { to: '/main/about-us', heading: /^About Us$/, click: inHeader(/^About Us$/) },
  { to: '/main/delivery-info', heading: /^Shipping$/, click: inHeader(/^Shipping$/) },
  { to: '/main/faq', heading: /^FAQ$/, click: inHeader(/^FAQ$/) },
  { to: '/main/terms-conditions', heading: /^Terms & Conditions$/, click: inFoot('Terms & Conditions') },
  { to: '/main/privacy-policy', heading: /^Privacy Policy$/, click: inFoot('Privacy Policy') },
  { to: '/main/accessibility', heading: /^Accessibility$/, click: inFoot('Accessibility') },
  { to: '/cart', heading: /^Shopping Cart$/, click: inCart('View Cart') },
  { to: '/main/shopping-cart', heading: /^Shopping Cart$/, from: rice, click: shopper => shopper.follows('View Cart') },
  { to: '/check-out', heading: /^Checkout$/, click: inCart('Checkout') },
]

const entry: Way[] = [
  {
    to: '/main/register',
    heading: /^Register$/,
    from: '/auth/login',
    click: shopper => shopper.follows('Register'),
    layout: 'checkout',
  },
  { to: '/auth/login', heading: /^Login$/, click: inAccount('Login'), layout: 'checkout' },
  {
    to: '/forget-password',
    heading: /^Forgotten your password\?$/,
    from: '/auth/login',
    click: shopper => shopper.follows('Forgotten your password?'),
    layout: 'checkout',
  },
  {
    to: '/reset-password',
    heading: /^Choose a new password$/,
    click: inMail('/reset-password?token=of-a-mail'),
    again: /^Open the link again$/,
    layout: 'checkout',
  },
]

const account = '/manage-account'
const own: Way[] = [
  { to: account, heading: /^My Account$/, click: inAccount('My Account'), layout: 'account' },
  ...(
    [
      ['/manage-account/modify-account', 'Edit Account Information'],
      ['/manage-account/change-password', 'Change Password'],
      ['/manage-account/modify-address', 'Modify Billing Address'],
      ['/manage-account/modify-delivery-address', 'Modify Delivery Address'],
      ['/manage-order/current-order', 'Current Order'],
      ['/manage-order/history-order', 'Order History'],
    ] as const
  ).map(([to, name]) => ({
    to,
    heading: new RegExp(`^${name}$`),
    from: account,
    click: ofAccount(name),
    layout: 'account' as const,
  })),
  { to: '/auth/logout', heading: /^You have been logged out\.$/, click: inAccount('Logout'), layout: 'checkout' },
]

/** Waits for header, footer and breadcrumb, and for aisles and search if the layout has them. */
async function seesLayout(shopper: Shopper, layout: 'checkout' | 'account') {
  await foot(shopper).waitFor()
  const crumbs = shopper.main.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  await crumbs.first().waitFor()
  await shopper.aisles.waitFor({ state: 'hidden' })
  const search = shopper.header.getByRole('combobox', { name: 'Search product' })
  expect(await search.count()).toBe(layout === 'account' ? 0 : 1)
  if (layout === 'account') expect((await crumbs.allTextContents())[1]).toBe('Manage Account')
}

async function comesTo(shopper: Shopper, { to, heading, from = brands, click, again = heading, layout }: Way) {
  const { page } = shopper
  await shopper.goes(from)
  await click(shopper)
  await shopper.seesHeading(heading)
  await shopper.seesPath(to)
  if (layout) await seesLayout(shopper, layout)
  await shopper.reloads()
  await shopper.seesHeading(again)
  await page.goBack()
  await shopper.seesPath(from)
  await page.getByRole('heading', { level: 1, name: again }).waitFor({ state: 'hidden' })
  await page.goForward()
  await shopper.seesHeading(again)
  await shopper.goes(to)
  await shopper.seesHeading(again)
  await shopper.seesPath(to)
}

const guest = shareShop(() => ({ cart: [[101, 2]] }))
const visitor = shareShop()
const customer = shareShop(async () => ({ token: (await newCustomer()).token }))

describe('a page can be reached', () => {
  // Specification: 2.1.2, 2.1.4, 2.1.7, 2.1.8, 2.1.9, 2.1.10, 2.1.11, 2.1.12, 2.1.13, 2.1.18, 2.1.19, 2.1.20, 2.3.20, 2.4.4, 2.5.7, S.4.1, S.8.1
  test.each(ways)('by click, reload, back and forward, and by its path: $to', async way => {
    await comesTo(await guest(), way)
  })

  // Specification: 2.1.6, 2.1.14, 2.1.15, 2.1.16, 2.7.1, S.1.14, S.5.1, S.5.3
  test.each(entry)('by a guest, in the same ways, in the checkout’s layout: $to', async way => {
    await comesTo(await visitor(), way)
  })

  // Specification: 2.1.17, 2.1.22, 2.1.23, 2.1.24, 2.1.25, 2.1.26, 2.1.27, 2.1.28, 2.1.29, 2.4.8, 6.6, S.5.10
  test.each(own)('by a customer, in the same ways, in its layout: $to', async way => {
    await comesTo(await customer(), way)
  })

  // Specification: 2.1.1, 2.1.3, 2.3.8
  test('by the logo, which leads to the home page', async () => {
    const shopper = await openShop()
    await shopper.goes('/main/faq')
    await shopper.follows(/^Lucky Lantern Grocer/, shopper.header)
    await shopper.seesHeading(/^Features/)
    await shopper.seesPath(home)
  })
})

test('parts of the layout that never change keep their elements when another page is opened', async () => {
  const shopper = await openShop()
  await shopper.goes(home)
  const parts = await shopper.page.evaluateHandle(() => [...document.querySelectorAll('.as-served > *')])
  const inPage = () =>
    parts.evaluate(elements => elements.map(element => [element.parentElement?.id, element.isConnected] as const))
  const before = await inPage()
  expect(new Set(before.map(([id]) => id))).toEqual(new Set(['slim-bar', 'head', 'styles', 'foot']))
  await shopper.follows('View Item: Golden Paddy')
  await shopper.seesHeading(/Jasmine Rice/)
  expect(await inPage()).toEqual(before)
})

test('the link that was followed does not have the focus any more when it is removed, and the heading gets it', async () => {
  const shopper = await openShop()
  const { page } = shopper
  await shopper.goes(home)
  await page.evaluate(() => {
    const { removeChild } = Node.prototype
    Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
      if (child.contains(document.activeElement))
        document.documentElement.dataset.removed = document.activeElement!.localName
      return removeChild.call(this, child) as Child
    }
  })
  await shopper.follows('View Item: Golden Paddy')
  await shopper.seesHeading(/Jasmine Rice/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('h1')
  expect(await page.evaluate(() => document.documentElement.dataset.removed ?? null)).toBeNull()
})
