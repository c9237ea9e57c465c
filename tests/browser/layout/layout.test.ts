import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openShop, shareShop, type Shopper } from '../../kit/shopper.ts'
import { shopUrl } from '../../kit/test-location.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'

const drawer = ({ page }: Shopper) => page.getByRole('dialog', { name: 'Menu' })
const account = ({ page }: Shopper) => page.getByRole('region', { name: 'Account' })
const prices = async ({ main }: Shopper) =>
  (await main.getByRole('article').locator('[class*=price] b').allTextContents()).map(text => Number(text.slice(1)))

const falls = (amounts: number[]) => amounts.every((amount, at) => at === 0 || amount <= amounts[at - 1]!)

const visitor = shareShop()
const guest = shareShop(() => ({ cart: [[101, 2]] }))

describe('the header', () => {
  // Specification: 2.3.21, 2.3.27, 6.4, S.1.39
  test('opens one dropdown at a time, and a press elsewhere closes it', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    await shopper.opensCart()
    await shopper.sees('You have no items in your shopping cart.', shopper.cartMenu)
    await shopper.presses(/Account/, shopper.header)
    await account(shopper).getByRole('link', { name: 'Register' }).waitFor()
    await shopper.cartMenu.waitFor({ state: 'hidden' })
    await shopper.opensCart()
    await account(shopper).waitFor({ state: 'hidden' })
    await shopper.presses('Noodles', shopper.aisles)
    await shopper.cartMenu.waitFor({ state: 'hidden' })
    await shopper.opensCart()
    await shopper.h1.click()
    await shopper.cartMenu.waitFor({ state: 'hidden' })
  })

  // Specification: 1.6, 2.3.11, 2.3.13, 2.3.15, 2.3.19, 4.13, 4.14
  test('shows what is in the cart, and removes a line', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    await shopper.seesCart('0 item(s) - $ 0')
    await shopper.adds(rice)
    await shopper.seesCart('1 item(s) - $ 15.90')
    await shopper.opensCart()
    await shopper.sees('x 1', shopper.cartMenu)
    await shopper.cartMenu.getByRole('link', { name: rice }).waitFor()
    await shopper.cartMenu.getByRole('link', { name: 'View Cart' }).waitFor()
    await shopper.cartMenu.getByRole('button', { name: 'Checkout', disabled: true }).waitFor()
    await shopper.presses(`Remove ${rice}`, shopper.cartMenu)
    await shopper.seesToast(`Success: Remove ${rice}`)
    await shopper.cartMenu.waitFor({ state: 'hidden' })
    await shopper.seesCart('0 item(s) - $ 0')
  })

  // Specification: 1.3, 2.3.3, 2.3.4, 2.3.5, 2.3.6, 2.5.4
  test('ignores a blank search, and clears the search box after a search', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    const box = shopper.header.getByRole('combobox', { name: 'Search product' })
    const button = shopper.header.getByRole('button', { name: 'Search' })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await box.fill('   ')
    await expect.poll(() => button.isDisabled()).toBe(true)
    await box.press('Enter')
    await shopper.seesPath(home)
    await box.fill(' soy sauce ')
    await box.press('Enter')
    await shopper.seesHeading(/^Results for “soy sauce” \d+ products$/)
    await shopper.seesPath(`${home}?by=search&q=soy+sauce`)
    await expect.poll(() => box.inputValue()).toBe('')
    await expect.poll(() => button.isDisabled()).toBe(true)
    await shopper.searches('xyzzy')
    await shopper.sees('No product found.')
  })
})

