import { expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

/** Holds the answers about single products until they are released. */
async function holdsProducts({ page }: Shopper) {
  const held: (() => Promise<void>)[] = []
  await page.route(/\/v1\/product\/\d+$/, route => void held.push(() => route.continue()))
  return { held, release: () => Promise.all(held.splice(0).map(answer => answer())) }
}

const focused = ({ page }: Shopper) => page.evaluate(() => document.activeElement?.tagName)

test('a product of a list is shown before it is read, can be added to the cart, and keeps the focus', async () => {
  const shopper = await openShop()
  const { main } = shopper
  await shopper.goes('/main/product-list/0')
  await shopper.seesCart('0 item(s) - $ 0')
  const { held, release } = await holdsProducts(shopper)
  await shopper.follows(/^Golden Paddy Jasmine Rice 5 kg/)
  await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
  await expect.poll(() => held.length).toBe(1)
  await main.getByRole('status').filter({ hasText: 'Loading the details' }).waitFor()
  await main.getByText('$ 15.90').or(main.getByText('$15.90')).first().waitFor()
  expect(await main.getByRole('tab', { name: 'Product Description' }).count()).toBe(0)
  await shopper.presses('Add to Cart')
  await shopper.seesCart('1 item(s) - $ 15.90')
  await main.getByRole('heading', { level: 1 }).focus()
  await release()
  await main.getByRole('tab', { name: 'Product Description' }).waitFor()
  await main.getByText('Golden Paddy', { exact: true }).first().waitFor()
  expect(await focused(shopper)).toBe('H1')
})

test('a related product is shown before it is read, and the product before it again when the shopper goes back', async () => {
  const shopper = await openShop()
  const { main, page } = shopper
  await shopper.goes('/main/product-list/0')
  await shopper.follows(/^Golden Paddy Jasmine Rice 5 kg/)
  await main.getByRole('tab', { name: 'Product Description' }).waitFor()
  const related = main.getByRole('region', { name: 'Related Products' }).getByRole('link').first()
  const name = (await related.getAttribute('aria-label')) ?? (await related.textContent()) ?? ''
  const { release } = await holdsProducts(shopper)
  await related.click()
  await expect
    .poll(async () => name.startsWith((await main.getByRole('heading', { level: 1 }).textContent()) ?? '?'))
    .toBe(true)
  await page.goBack()
  await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
  await release()
  await main.getByRole('tab', { name: 'Product Description' }).waitFor()
})
