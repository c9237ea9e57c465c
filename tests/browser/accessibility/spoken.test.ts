import { describe, expect, test } from 'vitest'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'
const filled = { cart: [[101, 2]] } as const

/** Records the announcements of live regions, in order. */
function listen() {
  const page = globalThis as unknown as { spoken: string[] }
  page.spoken = []
  const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
  const hear = (node: Node) => {
    const region = (node instanceof Element ? node : node.parentElement)?.closest(live)
    const text = region?.textContent?.trim().replace(/\s+/g, ' ')
    if (text && page.spoken.at(-1) !== text) page.spoken.push(text)
  }
  const all = { childList: true, characterData: true, subtree: true }
  new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) {
      hear(target)
      for (const node of addedNodes) {
        hear(node)
        if (node instanceof Element) node.querySelectorAll(live).forEach(hear)
      }
    }
  }).observe(document.body, all)
}

/** Opens a page for a screen reader user. */
async function listensTo(path: string, shopper: Shopper) {
  await shopper.goes(path)
  await shopper.page.evaluate(listen)
  const spoken = () => shopper.page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken)
  return (text: string) =>
    expect.poll(async () => (await spoken()).some(one => one.includes(text)), { message: text }).toBe(true)
}

describe('a screen reader announces', () => {
  test('that a product is being added, that it was added, and the new content of the cart', async () => {
    const shopper = await openShop()
    const hears = await listensTo(home, shopper)
    await shopper.seesCart('0 item(s) - $ 0')
    await shopper.adds(rice)
    await hears(`Success: You have added ${rice}`)
    await hears('Shopping Cart: 1 item(s) - $ 15.90')
  })

  test('that a line was removed, and the new content of the cart', async () => {
    const shopper = await openShop({ cart: [[101, 2], [901, 1]] }) // prettier-ignore
    const hears = await listensTo('/cart', shopper)
    await shopper.presses(`Remove ${rice}`)
    await hears(`Success: Remove ${rice}`)
    await hears('Shopping Cart: 1 item(s) - $ 2.20')
  })

  test('the number of products, the page, and that the next page is loading', async () => {
    const shopper = await openShop({ begins: 'in the browser' })
    const hears = await listensTo(home, shopper)
    await shopper.follows('Next')
    await hears('Page 2 of 5')
    shopper.gateway.holds('products')
    await shopper.follows('Golden Paddy', shopper.aisles)
    await hears('Loading')
    await shopper.gateway.answers()
    await hears(' products')
  })

  test('a part that could not be loaded', async () => {
    const shopper = await openShop({ begins: 'in the browser' })
    const hears = await listensTo(home, shopper)
    shopper.gateway.fails('products', 'HTTP 500')
    await shopper.follows('Golden Paddy', shopper.aisles)
    await hears('We couldn’t load the products')
  })

  test('the number of errors in a form, and the error of a coupon', async () => {
    const shopper = await openShop(filled)
    const hears = await listensTo('/check-out', shopper)
    await shopper.presses('Continue')
    await hears('Please fix these 7 fields')
    await shopper.field('First name').fill('Mai')
    await hears('Please fix these 6 fields')
    await shopper.follows('Edit cart')
    await shopper.seesHeading('Shopping Cart')
    shopper.gateway.says('validateCoupon', { statusCode: 404, message: 'This coupon has expired.', data: null })
    await shopper.appliesCoupon('HOTPOT20')
    await hears('This coupon has expired.')
  })
})

