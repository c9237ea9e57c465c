import { describe, expect, test } from 'vitest'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals, missingOf } from '#machines/checkout/order-rules'
import type { NewOrder } from '#contract/order'
import { lost, riceLine, settings } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'

const seenIn = (shop: ReturnType<typeof openShop>) => shop.at<{ context: CheckoutContext }>('checkout').context

/** A guest with rice in the cart opens the checkout, before or after the settings are known. */
async function openCheckout(areKnown = true) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: 'session-1', identity: { is: 'nobody' } })
  if (areKnown) await shop.answers('begin', { settings, lines: [riceLine] })
  else {
    await shop.refuses('begin', lost)
    await shop.answers('readCart')
  }
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  await shop.answers('readMethods')
  return shop
}

describe('the checkout', () => {
  // Specification: 9.29
  test('has no fee and no minimum order until the settings are known', async () => {
    const context = seenIn(await openCheckout(false))
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
    for (const [form, fields] of [
      ['person', { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' }],
      ['billing', { address1: '88 Lantern Lane', city: 'Eastwood', postCode: '2122' }],
    ] as const) {
      for (const [field, value] of Object.entries(fields))
        shop.send('checkout', { type: 'checkout.typed', form, field, value })
    }
    shop.send('checkout', { type: 'checkout.chooseCountry', form: 'billing', id: 1, name: 'Australia' })
    shop.send('checkout', { type: 'checkout.chooseRegion', form: 'billing', id: 1, name: 'New South Wales' })
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
    for (const _ of ['delivery', 'payment']) shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.place', total: 1590 })
    await shop.settled()
    expect(seenIn(shop).basket.coupon).toMatchObject({ couponCode: 'RICH' })
    expect(shop.waiting('placeOrder').map(({ input }) => input as NewOrder)).toMatchObject([
      { couponCode: null, total: 15.9 },
    ])
  })
})
