import { describe, expect, test } from 'vitest'
import { checkoutTotals, missingOf } from '#machines/checkout/order-rules'
import type { NewOrder } from '#contract/order'
import { fillPickup } from '../../kit/checkout-forms.ts'
import { checkoutOf, openCheckout } from '../../kit/open-payment.ts'
import { lost } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'

/** A guest with rice in the cart opens the checkout before the settings are known. */
async function openWithoutSettings() {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.refuses('begin', lost)
  await shop.answers('readCart')
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  await shop.answers('readMethods')
  return shop
}

describe('the checkout', () => {
  // Specification: 9.29
  test('has no fee and no minimum order until the settings are known', async () => {
    const context = checkoutOf(await openWithoutSettings())
    expect(context.settings).toBeNull()
    expect(missingOf(context)).toBe(0)
    expect(checkoutTotals(context)).toEqual({ subtotal: 1590, discount: 0, deliveryFee: 0, total: 1590 })
  })

  // Specification: S.4.14
  test('sends no coupon whose minimum is not met', async () => {
    const shop = await openCheckout()
    shop.send('cart', { type: 'coupon.typed', value: 'RICH' })
    shop.send('cart', { type: 'coupon.apply' })
    await shop.settled()
    const rich = { couponCode: 'RICH', discountType: 'amount', discountValue: 5, minimumAmount: 100 }
    await shop.answers('validateCoupon', rich)
    fillPickup(shop)
    shop.send('checkout', { type: 'checkout.place', total: 1590 })
    await shop.settled()
    expect(checkoutOf(shop).basket.coupon).toMatchObject({ couponCode: 'RICH' })
    expect(shop.waiting('placeOrder').map(({ input }) => input as NewOrder)).toMatchObject([
      { couponCode: null, total: 15.9 },
    ])
  })
})
