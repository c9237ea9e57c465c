import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core'
import { isAlive } from '../../kit/begin-test.ts'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { endContext, openPage } from '../../kit/contexts.ts'
import { shopUrl } from '../../kit/test-location.ts'

/** The texts of an input method while a word is being composed, and the final text. */
const words: [language: string, steps: string[], text: string][] = [
  ['Japanese', ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん', '日本'], '日本'],
  ['Chinese', ['n', 'ni', 'nih', 'nihao', '你好'], '你好'],
  ['Korean', ['ㅎ', '하', '한', '한ㄱ', '한그', '한글'], '한글'],
]

let context: BrowserContext
let page: Page
let keyboard: CDPSession
beforeAll(async () => {
  page = await openPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
  context = page.context()
  keyboard = await context.newCDPSession(page)
  await page.goto(`${shopUrl()}/main/product-list/0`)
  await isAlive(page)
  for (const name of [/Jasmine Rice 5 kg/, /Pork & Chive/, /Crispy Chilli Oil/]) {
    await page.getByRole('button', { name: 'Add to Cart' }).and(page.getByRole('button', { name })).first().click()
  }
  await page.getByRole('banner').getByText('3 item(s)').waitFor()
})
afterAll(() => endContext(context))

/** Opens a page, unless the field before is on the same one. */
async function comesTo(path: string) {
  if (page.url() === shopUrl() + path) return
  await page.goto(shopUrl() + path)
  await isAlive(page)
}

/** Composes a word in the middle of 'ab', as an input method does, and commits it. */
async function composes(field: Locator, steps: string[], text: string) {
  await field.fill('ab')
  await field.press('Home')
  await field.press('ArrowRight')
  for (const step of steps) {
    await keyboard.send('Input.imeSetComposition', {
      text: step,
      selectionStart: step.length,
      selectionEnd: step.length,
    })
  }
  await keyboard.send('Input.insertText', { text })
}

describe('an input method composes into', () => {
  const fields: [name: string, path: string, find: () => Locator][] = [
    ['the search box', '/main/product-list/0', () => page.getByPlaceholder('Search product')],
    ['the newsletter’s email field', '/main/product-list/0', () => page.getByRole('contentinfo').getByLabel('Email')],
    ['the coupon code', '/cart', () => page.getByLabel('Coupon code')],
    ['a name', '/check-out', () => page.getByLabel('Last name')],
    ['a street', '/check-out', () => page.getByLabel('Address 1')],
    ['a suburb', '/check-out', () => page.getByLabel('Suburb/City')],
    ['the name of a new customer', '/main/register', () => page.getByLabel('First name')],
    ['the company of a new customer', '/main/register', () => page.getByLabel('Company')],
    ['the street of a new customer', '/main/register', () => page.getByLabel('Address 1')],
    ['the second line of a new customer’s address', '/main/register', () => page.getByLabel('Address 2')],
  ]
  // the fields of a customer come last, because the browser keeps the token
  const customerFields: typeof fields = [
    ['a customer’s first name', '/manage-account/modify-account', () => page.getByLabel('First name')],
    ['a customer’s last name', '/manage-account/modify-account', () => page.getByLabel('Last name')],
    ['the company of a billing address', '/manage-account/modify-address', () => page.getByLabel('Company')],
    ['a billing address', '/manage-account/modify-address', () => page.getByLabel('Address 1')],
    ['the second line of a billing address', '/manage-account/modify-address', () => page.getByLabel('Address 2')],
    ['the suburb of a billing address', '/manage-account/modify-address', () => page.getByLabel('Suburb/City')],
    ['the company of a delivery address', '/manage-account/modify-delivery-address', () => page.getByLabel('Company')],
    ['a delivery address', '/manage-account/modify-delivery-address', () => page.getByLabel('Address 1')],
  ]
  const isWhole = async (find: () => Locator) => {
    for (const [language, steps, text] of words) {
      await composes(find(), steps, text)
      expect(await find().inputValue(), language).toBe(`a${text}b`)
      await page.keyboard.type('x')
      expect(await find().inputValue(), `the caret after ${language}`).toBe(`a${text}xb`)
    }
  }

  test.each(fields)('%s: nothing is lost, doubled or moved', async (_name, path, find) => {
    await comesTo(path)
    await isWhole(find)
  })

  describe('as a customer,', () => {
    beforeAll(async () => {
      const { token } = await newCustomer()
      await page.evaluate(kept => localStorage.setItem('shop.token', kept), token)
    })

    test.each(customerFields)('%s: nothing is lost, doubled or moved', async (_name, path, find) => {
      await comesTo(path)
      const another = page.getByRole('button', { name: 'Add Address' })
      await another.or(find()).first().waitFor()
      if (await another.isVisible()) await another.click()
      await isWhole(find)
    })
  })
})
