import { describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { homeAddress } from '../../kit/home-address.ts'
import { keptJournal } from '../../kit/kept-journal.ts'
import { mai, openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const canary = 'canary-Lantern-77'

/** A token that the shop accepts as a customer's; its signature is invalid. */
const token = [
  { alg: 'HS256' },
  { sub: 'c-1', firstName: 'Mai', lastName: 'Tran', email: mai.Email, exp: 4e9 },
  'signed',
]
  .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')
const address = { ...homeAddress, addressId: 'a-1', address1: mai['Address 1'] }
const customerInfo = {
  customerId: 'c-1',
  firstName: 'Mai',
  lastName: 'Tran',
  email: mai.Email,
  telephone: mai.Phone,
}
const created = { token, data: address, customerInfo, sessionId: 'session-of-mai' }

async function opens(options: ShopperOptions = {}, free = false): Promise<Shopper> {
  const shopper = await openShop(options)
  if (free) shopper.gateway.changes<object>('begin', answer => ({ ...answer, limitAreaShipping: 'F' }))
  await shopper.goes('/main/register')
  await shopper.seesHeading('Register')
  return shopper
}

const button = ({ main }: Shopper) => main.getByRole('button', { name: /^Register/ })
/** The button is `aria-disabled`; a click on it still works. */
const tries = (shopper: Shopper) => button(shopper).click({ force: true })
const accepts = ({ main }: Shopper) => main.getByRole('checkbox', { name: /^I have read and accept/ })

/** The accessible description of a field. */
const described = (shopper: Shopper, label: string) =>
  shopper.field(label).evaluate(field =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
const isSaid = async (shopper: Shopper, label: string, message: string) => {
  await expect.poll(() => described(shopper, label), { message: label }).toContain(message)
  await expect.poll(() => shopper.field(label).getAttribute('aria-invalid')).toBe('true')
}
const isFine = (shopper: Shopper, label: string) =>
  expect.poll(() => shopper.field(label).getAttribute('aria-invalid'), { message: label }).toBeNull()
const lacks = ({ page }: Shopper) => page.locator('#registration-lacks').textContent()

// Specification: 2.7.2, 2.7.3, 2.7.4, 2.7.5, 2.7.6, 2.7.7, 5.26
test('the form has two columns, personal details on the left and the address on the right; on a phone it has one', async () => {
  const shopper = await opens()
  const left = ['First name', 'Last name', 'Email', 'Phone', 'Password', 'Confirm password']
  const right = ['Company', 'Country', 'Region/State', 'Address 1', 'Address 2', 'Suburb/City', 'Post code']
  /** The field's box. A field is replaced when its list is loaded: one that is removed at this moment has no box. */
  const boxOf = async (field: Locator) => {
    const read = { box: null as Awaited<ReturnType<Locator['boundingBox']>> }
    await expect.poll(async () => (read.box = await field.boundingBox())).not.toBeNull()
    return read.box!
  }
  const [boxesLeft, boxesRight] = await Promise.all(
    [left, right].map(labels => Promise.all(labels.map(label => boxOf(shopper.field(label))))),
  )
  const newsletter = shopper.main.getByRole('checkbox', { name: 'Subscribe to the newsletter' })
  boxesLeft!.push(await boxOf(newsletter))
  boxesRight!.push(await boxOf(accepts(shopper)), await boxOf(button(shopper)))
  const end = Math.max(...boxesLeft!.map(({ x, width }) => x + width))
  expect(Math.min(...boxesRight!.map(({ x }) => x))).toBeGreaterThan(end)
  await expect.poll(() => newsletter.isChecked()).toBe(false)
  await expect.poll(() => accepts(shopper).getAttribute('aria-required')).toBe('true')
  await shopper.page.setViewportSize({ width: 390, height: 844 })
  expect((await boxOf(shopper.field('Company'))).y).toBeGreaterThan((await boxOf(newsletter)).y)
})

describe('the form shows errors', () => {
  // Specification: 5.7, 5.15, 5.16, 5.17, 5.24, 9.22, S.1.14
  test('in each field, depending on the typed text', async () => {
    const shopper = await opens({}, true)
    const wrong: [label: string, typed: string, message: string, right: string][] = [
      ['First name', '', 'First name is required', 'Mai'],
      ['Last name', '', 'Last name is required', 'Tran'],
      ['Email', '', 'Email is required', 'm'],
      ['Email', 'mai@', 'Email must be a valid email address', 'mai@example.com'],
      ['Email', `${'m'.repeat(65)}@example.com`, 'Email must be a valid email address', 'mai@example.com'],
      ['Phone', '', 'Phone number is required', '0255500188'],
      ['Phone', '1234567', 'Phone number must be at least 8 characters', '12345678'],
      ['Password', '', 'Password is required', 'lanter'],
      ['Password', 'lante', 'Password must be at least 6 characters', 'lanter'],
      ['Confirm password', '', 'Confirm password is required', 'lanter'],
      ['Confirm password', 'lantes', 'Passwords must match', 'lanter'],
      ['Address 1', '', 'Address 1 is required', '88 Lantern Lane'],
      ['Suburb/City', '', 'Suburb/City is required', 'Dubbo'],
      ['Post code', '', 'Post code is required', '2830'],
    ]
    for (const [label, typed, message, right] of wrong) {
      await shopper.field(label).fill('x')
      await shopper.field(label).fill('')
      await shopper.field(label).pressSequentially(typed)
      await isSaid(shopper, label, message)
      await shopper.field(label).fill(right)
      if (right !== 'm') await isFine(shopper, label)
    }
    for (const label of ['Country', 'Region/State']) {
      if (label === 'Country') await shopper.field('Country').selectOption('')
      else await shopper.field('Country').selectOption({ label: 'Australia' })
      await shopper.field(label).focus()
      await shopper.page.keyboard.press('Tab')
      await isSaid(shopper, label, `${label} is required`)
    }
    await accepts(shopper).click()
    await accepts(shopper).click()
    await shopper.sees('Accept Privacy Policy is required')
    for (const label of ['Company', 'Address 2']) await isFine(shopper, label)
  })

  // Specification: 5.18, 5.29
  test('while the two passwords differ, whichever of them is typed', async () => {
    const shopper = await opens()
    await shopper.field('Password').fill('lantern-hotpot')
    await shopper.field('Confirm password').fill('lantern-hotpo')
    await isSaid(shopper, 'Confirm password', 'Passwords must match')
    await shopper.field('Password').fill('lantern-hotpo')
    await isFine(shopper, 'Confirm password')
    await shopper.field('Password').fill('lantern')
    await isSaid(shopper, 'Confirm password', 'Passwords must match')
    await isFine(shopper, 'Password')
  })

  // Specification: 2.7.8, 5.8
  test('in all fields once the button was pressed; until then the button names what is missing, and can be focused', async () => {
    const shopper = await opens()
    await shopper.sees('10 fields left.')
    await shopper.main.getByRole('button', { name: 'Show me the first' }).click()
    await expect.poll(() => shopper.field('First name').evaluate(one => one === document.activeElement)).toBe(true)
    await shopper.field('First name').fill('Mai')
    expect(await lacks(shopper)).toBe('9 fields left.')
    await button(shopper).focus()
    expect(await button(shopper).evaluate(one => one === document.activeElement)).toBe(true)
    await expect.poll(() => button(shopper).getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => button(shopper).getAttribute('aria-describedby')).toBe('registration-lacks')
    const row = shopper.main.locator('.form > *').filter({ hasText: 'Last name' })
    const paint = () => row.evaluate(one => getComputedStyle(one).backgroundColor)
    const before = await paint()
    await tries(shopper)
    await shopper.sees('Please fix these 9 fields')
    await shopper.seesTitle('Error: Register · Lucky Lantern Grocer')
    expect(await shopper.field('Last name').evaluate(one => one === document.activeElement)).toBe(true)
    expect(await paint()).not.toBe(before)
    await shopper.follows('Post code is required')
    expect(await shopper.field('Post code').evaluate(one => one === document.activeElement)).toBe(true)
    await shopper.field('Phone').fill('0255')
    expect(await lacks(shopper)).toBe('9 fields left.')
    expect(shopper.gateway.count('createAccount')).toBe(0)
  })
})

describe('country, region and suburb', () => {
  // Specification: 2.7.11
  test('depend on one another, and a late answer is dropped', async () => {
    const shopper = await opens()
    await shopper.field('Country').and(shopper.page.locator(':has(option:checked:text("Australia"))')).waitFor()
    await shopper.gateway.isAsked('suburbs') // of the store's region
    await shopper.field('Country').selectOption('')
    await expect.poll(() => shopper.field('Region/State').isDisabled()).toBe(true)
    await shopper.field('Country').selectOption({ label: 'Australia' })
    shopper.gateway.holds('suburbs')
    await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
    await shopper.gateway.isAsked('suburbs', 2)
    const held = shopper.gateway.answers
    await shopper.field('Region/State').selectOption({ label: 'Victoria' })
    await shopper.gateway.isAsked('suburbs', 3)
    await held.call(shopper.gateway, 'suburbs')
    const suburbs = () => shopper.field('Suburb/City').locator('option').allTextContents()
    await expect.poll(async () => (await suburbs()).length).toBeGreaterThan(1)
    expect(await suburbs()).not.toContain('Eastwood')
    await shopper.field('Country').selectOption('')
    await expect.poll(suburbs).toHaveLength(1)
    await isSaid(shopper, 'Country', 'Country is required')
  })

  test('the suburb is chosen from a list if the store delivers to certain areas only, and fills in its post code', async () => {
    const shopper = await opens()
    await shopper.field('Country').selectOption({ label: 'Australia' })
    await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
    await shopper.field('Suburb/City').selectOption({ label: 'Eastwood' })
    await expect.poll(() => shopper.field('Post code').inputValue()).toBe('2122')
  })

  test('a suburb that was typed before the settings arrived stays, and the list is offered', async () => {
    const shopper = await openShop()
    shopper.gateway.holds('begin')
    await shopper.goes('/main/register')
    await shopper.field('Suburb/City').fill('Nowhere Creek')
    await shopper.gateway.isAsked('begin')
    await shopper.gateway.answers('begin')
    await shopper.field('Country').selectOption({ label: 'Australia' })
    await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
    // the settings require a suburb from the list: the typed one is not in it
    await shopper.main.getByRole('button', { name: 'Choose from the list' }).waitFor()
    expect(await shopper.field('Suburb/City').inputValue()).toBe('Nowhere Creek')
  })
})

describe('a registration', () => {
  // Specification: 1.12, 2.7.9, 2.7.10, 4.19, 4.20, 4.21, 5.26, S.1.44, S.6.1, S.6.2, S.6.3
  test('is sent once, however often its button is pressed, and welcomes the shopper', async () => {
    const shopper = await opens({ cart: [[101, 1]] })
    await shopper.fillsRegistration({ Email: `once-${Date.now()}@example.com` })
    shopper.gateway.holds('createAccount')
    await button(shopper).dblclick()
    await shopper.gateway.isAsked('createAccount')
    await expect.poll(() => button(shopper).getAttribute('aria-disabled')).toBe('true')
    await shopper.field('Phone').press('Enter')
    await tries(shopper)
    await shopper.gateway.answers('createAccount')
    await shopper.seesHeading('Your account has been created')
    expect(shopper.gateway.count('createAccount')).toBe(1)
    await shopper.sees('You can now shop')
    await shopper.sees('Mai')
    await shopper.seesTitle('Your account has been created · Lucky Lantern Grocer')
    expect(await shopper.h1.evaluate(one => one === document.activeElement)).toBe(true)
    await shopper.sees('Welcome, Mai Tran', shopper.header)
    await shopper.sees('1 item(s)', shopper.header)
    expect(await shopper.aisles.count()).toBe(0)
    await shopper.follows('Continue Shopping')
    await shopper.seesPath('/main/product-list/0')
    await shopper.reloads()
    await shopper.sees('Welcome, Mai Tran', shopper.header)
  })

  // Specification: 2.7.4, 2.7.5
  test('works by keyboard alone', async () => {
    const shopper = await opens()
    shopper.gateway.says('createAccount', created)
    const { keyboard } = shopper.page
    const types = async (text: string) => {
      await keyboard.type(text)
      await keyboard.press('Tab')
    }
    await shopper.field('First name').focus()
    for (const text of ['Mai', 'Tran', mai.Email, mai.Phone]) await types(text)
    for (const text of ['lantern-hotpot', 'lantern-hotpot']) {
      await types(text)
      await keyboard.press('Tab') // past 'Show password'
    }
    await keyboard.press('Space')
    await keyboard.press('Tab')
    await types('Lantern Trading')
    await types('Aus')
    await shopper.field('Region/State').and(shopper.page.locator(':has(option:nth-child(2))')).waitFor()
    await types('New S')
    await types('88 Lantern Lane')
    await types('Unit 4')
    await shopper.field('Suburb/City').and(shopper.page.locator(':has(option:nth-child(2))')).waitFor()
    await types('Eastw')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    expect(await button(shopper).evaluate(one => one === document.activeElement)).toBe(true)
    await keyboard.press('Enter')
    await shopper.seesHeading('Your account has been created')
    const sent = shopper.requests.find(one => one.url().endsWith('/customer/createaccount'))
    expect(sent?.postDataJSON()).toMatchObject({
      firstName: 'Mai',
      email: mai.Email,
      password: 'lantern-hotpot',
      company: 'Lantern Trading',
      address2: 'Unit 4',
      city: 'Eastwood',
      postCode: '2122',
      regionName: 'New South Wales',
      countryName: 'Australia',
      acceptTerms: true,
      subscribeNewsletter: true,
      sessionId: null,
    })
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await shopper.seesPath('/main/product-list/0')
    expect(await shopper.page.evaluate(() => localStorage.getItem('shop.session'))).toBe('session-of-mai')
  })

  test('is sent by Enter in a field, once', async () => {
    const shopper = await opens()
    shopper.gateway.says('createAccount', created)
    await shopper.fillsRegistration()
    await shopper.field('Confirm password').press('Enter')
    await shopper.seesHeading('Your account has been created')
    expect(shopper.gateway.count('createAccount')).toBe(1)
  })

  test('accepts pasted text, and has autocomplete tokens for its fields', async () => {
    const shopper = await opens()
    const paste = async (label: string, text: string) => {
      await shopper.field(label).focus()
      await shopper.page.keyboard.insertText(text)
    }
    for (const label of ['Password', 'Confirm password']) await paste(label, 'pasted-hotpot')
    await paste('Email', mai.Email)
    await isFine(shopper, 'Confirm password')
    const tokens = await shopper.main
      .locator('form [autocomplete]')
      .evaluateAll(all => all.map(one => one.getAttribute('autocomplete')))
    expect(tokens.join(' ')).toBe(
      'given-name family-name email tel new-password new-password organization ' +
        'country address-level1 address-line1 address-line2 address-level2 postal-code',
    )
  })

  // Specification: 4.23, 4.24, 8.9, S.1.26, S.8.26
  test('that fails is reported in a toast, keeps all input, and can be sent again', async () => {
    const shopper = await opens()
    await shopper.fillsRegistration()
    shopper.gateway.fails('createAccount', 'HTTP 500')
    await button(shopper).click()
    await shopper.seesToast('Something bad happened; please try again later.')
    await shopper.sees(/your account may have been created anyway/)
    await expect.poll(() => shopper.field('Password').inputValue()).toBe('lantern-hotpot')
    expect(await button(shopper).getAttribute('aria-disabled')).toBeNull()
    shopper.gateway.says('createAccount', { statusCode: 422, message: 'We do not deliver there yet.' })
    await button(shopper).click()
    await shopper.seesToast('We do not deliver there yet.')
    await shopper.seesNot(/your account may have been created anyway/)
    shopper.gateway.says('createAccount', created)
    await button(shopper).click()
    await shopper.seesHeading('Your account has been created')
    expect(shopper.gateway.count('createAccount')).toBe(3)
  })

  test('with an email that has an account is reported at the field, with a link to the login, until the email is changed', async () => {
    const shopper = await opens()
    await shopper.fillsRegistration()
    const message = 'An account with this email already exists.'
    shopper.gateway.says('createAccount', { statusCode: 409, message })
    await button(shopper).click()
    await shopper.seesToast(message)
    await isSaid(shopper, 'Email', message)
    await shopper.sees(/Is this you\?/)
    expect(await button(shopper).getAttribute('aria-disabled')).toBeNull()
    await shopper.field('Email').fill('mai.other@example.com')
    await isFine(shopper, 'Email')
    await shopper.seesNot(/Is this you\?/)
    await shopper.field('Email').fill(mai.Email)
    await shopper.follows('Login', shopper.main.locator('form'))
    await shopper.seesHeading('Login')
  })
})

describe('a reload', () => {
  // Specification: S.8.26
  test('keeps everything except the passwords', async () => {
    const shopper = await opens()
    await shopper.fillsRegistration()
    await shopper.main.getByRole('checkbox', { name: 'Subscribe to the newsletter' }).check()
    await shopper.reloads()
    for (const [label, value] of Object.entries(mai)) expect(await shopper.field(label).inputValue()).toBe(value)
    const region = shopper.field('Region/State').locator('option:checked')
    await expect.poll(() => region.textContent()).toBe('New South Wales')
    await expect.poll(() => accepts(shopper).isChecked()).toBe(true)
    for (const label of ['Password', 'Confirm password']) {
      await expect.poll(() => shopper.field(label).inputValue()).toBe('')
      await isFine(shopper, label)
    }
    expect(await lacks(shopper)).toBe('Please complete: Password, Confirm password.')
  })

  test('reloaded before the response says that the account may exist', async () => {
    const shopper = await opens()
    await shopper.fillsRegistration()
    shopper.gateway.fails('createAccount', 'hang')
    await button(shopper).click()
    await shopper.gateway.isAsked('createAccount')
    await shopper.reloads()
    await shopper.sees(/your account may have been created anyway/)
    await expect.poll(() => shopper.field('Last name').inputValue()).toBe('Tran')
    expect(shopper.gateway.count('createAccount')).toBe(1)
  })
})

// Specification: S.8.25
test('a password is in no storage, journal, URL or log', async () => {
  const shopper = await opens()
  const said: string[] = []
  shopper.page.on('console', message => said.push(message.text()))
  await shopper.fillsRegistration({ Password: canary })
  shopper.gateway.fails('createAccount', 'HTTP 500')
  await button(shopper).click()
  await shopper.seesToast('Something bad happened; please try again later.')
  const kept = async () =>
    JSON.stringify([
      await keptJournal(shopper.page),
      await shopper.page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, location.href, document.title]),
      said,
    ])
  const journal = await kept()
  expect(journal).toContain('registration.typedSecret')
  expect(journal).not.toContain(canary)
  await shopper.reloads()
  expect(await kept()).not.toContain(canary)
})

test('nothing overflows on a small phone, in light and dark', async () => {
  const shopper = await opens({ width: 390, touch: true })
  expect(await shopper.overflowInSchemes()).toEqual([0, 0])
  await tries(shopper)
  await shopper.sees('Please fix these 10 fields')
  expect(await shopper.overflowInSchemes()).toEqual([0, 0])
})
