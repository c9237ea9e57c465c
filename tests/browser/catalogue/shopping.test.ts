import { describe, expect, test } from 'vitest'
import { keptJournal } from '../../kit/kept-journal.ts'
import { openShop } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const rice = 'Golden Paddy Jasmine Rice 5 kg'
const cart = [[101, 2]] as const
const milk = [[901, 1]] as const

describe('adding', () => {
  // Specification: 2.5.8, 4.8, 4.9, 5.5, 9.25, S.3.6
  test.each([
    ['a list', `${home}?by=search&q=jasmine+rice`, /^Add to Cart: Golden Paddy Jasmine Rice 5 kg/],
    ['the page of a product', '/main/product-detail/101', /^Add to Cart$/],
  ])('from %s ignores further clicks until it is done, and stays on the page', async (_, path, name) => {
    const shopper = await openShop()
    const { gateway, main } = shopper
    await shopper.goes(path)
    await shopper.seesCart('0 item(s) - $ 0')
    gateway.holds('addLine')
    await shopper.presses(name)
    const adding = main.getByRole('button', { name: 'Adding...', exact: true })
    await adding.waitFor()
    await expect.poll(() => adding.getAttribute('aria-disabled')).toBe('true')
    await adding.click({ force: true })
    await gateway.answers('addLine')
    await main.getByRole('button', { name }).waitFor()
    await shopper.seesCart('1 item(s) - $ 15.90')
    expect(gateway.count('addLine')).toBe(1)
    await shopper.seesPath(path)
  })
})

describe('the cart', () => {
  // Specification: S.4.2
  test('shows each line with its picture, name, unit price, quantity and total', async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    const line = shopper.main.getByRole('listitem').filter({ hasText: rice })
    await line.waitFor()
    await expect
      .poll(() => line.getByRole('link', { name: rice }).getAttribute('href'))
      .toBe('/main/product-detail/101')
    await expect.poll(() => line.locator('img').count()).toBe(1)
    await expect.poll(() => line.textContent()).toMatch(/2 × \$15\.90.*\$31\.80/)
    await expect.poll(() => shopper.quantityOf(rice).inputValue()).toBe('2')
  })

  // Specification: 8.13, S.4.6, S.4.25
  test('that is empty says so and links to the products, before the gateway has answered', async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    await shopper.seesCart('2 item(s) - $ 31.80')
    shopper.gateway.holds('removeLine')
    await shopper.presses(`Remove ${rice}`)
    await shopper.sees('You have no items in your shopping cart.')
    await shopper.gateway.answers('removeLine')
    await shopper.follows('Continue Shopping')
    await shopper.seesHeading(/^Features/)
  })

  // Specification: S.3.4, S.4.3, S.4.5
  test('shows a quantity at once, and sends it after a pause', async () => {
    const shopper = await openShop({ cart, clock: true })
    const { gateway, page } = shopper
    await shopper.goes('/cart')
    await shopper.seesCart('2 item(s) - $ 31.80')
    await page.clock.pauseAt(Date.now() + 60_000)
    const more = shopper.main.getByRole('button', { name: `Increase quantity: ${rice}` })
    for (const quantity of ['3', '4']) {
      await more.click()
      await expect.poll(() => shopper.quantityOf(rice).inputValue()).toBe(quantity)
    }
    await page.clock.runFor(399)
    expect(gateway.count('changeLine')).toBe(0)
    await page.clock.runFor(1)
    await gateway.isAsked('changeLine')
    await shopper.seesCart('4 item(s) - $ 63.60')
  })

  // Specification: S.4.19, S.4.20, S.4.21, S.4.22
  test('below the minimum order shows the missing amount, and the checkout stays disabled', async () => {
    const shopper = await openShop({ cart: milk })
    const { main } = shopper
    await shopper.goes('/cart')
    await shopper.sees('Add $27.80 more')
    await main.getByText('Add $27.80 more to reach the minimum order of $30.00').first().waitFor()
    await expect
      .poll(() => main.getByRole('progressbar', { name: 'Minimum order' }).getAttribute('aria-valuenow'))
      .toBe('7')
    const checkout = main.getByRole('button', { name: 'Checkout', disabled: true }).first()
    await expect
      .poll(() => checkout.getAttribute('aria-describedby'))
      .toBe(await main.getByText('Add $27.80 more').first().locator('xpath=ancestor-or-self::p').getAttribute('id'))
    await checkout.click({ force: true })
    await shopper.seesPath('/cart')
    await shopper.goes('/check-out')
    await shopper.sees('Add $27.80 more to reach the minimum order of $30.00')
    expect(await shopper.field('First name').count()).toBe(0)
    await shopper.follows('View Cart')
    await main.getByRole('spinbutton').fill('14')
    await shopper.seesCart('14 item(s) - $ 30.80')
    await shopper.follows('Checkout')
    await shopper.seesStep('Your Details')
  })

  // Specification: S.4.12
  test('calls a coupon invalid if the gateway gives no reason', async () => {
    const shopper = await openShop({ cart })
    shopper.gateway.says('validateCoupon', { statusCode: 404, data: null })
    await shopper.goes('/cart')
    await shopper.appliesCoupon('WHATEVER')
    await shopper.sees('This coupon is not valid.')
  })

  test("shows its own message if the code for coupons can't be loaded, and retries", async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/cart')
    await shopper.field('Coupon code').waitFor()
    await shopper.page.route(/\/coupon-[^/]*\.js$/, route => route.abort())
    await shopper.appliesCoupon('WELCOME10')
    await shopper.sees('Something bad happened; please try again later.')
    // only this message of the browser names the file
    expect(shopper.errors.splice(0).filter(words => !/ERR_FAILED .*\/coupon-/.test(words))).toEqual([])
    await shopper.page.unroute(/\/coupon-[^/]*\.js$/)
    await shopper.presses('Apply Coupon')
    await shopper.sees('10% off ($3.18)')
  })

  // Specification: 4.16, S.4.10, S.4.15, S.4.23
  test('has its coupon validated again after a reload', async () => {
    const shopper = await openShop({ cart })
    const data = { couponCode: 'LANTERN5', discountType: 'amount', discountValue: 5 }
    shopper.gateway.says('validateCoupon', { data })
    await shopper.goes('/cart')
    await shopper.appliesCoupon('LANTERN5')
    await shopper.seesAmount('Discount', '−$5.00')
    await shopper.reloads()
    await shopper.gateway.isAsked('validateCoupon', 2)
    await shopper.seesAmount('Total', '$26.80')
    await shopper.presses('Remove Coupon')
    await shopper.seesAmount('Total', '$31.80')
    await shopper.follows('Continue Shopping')
    await shopper.seesHeading(/^Features/)
  })
})

