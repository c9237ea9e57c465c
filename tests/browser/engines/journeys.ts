import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readJournalFile } from '#machines/journal/journal-file'
import { canReplay } from '#machines/shop/resume'
import { newCustomer, type Customer } from '../../kit/customer-shopper.ts'
import type { Engine, EngineBrowser } from '../../kit/engines/engine.ts'
import { TabShopper } from '../../kit/engines/tab-shopper.ts'
import { mai } from '../../kit/shopper.ts'

const { 'Suburb/City': city, 'Post code': postCode, ...texts } = mai
const steps = ['Your Details', 'Delivery', 'Payment', 'Review'] as const

/** Pages of every layout. */
const pages = ['/main/product-list/0', '/main/product-detail/101', '/cart', '/auth/login', '/main/register']

/** Runs in the page. @returns the number of pixels by which it is wider than the window */
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** What a shopper does in the shop, in one engine. @param start - null if the engine is not installed */
export function journeysIn(name: 'Chromium' | 'Firefox' | 'WebKit', start: (() => Promise<Engine>) | null): void {
  describe.skipIf(start === null)(`in ${name}`, () => {
    let engine: Engine
    let browser: EngineBrowser
    let shopper: TabShopper

    const opensTab = async () => new TabShopper(browser, await browser.opensTab())

    beforeAll(async () => {
      engine = await start!()
      process.stdout.write(`${engine.version}\n`)
    })
    afterAll(() => engine?.ends())
    beforeEach(async () => {
      browser = await engine.opens()
      shopper = await opensTab()
    })
    afterEach(async () => {
      const errors = await browser.errors()
      await browser.closes()
      expect(errors).toEqual([])
    })

    /** Reloads, and finds the same step. */
    const reloadsAt = async (step: (typeof steps)[number]) => {
      await shopper.reloads()
      await shopper.seesStep(step)
    }
    const fillsCart = async () => {
      await shopper.goes('/main/product-list/0')
      for (const cart of ['1 item(s) - $ 15.90', '2 item(s) - $ 31.80']) {
        await shopper.presses('Add to Cart: Golden Paddy Jasmine Rice 5 kg', 'main')
        await shopper.sees(cart, 'header')
      }
    }
    const checksOut = async () => {
      await shopper.goes('/cart')
      await shopper.follows('Checkout')
      await shopper.seesStep(steps[0])
    }
    const fillsAddress = async () => {
      await shopper.chooses('Country', 'Australia')
      await shopper.chooses('Region/State', 'New South Wales')
      await shopper.fillsAll(texts)
    }
    const fillsDetails = async () => {
      await fillsAddress()
      await shopper.fillsAll({ 'Suburb/City': city, 'Post code': postCode })
    }
    const continues = async (step: (typeof steps)[number]) => {
      await shopper.presses('Continue', 'main')
      await shopper.comesToStep(step)
    }
    const places = async () => {
      await shopper.presses('Place Order', 'main')
      await shopper.seesHeading('Thank you for your order')
      await shopper.sees(/Order number \d+/)
      await shopper.sees('0 item(s) - $ 0', 'header')
    }
    const logsIn = async (who: TabShopper, { email, password }: Pick<Customer, 'email' | 'password'>) => {
      await who.goes('/auth/login')
      await who.fillsAll({ Email: email, Password: password })
      await who.presses('Login', 'main')
      await who.seesHeading('My Account')
    }
    const logsOut = async (who: TabShopper) => {
      await who.presses('Welcome, Mai Tran', 'header')
      await who.follows('Logout', 'header')
      await who.seesHeading('You have been logged out.')
    }

    test('a guest buys, and a reload at each step loses nothing', async () => {
      await fillsCart()
      await shopper.reloads()
      await shopper.sees('2 item(s) - $ 31.80', 'header')
      await checksOut()
      await fillsDetails()
      await reloadsAt('Your Details')
      for (const [label, text] of Object.entries(mai)) await shopper.has(label, text)
      for (const step of steps.slice(1)) {
        await continues(step)
        await reloadsAt(step)
      }
      await places()
      await shopper.reloads()
      await shopper.seesHeading('Thank you for your order')
    })

    test('a shopper registers, logs out, logs in and buys', async () => {
      const email = `${name.toLowerCase()}-${Date.now()}@example.com`
      const password = 'lantern-hotpot'
      await shopper.goes('/main/register')
      await fillsAddress()
      await shopper.chooses('Suburb/City', city)
      await shopper.fillsAll({ Email: email, Password: password, 'Confirm password': password })
      await shopper.checks(/I have read and accept.*/)
      await shopper.presses('Register', 'main')
      await shopper.seesHeading('Your account has been created')
      await shopper.reloads()
      await shopper.sees('Welcome, Mai Tran', 'header')
      await logsOut(shopper)
      await logsIn(shopper, { email, password })
      await fillsCart()
      await checksOut()
      await shopper.has('Address 1', mai['Address 1'])
      for (const step of steps.slice(1)) await continues(step)
      await places()
    })

    test('a shopper reloads, cancels a payment in the provider’s window, and pays', async () => {
      await fillsCart()
      await checksOut()
      await fillsDetails()
      await continues('Delivery')
      await continues('Payment')
      await shopper.clicksText('Pay online')
      await continues('Review')
      // Firefox reports a script that a reload interrupts as failed, and the provider's library logs it
      await shopper.canPress('Pay with')
      await reloadsAt('Review')
      const first = await shopper.opensWindow('Pay with')
      await first.closesWith('Cancel')
      await shopper.tab.shows()
      await shopper.sees('You closed the payment window.')
      const second = await shopper.opensWindow('Pay with')
      await second.closesWith('Approve')
      await shopper.seesHeading('Thank you for your order')
      await shopper.sees('0 item(s) - $ 0', 'header')
    })

    test('two tabs share cart and login, and one at a time runs the checkout', async () => {
      const customer = await newCustomer()
      await logsIn(shopper, customer)
      const other = await opensTab()
      await other.goes('/main/faq')
      await other.sees('Welcome, Mai Tran', 'header')
      await shopper.tab.shows()
      await fillsCart()
      await other.sees('2 item(s) - $ 31.80', 'header')
      await checksOut()
      await shopper.fills('First name', 'Mai Anh')
      await other.tab.shows()
      await other.goes('/check-out')
      await other.seesHeading('Your checkout is open in another tab')
      await other.presses('Continue here', 'main')
      await other.has('First name', 'Mai Anh')
      await shopper.seesHeading('Your checkout is open in another tab')
      await logsOut(other)
      await shopper.sees('0 item(s) - $ 0', 'header')
      await shopper.seesNot('Welcome, Mai Tran', 'header')
    })

    test('the journal of a visit can be saved, and replays', async () => {
      await fillsCart()
      await checksOut()
      await shopper.fills('First name', 'Quyên')
      await shopper.reloads()
      await shopper.has('First name', 'Quyên')
      await shopper.presses('Report a problem', 'footer')
      await shopper.sees(/The pages you saw: .*check-out.*/, 'dialog')
      await shopper.clicksText('View the file', 'dialog')
      const read = readJournalFile(await shopper.reads(/\{.*\}/, 'dialog'))
      expect('journal' in read && canReplay(read.journal)).toBe(true)
      await shopper.presses('Save file', 'dialog')
      await shopper.sees(/File saved\. .*/)
    })

    test('no page is wider than a phone or a small screen', async () => {
      for (const path of pages) {
        await shopper.goes(path)
        for (const width of [390, 1280]) {
          await shopper.tab.resizes(width, 844)
          await expect.poll(() => shopper.tab.runs(overflow, null), { message: `${path} at ${width} px` }).toBe(0)
        }
      }
    })
  })
}