describe('the header of the checkout', () => {
  const links = ({ header }: Shopper) => header.getByRole('navigation', { name: 'Main' })
  const opener = ({ header }: Shopper) => header.locator('[popovertarget]')
  const box = ({ header }: Shopper) => header.getByRole('combobox', { name: 'Search product' })

  // Specification: 2.1.20, 2.1.21
  test('is one row with the phone number and opening hours, without links and menu; the cart has the header of all pages', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    const { page, header } = shopper
    await shopper.goes('/cart')
    expect([await links(shopper).isVisible(), await opener(shopper).isVisible()]).toEqual([true, false])
    await shopper.goes('/check-out')
    await shopper.seesCart('2 item(s) - $ 31.80')
    expect(await links(shopper).isVisible()).toBe(false)
    const height = (await header.boundingBox())!.height
    expect(height).toBeLessThanOrEqual(81)
    for (const text of ['(02) 5550 0188', 'Monday to Sunday 8:30am to 8:30pm']) {
      const { y, height: line } = (await page
        .getByRole('region', { name: 'Store details' })
        .getByText(text)
        .boundingBox())!
      expect([y >= 0, y + line <= height]).toEqual([true, true])
    }
    await expect.poll(() => page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).isVisible()).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await header.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    expect((await header.boundingBox())!.height).toBeLessThanOrEqual(67)
  })

  test('is the same in the server’s HTML, before any script has loaded', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    const { page } = shopper
    await page.route(/\/assets\/.*\.js$/, () => {})
    await page.goto(`${shopUrl()}/check-out`, { waitUntil: 'commit' })
    await shopper.h1.waitFor()
    expect([await links(shopper).isVisible(), await opener(shopper).isVisible()]).toEqual([false, true])
    expect((await shopper.header.boundingBox())!.height).toBeLessThanOrEqual(81)
  })

  // Specification: 2.1.20, 2.3.2
  test('has the search behind a button, which opens it under the header and moves the focus to it', async () => {
    const shopper = await openShop({ cart: [[101, 2]], width: 390, height: 844 })
    const { page } = shopper
    await shopper.goes('/check-out')
    await page.evaluate(() => scrollTo(0, 300))
    expect(await box(shopper).isVisible()).toBe(false)
    await opener(shopper).click()
    await expect.poll(() => box(shopper).evaluate(field => field === document.activeElement)).toBe(true)
    const header = (await opener(shopper).boundingBox())!
    expect((await box(shopper).boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height)
    await page.keyboard.press('Escape')
    await box(shopper).waitFor({ state: 'hidden' })
    expect(await opener(shopper).evaluate(button => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await box(shopper).fill('soy sauce')
    await page.keyboard.press('Enter')
    await shopper.seesHeading(/^Results for “soy sauce”/)
    expect([await box(shopper).isVisible(), await opener(shopper).isVisible()]).toEqual([true, false])
  })
})

describe('the side menu', () => {
  // Specification: 2.2.3, 2.3.12, 2.3.29, 2.3.30, 9.10, S.1.36, S.1.37, S.1.38
  test('is beside the content from 1025 px on, and is the drawer below that width', async () => {
    const shopper = await openShop({ width: 1025 })
    const toggle = shopper.header.getByRole('button', { name: 'Menu' })
    await shopper.goes(home)
    await shopper.aisles.waitFor()
    expect(await toggle.isVisible()).toBe(false)
    await shopper.page.setViewportSize({ width: 1024, height: 900 })
    await shopper.aisles.waitFor({ state: 'hidden' })
    await toggle.click()
    await shopper.presses('Rice & Grains', drawer(shopper))
    await shopper.presses('Noodles', drawer(shopper))
    await drawer(shopper).getByRole('link', { name: 'Flours & Batters' }).waitFor()
    await drawer(shopper).getByRole('link', { name: 'Golden Paddy' }).waitFor()
    await shopper.follows('View All Brands', drawer(shopper))
    await drawer(shopper).waitFor({ state: 'hidden' })
    await shopper.seesHeading(/^Brands/)
  })

  // Specification: 1.1, 1.2, 2.4.2, 2.4.5, S.2.3
  test('links to aisles and brands with URLs that can be shared', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    await shopper.presses('Noodles', shopper.aisles)
    await shopper.follows('Instant & Cup Noodles', shopper.aisles)
    await shopper.seesPath('/main/product-list/14?by=category')
    await shopper.seesHeading(/^Instant & Cup Noodles \d+ products$/)
    await shopper.follows('Golden Paddy', shopper.aisles)
    await shopper.seesHeading(/^Golden Paddy \d+ products$/)
    await shopper.reloads()
    await shopper.seesHeading(/^Golden Paddy \d+ products$/)
    await shopper.seesTitle('Golden Paddy · Lucky Lantern Grocer')
  })

  // Specification: 2.1.20, 2.2.3, 2.3.28
  test('is hidden in the checkout', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.goes(home)
    await shopper.main.getByRole('article').first().waitFor()
    await shopper.aisles.waitFor()
    await shopper.opensCart()
    await shopper.follows('Checkout', shopper.cartMenu)
    await shopper.seesHeading('Checkout')
    await shopper.aisles.waitFor({ state: 'hidden' })
  })
})

