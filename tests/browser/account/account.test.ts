import { beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, savesAddress, type Customer } from '../../kit/customer-shopper.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const edit = '/manage-account/modify-account'
const change = '/manage-account/change-password'
const billing = '/manage-account/modify-address'
const delivery = '/manage-account/modify-delivery-address'

let mai: Customer
beforeAll(async () => {
  mai = await newCustomer()
  await savesAddress(mai, '40 Rowe Street')
})

async function opens(path: string, options: ShopperOptions = {}): Promise<Shopper> {
  const shopper = await openShop({ token: mai.token, ...options })
  await shopper.goes(path)
  return shopper
}

const save = ({ main }: Shopper) => main.getByRole('button', { name: /^Sav/ })
const valueOf = (shopper: Shopper, label: string) => shopper.field(label).inputValue()
const becomes = (shopper: Shopper, label: string, value: string) =>
  expect.poll(() => valueOf(shopper, label), { message: label }).toBe(value)
const hasFocus = (locator: ReturnType<Shopper['field']>) =>
  expect.poll(() => locator.evaluate(one => one === document.activeElement)).toBe(true)
/** The bodies that were sent to a path. */
const sent = ({ requests }: Shopper, path: string) =>
  requests.filter(one => one.url().includes(path)).map(one => one.postDataJSON() as Record<string, unknown>)

describe('the account', () => {
  // Specification: 2.1.22, 2.1.23, 2.1.24, 2.1.25, 2.1.26, 2.8.2, S.7.1, S.7.2, S.7.4
  test('shows the details and both addresses with links to edit them, and has no search', async () => {
    const shopper = await opens('/manage-account')
    await shopper.seesHeading('My Account')
    await shopper.seesTitle('My Account · Lucky Lantern Grocer')
    await shopper.sees(mai.email)
    await shopper.sees('1 Test Street')
    expect(await shopper.header.getByRole('combobox', { name: 'Search product' }).count()).toBe(0)
    const ways = [
      ['Edit Account Information', edit],
      ['Change Password', change],
      ['Modify Billing Address', billing],
      ['Modify Delivery Address', delivery],
    ] as const
    for (const [name, address] of ways) {
      await shopper.follows(
        name,
        shopper.main.locator('section').filter({ hasText: /^(Your details|Billing|Delivery)/ }),
      )
      await shopper.seesHeading(name)
      await shopper.seesPath(address)
      await shopper.follows('Manage Account', shopper.main.getByRole('navigation', { name: 'Breadcrumb' }))
      await shopper.seesHeading('My Account')
    }
  })

  test('breaks a long email before @ or a full stop', async () => {
    const shopper = await opens('/manage-account')
    const lines = await shopper.main.getByText(mai.email).evaluate(text =>
      [...text.childNodes]
        .filter(node => /^(@example|\.com)/.test(node.textContent ?? ''))
        .map(node => {
          const range = document.createRange()
          range.selectNodeContents(node)
          return new Set([...range.getClientRects()].map(({ y }) => y)).size
        }),
    )
    expect(lines).toEqual([1, 1])
  })

  // Specification: 2.8.1, 2.8.2, 2.8.3, 2.8.4, 2.8.5, S.7.5
  test('has a side menu that can be hidden, and stays so from page to page', async () => {
    const shopper = await opens('/manage-account')
    const menu = shopper.main.getByRole('navigation', { name: 'Manage Account' })
    const names = await menu.getByRole('listitem').allTextContents()
    expect(names).toEqual([
      'Edit Account Information',
      'Change Password',
      'Modify Billing Address',
      'Modify Delivery Address',
      'Current Order',
      'Order History',
    ])
    const headings = await menu.getByRole('heading').allTextContents()
    expect(headings).toEqual(['My Account', 'My Order'])
    const content = shopper.h1.locator('xpath=../..')
    const width = async () => (await content.boundingBox())!.width
    const beside = (await menu.boundingBox())!
    expect(beside.x + beside.width).toBeLessThan((await content.boundingBox())!.x)
    expect((await width()) / (beside.width + (await width()))).toBeCloseTo(9 / 12, 2)
    await shopper.follows('Order History', menu)
    await shopper.seesHeading('Order History')
    const before = await width()
    await shopper.presses('Hide menu')
    await menu.waitFor({ state: 'hidden' })
    expect(await width()).toBeGreaterThan(before + 200)
    const { x } = (await content.boundingBox())!
    expect(x * 2 + (await width())).toBeCloseTo(1280, 0)
    await shopper.page.goBack()
    await shopper.seesHeading('My Account')
    expect(await menu.isVisible()).toBe(false)
    await shopper.presses('Show menu')
    await menu.waitFor()
  })

  test('that could not be loaded shows an error, and is shown after a retry', async () => {
    const shopper = await openShop({ token: mai.token })
    shopper.gateway.fails('begin', 'HTTP 500')
    await shopper.goes(edit)
    await shopper.sees('We couldn’t load your account')
    await shopper.gateway.answers()
    await shopper.presses('Try again')
    await becomes(shopper, 'Last name', 'Tran')
  })

  test('has its menu on a phone, and nothing overflows, in light and dark', async () => {
    const shopper = await opens('/manage-account', { width: 390, touch: true })
    await shopper.sees(mai.email)
    expect(await shopper.overflowInSchemes()).toEqual([0, 0])
    await shopper.follows('Order History', shopper.main.getByRole('navigation', { name: 'Manage Account' }))
    await shopper.seesHeading('Order History')
    for (const path of [edit, change, billing, delivery]) {
      await shopper.goes(path)
      expect(await shopper.overflowInSchemes(), path).toEqual([0, 0])
    }
  })
})

