import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createPath, Router, type To } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { CartLine } from '#contract/cart'
import type { Brand, Category } from '#contract/product'
import { CityField } from '#src/address/CityField.tsx'
import { AccountSheet } from '#src/menus/AccountSheet.tsx'
import { cartText } from '#src/menus/CartMenu.tsx'
import { CartSheet } from '#src/menus/CartSheet.tsx'
import { Drawer } from '#src/menus/Drawer.tsx'
import { StaticFooter } from '#src/layout/StaticFooter.tsx'
import { greetingOf, type Greeted } from '#src/menus/greeting.ts'
import { Header } from '#src/layout/Header.tsx'
import { Search } from '#src/search/Search.tsx'
import { SideMenu } from '#src/menus/SideMenu.tsx'
import { SlimBar } from '#src/layout/SlimBar.tsx'
import { HeaderStart } from '#src/layout/HeaderStart.tsx'
import { store } from '#src/store/store.ts'
import { registerStaticPart } from '#src/ui/static-part.tsx'
import { mai, riceLine, teaLine } from '../../kit/outcomes.ts'

registerStaticPart('head', HeaderStart)

const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))
const navigator = { createHref, push() {}, replace() {}, go() {} }
const nothing = () => {}

const cartSheet = {
  minimum: null,
  isInvalid: false,
  isWaiting: false,
  onClose: nothing,
  onCount: nothing,
  onRemove: nothing,
}

const drawn = (part: ReactNode) =>
  renderToString(
    <Router location="/main/faq" navigator={navigator}>
      {part}
    </Router>,
  )
    .replaceAll('<!-- -->', '')
    .replaceAll('&amp;', '&')