describe('the checkout', () => {
  // Specification: S.1.13, S.1.18, S.8.2, S.8.3, S.8.4, S.8.9, S.8.10, S.8.14
  test('marks required fields, collapses completed steps, and opens them again', async () => {
    const shopper = await openShop({ cart })
    const { main } = shopper
    await shopper.checksOut()
    const titleOf = (label: string) => main.getByText(label, { exact: true }).first().locator('xpath=..')
    await expect.poll(() => shopper.field('First name').getAttribute('aria-required')).toBe('true')
    await expect.poll(() => titleOf('First name').textContent()).toBe('First name*')
    expect(await shopper.field('Company').getAttribute('aria-required')).toBeNull()
    await expect.poll(() => titleOf('Company').textContent()).toBe('Companyoptional')
    await expect
      .poll(() => main.getByRole('heading', { level: 2 }).allTextContents())
      .toEqual(expect.arrayContaining(['Your Details', 'Delivery', 'Payment', 'Review']))
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await expect.poll(() => main.getByRole('checkbox', { name: /^Same as billing address/ }).isChecked()).toBe(true)
    await expect.poll(() => main.getByRole('radio').count()).toBeGreaterThan(1)
    await shopper.sees('Mai Tran')
    await shopper.seesAmount('Delivery', '$5.90')
    await shopper.presses('Edit Your Details')
    await shopper.seesStep('Your Details')
    await expect.poll(() => shopper.field('Last name').inputValue()).toBe('Tran')
  })

  // Specification: S.8.23
  test('restores text that was typed in a closed tab', async () => {
    const shopper = await openShop({ cart })
    await shopper.checksOut()
    await shopper.fillsDetails({ 'Last name': 'Trần 🌸' })
    // a closed tab may lose what was typed in its last 100 ms
    await expect.poll(async () => JSON.stringify((await keptJournal(shopper.page)).entries)).toContain('Trần 🌸')
    await shopper.page.close({ runBeforeUnload: false })
    const other = await shopper.opensTab()
    await other.goes('/check-out')
    await expect.poll(() => other.field('Last name').inputValue()).toBe('Trần 🌸')
    await expect.poll(() => other.field('Region/State').locator('option:checked').textContent()).toBe('New South Wales')
  })

  // Specification: 4.48
  test('clears region and suburbs when another country is chosen', async () => {
    const shopper = await openShop({ cart })
    await shopper.checksOut()
    await shopper.fillsDetails()
    await shopper.field('Country').selectOption('')
    await expect.poll(() => shopper.field('Region/State').inputValue()).toBe('')
    await expect.poll(() => shopper.field('Region/State').isDisabled()).toBe(true)
    await expect.poll(() => shopper.field('Address 1').inputValue()).toBe('88 Lantern Lane')
  })

  // Specification: S.8.15, S.8.16
  test.each([
    ['F', 1],
    ['T', 2],
  ])('offers online payment only if the settings allow it: %s', async (receivedOnlinePayment, ways) => {
    const shopper = await openShop({ cart })
    shopper.gateway.changes<object>('begin', answer => ({ ...answer, receivedOnlinePayment }))
    await shopper.checksOut()
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await shopper.continues('Payment')
    await expect.poll(() => shopper.main.getByRole('radio').count()).toBe(ways)
    await shopper.main.getByRole('radio', { name: /^Pay on delivery/ }).waitFor()
  })

  // Specification: S.1.32, S.8.17
  test('shows everything in the review, and the time of the order in the store’s time zone', async () => {
    const shopper = await openShop({ cart })
    const createdAt = '2026-01-31T13:30:00.000Z'
    shopper.gateway.changes<{ data: object }>('placeOrder', ({ data, ...rest }) => ({
      ...rest,
      data: { ...data, createdAt },
    }))
    await shopper.reviews()
    const review = shopper.main.getByRole('form', { name: 'Review' })
    for (const words of [
      'Mai Tran',
      'mai.tran@example.com',
      '88 Lantern Lane',
      'Home delivery, $5.90',
      'Pay on delivery',
    ])
      await shopper.sees(words, review)
    await shopper.sees(rice)
    await shopper.seesAmount('Total', '$37.70')
    await shopper.placesOrder()
    await shopper.seesOrder()
    await shopper.sees(/1 February 2026.*12:30\sam/)
  })
})

