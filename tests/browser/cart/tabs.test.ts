import { expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const appliesCoupon = async (shopper: Shopper) => {
  await shopper.goes('/cart')
  await shopper.main.getByLabel('Coupon code').fill('WELCOME10')
  await shopper.presses('Apply Coupon')
  await shopper.main.getByRole('button', { name: 'Remove Coupon' }).waitFor()
}
const discounts = ({ main }: Shopper) => main.getByText('Discount WELCOME10').count()

test('15 quick changes in one of two tabs with a coupon remove the discount in neither tab', async () => {
  const shopper = await openShop({ cart: [[101, 2]] })
  const other = await shopper.opensTab()
  for (const tab of [shopper, other]) await appliesCoupon(tab)
  const quantity = shopper.main.getByRole('spinbutton').first()
  for (let change = 0; change < 15; change += 1) {
    // as a gateway that counts the checks of both tabs; those of the tests have no such limit
    if (change === 8) shopper.gateway.fails('validateCoupon', 'HTTP 429')
    const answer = shopper.page.waitForResponse(response => response.request().method() === 'PUT')
    await quantity.fill(String(3 + change))
    await shopper.main.getByText('being confirmed …').waitFor()
    await answer
  }
  await expect.poll(() => other.main.getByRole('spinbutton').first().inputValue()).toBe('17')
  await other.main.getByText('We couldn’t check the coupon.').waitFor()
  for (const tab of [shopper, other]) expect(await discounts(tab)).toBe(1)
  await expect.poll(() => shopper.main.getByText('being confirmed …').count()).toBe(0)
})