/** Names and URLs of the links, in order. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([link, to, text]) => [
    /aria-label="([^"]*)"/.exec(link)?.[1] ?? text!.replaceAll(/<[^>]*>/g, '').trim(),
    to,
  ])

const categories: Category[] = [
  { id: 1, title: 'Rice', hasChildren: true, children: [{ id: 11, title: 'Jasmine' }] },
  { id: 2, title: 'Gifts', hasChildren: false, children: [] },
]
const brands: Brand[] = Array.from({ length: 10 }, (_, at) => ({ id: at + 1, name: `Maker ${at + 1}` }))
const aisles = {
  categories: { state: 'ready' as const, items: categories },
  brands: { state: 'ready' as const, items: brands },
  expanded: [1],
  current: { category: null, brand: null },
  onToggleCategory: nothing,
  onRetry: nothing,
}
const header = (search: ReactElement | null) => (
  <Header open={false} onToggle={nothing} search={search} account={<i>account</i>} cart={<i>cart</i>} />
)

describe('the header of every page', () => {
  // Specification: 1.22, 1.23, 1.24
  test('shows phone, street with suburb, and opening hours', () => {
    const html = drawn(<SlimBar />)
    expect(html).toContain(`href="${store.phoneLink}"`)
    expect(html).toContain(store.phone)
    expect(html).toContain('88 Lantern Lane, Eastwood')
    expect(html).toContain('Monday to Sunday 8:30am to 8:30pm')
  })

  // Specification: 2.3.7, 2.3.8, 2.3.9, 6.8
  test('has the logo with a link to /, five links, and icons for contact, account, cart and menu', () => {
    const html = drawn(header(<i>search</i>))
    expect(linksIn(html)).toEqual([
      ['Lucky Lantern Grocer, home', '/'],
      ['Contact Us', '/main/contact-us'],
      ['Home', '/main/product-list/0'],
      ['Shipping', '/main/delivery-info'],
      ['FAQ', '/main/faq'],
      ['Contact Us', '/main/contact-us'],
      ['About Us', '/main/about-us'],
    ])
    expect(html).toContain('aria-label="Menu"')
    expect(html).toMatch(/<i>search<\/i>.*<i>account<\/i><i>cart<\/i>/)
  })

  // Specification: 2.1.29
  test('omits the search on request', () => {
    expect(drawn(header(null))).toContain(' id="search"></div>')
  })

  // Specification: 2.3.1, 2.3.2
  test('has a field "Search product" and a button "Search"', () => {
    const html = drawn(<Search text="" onType={nothing} onSubmit={nothing} />)
    expect(html.match(/<input type="text"/g)).toHaveLength(1)
    expect(html).toContain('placeholder="Search product"')
    expect(html).toMatch(/<button type="submit">Search<\/button>/)
  })
})

describe('the line about the cart', () => {
  // Specification: 2.3.14, 2.3.15, S.1.31
  test.each<[string, CartLine[]]>([
    ['0 item(s) - $ 0', []],
    ['1 item(s) - $ 15.90', [riceLine]],
    ['4 item(s) - $ 43.00', [{ ...riceLine, quantity: 4, totalPrice: 43 }]],
    ['4 item(s) - $ 51.60', [riceLine, teaLine]],
  ])('says %s', (text, lines) => expect(cartText(lines)).toBe(text))
})

describe('the cart’s dropdown', () => {
  // Specification: 2.3.13, 2.3.16, 2.3.17, 2.3.18, 2.3.19, 2.3.20
  test('lists each line with link, quantity, total and a button to remove it, and links to cart and checkout', () => {
    const html = drawn(<CartSheet lines={[riceLine, teaLine]} {...cartSheet} />)
    expect(linksIn(html)).toEqual([
      ['Jasmine Rice 5 kg 金穗香米', '/main/product-detail/1'],
      ['Jasmine Tea 100 g', '/main/product-detail/2'],
      ['View Cart', '/cart'],
      ['Checkout', '/check-out'],
    ])
    expect(html).toMatch(/>Shopping Cart<.*x 1<.*\$15\.90.*x 3<.*\$35\.70.*Total.*\$51\.60/)
    expect(html).toContain('aria-label="Remove Jasmine Tea 100 g"')
  })

  // Specification: 2.3.21, 8.13
  test('says that it is empty', () => {
    const html = drawn(<CartSheet lines={[]} {...cartSheet} />)
    expect(html).toContain('You have no items in your shopping cart.')
    expect(linksIn(html)).toEqual([['Continue Shopping', '/main/product-list/0']])
  })

  test('shows no lines before the gateway has sent them', () => {
    const html = drawn(<CartSheet lines={null} {...cartSheet} />)
    expect(html).not.toMatch(/no items|item\(s\)/)
    expect(linksIn(html)).toEqual([['View Cart', '/cart']])
  })
})

describe('the account’s dropdown', () => {
  // Specification: 2.3.22, 6.4
  test('offers a visitor Register and Login', () => {
    expect(linksIn(drawn(<AccountSheet customer={null} onClose={nothing} />))).toEqual([
      ['Register', '/main/register'],
      ['Login', '/auth/login'],
    ])
  })

  // Specification: 2.3.23, 2.3.24, 6.5
  test('offers a customer My Account and Logout, and greets by first and last name', () => {
    const html = drawn(<AccountSheet customer={mai} onClose={nothing} />)
    expect(linksIn(html)).toEqual([
      ['My Account', '/manage-account'],
      ['Logout', '/auth/logout'],
    ])
    expect(html).toContain('>Welcome, Mai Tran<')
    expect([greetingOf(mai), greetingOf(null)]).toEqual(['Welcome, Mai Tran', 'Welcome'])
  })
})

describe('the side menu', () => {
  // Specification: 2.4.1, 2.4.3, 2.4.4, S.2.1
  test('has the aisles as a tree, and the brands with a link to all brands', () => {
    const html = drawn(<SideMenu {...aisles} />)
    expect(html).toMatch(/<h2>Shop By Categories<\/h2>.*<h2>Shop By Brand<\/h2>/)
    expect(html).toMatch(/<button[^>]*aria-expanded="true"[^>]*>.*Rice/)
    // links in place of the tree, for browsers without JavaScript
    const [, withoutScript] = /<noscript>(.*?)<\/noscript>/.exec(html)!
    expect(linksIn(withoutScript!)).toEqual([
      ['Rice', '/main/product-list/1?by=category'],
      ['Gifts', '/main/product-list/2?by=category'],
    ])
    const links = linksIn(html.replace(/<noscript>.*?<\/noscript>/, ''))
    expect(links.slice(0, 3)).toEqual([
      ['All Rice', '/main/product-list/1?by=category'],
      ['Jasmine', '/main/product-list/11?by=category'],
      ['Gifts', '/main/product-list/2?by=category'],
    ])
    expect(links[3]).toEqual(['Maker 1', '/main/product-list/1?by=brand'])
    expect(links).toHaveLength(3 + 10 + 1)
    expect(links.at(-1)).toEqual(['View All Brands', '/main/brands'])
  })

  // Specification: 3.10
  test('marks the list that is shown', () => {
    const current = { category: 11, brand: null }
    const html = drawn(<SideMenu {...aisles} current={current} />)
    expect(html.match(/<a [^>]*aria-current="page"[^>]*>.*?<\/a>/g)).toEqual([expect.stringContaining('Jasmine')])
    expect(drawn(<SideMenu {...aisles} />)).not.toContain('aria-current')
  })
})

describe('the suburb or city', () => {
  const field = (limited: boolean) =>
    drawn(
      <CityField
        name="delivery.city"
        autoComplete="off"
        value=""
        suburbs={[{ name: 'Eastwood', postCode: '2122' }]}
        state="ready"
        limited={limited}
        error={null}
        onType={nothing}
        onChosen={nothing}
        onLeave={nothing}
      />,
    )

  // Specification: 5.27, 5.28
  test('is chosen from the list if shipping is limited to areas, and typed otherwise', () => {
    expect(field(true)).toMatch(/<select[^>]*name="delivery\.city".*<option value="Eastwood">Eastwood<\/option>/)
    expect(field(false)).toMatch(/<input[^>]*name="delivery\.city"/)
    expect(field(false)).not.toContain('<select')
  })
})

/** An overlay is rendered by the browser only: here its children are checked. */
function within(part: ReactElement): ReactNode {
  const { children } = part.props as { children?: ReactNode }
  return isValidElement(part) ? children : null
}

