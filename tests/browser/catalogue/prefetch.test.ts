import { expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

test('a product is requested while its link is pressed, once, and its code when the pointer is over it', async () => {
  const shopper = await openShop()
  const { page } = shopper
  const asked = (path: string | RegExp) =>
    shopper.requests.filter(one => new URL(one.url()).pathname.match(path)).length
  await shopper.goes('/main/product-list/0')
  await shopper.seesCart('0 item(s) - $ 0')
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /^Golden Paddy Jasmine Rice 5 kg/ })
    .first()
  expect(asked(/\/product-[^/]*\.js$/)).toBe(0)
  await link.hover()
  await expect.poll(() => asked(/\/product-[^/]*\.js$/)).toBe(1)
  expect(asked(/^\/v1\/product\/101$/)).toBe(0)
  await page.mouse.down()
  await expect.poll(() => asked(/^\/v1\/product\/101$/)).toBe(1)
  await page.mouse.up()
  await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
  expect(asked(/^\/v1\/product\/101$/)).toBe(1)
})