describe('the account information', () => {
  // Specification: 1.15, S.7.6, S.7.7, S.8.27
  test('shows errors, survives a reload, is sent once, and changes the name in the greeting', async () => {
    const shopper = await opens(edit)
    await becomes(shopper, 'Email', mai.email)
    await shopper.field('Phone').fill('0255')
    await shopper.sees('Phone number must be at least 8 characters')
    await shopper.field('First name').fill('Maia')
    await save(shopper).click()
    await shopper.sees('Please fix this field')
    await shopper.seesTitle('Error: Edit Account Information · Lucky Lantern Grocer')
    await hasFocus(shopper.field('Phone'))
    await shopper.field('Phone').fill('0255 500 199')
    await shopper.reloads()
    await becomes(shopper, 'First name', 'Maia')
    await becomes(shopper, 'Phone', '0255 500 199')
    shopper.gateway.holds('updateCustomer')
    await save(shopper).dblclick()
    await shopper.gateway.isAsked('updateCustomer')
    await shopper.field('Phone').press('Enter')
    await shopper.gateway.answers('updateCustomer')
    await shopper.seesToast('Success: Your account has been updated.')
    await shopper.sees('Welcome, Maia Tran', shopper.header)
    expect(shopper.gateway.count('updateCustomer')).toBe(1)
    await shopper.reloads()
    await becomes(shopper, 'First name', 'Maia')
    await shopper.sees('Welcome, Maia Tran', shopper.header)
  })

  // Specification: 8.6, S.1.27
  test('that could not be saved is reported and kept, and can be sent again', async () => {
    const shopper = await opens(edit)
    await becomes(shopper, 'Last name', 'Tran')
    await shopper.field('Last name').fill('Nguyen')
    shopper.gateway.fails('updateCustomer', 'HTTP 500')
    await save(shopper).click()
    await shopper.sees('Something bad happened; please try again later.')
    shopper.gateway.says('updateCustomer', { statusCode: 409, message: 'An account with this email already exists.' })
    await save(shopper).click()
    await shopper.sees('An account with this email already exists.')
    // only 200 counts as success
    shopper.gateway.says('updateCustomer', { statusCode: 201 })
    await save(shopper).click()
    await shopper.sees('Something bad happened; please try again later.')
    expect(await valueOf(shopper, 'Last name')).toBe('Nguyen')
    await shopper.follows('Cancel')
    await shopper.seesHeading('My Account')
    await shopper.goes(edit)
    await becomes(shopper, 'Last name', 'Tran')
  })
})

