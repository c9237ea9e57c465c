import { describe, expect, test } from 'vitest'
import { renderToString } from 'react-dom/server'
import { paymentRefusals } from '#contract/payment'
import { emptyPayment } from '#machines/payment/payment-setup'
import { failureText } from '#src/payment/payment-text.ts'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { FilledCartScreen } from '#src/cart/FilledCartScreen.tsx'
import { CheckoutScreen } from '#src/checkout/CheckoutScreen.tsx'
import { OrderTotals } from '#src/orders/OrderTotals.tsx'
import { store } from '#src/store/store.ts'
import { Totals } from '#src/ui/Totals.tsx'
import { newOrder, placedOrder, refused, riceLine, settings, teaLine } from '../../kit/outcomes.ts'
import { drawScreen } from '../../kit/draw-screen.tsx'
import type { OpenShop } from '../../kit/open-shop.ts'
import { fillPickup } from '../../kit/checkout-forms.ts'
import { openAtReview, openCheckout, pay, reports } from '../../kit/open-payment.ts'

const drawn = (shop: OpenShop) => drawScreen(shop, '/check-out', CheckoutScreen)

const amounts = { subtotal: 1590, discount: 0, couponCode: null, total: 2180 }

const inOtherTab = 'Your checkout is open in another tab'
const isInOtherTab = (shop: OpenShop) => shop.answers('requestLock', { is: 'otherTab', handed: null })

async function places(shop: OpenShop) {
  fillPickup(shop)
  const { context } = shop.at<{ context: CheckoutContext }>('checkout')
  shop.send('checkout', { type: 'checkout.place', total: checkoutTotals(context).total })
  await shop.settled()
}

describe('the payment step', () => {
  test("lists the online payment methods beside 'Pay online'", async () => {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    fillPickup(shop)
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    const html = drawn(shop)
    const [option = ''] = /Pay online.*?<\/label>/.exec(html) ?? []
    const marks = [...option.matchAll(/data-payment-mark[^>]*>.*?<\/svg><span>(.*?)<\/span>/g)].map(([, name]) => name)
    expect(marks).toEqual(store.payments.map(({ name }) => name))
    expect(/Pay on delivery.*?<\/label>/.exec(html)![0]).not.toContain('data-payment-mark')
  })
})

describe('an order that is delivered free of charge', () => {
  const delivery = (html: string) =>
    [...html.matchAll(/<dt>Delivery<\/dt><dd[^>]*>(?:<span>)?(.*?)(?:<\/span>)?<\/dd>/g)].map(([, fee]) => fee)

  test("shows 'Free' in the list of methods, the steps and the summary of the checkout", async () => {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    fillPickup(shop)
    expect(delivery(drawn(shop))).toEqual(['Free', 'Pick up, Free'])
    expect(drawn(shop)).not.toContain('$0.00')
    shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
    expect(drawn(shop)).toContain('>Free<')
  })

  test("shows 'Free' on its receipt and in the account's orders", () => {
    expect(delivery(renderToString(<OrderTotals order={placedOrder} />))).toEqual(['Free'])
    expect(delivery(renderToString(<OrderTotals order={{ ...placedOrder, deliveryFee: 9.5 }} />))).toEqual(['$9.50'])
  })

  test("shows 'Free' in the cart if the store delivers free of charge", async () => {
    const shop = await openCheckout({ settings: { ...settings, calculateDeliveryFee: false, deliveryFee: 0 } })
    expect(delivery(drawScreen(shop, '/cart', FilledCartScreen))).toEqual(['Free'])
  })

  test("shows 'Free' as the former fee if delivery costs something now", () => {
    const html = renderToString(<Totals {...amounts} delivery="$5.90" before={{ delivery: 0, total: null }} />)
    expect(html).toContain('<s>Free</s>')
    expect(html).not.toContain('$0.00')
  })
})

describe('the review', () => {
  test('lets an email break before @ and full stops, not within a word', async () => {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    fillPickup(shop)
    const html = drawn(shop).replaceAll(/<\/?span>/g, '')
    expect(html).toContain('Mai Tran\nmai<wbr/>@example<wbr/>.com\n0255500188')
  })
})