describe('the side menu of small screens', () => {
  const drawer = (customer: Greeted | null) =>
    drawn(within(Drawer({ ...aisles, open: true, customer, onClose: nothing })))
  const html = drawer(null)

  // Specification: 2.3.29, 2.3.30
  test('has a section CATEGORY that expands, and a section BRAND with a link to all brands', () => {
    expect(html).toMatch(/<h2>CATEGORY<\/h2>.*Rice.*Jasmine.*Gifts.*<h2>BRAND<\/h2>.*Maker 1.*View All Brands/)
  })

  test('offers a visitor Register and Login, and repeats the links of the header', () => {
    const names = linksIn(html.slice(html.indexOf('View All Brands'))).map(([name]) => name)
    expect(names.slice(-7)).toEqual(['Register', 'Login', 'Home', 'Shipping', 'FAQ', 'Contact Us', 'About Us'])
  })

  // Specification: 2.3.31, 2.3.32, 2.3.33
  test('offers a customer My Account, My Order and Logout', () => {
    const own = drawer(mai)
    const [account, orders] = [own.indexOf('<h2>My Account</h2>'), own.indexOf('<h2>My Order</h2>')]
    expect(linksIn(own.slice(account, orders))).toEqual([
      ['Edit Account', '/manage-account/modify-account'],
      ['Change Password', '/manage-account/change-password'],
      ['Modify Billing Address', '/manage-account/modify-address'],
      ['Modify Delivery Address', '/manage-account/modify-delivery-address'],
    ])
    expect(linksIn(own.slice(orders)).slice(0, 3)).toEqual([
      ['Current Order', '/manage-order/current-order'],
      ['Order History', '/manage-order/history-order'],
      ['Logout', '/auth/logout'],
    ])
    expect(own).not.toContain('Register')
    expect(html).not.toContain('Logout')
  })
})

describe('the footer of every page', () => {
  const html = drawn(<StaticFooter />)

  // Specification: 1.25
  test('has the email address, the street and the hours', () => {
    expect(html).toContain(`href="mailto:${store.email}"`)
    expect(html).toContain(store.streetAddress)
    expect(html).toContain(store.openingHours)
  })

  // Specification: 1.26
  test('links to every profile of the store', () => {
    const links = new Map(linksIn(html) as [string, string][])
    for (const { name, url } of store.socialLinks) expect(links.get(name)).toBe(url)
    expect([...links.values()].filter(to => to === '#' || to === '')).toEqual([])
  })

  // Specification: 1.27
  test('names the wallet and the cards that are accepted', () => {
    expect(html).toMatch(/Accepted payments.*PayPal.*Visa.*Mastercard.*American Express/)
  })
})
