import { describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { buys, newCustomer } from '../../kit/customer-shopper.ts'
import { chooses, hasFocus, tabsTo } from '../../kit/keyboard.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

/** Tabs to an element and presses Enter. */
async function presses(shopper: Shopper, wanted: Locator, way = 'Tab') {
  await wanted.waitFor()
  await tabsTo(shopper, wanted, way)
  await shopper.page.keyboard.press('Enter')
}

/** Tabs through the fields and replaces their text. */
async function types(shopper: Shopper, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    await tabsTo(shopper, shopper.field(label))
    await shopper.page.keyboard.press('ControlOrMeta+a')
    await shopper.page.keyboard.type(text)
  }
}

const button = ({ main }: Shopper, name: string) => main.getByRole('button', { name })
const side = ({ main }: Shopper, name: string) =>
  main.getByRole('navigation', { name: 'Manage Account' }).getByRole('link', { name })

/** Waits for a page whose heading has the focus. */
async function arrives(shopper: Shopper, heading: string) {
  await shopper.seesHeading(heading)
  await hasFocus(shopper.h1, heading)
}

/** Chooses a link of the account menu. */
async function chooseFromAccount(shopper: Shopper, link: string) {
  await presses(shopper, shopper.header.getByRole('button', { name: /Account/ }), 'Shift+Tab')
  await presses(shopper, shopper.page.getByRole('region', { name: 'Account' }).getByRole('link', { name: link }))
}

describe('by keyboard alone', () => {
  test('a visitor registers, logs out and logs in again', async () => {
    const shopper = await openShop()
    const { page, main } = shopper
    const email = `keys-${Date.now()}@example.com`
    const password = 'plum-lantern-47'
    await shopper.goes('/main/register')
    await types(shopper, { 'First name': 'Mai', 'Last name': 'Tran', Email: email, Phone: '0255500188' })
    await types(shopper, { Password: password, 'Confirm password': password })
    await chooses(shopper, 'Country', 'Australia')
    await chooses(shopper, 'Region/State', 'New South Wales')
    await types(shopper, { 'Address 1': '88 Lantern Lane' })
    await chooses(shopper, 'Suburb/City', 'Eastwood')
    await tabsTo(shopper, main.getByRole('checkbox', { name: /^I have read and accept/ }))
    await page.keyboard.press('Space')
    await presses(shopper, button(shopper, 'Register'))
    await arrives(shopper, 'Your account has been created')
    await chooseFromAccount(shopper, 'Logout')
    await arrives(shopper, 'You have been logged out.')
    await chooseFromAccount(shopper, 'Login')
    await arrives(shopper, 'Login')
    await types(shopper, { Email: email, Password: password })
    await page.keyboard.press('Enter')
    await arrives(shopper, 'My Account')
  })

  test('a customer changes what the account holds, and buys an order again', async () => {
    const mai = await newCustomer()
    const { orderNumber } = await buys(mai, [[101, 2]])
    const shopper = await openShop({ token: mai.token })
    const { page, main } = shopper
    await shopper.goes('/manage-account')
    await presses(shopper, side(shopper, 'Edit Account Information'))
    await arrives(shopper, 'Edit Account Information')
    await types(shopper, { 'First name': 'Maia' })
    await presses(shopper, button(shopper, 'Save'))
    await shopper.seesToast('Success: Your account has been updated.')
    await presses(shopper, side(shopper, 'Change Password'), 'Shift+Tab')
    await arrives(shopper, 'Change Password')
    const fresh = 'plum-lantern-48'
    await types(shopper, { 'Current password': mai.password, Password: fresh, 'Confirm password': fresh })
    await page.keyboard.press('Enter')
    await shopper.seesToast('Success: Your password has been changed.')
    await presses(shopper, side(shopper, 'Modify Delivery Address'), 'Shift+Tab')
    await arrives(shopper, 'Modify Delivery Address')
    await presses(shopper, button(shopper, 'Add Address'))
    await hasFocus(main.getByRole('heading', { name: 'Add Address' }), 'the heading of the form')
    await chooses(shopper, 'Country', 'Australia')
    await chooses(shopper, 'Region/State', 'New South Wales')
    await types(shopper, { 'Address 1': '7 Marsden Road' })
    await chooses(shopper, 'Suburb/City', 'Eastwood')
    await presses(shopper, button(shopper, 'Save'))
    await main.getByRole('radio', { name: /^7 Marsden Road/, checked: true }).waitFor()
    await hasFocus(shopper.h1, 'the heading of the addresses')
    await presses(shopper, side(shopper, 'Current Order'), 'Shift+Tab')
    await arrives(shopper, 'Current Order')
    await presses(shopper, button(shopper, `Order ${orderNumber}`))
    await presses(shopper, button(shopper, 'Buy Again'))
    await shopper.seesToast('Success: You have added 1 product to your shopping cart!')
    await shopper.seesCart('2 item(s) - $ 31.80')
    expect(await button(shopper, 'Buy Again').evaluate(one => one === document.activeElement)).toBe(true)
  })
})