describe('the review of an order that is paid online', () => {
  test('shows the total, and no pinned button that does not pay', async () => {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    fillPickup(shop, 'online')
    expect(shop.at<{ value: object }>('checkout').value).toMatchObject({ step: { filling: 'review' } })
    const html = drawn(shop)
    expect(html).not.toContain('data-pinned')
    expect(html).not.toContain('#payment')
    expect(html).toMatch(/Total<\/span> <b>\$/)
  })

  test('says once that a payment was declined, in the words of the gateway', () => {
    const message = 'Your payment was declined. You haven’t been charged. Try another card.'
    const context = {
      ...emptyPayment,
      refusal: { code: 'refused', message, status: paymentRefusals.declined },
    } as const
    expect(failureText(context)).toEqual({ what: message, next: '' })
  })
})

describe('an order that was refused', () => {
  test('shows its refusal above the steps if the review is not open', async () => {
    const shop = await openCheckout()
    shop.send('shop', {
      type: 'machine.start',
      machine: 'checkout',
      event: { type: 'checkout.recover', order: newOrder, sentAt: 1 },
    })
    shop.host.fireNext()
    await shop.answers('findOrder', { order: null, sentAt: 1, isRecent: false })
    shop.send('checkout/orderAttempt', { type: 'order.resend' })
    await shop.refuses('placeOrder', refused)
    expect(shop.at<{ value: object }>('checkout').value).toMatchObject({ step: { filling: 'details' } })
    expect(drawn(shop)).toContain(`<b>Your order was not placed.</b><span> ${refused.message}</span>`)
  })

  test('shows its refusal once in the review', async () => {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    await places(shop)
    await shop.refuses('placeOrder', refused)
    const html = drawn(shop)
    expect(html).toContain('The order was not placed and nothing was charged.')
    expect(html).not.toContain('Your order was not placed.')
  })

  test('does not show that nothing was charged if it was paid: the gateway says what happens to the money', async () => {
    const shop = await openAtReview()
    await pay(shop)
    const message = 'The cart changed. You’ll be refunded.'
    await shop.refuses('placeOrder', {
      ...refused,
      message,
      conflicts: [{ about: 'cart', message: 'The cart changed.' }],
    })
    // the provider's button needs a window
    await reports(shop, { type: 'payment.unloaded' })
    const html = drawn(shop)
    expect(html).toContain(message)
    expect(html).toContain('The order was not placed.')
    expect(html).not.toContain('nothing was charged')
  })

  test('does not show that nothing was charged once another way to pay is chosen', async () => {
    const shop = await openAtReview()
    await pay(shop)
    await shop.refuses('placeOrder', refused)
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    shop.send('checkout', { type: 'checkout.choosePayment', method: 'on-delivery' })
    shop.send('checkout', { type: 'checkout.edit', step: 'review' })
    await shop.settled()
    expect(drawn(shop)).not.toContain('nothing was charged')
  })
})

describe('the checkout of an order that an earlier visit has sent', () => {
  test('shows the data and the amounts of that order, not its own empty forms', async () => {
    const shop = await openCheckout()
    const lines = [{ productId: 1, quantity: 2, totalPrice: 31.8 }]
    const order = { ...newOrder, lines, couponCode: 'FIVE', total: 36.3 }
    shop.send('shop', {
      type: 'machine.start',
      machine: 'checkout',
      event: { type: 'checkout.recover', order, sentAt: 1 },
    })
    await shop.settled()
    const html = drawn(shop)
    expect(html).toContain(`${order.customer.firstName} ${order.customer.lastName}, ${order.billingAddress.address1}`)
    expect(html).not.toContain('>, ,')
    expect(html).toMatch(/Subtotal.*\$31\.80.*Discount <small>FIVE.*\$5\.00.*Delivery.*\$9\.50.*Total.*\$36\.30/)
  })
})