describe('the password', () => {
  const labels = ['Current password', 'Password', 'Confirm password']
  const canary = 'canary-Lantern-88'
  const fills = async (shopper: Shopper, current: string) => {
    for (const [at, label] of labels.entries()) await shopper.field(label).fill(at === 0 ? current : canary)
  }

  // Specification: 1.16, S.1.28, S.7.8, S.7.9, S.8.25
  test('is changed with the current one, and is not stored', async () => {
    const own = await newCustomer()
    const shopper = await opens(change, { token: own.token })
    const said: string[] = []
    shopper.page.on('console', message => said.push(message.text()))
    const kept = async () =>
      JSON.stringify([
        await keptJournal(shopper.page),
        await shopper.page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, location.href, document.title]),
        said,
      ])
    await save(shopper).click()
    await shopper.sees('Please fix these 3 fields')
    await hasFocus(shopper.field('Current password'))
    await fills(shopper, 'canary-wrong-99')
    expect(await kept()).toContain('password.typedCurrent')
    expect(await kept()).not.toMatch(/canary/)
    await shopper.reloads()
    for (const label of labels) await becomes(shopper, label, '')
    await fills(shopper, 'canary-wrong-99')
    await save(shopper).click()
    await shopper.sees('Your current password is incorrect.')
    await hasFocus(shopper.field('Current password'))
    await becomes(shopper, 'Password', canary)
    await shopper.field('Current password').fill(own.password)
    await save(shopper).dblclick()
    await shopper.seesToast('Success: Your password has been changed.')
    for (const label of labels) await becomes(shopper, label, '')
    expect(sent(shopper, '/customer/updatePassword')).toEqual([
      { password: canary, currentPassword: 'canary-wrong-99' },
      { password: canary, currentPassword: own.password },
    ])
    expect(await kept()).not.toMatch(/canary/)
    expect(await shopper.page.content()).not.toMatch(/canary/)
    // the renewed token is the stored one
    await shopper.reloads()
    await shopper.seesHeading('Change Password')
    await shopper.goes('/manage-account')
    await shopper.sees(own.email)
  })

  test('requires a recent login, and returns from it', async () => {
    const own = await newCustomer()
    const shopper = await opens(change, { token: own.token })
    const message = 'Please log in again to change your password.'
    shopper.gateway.says('updatePassword', { statusCode: 403, message })
    await fills(shopper, own.password)
    await save(shopper).click()
    await shopper.sees(message)
    await shopper.presses('Login')
    await shopper.seesHeading('Login')
    await shopper.field('Email').fill(own.email)
    await shopper.field('Password').fill(own.password)
    await shopper.presses('Login')
    await shopper.seesHeading('Change Password')
    await becomes(shopper, 'Password', '')
  })

  test('shows that the outcome is unknown if a reload interrupted the change', async () => {
    const shopper = await opens(change)
    await fills(shopper, mai.password)
    shopper.gateway.holds('updatePassword')
    await save(shopper).click()
    await shopper.gateway.isAsked('updatePassword')
    await shopper.reloads()
    await shopper.sees('Your password may already have changed.')
    expect(shopper.gateway.count('updatePassword')).toBe(1)
  })
})