describe('a screen reader announces to a customer', () => {
  test('that the account or its orders are loading or could not be loaded, and the errors of a change', async () => {
    const { token } = await newCustomer()
    const shopper = await openShop({ token, begins: 'in the browser' })
    shopper.gateway.fails(['begin', 'orders'], 'HTTP 500')
    const hears = await listensTo('/manage-account', shopper)
    await shopper.sees('We couldn’t load your account')
    await hears('We couldn’t load your orders')
    shopper.gateway.holds('orders')
    await shopper.main.getByRole('button', { name: 'Try again' }).last().click()
    await hears('Loading your orders')
    await shopper.gateway.answers()
    await shopper.presses('Try again')
    await shopper.follows('Change Password')
    await shopper.seesHeading('Change Password')
    await shopper.presses('Save')
    await hears('Please fix these 3 fields')
    shopper.gateway.says('updatePassword', { statusCode: 409, message: 'Your current password is incorrect.' })
    for (const label of ['Current password', 'Password', 'Confirm password'])
      await shopper.field(label).fill('plum-lantern-47')
    await shopper.presses('Save')
    await hears('Your current password is incorrect.')
    await shopper.goes('/auth/logout')
    await shopper.main.getByRole('status').getByText('You have been logged out.').waitFor()
  })
})

/** Accessible names and roles in reading order. */
const outline = async ({ page }: Shopper, part: 'banner' | 'contentinfo' | 'main') =>
  page.getByRole(part).ariaSnapshot()

/** Every call is answered, and nothing says that it is loading. */
const hasLoaded = (shopper: Shopper) =>
  expect.poll(async () => shopper.unanswered.length + (await shopper.main.getByText(/^Loading/).count())).toBe(0)

describe('the accessibility tree', () => {
  test('has the same header and footer, in the same order, on every page', async () => {
    const shopper = await openShop()
    await shopper.goes('/main/faq')
    const parts = async () => {
      await shopper.seesCart('0 item(s) - $ 0')
      return {
        head: (await outline(shopper, 'banner')).replaceAll(' [active]', ''),
        store: await shopper.page.getByRole('region', { name: 'Store details' }).ariaSnapshot(),
        foot: await outline(shopper, 'contentinfo'),
      }
    }
    const first = await parts()
    expect(first).toMatchSnapshot()
    for (const path of [home, '/main/product-detail/101', '/main/brands', '/main/contact-us', '/cart']) {
      await shopper.goes(path)
      expect.soft(await parts(), path).toEqual(first)
    }
    // the head of the checkout leaves out the links and 'Deliver to' (the address is asked for there), and has the search behind a button;
    // the order is the same
    await shopper.goes('/check-out')
    const { head, store, foot } = await parts()
    expect(head).toMatchSnapshot()
    expect(store).toBe(first.store.replace('  - button "Deliver to"\n', ''))
    expect(store).not.toBe(first.store)
    expect(foot).toBe(first.foot)
  })

  test.each([
    ['the cart', '/cart'],
    ['the checkout', '/check-out'],
    ['a product', '/main/product-detail/101'],
    ['a search without result', `${home}?by=search&q=xyzzy`],
  ])('of %s matches its snapshot', async (_, path) => {
    const shopper = await openShop(filled)
    await shopper.goes(path)
    await shopper.seesCart('2 item(s) - $ 31.80')
    await hasLoaded(shopper)
    expect(await outline(shopper, 'main')).toMatchSnapshot()
  })
})

test('a toast moves away from the element that has keyboard focus', async () => {
  const shopper = await openShop({ width: 390, height: 700, noTimeouts: true })
  await shopper.goes(home)
  await shopper.adds(rice)
  const message = shopper.page.locator('[data-sonner-toast]').first()
  const list = shopper.main.getByRole('button', { name: 'List view' })
  await list.focus()
  await shopper.page.keyboard.press('Shift+Tab')
  await shopper.page.keyboard.press('Tab')
  const boxOf = (one: typeof list) => one.evaluate(it => it.getBoundingClientRect().toJSON() as DOMRect)
  const under = await boxOf(message)
  await list.evaluate((button, top) => scrollBy(0, button.getBoundingClientRect().top - top), under.top + 10)
  await shopper.page.keyboard.press('Shift+Tab')
  await shopper.page.keyboard.press('Tab')
  await expect
    .poll(async () => {
      const [card, button] = [await boxOf(message), await boxOf(list)]
      return card.top >= button.bottom || card.bottom <= button.top
    })
    .toBe(true)
})
