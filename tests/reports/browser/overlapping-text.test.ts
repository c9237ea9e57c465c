import { describe, expect, test } from 'vitest'
import type { Product, ProductDetail } from '#contract/product'
import { pageNames, pages } from '#contract/paths'
import { brokenWords } from '../../kit/broken-words.ts'
import { newCustomer, buys } from '../../kit/customer-shopper.ts'
import { everyWidth, overlappingTexts } from '../../kit/overlapping-text.ts'
import { openShop, shareShop, type Shopper } from '../../kit/shopper.ts'

/** A real path for each page of the table; the pages of information have one layout. */
const pathsFor = (who: 'guests' | 'customers') =>
  pageNames
    .filter(page => (pages[page].access === 'customers') === (who === 'customers') && page !== 'logout')
    .flatMap(page => Object.keys(pages[page].paths).slice(0, 1))
    .map(path => path.replace(':id', '101').replace('*', '/nowhere'))

async function unreadableAt(shopper: Shopper, path: string): Promise<string[]> {
  await shopper.goes(path)
  const found = [...(await overlappingTexts(shopper.page)), ...(await brokenWords(shopper.page, everyWidth))]
  return found.map(text => `${path}: ${text}`)
}

const longName =
  'Grandmother Nguyễn’s Slow-Fermented Extra-Hot Sichuan Broad Bean Paste with Chilli and Sesame 12 × 400 g 郫县豆瓣酱家庭装'

const renamed = <Named extends Pick<Product, 'name'>>(one: Named): Named => ({ ...one, name: longName })

describe('review F14: text over text while the page is scrolled, and short words broken over two lines', () => {
  const guest = shareShop(() => ({ cart: [[101, 12], [201, 1], [901, 3]], noTimeouts: true })) // prettier-ignore
  const customer = shareShop(async () => {
    const one = await newCustomer('Wolfeschlegelsteinhausen', 'Bergerdorff-Kowalczykiewicz')
    await buys(one, [[101, 12]])
    return { token: one.token, noTimeouts: true }
  })

  test.each([...pathsFor('guests'), '/main/product-list/2?by=category', '/main/product-list/0?view=list'])(
    '%s has none at any width',
    async path => {
      expect(await unreadableAt(await guest(), path)).toEqual([])
    },
  )

  test.each(pathsFor('customers'))('%s has none at any width', async path => {
    expect(await unreadableAt(await customer(), path)).toEqual([])
  })

  test.each([
    '/main/product-list/0',
    '/main/product-list/2?by=category&view=list',
    '/main/product-detail/101',
    '/cart',
  ])('%s has none with long names', async path => {
    const shopper = await openShop({ cart: [[101, 2]], begins: 'in the browser', noTimeouts: true })
    const { gateway } = shopper
    gateway.changes<{ listData: Product[] }>('products', ({ listData, ...rest }) => ({
      ...rest,
      listData: listData.map(renamed),
    }))
    gateway.changes<{ data: ProductDetail }>('product', ({ data, ...rest }) => ({
      ...rest,
      data: { ...renamed(data), productRelated: data.productRelated.map(renamed) },
    }))
    gateway.changes<{ listData: { productName: string }[] }>('cart', ({ listData, ...rest }) => ({
      ...rest,
      listData: listData.map(line => ({ ...line, productName: longName })),
    }))
    expect(await unreadableAt(shopper, path)).toEqual([])
  })

  test('an open dropdown and messages hide what is below them', async () => {
    const shopper = await openShop({ cart: [[101, 2], [201, 1]], noTimeouts: true }) // prettier-ignore
    await shopper.goes('/main/product-list/0')
    for (const button of (await shopper.main.getByRole('button', { name: /^Add to Cart: / }).all()).slice(0, 3))
      await button.click()
    await expect.poll(() => shopper.page.locator('[data-sonner-toast][data-mounted="true"]').count()).toBe(3)
    expect(await overlappingTexts(shopper.page)).toEqual([])
    await shopper.opensCart()
    expect(await overlappingTexts(shopper.page)).toEqual([])
    await shopper.page.keyboard.press('Escape')
    await shopper.page.setViewportSize({ width: 1280, height: 900 })
    await shopper.header.getByRole('button', { name: /Account/ }).click()
    expect(await overlappingTexts(shopper.page, [1280, 1920])).toEqual([])
  })
})