describe('the checkout while a quantity is being confirmed', () => {
  test('shows the new amounts at once, marked as unconfirmed, and places no order before they are confirmed', async () => {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    fillPickup(shop)
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 3 })
    await shop.settled()
    const html = drawn(shop)
    expect(html).toMatch(/Total<\/span><small> being confirmed …<\/small>.*\$47\.70/)
    expect(html).not.toContain('$15.90')
    expect(html).toContain('Your cart is being updated.')
    expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*><span>Place Order/)
    expect(html).toMatch(/data-pinned.*Place Order.*role="status">Updating your cart…</)
  })

  test('shows no minimum-order error while pending changes will reach the minimum', async () => {
    const shop = await openCheckout({ settings: { ...settings, minimumOrderLimit: 40 } })
    await shop.answers('requestLock')
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 3 })
    await shop.settled()
    expect(drawn(shop)).toContain('Step 1 of 4')
  })
})

describe('the review of an order that was refused for too little stock', () => {
  /** The order was refused because of the tea. */
  async function refusedFor(left: number) {
    const shop = await openCheckout({ lines: [riceLine, teaLine] })
    await shop.answers('requestLock')
    await places(shop)
    const message = `Only ${left} of ${teaLine.productName} are left.`
    const conflicts = [{ about: 'stock', productId: 2, left, message }]
    await shop.refuses('placeOrder', { ...refused, message, conflicts })
    return shop
  }

  test('shows the conflict, and that its line is being changed, until the change is confirmed', async () => {
    const shop = await refusedFor(1)
    expect(drawn(shop)).toContain(`Order 1: ${teaLine.productName}`)
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-2', quantity: 1 })
    await shop.settled()
    const html = drawn(shop)
    expect(html).toContain('Changing…')
    expect(html).toContain('One item changed since you added it.')
    expect(html).not.toContain('Your order is ready to place.')
  })

  test('shows the conflict, and that its line is being removed, until the removal is confirmed', async () => {
    const shop = await refusedFor(0)
    expect(drawn(shop)).toContain(`Remove ${teaLine.productName}`)
    shop.send('cart', { type: 'cart.remove', lineId: 'line-2' })
    await shop.settled()
    const html = drawn(shop)
    expect(html).toContain('Removing…')
    expect(html).not.toContain('Your order is ready to place.')
  })
})

describe('the checkout of two tabs', () => {
  test('shows its steps while the lock is being requested', async () => {
    const html = drawn(await openCheckout())
    expect(html).toContain('Step 1 of 4')
    expect(html).not.toContain(inOtherTab)
  })

  test('shows that it is open in another tab, and offers to continue here', async () => {
    const shop = await openCheckout()
    await isInOtherTab(shop)
    const html = drawn(shop)
    expect(html).toContain(inOtherTab)
    expect(html).toContain('your details come with you')
    expect(html).toContain('Continue here')
    expect(html).not.toContain('Step 1 of 4')
  })

  test('shows a loading state during the takeover, then its steps', async () => {
    const shop = await openCheckout()
    await isInOtherTab(shop)
    shop.send('checkout', { type: 'checkout.takeOver' })
    await shop.settled()
    const html = drawn(shop)
    expect(html).toContain(inOtherTab)
    expect(html).toMatch(/aria-busy="true"[^>]*>(<span[^>]*><\/span>)?<span>Moving it here…/)
    await shop.answers('requestLock', { is: 'held', handed: null })
    expect(drawn(shop)).toContain('Step 1 of 4')
  })

  test('shows an order in flight and a placed order, whichever tab holds the checkout', async () => {
    const shop = await openCheckout()
    await shop.answers('requestLock')
    await places(shop)
    await shop.answers('watchLock')
    expect(drawn(shop)).toContain('Placing…')
    const [line] = placedOrder.lines
    await shop.answers('placeOrder', { ...placedOrder, lines: [{ ...line, productImage: '/pictures/rice.svg' }] })
    expect(drawn(shop)).toContain('Thank you for your order')
  })

  test('shows an empty cart or an unmet minimum before anything else', async () => {
    const empty = await openCheckout({ lines: [] })
    await isInOtherTab(empty)
    expect(drawn(empty)).toContain('You have no items in your shopping cart.')
    const little = await openCheckout({ settings: { ...settings, minimumOrderLimit: 40 } })
    await isInOtherTab(little)
    expect(drawn(little)).toContain('below the minimum order')
  })
})
