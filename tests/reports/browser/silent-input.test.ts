import { describe, expect, test } from 'vitest'
import { newCustomer, savesAddress } from '../../kit/customer-shopper.ts'
import { mai, openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

interface Fill {
  /** By label. */
  values: Record<string, string | boolean>
  /** Presses the button of the form at once. */
  isSubmitted?: boolean
}

/** Runs in the page: writes values into fields as a browser or a password manager does, without an event. */
function fillSilently(main: Element, { values, isSubmitted = false }: Fill) {
  for (const [label, value] of Object.entries(values)) {
    const found = [...main.ownerDocument.querySelectorAll('label')].find(one =>
      one.textContent.trim().startsWith(label),
    )
    const field = found?.control ?? main.ownerDocument.querySelector(`[aria-label="${label}"]`)
    if (!field) throw new Error(`No field has the label ${label}`)
    const name = typeof value === 'boolean' ? 'checked' : 'value'
    const text = field instanceof HTMLSelectElement ? [...field.options].find(one => one.label === value)!.value : value
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)!.set!.call(field, text)
    if (isSubmitted) (field as HTMLInputElement).form!.querySelector<HTMLElement>('[type=submit]')!.click()
  }
}
const fills = (shopper: Shopper, values: Fill['values']) => shopper.main.evaluate(fillSilently, { values })

/**
 * Fills a form and presses its button, with nothing in between: a field that is rendered between the two, because the cart was
 * read for example, loses a value that nothing has reported yet.
 */
const submits = (shopper: Shopper, values: Fill['values']) =>
  shopper.main.evaluate(fillSilently, { values, isSubmitted: true })

/** The bodies that were sent to a path of the gateway. */
const sentTo = (shopper: Shopper, path: string) =>
  shopper.requests
    .filter(one => one.url().endsWith(path) && one.method() === 'POST')
    .map(one => one.postDataJSON() as unknown)

describe('react/react#1159: a value that is filled in without an event', () => {
  test('is sent by login, profile and password change', async () => {
    const customer = await newCustomer('Mai', 'Tran')
    const shopper = await openShop()
    await shopper.goes('/auth/login')
    await fills(shopper, { Email: customer.email, Password: customer.password })
    await shopper.presses('Login')
    await shopper.seesHeading('My Account')

    await shopper.goes('/manage-account/change-password')
    await fills(shopper, {
      'Current password': customer.password,
      Password: 'lantern-soup',
      'Confirm password': 'lantern-soup',
    })
    await shopper.main.locator('form [type=submit]').click()
    await shopper.seesToast('Success')
  })

  test('is sent by the registration, with its selects and checkboxes', async () => {
    const shopper = await openShop()
    const { 'Suburb/City': city, ...texts } = mai
    await shopper.goes('/main/register')
    const secret = 'lantern-hotpot'
    const Email = `silent.${Date.now()}@example.com`
    await fills(shopper, { ...texts, Email, Password: secret, 'Confirm password': secret })
    await fills(shopper, { Country: 'Australia', 'I have read': true, Subscribe: true })
    await shopper.field('First name').focus()
    await shopper.main
      .getByLabel('Region/State')
      .locator('option', { hasText: 'New South Wales' })
      .waitFor({ state: 'attached' })
    await fills(shopper, { 'Region/State': 'New South Wales' })
    await shopper.field('Last name').focus()
    await shopper.main.getByLabel('Suburb/City').locator('option', { hasText: city }).waitFor({ state: 'attached' })
    await fills(shopper, { 'Suburb/City': city })
    await shopper.presses('Register')
    await shopper.seesHeading('Your account has been created')
    expect(JSON.stringify(shopper.requests.map(one => one.postData()))).toContain(Email)
  })

  test('is sent by search, newsletter, quantity, coupon and checkout', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.goes('/forget-password')
    await submits(shopper, { Email: 'silent@example.com' })
    await expect.poll(() => sentTo(shopper, '/forgot-password').length).toBe(1)

    await shopper.page
      .locator('input[name=email]')
      .last()
      .evaluate(field => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'silent@example.com')
      })
    await shopper.page.getByRole('button', { name: 'Subscribe' }).click()
    await shopper.seesToast('Success')

    await shopper.goes('/main/shopping-cart')
    await submits(shopper, { 'Coupon code': 'WELCOME10' })
    await shopper.sees('10% off')

    await shopper.goes('/check-out')
    await shopper.seesStep('Your Details')
    await shopper.field('Country').selectOption({ label: 'Australia' })
    await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
    await fills(shopper, mai)
    await shopper.continues('Delivery')

    await shopper.goes('/main/product-list/0')
    await shopper.header.getByRole('combobox', { name: 'Search product' }).evaluate(field => {
      ;(field as HTMLInputElement).value = 'jasmine rice'
      ;(field as HTMLInputElement).form!.requestSubmit()
    })
    await shopper.seesHeading(/^Results for/)
  })

  test('is saved by profile and addresses, counts as the quantity, and sets a new password', async () => {
    const customer = await newCustomer('Mai', 'Tran')
    await savesAddress(customer, '40 Rowe Street')
    const { token } = customer
    const shopper = await openShop({ token, cart: [[101, 2]] })
    const saves = (form: ReturnType<Shopper['main']['locator']> = shopper.main.locator('form')) =>
      form.getByRole('button', { name: /^Save/ }).click()
    await shopper.goes('/manage-account/modify-account')
    await shopper.field('First name').waitFor()
    await fills(shopper, { 'First name': 'Silent' })
    await saves()
    await expect.poll(() => shopper.requests.map(one => one.postData()).join()).toContain('"Silent"')
    for (const path of ['modify-address', 'modify-delivery-address']) {
      await shopper.goes(`/manage-account/${path}`)
      if (path === 'modify-delivery-address') await shopper.presses('Edit 40 Rowe Street')
      await shopper.field('Address 1').waitFor()
      await fills(shopper, { 'Address 1': `1 ${path}` })
      await saves()
      await expect.poll(() => shopper.requests.map(one => one.postData()).join()).toContain(`"1 ${path}"`)
    }

    await shopper.goes('/main/product-detail/101')
    await shopper.field('Quantity').waitFor()
    await submits(shopper, { Quantity: '7' })
    await shopper.seesToast('Success: You have added')
    await expect.poll(() => sentTo(shopper, '/cart')).toMatchObject([{ quantity: 7 }])

    await shopper.page.evaluate(() => localStorage.clear())
    shopper.gateway.says('checkResetLink', {})
    await shopper.goes('/reset-password?token=one')
    shopper.gateway.says('resetPassword', {})
    await shopper.field('Password').waitFor()
    await shopper.field('Password').focus()
    await fills(shopper, { Password: 'lantern-hotpot', 'Confirm password': 'lantern-hotpot' })
    await shopper.presses('Change Password')
    await shopper.seesHeading('Password changed')
    expect(sentTo(shopper, '/reset-password')).toMatchObject([{ password: 'lantern-hotpot' }])
  })

  test('is sent if it is filled in before the page can respond', async () => {
    const shopper = await openShop()
    await shopper.page.context().addInitScript(() => {
      // scripts of the page run later
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return
        document.querySelector<HTMLInputElement>('input[name=email]')!.value = 'silent@example.com'
        document.querySelector<HTMLInputElement>('input[role=spinbutton]')!.value = '5'
      })
    })
    await shopper.goes('/main/product-detail/101')
    await shopper.main.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await expect.poll(() => sentTo(shopper, '/cart')).toMatchObject([{ quantity: 5 }])
    await shopper.page.getByRole('button', { name: 'Subscribe' }).click()
    await expect.poll(() => sentTo(shopper, '/subscribeNewsletter')).toEqual([{ email: 'silent@example.com' }])
  })
})

