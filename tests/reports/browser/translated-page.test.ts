import { describe, expect, test } from 'vitest'
import { openShop, shareShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'
import { staleTexts, translatesPages, type TranslatedFrom } from '../../kit/translator.ts'

const rice = 'Golden Paddy Jasmine Rice 5 kg'

/** A shopper whose browser translates all pages. */
async function opensTranslated(from: TranslatedFrom, options: ShopperOptions) {
  const shopper = await openShop({ noTimeouts: true, ...options })
  await translatesPages(shopper.page, from)
  return shopper
}

/** Fails if a text is shown that React has changed since, or if the page is not translated. */
async function isUpToDate(shopper: Shopper) {
  await shopper.main.locator('font').first().waitFor({ state: 'attached' })
  await expect.poll(() => staleTexts(shopper.page)).toEqual([])
}

/** A shopper whose browser translates all pages into longer words. */
const longer = shareShop(() => ({ cart: [[101, 2]], width: 390, height: 844 }))

describe('react/react#11538: a page that the browser translates', () => {
  test.each<TranslatedFrom>(['after hydration', 'before hydration'])(
    'says that the next page is loading, over the one before, and shows it, translated %s',
    async from => {
      const shopper = await opensTranslated(from, { width: 1280, begins: 'in the browser' })
      await shopper.goes('/')
      shopper.gateway.holds('product')
      await shopper.follows(/^View Item/)
      await expect.poll(() => shopper.page.getByRole('status').allTextContents()).toContain('Loading')
      await isUpToDate(shopper)
      await shopper.gateway.answers('product')
      await shopper.seesHeading(/Jasmine Rice/)
      await isUpToDate(shopper)
    },
  )

  test.each<[TranslatedFrom, number]>([
    ['after hydration', 1280],
    ['before hydration', 390],
  ])('shows every amount and message on the way to the receipt, translated %s', async (from, width) => {
    const shopper = await opensTranslated(from, { width })
    const { header } = shopper
    await shopper.goes('/')
    await isUpToDate(shopper)
    await shopper.searches('rice')
    await isUpToDate(shopper)
    await shopper.adds(rice)
    await shopper.seesCart('1 item(s) - $ 15.90')
    await isUpToDate(shopper)
    await shopper.presses(`Increase quantity of ${rice}`)
    await shopper.seesCart('2 item(s) - $ 31.80')
    await isUpToDate(shopper)
    await shopper.follows(rice)
    await shopper.seesHeading(/Jasmine Rice/)
    await shopper.sees('2 in cart')
    await isUpToDate(shopper)
    await shopper.main.getByRole('button', { name: 'Add to Cart', exact: true }).filter({ visible: true }).click()
    await shopper.sees('3 in cart')
    await shopper.seesCart('3 item(s) - $ 47.70')
    await isUpToDate(shopper)
    await shopper.opensCart()
    await shopper.sees('3 item(s)', shopper.cartMenu)
    await isUpToDate(shopper)
    await shopper.follows('View Cart', shopper.cartMenu)
    await shopper.seesHeading('Shopping Cart')
    await shopper.seesAmount('Subtotal', '$47.70')
    await isUpToDate(shopper)
    await shopper.appliesCoupon('NOSUCH')
    await shopper.sees(/not valid|unknown|doesn’t|isn’t/)
    await isUpToDate(shopper)
    await shopper.appliesCoupon('WELCOME10')
    await shopper.seesAmount('Discount', '−$4.77')
    await isUpToDate(shopper)
    await shopper.quantityOf(rice).fill('1')
    await shopper.sees(/^Add \$14\.10 more$/)
    await isUpToDate(shopper)
    await shopper.quantityOf(rice).fill('5')
    await shopper.seesAmount('Subtotal', '$79.50')
    await shopper.seesAmount('Total', '$71.55')
    await shopper.seesCart('5 item(s) - $ 79.50')
    await isUpToDate(shopper)

    await shopper.follows('Checkout')
    await shopper.seesStep('Your Details')
    await shopper.presses('Continue')
    await shopper.sees(/^Please fix these \d+ fields$/)
    await isUpToDate(shopper)
    await shopper.fillsDetails()
    for (const step of ['Delivery', 'Payment', 'Review'] as const) {
      await shopper.continues(step)
      await isUpToDate(shopper)
    }
    await shopper.mayPlace()
    await isUpToDate(shopper)
    await shopper.placesOrder()
    await shopper.seesOrder()
    await shopper.seesCart('0 item(s) - $ 0')
    await isUpToDate(shopper)
    await header.getByRole('link').first().click()
    await shopper.main
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .waitFor()
    await isUpToDate(shopper)
    expect(shopper.ordersSent).toHaveLength(1)
  })
  test('shows every text and message of the registration, the login and the account', async () => {
    const shopper = await opensTranslated('before hydration', { width: 390, height: 844 })
    const { main } = shopper
    const Email = `translated.${process.pid}.${Date.now()}@example.com`
    await shopper.goes('/main/register')
    await shopper.field('First name').press('Enter')
    await shopper.sees(/^Please fix these \d+ fields$/)
    await isUpToDate(shopper)
    await shopper.fillsRegistration({ Email })
    await isUpToDate(shopper)
    await shopper.presses('Register')
    await shopper.seesHeading('Your account has been created')
    await isUpToDate(shopper)
    await shopper.goes('/manage-account')
    await shopper.sees('mai', main)
    await isUpToDate(shopper)
    await shopper.follows('Edit Account Information')
    await shopper.field('Phone').fill('0255')
    await shopper.sees('Phone number must be at least 8 characters')
    await shopper.field('First name').fill('Maia')
    await isUpToDate(shopper)
    await shopper.field('Phone').fill('0255 500 199')
    await shopper.presses(/^Sav/)
    await shopper.seesToast('Success: Your account has been updated.')
    await shopper.sees('Maia', shopper.header)
    await isUpToDate(shopper)
    await shopper.goes('/manage-account/modify-delivery-address')
    await shopper.presses('Add Address')
    await shopper.presses(/^Sav/)
    await shopper.sees(/^Please fix these \d+ fields$/)
    await isUpToDate(shopper)
    await shopper.presses('Cancel')
    await isUpToDate(shopper)
    await shopper.goes('/manage-order')
    await isUpToDate(shopper)
    await shopper.goes('/auth/logout')
    await isUpToDate(shopper)
    await shopper.goes('/auth/login')
    await shopper.logsIn({ email: Email, password: 'not the password' })
    await main.getByRole('alert').filter({ visible: true }).first().waitFor()
    await isUpToDate(shopper)
    await shopper.logsIn({ email: Email, password: 'lantern-hotpot' })
    await shopper.seesHeading('My Account')
    await isUpToDate(shopper)
  })

  test.each(['/', '/main/product-detail/101', '/cart', '/check-out', '/main/register'])(
    'is not wider than a phone in longer words: %s',
    async path => {
      const shopper = await longer()
      await translatesPages(shopper.page, 'after hydration', true)
      await shopper.goes(path)
      await shopper.main.locator('h1 font').first().waitFor()
      expect(await shopper.horizontalOverflow()).toBe(0)
    },
  )
})