describe('the product list', () => {
  // Specification: 2.5.2, 2.5.11, 2.5.12, S.1.34, S.2.2, S.2.3, S.2.12, S.2.13
  test('takes sorting, filter, page and layout from its URL, also after a reload', async () => {
    const shopper = await openShop()
    const { main, page } = shopper
    await shopper.goes('/main/product-list/8?by=category')
    await main.getByRole('article').nth(7).waitFor()
    const all = await shopper.h1.locator('small').textContent()
    await main.getByRole('checkbox', { name: /^In stock only/ }).check()
    await shopper.seesPath('/main/product-list/8?by=category&stock=1')
    await expect.poll(() => shopper.h1.locator('small').textContent()).not.toBe(all)
    await main.getByLabel('Sort').selectOption({ label: 'Price: high to low' })
    await shopper.seesPath('/main/product-list/8?by=category&sort=price-desc&stock=1')
    await expect.poll(async () => falls(await prices(shopper))).toBe(true)
    await shopper.follows('Next')
    await shopper.seesPath('/main/product-list/8?by=category&sort=price-desc&stock=1&page=2')
    await expect.poll(() => shopper.scrolledTo()).toBe(0)
    await page
      .getByRole('navigation', { name: 'Pagination' })
      .getByRole('link', { name: '2', exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor()
    await shopper.presses('List view')
    await shopper.seesPath('/main/product-list/8?by=category&sort=price-desc&stock=1&view=list&page=2')
    const listed = await main.getByRole('article').getByRole('heading').allTextContents()
    await shopper.reloads()
    await expect.poll(() => main.getByRole('article').getByRole('heading').allTextContents()).toEqual(listed)
    await expect.poll(() => main.getByRole('button', { name: 'List view' }).getAttribute('aria-pressed')).toBe('true')
    await shopper.presses('Grid view')
    await main.getByLabel('Sort').selectOption({ label: 'Name' })
    await shopper.seesPath('/main/product-list/8?by=category&sort=name&stock=1')
  })

  // Specification: 4.39
  test("shows products that are out of stock without 'Add to Cart'", async () => {
    const shopper = await openShop()
    await shopper.goes('/main/product-detail/801')
    await shopper.sees('OUT OF STOCK')
    expect(await shopper.main.getByRole('button', { name: 'Add to Cart', exact: true }).count()).toBe(0)
  })

  // Specification: 9.6, 9.7, 9.8, 9.9
  test('has 2, 3 or 4 columns, depending on the width of the window', async () => {
    const shopper = await openShop({ width: 599 })
    await shopper.goes(home)
    const grid = shopper.main.getByRole('list').filter({ has: shopper.page.getByRole('article') })
    for (const [width, columns] of [
      [599, 2],
      [600, 3],
      [767, 3],
      [768, 4],
    ] as const) {
      await shopper.page.setViewportSize({ width, height: 900 })
      const count = () => grid.evaluate(list => getComputedStyle(list).gridTemplateColumns.split(' ').length)
      await expect.poll(count, { message: `${width} px` }).toBe(columns)
    }
  })
})

describe('paths', () => {
  // Specification: 2.1.30, 8.17, S.1.21
  test.each(['/nowhere', '/main/product-list/x', '/main/product-detail/0', '/cart/more'])(
    'that do not exist show “Page not found”: %s',
    async path => {
      const shopper = await visitor()
      await shopper.goes(path)
      await shopper.seesHeading('Page not found')
      await shopper.seesTitle('Page not found · Lucky Lantern Grocer')
      await shopper.follows('Back to the shop')
      await shopper.seesHeading(/^Features/)
    },
  )

  test.each([
    ['on the server', 0],
    ['in the browser', 1],
  ] as const)(
    'of unknown products show “Page not found”, rendered %s, with %i requests from the browser',
    async (begins, times) => {
      const shopper = await openShop({ begins })
      await shopper.goes('/main/product-detail/987654')
      await shopper.seesHeading('Page not found')
      expect(shopper.gateway.count('product')).toBe(times)
    },
  )

  // Specification: 2.1.1
  test('that are empty lead to the featured products', async () => {
    const shopper = await openShop()
    await shopper.goes('/')
    await shopper.seesPath(home)
    await shopper.seesHeading(/^Features/)
  })
})

/** The texts of what a button lies over, if that is content or a control. */
const coveredBy = (button: Locator, content = 'main *, a, button, input') =>
  button.evaluate((one, content) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return [0.1, 0.5, 0.9]
      .map(part => document.elementsFromPoint(x + width * part, y + height * part).find(other => !one.contains(other))!)
      .filter(other => other.matches(content))
      .map(other => other.textContent)
  }, content)

describe('scrolling', () => {
  // Specification: 2.9.2, 2.9.3, 9.18
  test('by more than 100 px shows the button back to the top', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    await shopper.main.getByRole('article').first().waitFor()
    const button = shopper.page.getByRole('button', { name: 'Scroll to top', includeHidden: true })
    await shopper.page.evaluate(
      () =>
        new Promise(resolve => {
          // the scroll event fires before the next frame, and the result is painted in the frame after it
          addEventListener('scroll', () => requestAnimationFrame(() => requestAnimationFrame(resolve)), { once: true })
          scrollTo(0, 100)
        }),
    )
    expect(await button.isVisible()).toBe(false)
    await shopper.page.evaluate(() => scrollTo(0, 101))
    await expect.poll(() => button.isVisible()).toBe(true)
    // in the header's row of links, where it covers nothing
    expect(await coveredBy(button)).toEqual([])
    const { y, height } = (await button.boundingBox())!
    const { y: top, height: high } = (await shopper.header.getByRole('navigation').boundingBox())!
    expect(y).toBeGreaterThanOrEqual(top)
    expect(y + height).toBeLessThanOrEqual(top + high)
    // but not over an open dropdown
    await shopper.opensCart()
    await shopper.page.evaluate(() => scrollTo(0, 300))
    await button.waitFor({ state: 'attached' })
    expect(await button.isVisible()).toBe(false)
    await shopper.page.keyboard.press('Escape')
    await shopper.page.evaluate(() => scrollTo(0, 300))
    await button.waitFor()
    await button.click()
    await expect.poll(shopper.scrolledTo).toBe(0)
    await button.waitFor({ state: 'hidden' })
  })

  // Specification: 2.9.2, 2.9.3, 9.18
  test.each([
    [390, home],
    [768, home],
    [1280, '/check-out'],
  ])(
    'up at %i px shows the button on %s in the window, except while a control of the page has the focus',
    async (width, path) => {
      const shopper = await openShop({ cart: [[101, 2]], width, height: 600 })
      const { page, main } = shopper
      await shopper.goes(path)
      await main.getByRole('link').first().waitFor()
      const button = page.getByRole('button', { name: 'Scroll to top' })
      const scrolls = (by: number) => page.evaluate(by => scrollBy({ top: by, behavior: 'instant' }), by)
      /** Whether the button is in the window. */
      const isInView = () =>
        button.evaluate(one => {
          const { top, bottom } = one.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        })
      await scrolls(300)
      await button.waitFor()
      expect(await isInView()).toBe(false)
      await scrolls(-100)
      await expect.poll(isInView).toBe(true)
      expect(await coveredBy(button, '[data-pinned], [data-pinned] *')).toEqual([])
      await page.keyboard.press('Shift') // switches the browser to keyboard focus
      await main.evaluate(one => one.querySelector<HTMLElement>('a[href], input')!.focus({ preventScroll: true }))
      await expect.poll(isInView).toBe(false)
      await main.evaluate(() => (document.activeElement as HTMLElement).blur())
      await expect.poll(isInView).toBe(true)
      await button.click()
      await expect.poll(shopper.scrolledTo).toBe(0)
    },
  )

  test('to the end of the page shows the button above the footer, where it covers nothing', async () => {
    const shopper = await openShop({ width: 390, height: 844 })
    await shopper.goes(home)
    await shopper.main.getByRole('article').first().waitFor()
    const button = shopper.page.getByRole('button', { name: 'Scroll to top' })
    await shopper.page.evaluate(() => scrollTo(0, 500))
    await button.waitFor()
    await button.evaluate(one => one.scrollIntoView({ block: 'center' }))
    expect(await coveredBy(button)).toEqual([])
  })

  // WCAG 1.4.11
  test('shows an arrow with a contrast of 3:1 at least, in light and dark', async () => {
    const shopper = await openShop({ width: 390, height: 844 })
    const { page } = shopper
    await shopper.goes(home)
    await shopper.main.getByRole('article').first().waitFor()
    await page.evaluate(() => scrollTo(0, 500))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const contrast = await page.getByRole('button', { name: 'Scroll to top' }).evaluate(button => {
        for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
        const { color, backgroundColor } = getComputedStyle(button.querySelector('svg')!.parentElement!)
        const [light, dark] = [color, backgroundColor]
          .map(text => {
            const [red, green, blue] = text.match(/\d+/g)!.map(part => {
              const value = Number(part) / 255
              return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
            })
            return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
          })
          .toSorted((a, b) => b - a)
        return (light! + 0.05) / (dark! + 0.05)
      })
      expect(contrast, colorScheme).toBeGreaterThan(3)
    }
  })
})