describe('react/react#1159: a value that is filled in without an event, right before', () => {
  /** A shop whose timers of a second do not fire: a value is reported by what happens next, or lost. */
  async function openWithoutTimer(options: ShopperOptions = {}) {
    const shopper = await openShop({ cart: [[101, 2]], ...options })
    await shopper.page.context().addInitScript(() => {
      const start = window.setInterval.bind(window)
      const startOthers = (then: TimerHandler, time?: number) => (time === 1_000 ? 0 : start(then, time))
      Object.assign(window, { setInterval: startOthers })
    })
    return shopper
  }
  /** The checkout's first step, opened from the cart. */
  async function openDetails() {
    const shopper = await openWithoutTimer()
    await shopper.checksOut()
    await shopper.field('First name').waitFor()
    return shopper
  }

  test('its field is rendered again, is kept and sent', async () => {
    const shopper = await openDetails()
    const { gateway, main } = shopper
    await shopper.field('Country').selectOption({ label: 'Australia' })
    gateway.holds('suburbs')
    const asked = gateway.count('suburbs')
    await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
    await gateway.isAsked('suburbs', asked + 1)
    await fills(shopper, mai)
    await gateway.answers('suburbs')
    await main.getByText('70 suburbs').waitFor({ state: 'attached' })
    await shopper.continues('Delivery')
  })

  test.each(['a reload', 'the way back', 'a press of a link'] as const)('%s, is in the form afterwards', async way => {
    const shopper = await openDetails()
    await shopper.field('First name').evaluate((field, how) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Silent')
      if (how === 'a reload') location.reload()
      else if (how === 'the way back') history.back()
      else document.querySelector<HTMLElement>('header a')!.click()
    }, way)
    if (way === 'the way back') {
      await shopper.seesPath('/cart')
      await shopper.page.goForward()
    }
    if (way === 'a press of a link') {
      await shopper.seesPath('/main/product-list/0')
      await shopper.page.goBack()
    }
    await expect.poll(() => shopper.field('First name').inputValue()).toBe('Silent')
  })

  test('the search is pressed, is searched for', async () => {
    const shopper = await openWithoutTimer({ touch: true, width: 390, height: 844 })
    await shopper.goes('/main/product-list/0')
    const field = shopper.header.getByRole('combobox', { name: 'Search product' })
    const box = (await shopper.header.getByRole('button', { name: 'Search' }).boundingBox())!
    await field.evaluate(one => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(one, 'jasmine rice')
    })
    await shopper.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await shopper.seesHeading(/^Results for/)
  })
})

describe('commercetools/ui-kit#2750: the wheel over a focused quantity', () => {
  test('scrolls the page and changes no quantity', async () => {
    const shopper = await openShop({ cart: [[101, 2]], height: 500 })
    await shopper.goes('/main/shopping-cart')
    const quantity = shopper.main.getByRole('spinbutton').first()
    await quantity.focus()
    await quantity.hover()
    const before = await shopper.page.evaluate(() => scrollY)
    await shopper.page.mouse.wheel(0, 120)
    await expect.poll(() => shopper.page.evaluate(() => scrollY)).toBeGreaterThan(before)
    expect(await quantity.inputValue()).toBe('2')
  })
})
