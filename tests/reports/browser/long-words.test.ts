import { describe, expect, test } from 'vitest'
import type { ProductDetail } from '#contract/product'
import { listPath } from '#contract/list-paths'
import { pageNames, pages } from '#contract/paths'
import { buys, newCustomer, savesAddress } from '../../kit/customer-shopper.ts'
import { openShop, shareShop } from '../../kit/shopper.ts'
import { wideTexts } from '../../kit/wide-text.ts'

/** A word without a place to break it: as shoppers paste them, and as hostile ones make them. */
const word = (length: number) => 'Llanfairpwllgwyngyllgogerychwyrndrobwll'.repeat(9).slice(0, length)

const pathsOf = (who: 'guests' | 'customers') =>
  pageNames
    .filter(page => (pages[page].access === 'customers') === (who === 'customers') && page !== 'information')
    .flatMap(page => Object.keys(pages[page].paths).slice(0, 1))
    .map(path => path.replace(':id', '101').replace('*', `/${word(40)}`))

describe('review F13: a word of a shopper that does not wrap', () => {
  const customer = shareShop(async () => {
    const one = await newCustomer(word(30), word(32))
    await savesAddress(one, word(60))
    await buys(one, [[101, 2]])
    return { token: one.token, width: 390, noTimeouts: true }
  })

  test.each(pathsOf('customers'))('%s of a customer with long names is as wide as a phone', async path => {
    const shopper = await customer()
    await shopper.goes(path)
    for (const order of await shopper.main.getByRole('button', { expanded: false }).all()) await order.click()
    expect(await wideTexts(shopper.page)).toEqual([])
  })

  test('the greeting of the account and the menu are as wide as a phone', async () => {
    const shopper = await customer()
    await shopper.goes('/main/faq')
    await shopper.header.getByRole('button', { name: /Account/ }).click()
    await shopper.page.getByRole('region', { name: 'Account' }).getByText('Logout').waitFor()
    expect(await wideTexts(shopper.page)).toEqual([])
  })

  test.each([
    ['a word of 300 letters', word(300)],
    ['an email of 200 letters', `${word(100)}@${word(95)}.com`],
    ['Thai without spaces', 'ข้าว'.repeat(20)],
    ['Chinese without spaces', '米'.repeat(80)],
  ])('the results of a search for %s are as wide as a phone', async (_, searchCriteria) => {
    const shopper = await openShop({ width: 390 })
    await shopper.goes(listPath({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria }))
    expect(await wideTexts(shopper.page)).toEqual([])
  })

  test.each(pathsOf('guests').filter(path => !/auth|reset/.test(path)))(
    '%s with a product of one long word is as wide as a phone',
    async path => {
      const shopper = await openShop({ width: 390, cart: [[101, 2]], begins: 'in the browser', noTimeouts: true })
      const rename = <Named extends object>(one: Named) => ({
        ...one,
        name: word(120),
        productName: word(120),
        description: `<p>${word(200)}</p>`,
        brandName: word(60),
        code: word(60),
        stockStatusDescription: word(80),
      })
      for (const call of ['products', 'cart'] as const)
        shopper.gateway.changes<{ listData: object[] }>(call, ({ listData, ...rest }) => ({
          ...rest,
          listData: listData.map((one, at) =>
            call === 'products' && at === 1 ? { ...rename(one), stockStatusId: 1 } : rename(one),
          ),
        }))
      shopper.gateway.changes<{ data: ProductDetail }>('product', ({ data, ...rest }) => ({
        ...rest,
        data: { ...rename(data), productRelated: data.productRelated.map(rename) },
      }))
      await shopper.goes(path)
      expect(await wideTexts(shopper.page)).toEqual([])
    },
  )

  test('messages, coupon codes and typed checkout data are as wide as a phone', async () => {
    const shopper = await openShop({ width: 390, cart: [[101, 3]], noTimeouts: true })
    shopper.gateway.says('validateCoupon', { statusCode: 404, message: `The coupon ${word(80)} is unknown.` })
    await shopper.goes('/cart')
    await shopper.appliesCoupon(word(60))
    await shopper.sees(/is unknown|not valid/)
    expect(await wideTexts(shopper.page)).toEqual([])
    await shopper.page.setViewportSize({ width: 390, height: 844 })
    await shopper.reviews({
      'First name': word(30),
      'Last name': word(30),
      'Address 1': word(60),
      Email: `${word(60)}@example.com`,
    })
    expect(await wideTexts(shopper.page)).toEqual([])
    await shopper.placesOrder()
    await shopper.seesOrder()
    expect(await wideTexts(shopper.page)).toEqual([])
  })
})