const pages: [path: string, title: string][] = [
  [home, 'Features'],
  [`${home}?view=list&page=2`, 'Features · Page 2'],
  ['/main/product-list/2?by=category', 'Noodles'],
  [`${home}?by=search&q=xyzzy`, 'Results for “xyzzy”'],
  ['/main/product-detail/101', 'Golden Paddy Jasmine Rice 5 kg 金穗香米'],
  ['/main/brands', 'Brands'],
  ['/main/contact-us', 'Contact Us'],
  ['/main/about-us', 'About Us'],
  ['/main/delivery-info', 'Shipping'],
  ['/main/terms-conditions', 'Terms & Conditions'],
  ['/main/privacy-policy', 'Privacy Policy'],
  ['/main/faq', 'FAQ'],
  ['/main/accessibility', 'Accessibility'],
  ['/cart', 'Shopping Cart'],
  ['/check-out', 'Checkout'],
  ['/nowhere', 'Page not found'],
]
const widths = [320, 390, 599, 768, 899, 1024, 1280, 1920]

describe('every page', () => {
  // Specification: 2.2.1, S.1.1, S.1.2, S.1.4, S.4.1
  test.each(pages)('has one h1, a main landmark, its own title, and no horizontal scroll: %s', async (path, title) => {
    const shopper = await guest()
    await shopper.goes(path)
    await shopper.seesTitle(`${title} · Lucky Lantern Grocer`)
    await expect.poll(() => shopper.h1.count()).toBe(1)
    await expect.poll(() => shopper.main.count()).toBe(1)
    expect([await shopper.header.count(), await shopper.page.getByRole('contentinfo').count()]).toEqual([1, 1])
    await expect.poll(() => shopper.page.locator('html').getAttribute('lang')).toBe('en-AU')
    const wide: number[] = []
    for (const width of widths) {
      await shopper.page.setViewportSize({ width, height: 900 })
      if ((await shopper.horizontalOverflow()) > 0) wide.push(width)
    }
    expect(wide).toEqual([])
  })

  test('of the checkout has no horizontal scroll at any step', async () => {
    const shopper = await openShop({ cart: [[101, 2]], width: 320 })
    const wide: string[] = []
    const look = async (at: string) => {
      for (const width of widths) {
        await shopper.page.setViewportSize({ width, height: 900 })
        if ((await shopper.horizontalOverflow()) > 0) wide.push(`${at} at ${width} px`)
      }
    }
    await shopper.checksOut()
    await shopper.presses('Continue')
    await look('errors')
    await shopper.fillsDetails({ 'First name': 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2) })
    await look('details')
    for (const step of ['Delivery', 'Payment', 'Review'] as const) {
      await shopper.continues(step)
      await look(step)
    }
    await shopper.mayPlace()
    await shopper.placesOrder()
    await shopper.seesOrder()
    await look('confirmation')
    expect(wide).toEqual([])
  })
})
