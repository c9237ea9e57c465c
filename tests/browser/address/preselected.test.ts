import { expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

test('the preselected country stays if it is chosen again before the countries are loaded', async () => {
  const shopper = await openShop({ cart: [[101, 2]], noTimeouts: true })
  shopper.gateway.holds('countries')
  await shopper.checksOut()
  await shopper.field('Country').selectOption({ label: 'Australia' })
  await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
  await expect.poll(() => shopper.field('Country').inputValue()).toBe('1')
  await shopper.gateway.answers('countries')
  await expect.poll(() => shopper.field('Region/State').inputValue()).toBe('1')
})