describe('the addresses', () => {
  // Specification: 1.17, S.7.10, S.7.12, S.8.27
  test('the billing address is filled in, survives a reload, and is saved', async () => {
    const shopper = await opens(billing)
    await becomes(shopper, 'Address 1', '1 Test Street')
    await shopper.field('Address 1').fill('2 Test Street')
    await shopper.field('Post code').fill('')
    await save(shopper).click()
    await shopper.sees('Post code is required')
    await shopper.reloads()
    await becomes(shopper, 'Address 1', '2 Test Street')
    await becomes(shopper, 'Region/State', await valueOf(shopper, 'Region/State'))
    await shopper.field('Post code').fill('2122')
    await save(shopper).click()
    await shopper.seesToast('Success: Your address has been saved.')
    await shopper.follows('Cancel')
    await shopper.sees('2 Test Street')
    expect(sent(shopper, '/customer-address/update')).toMatchObject([{ address1: '2 Test Street', use: 'billing' }])
  })

  // Specification: 1.18, S.7.11, S.7.12
  test('another address can be chosen for deliveries', async () => {
    const shopper = await opens(delivery)
    await shopper.main.getByRole('radio', { name: /^40 Rowe Street/ }).check()
    shopper.gateway.holds('updateAddress')
    await save(shopper).dblclick()
    await shopper.gateway.isAsked('updateAddress')
    await shopper.gateway.answers('updateAddress')
    await shopper.seesToast('Success: Your address has been saved.')
    expect(sent(shopper, '/customer-address/update')).toMatchObject([{ address1: '40 Rowe Street', use: 'delivery' }])
    await shopper.follows('Cancel')
    await shopper.sees('40 Rowe Street')
  })

  // Specification: 4.25, S.1.27, S.7.11, S.7.13, S.8.27
  test('a new address is refused outside the delivery area, and is selected once it is saved', async () => {
    const shopper = await opens(delivery)
    await shopper.presses('Add Address')
    await hasFocus(shopper.main.getByRole('heading', { name: 'Add Address' }))
    await shopper.field('Country').selectOption({ label: 'Australia' })
    await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
    await shopper.field('Suburb/City').selectOption({ label: 'Eastwood' })
    await shopper.field('Address 1').fill('7 Marsden Road')
    await becomes(shopper, 'Post code', '2122')
    await shopper.reloads()
    await becomes(shopper, 'Address 1', '7 Marsden Road')
    await becomes(shopper, 'Suburb/City', 'Eastwood')
    shopper.gateway.says('createAddress', { statusCode: 422, message: 'We do not deliver to Eastwood yet.' })
    await save(shopper).click()
    await shopper.sees('We do not deliver to Eastwood yet.')
    expect(await valueOf(shopper, 'Address 1')).toBe('7 Marsden Road')
    await shopper.gateway.answers()
    await save(shopper).click()
    await shopper.seesToast('Success: Your address has been saved.')
    const chosen = shopper.main.getByRole('radio', { checked: true })
    await expect.poll(() => chosen.getAttribute('value')).not.toBe('')
    await shopper.main.getByRole('radio', { name: /^7 Marsden Road/, checked: true }).waitFor()
    await hasFocus(shopper.h1)
  })

  test('the mark of the billing address is aligned with the address if it is below it', async () => {
    const shopper = await opens(delivery, { width: 390, height: 844 })
    const mark = shopper.page.getByText('Billing address', { exact: true })
    const label = shopper.main.locator('label').filter({ has: mark })
    const edge = async (part: string) => (await label.locator(part).boundingBox())!.x
    expect(await edge('b + span')).toBeCloseTo(await edge('b'), 0)
  })

  // Specification: 1.18, S.7.11
  test('an address is edited in place; cancelling returns to the unchanged list', async () => {
    const shopper = await opens(delivery)
    await shopper.presses('Edit 40 Rowe Street')
    await becomes(shopper, 'Address 1', '40 Rowe Street')
    await shopper.field('Company').fill('Plum')
    await shopper.presses('Cancel')
    await hasFocus(shopper.h1)
    await shopper.presses('Edit 40 Rowe Street')
    await becomes(shopper, 'Company', '')
    await shopper.field('Company').fill('Plum Software')
    await save(shopper).click()
    await shopper.seesToast('Success: Your address has been saved.')
    await shopper.sees(/^Plum Software, Eastwood/)
  })
})
