import { describe, expect, test } from 'vitest'
import { canSkipToReview, feeOf } from '#machines/checkout/order-rules'
import { fillDetails, typeInto } from '../../kit/checkout-forms.ts'
import { checkoutOf, openCheckout, stepOf } from '../../kit/open-payment.ts'
import { identityOf, mai, refused } from '../../kit/outcomes.ts'

/** A customer with saved details opens the checkout. */
async function opensAsCustomer() {
  const shop = await openCheckout({ identity: identityOf(mai) })
  await shop.answers('requestLock')
  const skips = async () => {
    shop.send('checkout', { type: 'checkout.skipToReview' })
    await shop.settled()
  }
  return { ...shop, skips }
}

describe('review serious-13: steps that are filled in already', () => {
  test('a customer goes to the review at once, with the fee of the saved address', async () => {
    const shop = await opensAsCustomer()
    await shop.skips()
    await shop.answers('readFee')
    expect([stepOf(shop), feeOf(checkoutOf(shop))]).toEqual(['review', 950])
    shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
    expect(stepOf(shop)).toBe('delivery')
  })

  test('a saved address outside the delivery area opens the delivery step', async () => {
    const shop = await opensAsCustomer()
    await shop.skips()
    await shop.refuses('readFee', { ...refused, status: 422 })
    expect(stepOf(shop)).toBe('delivery')
  })

  test('are not offered to guests, nor while a detail is missing', async () => {
    const guest = await openCheckout()
    await guest.answers('requestLock')
    fillDetails(guest)
    expect(canSkipToReview(checkoutOf(guest))).toBe(false)
    const shop = await opensAsCustomer()
    typeInto(shop, 'person', { firstName: '' })
    expect(canSkipToReview(checkoutOf(shop))).toBe(false)
    await shop.skips()
    expect(stepOf(shop)).toBe('details')
  })
})
