import { describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { newCustomer, savesAddress } from '../../kit/customer-shopper.ts'
import { journalTexts, keptJournal } from '../../kit/kept-journal.ts'
import { mai, openShop, type Shopper } from '../../kit/shopper.ts'

const list = '/main/product-list/0'
const rice = [101, 2] as const

/** A JWT with an invalid signature. */
const tokenWith = (claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'x', ...claims })}.c2lnbg`
}
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600
const expired = () => tokenWith({ firstName: 'Old', lastName: 'Hand', email: 'old@example.com', exp: 1_000 })

const storedIn = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
const greeting = (shopper: Shopper) => shopper.header.getByText(/^Welcome/).first()
const seesGreeting = (shopper: Shopper, text: string) => expect.poll(() => greeting(shopper).textContent()).toBe(text)

/** Headers of the calls to the gateway. */
const bearersOf = (shopper: Shopper) =>
  shopper.requests.flatMap(request => (request.url().includes('/v1/') ? [request.headers().authorization ?? null] : []))

describe('the login', () => {
  // Specification: 1.13, 2.3.24, 4.30, 6.2
  test('from its own page greets the customer, and survives a reload', async () => {
    const customer = await newCustomer('Mai Anh', 'Trần')
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    await seesGreeting(shopper, 'Welcome, Mai Anh Trần')
    expect((await storedIn(shopper.page))['shop.token']).toBeDefined()
    await shopper.reloads()
    await seesGreeting(shopper, 'Welcome, Mai Anh Trần')
    await shopper.seesPath('/manage-account')
  })

  // Specification: 4.27
  test('sends the token with every later call, and with none before', async () => {
    const customer = await newCustomer()
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    expect(bearersOf(shopper).every(bearer => bearer === null)).toBe(true)
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    shopper.requests.length = 0
    await shopper.goes(list)
    await shopper.presses(/^Add to Cart: /)
    await shopper.seesToast('Success: You have added')
    const bearers = bearersOf(shopper)
    expect(bearers.length).toBeGreaterThan(1)
    expect(bearers.every(bearer => bearer?.startsWith('Bearer ey'))).toBe(true)
  })

  // Specification: S.1.26, S.5.2, S.5.4, S.5.5
  test('with a wrong password shows an alert, keeps the email, and clears the password', async () => {
    const { email } = await newCustomer()
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    await shopper.logsIn({ email, password: 'not my tea' })
    await expect.poll(() => shopper.main.getByRole('alert').textContent()).toContain('email and password don’t match')
    await expect.poll(() => shopper.field('Email').inputValue()).toBe(email)
    await expect.poll(() => shopper.field('Password').inputValue()).toBe('')
    expect(await shopper.field('Password').evaluate(field => field === document.activeElement)).toBe(true)
    await shopper.seesTitle('Error: Login · Lucky Lantern Grocer')
  })

  test('shows missing fields without calling the gateway', async () => {
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    await shopper.presses('Login')
    await shopper.sees('Email is required')
    await shopper.sees('Password is required')
    expect(shopper.gateway.count('login')).toBe(0)
  })

  test('is sent once, however often the button is pressed', async () => {
    const customer = await newCustomer()
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    shopper.gateway.holds('login')
    await shopper.logsIn(customer)
    await shopper.gateway.isAsked('login')
    await shopper.main.getByRole('button', { name: /Logging in/ }).click({ force: true })
    await shopper.gateway.answers()
    await shopper.seesHeading('My Account')
    expect(shopper.gateway.count('login')).toBe(1)
  })

  // Specification: S.1.26
  test.each(['down', 'HTTP 500', 'HTML with 200', 'wrong types'] as const)(
    'while the gateway is %s shows an error, and works afterwards',
    async fault => {
      const customer = await newCustomer()
      const shopper = await openShop()
      await shopper.goes('/auth/login')
      shopper.gateway.fails('login', fault)
      await shopper.logsIn(customer)
      await expect.poll(() => shopper.main.getByRole('alert').count()).toBe(1)
      await shopper.gateway.answers()
      await shopper.logsIn(customer)
      await shopper.seesHeading('My Account')
    },
  )

  // Specification: S.1.43
  test('adds the guest’s cart to the customer’s earlier cart', async () => {
    const customer = await newCustomer()
    const first = await openShop({ cart: [rice] })
    await first.goes('/auth/login')
    await first.logsIn(customer)
    await first.seesCart('2 item(s) - $ 31.80')
    const second = await openShop({ cart: [[808, 1]] })
    await second.goes('/auth/login')
    await second.logsIn(customer)
    await second.seesHeading('My Account')
    await expect
      .poll(() =>
        second.header
          .getByText(/item\(s\) - \$/)
          .first()
          .textContent(),
      )
      .toMatch(/^3 item/)
  })

  // Specification: S.8.6
  test('returns to the checkout with the typed text', async () => {
    const customer = await newCustomer()
    const shopper = await openShop({ cart: [rice] })
    await shopper.checksOut()
    await shopper.field('First name').fill('May')
    await shopper.follows('Login')
    await shopper.sees('Please log in to continue.')
    await shopper.logsIn(customer)
    await shopper.seesHeading('Checkout')
    await expect.poll(() => shopper.field('First name').inputValue()).toBe('May')
    await expect.poll(() => shopper.field('Address 1').inputValue()).toBe('1 Test Street')
  })

  // Specification: S.5.8
  test.each(['//evil.example/x', 'https://evil.example', 'javascript:alert(1)'])('never leads to %s', async to => {
    const customer = await newCustomer()
    const shopper = await openShop()
    await shopper.goes(`/auth/login?return=${encodeURIComponent(to)}`)
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    await shopper.seesPath('/manage-account')
  })

  test('works in a browser without storage', async () => {
    const customer = await newCustomer()
    const shopper = await openShop({ blocksStorage: true })
    await shopper.goes('/auth/login')
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    await seesGreeting(shopper, 'Welcome, Mai Tran')
    expect(shopper.errors.splice(0).join()).toContain('This visit is not journaled')
  })
})

describe('a page of the account', () => {
  // Specification: S.5.6, S.5.7
  test.each(['/manage-account', '/manage-account/modify-address', '/manage-order/current-order'])(
    '%s requires a login and is shown afterwards; Back does not return to the login',
    async path => {
      const customer = await newCustomer()
      const shopper = await openShop()
      await shopper.goes(list)
      await shopper.page.goto(new URL(path, shopper.page.url()).href)
      await shopper.seesHeading('Login')
      await shopper.logsIn(customer)
      await shopper.seesPath(path)
      await shopper.page.goBack()
      await shopper.seesPath(list)
    },
  )

  // Specification: S.5.9
  test.each(['/auth/login', '/main/register'])('is where a customer who opens %s is sent', async path => {
    const { token } = await newCustomer()
    const shopper = await openShop({ token })
    await shopper.goes(path)
    await shopper.seesHeading('My Account')
    await shopper.seesPath('/manage-account')
  })
})

describe('the menus of a customer', () => {
  const links = (within: Locator) => within.getByRole('link').allTextContents()

  // Specification: 2.3.23, 6.5
  test('greet by name, and link to the account and the logout', async () => {
    const { token } = await newCustomer('Mai Anh', 'Trần')
    const shopper = await openShop({ token })
    await shopper.goes(list)
    await seesGreeting(shopper, 'Welcome, Mai Anh Trần')
    await shopper.presses(/^Welcome, Mai Anh Trần/, shopper.header)
    const sheet = shopper.header.getByRole('region', { name: 'Account' })
    await sheet.getByText('Welcome, Mai Anh Trần').waitFor()
    expect(await links(sheet)).toEqual(['My Account', 'Logout'])
  })

  // Specification: 2.3.31, 2.3.32, 2.3.33, 2.3.35
  test('open with the account icon on a phone, and are in the drawer', async () => {
    const { token } = await newCustomer()
    const shopper = await openShop({ token, width: 390, touch: true })
    await shopper.goes(list)
    const sheet = shopper.header.getByRole('region', { name: 'Account' })
    const sign = shopper.header.getByRole('button', { name: /Account$/ })
    await sign.tap()
    await sheet.waitFor()
    expect(await links(sheet)).toEqual(['My Account', 'Logout'])
    await sign.tap()
    await sheet.waitFor({ state: 'hidden' })
    expect(shopper.path).toBe(list)
    await shopper.presses('Menu', shopper.header)
    const drawer = shopper.page.getByRole('dialog')
    await drawer.getByRole('heading', { name: 'My Order' }).waitFor()
    const names = await links(drawer)
    expect(names.slice(names.indexOf('Edit Account'), names.indexOf('Home'))).toEqual([
      'Edit Account',
      'Change Password',
      'Modify Billing Address',
      'Modify Delivery Address',
      'Current Order',
      'Order History',
      'Logout',
    ])
    await shopper.follows('Logout', drawer)
    await shopper.seesHeading('You have been logged out.')
    await shopper.header.getByRole('link', { name: 'Login' }).waitFor()
  })
})

describe('a logout', () => {
  // Specification: 1.14, 4.31, 4.32, S.5.10
  test('is confirmed, and leaves no data of the customer in storage, journal and page', async () => {
    const customer = await newCustomer('Quyen', 'Canary')
    const shopper = await openShop({ cart: [rice] })
    await shopper.goes('/auth/login')
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    await shopper.goes('/check-out')
    await shopper.seesStep('Your Details')
    await shopper.page.getByRole('button', { name: 'Account' }).first().click()
    await shopper.follows('Logout', shopper.header)
    await shopper.seesHeading('You have been logged out.')
    await shopper.follows('Continue Shopping')
    await shopper.seesCart('0 item(s) - $ 0')
    const secrets = [customer.email, customer.password, customer.token, 'Quyen', '1 Test Street']
    const holding = async () => {
      const kept = [
        JSON.stringify(await storedIn(shopper.page)),
        JSON.stringify(await shopper.page.evaluate(() => ({ ...sessionStorage }))),
        JSON.stringify(await keptJournal(shopper.page)),
        await shopper.page.content(),
      ].join()
      return secrets.filter(secret => kept.includes(secret))
    }
    await expect.poll(holding).toEqual([])
  })

  test('works while the gateway hangs', async () => {
    const { token } = await newCustomer()
    const shopper = await openShop({ token })
    await shopper.goes(list)
    shopper.gateway.fails('logout', 'hang')
    await shopper.goes('/auth/logout')
    await shopper.seesHeading('You have been logged out.')
    await seesGreeting(shopper, 'Welcome')
  })

  test('also revokes the token at the gateway', async () => {
    const { token } = await newCustomer()
    const shopper = await openShop({ token })
    await shopper.goes('/auth/logout')
    await shopper.seesHeading('You have been logged out.')
    await shopper.gateway.isAsked('logout')
    const again = await openShop({ token })
    await again.goes(list)
    await again.seesToast('Your login has expired. Please log in again.')
  })

  test('in one tab logs out the other, where the login replaces the account page', async () => {
    const { token, email } = await newCustomer()
    const shopper = await openShop({ token })
    await shopper.goes('/manage-account')
    await seesGreeting(shopper, 'Welcome, Mai Tran')
    const tab = await shopper.opensTab()
    await tab.goes('/auth/logout')
    await tab.seesHeading('You have been logged out.')
    await shopper.seesHeading('Login')
    await seesGreeting(shopper, 'Welcome')
    expect(await shopper.page.content()).not.toContain(email)
  })

  test('and a login as another customer in another tab shows nothing of the first', async () => {
    const [first, second] = [await newCustomer('Mai'), await newCustomer('Lan')]
    const shopper = await openShop({ token: first.token })
    await shopper.goes(list)
    await seesGreeting(shopper, 'Welcome, Mai Tran')
    const tab = await shopper.opensTab()
    await tab.goes('/auth/logout')
    await tab.seesHeading('You have been logged out.')
    await tab.goes('/auth/login')
    await tab.logsIn(second)
    await tab.seesHeading('My Account')
    await seesGreeting(shopper, 'Welcome, Lan Tran')
  })
})

describe('the logout page', () => {
  const here = 'You are logged in as Mai Tran.'

  // Specification: S.5.16
  test('does not log out when it is shown again by Back, Forward or a reload', async () => {
    const customer = await newCustomer()
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    await shopper.page.getByRole('button', { name: 'Account' }).first().click()
    await shopper.follows('Logout', shopper.header)
    await shopper.seesHeading('You have been logged out.')
    await shopper.goes('/auth/login')
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    await shopper.page.goBack()
    await shopper.seesHeading(here)
    await shopper.page.goForward()
    await shopper.seesHeading('My Account')
    await shopper.page.goBack()
    await shopper.reloads()
    await shopper.seesHeading(here)
    expect(shopper.gateway.count('logout')).toBe(1)
    await shopper.presses('Logout')
    await shopper.seesHeading('You have been logged out.')
    expect(await shopper.h1.evaluate(heading => heading === document.activeElement)).toBe(true)
    await shopper.gateway.isAsked('logout', 2)
    await seesGreeting(shopper, 'Welcome')
    await shopper.reloads()
    await shopper.seesHeading('You have been logged out.')
  })

  // Specification: S.5.10, S.5.16
  test('whose path was typed logs out once, and not at a reload after a login in another tab', async () => {
    const customer = await newCustomer()
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    await shopper.logsIn(customer)
    await shopper.seesHeading('My Account')
    await shopper.goes('/auth/logout')
    await shopper.seesHeading('You have been logged out.')
    const tab = await shopper.opensTab()
    await tab.goes('/auth/login')
    await tab.logsIn(customer)
    await tab.seesHeading('My Account')
    await shopper.seesHeading(here)
    await shopper.reloads()
    await shopper.seesHeading(here)
    await seesGreeting(shopper, 'Welcome, Mai Tran')
    await tab.reloads()
    await seesGreeting(tab, 'Welcome, Mai Tran')
  })
})

describe('a login or logout in one tab', () => {
  test('is noticed in every other tab within a second', async () => {
    const customer = await newCustomer()
    const shopper = await openShop()
    await shopper.goes(list)
    const [other, third] = [await shopper.opensTab(), await shopper.opensTab()]
    await other.goes('/cart')
    await third.goes('/auth/login')
    const isKnown = async (text: string) => {
      const began = Date.now()
      await Promise.all([shopper, other].map(one => seesGreeting(one, text)))
      expect(Date.now() - began).toBeLessThan(1_000)
    }
    await third.logsIn(customer)
    await seesGreeting(third, 'Welcome, Mai Tran')
    await isKnown('Welcome, Mai Tran')
    await third.goes('/auth/logout')
    await seesGreeting(third, 'Welcome')
    await isKnown('Welcome')
  })

  test('is noticed in a frozen tab once it is visible again', async () => {
    const { token } = await newCustomer()
    const shopper = await openShop()
    await shopper.goes(list)
    const changes = (value: string | null) =>
      shopper.page.evaluate(value => {
        // a page gets no storage event for its own change, like a frozen page
        if (value === null) localStorage.removeItem('shop.token')
        else localStorage.setItem('shop.token', value)
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, value)
    await changes(token)
    await seesGreeting(shopper, 'Welcome, Mai Tran')
    await changes(null)
    await seesGreeting(shopper, 'Welcome')
    const begun = shopper.gateway.count('begin')
    await shopper.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    expect(shopper.gateway.count('begin')).toBe(begun)
  })
})

test('a frozen tab that notices a logout late keeps what the next guest types in another tab', async () => {
  const { token, email } = await newCustomer()
  const shopper = await openShop({ token })
  const frozen = await shopper.opensTab()
  await frozen.page.addInitScript(() => {
    for (const type of ['storage', 'focus', 'visibilitychange'])
      window.addEventListener(type, event => 'isAwake' in window || event.stopImmediatePropagation(), { capture: true })
  })
  await frozen.goes(list)
  await seesGreeting(frozen, 'Welcome, Mai Tran')
  await frozen.page.keyboard.press('Tab') // a journal begins with the first interaction
  await expect.poll(() => journalTexts(frozen.page)).toContain(email)
  await shopper.goes('/auth/logout')
  await shopper.seesHeading('You have been logged out.')
  await shopper.goes('/main/register')
  await shopper.field('First name').fill('Ann')
  await frozen.page.evaluate(() => {
    Object.assign(window, { isAwake: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await seesGreeting(frozen, 'Welcome')
  await expect.poll(() => journalTexts(frozen.page)).not.toContain(email)
  await shopper.field('Last name').fill('Lee')
  await shopper.reloads()
  await expect.poll(() => shopper.field('First name').inputValue()).toBe('Ann')
  await expect.poll(() => shopper.field('Last name').inputValue()).toBe('Lee')
})

describe('a stored token', () => {
  // Specification: S.1.42, S.5.11
  test('that has expired is never sent and logs out with a message; the shop works', async () => {
    const shopper = await openShop({ token: expired() })
    await shopper.goes(list)
    await shopper.seesToast('Your login has expired. Please log in again.')
    await seesGreeting(shopper, 'Welcome')
    await shopper.presses(/^Add to Cart: /)
    await shopper.seesToast('Success: You have added')
    expect(bearersOf(shopper).every(bearer => bearer === null)).toBe(true)
    expect((await storedIn(shopper.page))['shop.token']).toBeUndefined()
  })

  test.each(['no token', 'a.b', 'a.b.c', 'a.b.c.d', '{}'])(
    'that is %j is malformed: it is logged, removed and reported',
    async token => {
      const shopper = await openShop({ token, cart: [rice] })
      await shopper.goes(list)
      await shopper.seesToast('Your login could not be read. Please log in again.')
      await shopper.seesCart('2 item(s) - $ 31.80')
      expect((await storedIn(shopper.page))['shop.token']).toBeUndefined()
      expect(shopper.errors.splice(0).join()).toContain('The stored token is malformed')
    },
  )

  // Specification: 4.37, 8.7, S.1.40
  test('that the gateway refuses logs out with one reload, and no loop', async () => {
    const forged = tokenWith({ firstName: 'Eve', lastName: 'Forge', email: 'eve@example.com', exp: inAnHour() })
    const shopper = await openShop({ token: forged })
    const loads: string[] = []
    shopper.page.on('framenavigated', frame => loads.push(frame.url()))
    await shopper.goes(list)
    await shopper.seesToast('Your login has expired. Please log in again.')
    await seesGreeting(shopper, 'Welcome')
    expect(loads).toHaveLength(2)
    expect((await storedIn(shopper.page))['shop.token']).toBeUndefined()
  })

  // Specification: 8.7, S.1.40
  test('that several concurrent calls refuse reloads once', async () => {
    const { token } = await newCustomer()
    const shopper = await openShop({ token })
    await shopper.goes(list)
    let loads = 0
    shopper.page.on('load', () => (loads += 1))
    for (const call of ['addLine', 'products'] as const) shopper.gateway.holds(call)
    await shopper.presses(/^Add to Cart: /)
    await shopper.gateway.isAsked('addLine')
    await shopper.follows('Golden Paddy', shopper.aisles)
    await shopper.gateway.isAsked('products')
    await shopper.gateway.refusesHeld()
    await shopper.seesToast('Your login has expired. Please log in again.')
    await seesGreeting(shopper, 'Welcome')
    // a second reload would be caused by the answers to the calls of the first
    await shopper.page.waitForLoadState('networkidle')
    expect(loads).toBe(1)
  })

  test('whose session is unknown to the gateway gives an empty cart, and a new one with the next product', async () => {
    const shopper = await openShop()
    await shopper.page.addInitScript(
      () => localStorage.getItem('shop.session') ?? localStorage.setItem('shop.session', 'unknown-session'),
    )
    await shopper.goes(list)
    await shopper.seesCart('0 item(s) - $ 0')
    await shopper.presses(/^Add to Cart: /)
    await shopper.seesToast('Success: You have added')
    expect((await storedIn(shopper.page))['shop.session']).not.toBe('unknown-session')
  })
})

describe("a customer's checkout", () => {
  // Specification: S.8.8, S.8.12
  test('is filled in, delivers to the chosen saved address, and offers no registration', async () => {
    const customer = await newCustomer()
    for (const street of ['40 Rowe Street', '7 Marsden Road']) await savesAddress(customer, street)
    const shopper = await openShop({ token: customer.token })
    await shopper.goes(list)
    await shopper.presses(/^Add to Cart: /)
    await shopper.seesToast('Success: You have added')
    await shopper.goes('/cart')
    await shopper.main.getByRole('spinbutton').first().fill('4')
    await shopper.main.getByRole('link', { name: 'Checkout' }).filter({ visible: true }).first().waitFor()
    await shopper.checksOut()
    await expect.poll(() => shopper.field('First name').inputValue()).toBe('Mai')
    await expect.poll(() => shopper.field('Email').inputValue()).toBe(customer.email)
    expect(await shopper.field('Country').inputValue()).not.toBe('')
    await expect.poll(() => shopper.field('Address 1').inputValue()).toBe('1 Test Street')
    await shopper.continues('Delivery')
    await shopper.main
      .getByRole('checkbox', { name: 'Same as billing address', checked: true })
      .uncheck({ force: true })
    await shopper.main.getByRole('radio', { name: /^7 Marsden Road/ }).check({ force: true })
    for (const step of ['Payment', 'Review'] as const) await shopper.continues(step)
    await shopper.mayPlace()
    await shopper.placesOrder()
    await shopper.seesOrder()
    expect(shopper.ordersSent[0]!.deliveryAddress?.address1).toBe('7 Marsden Road')
    expect(await shopper.main.getByRole('link', { name: 'Register' }).count()).toBe(0)
    await shopper.main.getByRole('link', { name: 'Current Order' }).waitFor()
    expect(shopper.ordersSent[0]!.customer).toMatchObject({ firstName: mai['First name'], email: customer.email })
  })
})