describe('the layout', () => {
  // Specification: 2.1.21, 2.2.4, 2.2.5
  test('has 9 of 12 columns for the content beside the side menu, and all of them without it', async () => {
    const shopper = await openShop({ cart })
    const { main } = shopper
    await shopper.goes(home)
    const { width } = (await shopper.aisles.boundingBox())!
    const beside = (await main.boundingBox())!
    expect(beside.width / (width + beside.width)).toBeCloseTo(9 / 12, 2)
    await shopper.goes('/check-out')
    await shopper.aisles.waitFor({ state: 'hidden' })
    const crumbs = shopper.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
    await expect.poll(() => crumbs.allTextContents()).toEqual(['Home', 'Shopping Cart', 'Checkout'])
    const alone = (await main.boundingBox())!
    expect(alone.x * 2 + alone.width).toBeCloseTo(1280, 0)
  })

  // Specification: 2.3.3, 2.3.10, 2.3.34
  test('of a phone has the same search box, and its account icon leads to the login', async () => {
    const shopper = await openShop({ width: 390, height: 844 })
    await shopper.goes(home)
    const login = shopper.header.getByRole('link', { name: 'Login' })
    await login.waitFor()
    await expect.poll(() => login.getAttribute('href')).toBe('/auth/login')
    await shopper.searches('soy sauce')
    await shopper.seesHeading(/^Results for “soy sauce”/)
  })

  // Specification: 2.3.26, 2.4.1, 2.4.2
  test('opens the list of a category without sub-categories, and expands and collapses one with sub-categories', async () => {
    const shopper = await openShop({ begins: 'in the browser' })
    const listData = [
      { id: 2, title: 'Noodles', hasChildren: true, children: [{ id: 14, title: 'Instant Noodles' }] },
      { id: 3, title: 'Sauces', hasChildren: false, children: [] },
    ]
    shopper.gateway.says('categoryMenu', { listData })
    await shopper.goes(home)
    const shelf = shopper.aisles.getByRole('link', { name: 'Instant Noodles' })
    await shopper.presses('Noodles', shopper.aisles)
    await shelf.waitFor()
    await shopper.presses('Noodles', shopper.aisles)
    await shelf.waitFor({ state: 'hidden' })
    await shopper.follows('Sauces', shopper.aisles)
    await shopper.seesPath('/main/product-list/3?by=category')
    await shopper.seesHeading(/^Sauces/)
    const breadcrumb = shopper.page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.poll(() => breadcrumb.getByRole('listitem').allTextContents()).toEqual(['Home', 'Sauces'])
  })
})

describe('the newsletter', () => {
  // Specification: 4.42
  test('has a button that is disabled without an email, and while the request is in flight', async () => {
    const shopper = await openShop()
    const { page, gateway } = shopper
    await shopper.goes('/main/faq')
    const email = page.getByRole('textbox', { name: 'Email' })
    const button = page.getByRole('button', { name: 'Subscribe' })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await email.fill('mai@example.com')
    gateway.holds('subscribeNewsletter')
    await button.click()
    await expect.poll(() => button.isDisabled()).toBe(true)
    await gateway.answers('subscribeNewsletter')
    await shopper.seesToast('You have successfully subscribe to our newsletter.')
    await expect.poll(() => email.inputValue()).toBe('')
    expect(gateway.count('subscribeNewsletter')).toBe(1)
  })
})
