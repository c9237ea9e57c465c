import { describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { CheckoutContext } from '#machines/checkout/context'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { checkoutTotals, deliveryFormOf, feeOf, feeRefusalOf, stepErrors } from '#machines/checkout/order-rules'
import { isWaitingForMethods, visibleStepErrors } from '#machines/checkout/selectors'
import type { Account } from '#machines/messages/customer'
import {
  accountFor,
  identityOf,
  lost,
  mai,
  placedOrder,
  refused,
  riceLine,
  savedAddress,
  settings,
} from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { fillDetails as fillFirstStep, fillPickup, typeInto } from '../../kit/checkout-forms.ts'
import { openCheckout as openAtDetails, orderOf, stepOf, type CheckoutOptions } from '../../kit/open-payment.ts'

interface Seen {
  context: CheckoutContext
  value: { step: string | object; methods: string; fee: string }
}

/** A guest with rice in the cart opens checkout. */
async function openCheckout(options: CheckoutOptions = {}) {
  const shop = await openAtDetails(options)
  const seen = () => shop.at<Seen>('checkout')
  return { ...shop, seen, step: () => stepOf(shop) }
}

/** The data of `page.open`, as in the last visit. */
function visit(shop: Pick<Checkout, 'seen'>) {
  const { visitId, basket, settings: known } = shop.seen().context
  return { location: locationOf('/check-out'), move: 'PUSH', visitId, basket, settings: known, account: null }
}

type Checkout = Awaited<ReturnType<typeof openCheckout>>

async function fillDetails(shop: Checkout) {
  fillFirstStep(shop, { firstName: ' Mai ' })
  await shop.settled()
}

async function reachReview(shop: Checkout) {
  await fillDetails(shop)
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.answers('readFee')
  shop.send('checkout', { type: 'checkout.continue' })
}

async function place(shop: Checkout) {
  shop.send('checkout', { type: 'checkout.place', total: checkoutTotals(shop.seen().context).total })
  await shop.settled()
}

const sent = (shop: Checkout) => shop.waiting('placeOrder').map(one => one.input as NewOrder)

describe('the checkout', () => {
  // Specification: 5.12, S.8.21
  test('stays at a step with errors, and shows them', async () => {
    const shop = await openCheckout()
    shop.send('checkout', { type: 'checkout.continue' })
    expect(shop.step()).toBe('details')
    expect(stepErrors(shop.seen().context, 'details')).toMatchObject({
      'person.firstName': 'First name is required',
      'person.email': 'Email is required',
      'billing.country': 'Country is required',
    })
    typeInto(shop, 'person', { email: 'mai@', telephone: '1234567' })
    expect(stepErrors(shop.seen().context, 'details')).toMatchObject({
      'person.email': 'Email must be a valid email address',
      'person.telephone': 'Phone number must be at least 8 characters',
    })
  })

  // Specification: S.8.14
  test('asks for the fee as soon as the address is known, and adds it', async () => {
    const shop = await openCheckout()
    await fillDetails(shop)
    expect(shop.step()).toBe('delivery')
    expect(shop.waiting('readFee')[0]!.input).toMatchObject({ postCode: '2122', deliveryMethod: 'home' })
    await shop.answers('readFee')
    expect(checkoutTotals(shop.seen().context)).toEqual({ subtotal: 1590, discount: 0, deliveryFee: 950, total: 2540 })
  })

  // Specification: 3.35, S.8.13
  test('asks for no fee and no address if the method needs none', async () => {
    const shop = await openCheckout()
    await fillDetails(shop)
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.continue' })
    expect(shop.waiting('readFee')).toEqual([])
    await place(shop)
    expect(sent(shop)[0]).toMatchObject({
      deliveryMethod: 'pickup',
      deliveryAddress: null,
      deliveryFee: 0,
      total: 15.9,
    })
  })

  // Specification: 3.28, 7.1.25
  test('places the entered data, trimmed, with the shown total', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    expect(sent(shop)[0]).toMatchObject({
      requestId: 'visit/order/1',
      sessionId: 'session-1',
      customer: { firstName: 'Mai', lastName: 'Tran' },
      deliveryAddress: { city: 'Eastwood', regionId: 1, countryName: 'Australia' },
      total: 25.4,
      couponCode: null,
      payment: { method: 'on-delivery' },
    })
  })

  test('sends one order for two clicks', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    await place(shop)
    expect(sent(shop)).toHaveLength(1)
  })

  test('does not place an order for a total other than its own', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    shop.send('checkout', { type: 'checkout.place', total: 1 })
    await shop.settled()
    expect(sent(shop)).toEqual([])
  })

  // Specification: S.4.22
  test('does not place an order below the minimum', async () => {
    const shop = await openCheckout({ settings: { ...settings, minimumOrderLimit: 30 } })
    await reachReview(shop)
    await place(shop)
    expect(sent(shop)).toEqual([])
  })

  test('does not place the order of an empty cart', async () => {
    const shop = await openCheckout({ lines: [] })
    fillPickup(shop)
    expect(shop.step()).toBe('review')
    await place(shop)
    expect(sent(shop)).toEqual([])
  })

  // Specification: 3.29, 3.35, 4.34, 4.35
  test('empties the cart only once the order is confirmed', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    const lines = () => shop.at<{ context: { lines: unknown[]; sessionId: string | null } }>('cart').context
    expect(lines().lines).toHaveLength(1)
    await shop.answers('placeOrder')
    expect(shop.step()).toBe('placed')
    expect(lines()).toMatchObject({ lines: [], sessionId: null })
    expect(orderOf(shop).receipt).toEqual(placedOrder)
  })

  test('updates with the cart while it is open, and asks for the fee again', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    shop.send('cart', { type: 'cart.read' })
    await shop.answers('readCart', [{ ...riceLine, quantity: 2, totalPrice: 31.8 }])
    expect(shop.seen().context.basket).toMatchObject({ quantity: 2, subtotal: 3180 })
    await shop.answers('readFee', { deliveryFee: 5 })
    expect(checkoutTotals(shop.seen().context).total).toBe(3680)
  })

  test('keeps the typed data while another page is shown', async () => {
    const shop = await openCheckout()
    await fillDetails(shop)
    shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/cart') })
    await shop.answers('loadPage')
    await shop.answers('reveal')
    shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/check-out') })
    await shop.answers('reveal')
    expect((shop.root.getSnapshot() as { value: unknown }).value).toBe('shown')
    expect(shop.seen().context.person.lastName).toBe('Tran')
  })

  test('asks for the fee if the shopper continued before the delivery methods loaded', async () => {
    const shop = await openCheckout()
    shop.send('checkout', { type: 'page.open', ...visit(shop) })
    await fillDetails(shop)
    await shop.answers('readMethods')
    expect(shop.waiting('readFee')).toHaveLength(1)
  })

  test('shows no error in the delivery step if the shopper presses Continue before there are methods to choose from', async () => {
    const shop = await openCheckout({ hasMethods: false })
    await fillDetails(shop)
    const isWaiting = () => isWaitingForMethods(shop.at<CheckoutSnapshot>('checkout'))
    shop.send('checkout', { type: 'checkout.continue' })
    expect(shop.seen().value).toMatchObject({ step: { filling: 'delivery' } })
    expect(visibleStepErrors(shop.seen().context, 'delivery')).toEqual({})
    expect(isWaiting()).toBe(true)
    await shop.answers('readMethods')
    expect(isWaiting()).toBe(false)
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.answers('readFee')
    expect(shop.seen().value).toMatchObject({ step: { filling: 'payment' } })
  })

  test('goes back to an earlier step and forward to each later one whose steps before it are done', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    const goes = (step: string) => {
      shop.send('checkout', { type: 'checkout.edit', step })
      return shop.seen().value
    }
    const at = (step: string) => ({ step: { filling: step } })
    for (const step of ['payment', 'delivery', 'details', 'delivery', 'payment', 'review', 'details', 'review'])
      expect(goes(step)).toMatchObject(at(step))
    goes('details')
    typeInto(shop, 'person', { firstName: '' })
    expect(goes('delivery')).toMatchObject(at('details'))
  })

  test('going forward requests the fee for the address that was typed', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    shop.send('checkout', { type: 'checkout.edit', step: 'details' })
    typeInto(shop, 'billing', { postCode: '2000' })
    shop.send('checkout', { type: 'checkout.edit', step: 'review' })
    await shop.settled()
    expect(shop.waiting('readFee')[0]!.input).toMatchObject({ postCode: '2000' })
  })

  test("requests the fee for the address as of the last 'Continue', not for what is being typed", async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    shop.send('checkout', { type: 'checkout.edit', step: 'details' })
    typeInto(shop, 'billing', { postCode: '2000' })
    await shop.settled()
    expect(shop.waiting('readFee')).toEqual([])
    shop.send('cart', { type: 'cart.read' })
    await shop.answers('readCart', [{ ...riceLine, quantity: 2, totalPrice: 31.8 }])
    expect(shop.waiting('readFee')[0]!.input).toMatchObject({ postCode: '2122' })
    await shop.answers('readFee')
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.settled()
    expect(shop.waiting('readFee')[0]!.input).toMatchObject({ postCode: '2000' })
  })

  test.each([
    ['the page is opened again', (shop: Checkout) => ({ type: 'page.open', ...visit(shop) })],
    ['the shopper tries again', () => ({ type: 'checkout.retry' })],
  ])('requests a fee that failed again when %s', async (_, again) => {
    const shop = await openCheckout()
    await fillDetails(shop)
    await shop.refuses('readFee', lost)
    expect(shop.seen().value.fee).toBe('refused')
    shop.send('checkout', again(shop))
    await shop.settled()
    expect(feeRefusalOf(shop.seen().context)).toBeNull()
    await shop.answers('readFee')
    expect(feeOf(shop.seen().context)).toBe(950)
  })

  // Specification: S.1.25
  test('shows why an order was refused, reads the cart again, and uses a new key for the next attempt', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    await shop.refuses('placeOrder', refused)
    expect(shop.step()).toBe('review')
    expect(shop.seen().context.refusal).toEqual(refused)
    await shop.answers('readCart')
    await shop.answers('readFee')
    await place(shop)
    expect(sent(shop)[0]!.requestId).toBe('visit/order/2')
  })

  /** After an order the next cart has a line, and the checkout's path is opened again. */
  const returnsAfterOrder = async (move: 'POP' | 'PUSH') => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    await shop.answers('placeOrder')
    shop.send('cart', { type: 'cart.open', lines: [{ ...riceLine, sessionId: 'session-2' }] })
    shop.send('shop', { type: 'location.changed', move, location: locationOf('/check-out') })
    return shop
  }

  test.each(['POP', 'PUSH'] as const)('starts again when it is opened with another cart, by %s', async move => {
    const shop = await returnsAfterOrder(move)
    expect([shop.step(), shop.seen().context.done]).toEqual(['details', []])
  })

  test('begins the next order without the comment and the finished steps of the last one', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    shop.send('checkout', { type: 'checkout.typedComment', value: 'Ring twice' })
    shop.send('checkout', { type: 'checkout.continue' })
    await place(shop)
    expect(sent(shop)).toMatchObject([{ comment: 'Ring twice' }])
    await shop.answers('placeOrder')
    shop.send('cart', { type: 'cart.open', lines: [{ ...riceLine, sessionId: 'session-2' }] })
    shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
    expect(shop.seen().context).toMatchObject({ comment: '', done: [], tried: [], touched: [], reviewed: null })
  })

  test('shows the placed order again as long as the cart is empty', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    await shop.answers('placeOrder')
    shop.send('shop', { type: 'location.changed', move: 'POP', location: locationOf('/check-out') })
    expect(shop.step()).toBe('placed')
  })

  test('keeps the receipt of the last order on a page of its own, also during the next checkout', async () => {
    const shop = await returnsAfterOrder('PUSH')
    await shop.answers('reveal')
    shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/main/order-received') })
    await shop.answers('loadPage', { page: 'receipt' })
    await shop.answers('reveal')
    expect((shop.root.getSnapshot() as { value: unknown }).value).toBe('shown')
    expect([shop.step(), orderOf(shop).receipt]).toEqual(['details', placedOrder])
  })

  test('begins no new checkout on the page of the receipt', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    await shop.answers('placeOrder')
    shop.send('cart', { type: 'cart.open', lines: [{ ...riceLine, sessionId: 'session-2' }] })
    shop.send('checkout', { type: 'page.open', ...visit(shop), location: locationOf('/main/order-received') })
    expect(shop.step()).toBe('placed')
  })

  test('fills in the next order of a guest who has registered since the last one', async () => {
    const shop = await openCheckout()
    await reachReview(shop)
    await place(shop)
    await shop.answers('placeOrder')
    shop.send('checkout', { type: 'account.changed', account: accountFor(mai) })
    shop.send('cart', { type: 'cart.open', lines: [{ ...riceLine, sessionId: 'session-2' }] })
    shop.send('checkout', { type: 'page.open', ...visit(shop), account: accountFor(mai) })
    expect(shop.step()).toBe('details')
    expect(shop.seen().context.person).toMatchObject({ firstName: 'Mai', email: 'mai@example.com' })
    expect(shop.seen().context.billing).toMatchObject({ address1: '88 Lantern Lane', regionId: 1 })
  })

  test('starts again with the next filled cart; what a guest typed for the last order is gone', async () => {
    const shop = await returnsAfterOrder('PUSH')
    expect(shop.step()).toBe('details')
    expect(shop.seen().context.person.lastName).toBe('')
  })
})

/** A customer, or a guest who logs in later, opens the checkout. */
async function openCustomersCheckout(account: Account | null = accountFor(mai)) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: identityOf(mai) })
  await shop.answers('begin', { settings, lines: [riceLine], account })
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  await shop.answers('readMethods')
  return { ...shop, context: () => shop.at<Seen>('checkout').context, seen: () => shop.at<Seen>('checkout') }
}

const home = { ...savedAddress, addressId: 'address-2', address1: '1 Plum Street' }
const withHome: Account = { ...accountFor(mai), addresses: [savedAddress, home], deliveryId: home.addressId }

describe("a customer's checkout", () => {
  // Specification: S.8.8
  test('is filled in with the saved data, including places', async () => {
    const shop = await openCustomersCheckout()
    const { person, billing } = shop.context()
    expect(person).toEqual({ firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' })
    expect(billing).toMatchObject({ address1: '88 Lantern Lane', city: 'Eastwood', countryId: 1, regionId: 1 })
    expect(shop.waiting('readRegions/ask')).toHaveLength(1)
    expect(stepErrors(shop.context(), 'details')).toEqual({})
  })

  // Invariant: K8
  test('delivers to the billing address, unless another is chosen for deliveries', async () => {
    expect((await openCustomersCheckout()).context().deliverTo).toBe('billing')
    const shop = await openCustomersCheckout(withHome)
    expect(shop.context()).toMatchObject({ deliverTo: 'saved', savedId: 'address-2' })
    expect(deliveryFormOf(shop.context())?.address1).toBe('1 Plum Street')
  })

  // Specification: S.8.12
  test('places the order with the chosen saved address', async () => {
    const shop = await openCustomersCheckout(withHome)
    shop.send('checkout', { type: 'checkout.continue' })
    shop.send('checkout', { type: 'checkout.chooseSaved', id: 'address-1' })
    expect(deliveryFormOf(shop.context())?.address1).toBe('88 Lantern Lane')
    shop.send('checkout', { type: 'checkout.chooseDeliverTo', to: 'other' })
    expect(deliveryFormOf(shop.context())?.address1).toBe('')
    expect(stepErrors(shop.context(), 'delivery')).toMatchObject({ 'delivery.address1': 'Address 1 is required' })
  })

  test('never overwrites typed data', async () => {
    const shop = await openCustomersCheckout(null)
    typeInto(shop, 'person', { firstName: 'May' })
    shop.send('checkout', { type: 'account.changed', account: accountFor(mai) })
    expect(shop.context().person).toMatchObject({ firstName: 'May', email: '' })
    expect(shop.context().billing.address1).toBe('88 Lantern Lane')
  })

  test('updates with an address that is changed in the account, unless it was edited here', async () => {
    const shop = await openCustomersCheckout()
    const moved = { ...savedAddress, address1: '1 Plum Street' }
    shop.send('shop', { type: 'address.saved', address: moved, use: 'billing' })
    expect(shop.context().billing.address1).toBe('1 Plum Street')
    typeInto(shop, 'billing', { address1: '2 Pear Street' })
    shop.send('shop', { type: 'address.saved', address: savedAddress, use: 'billing' })
    expect(shop.context().billing.address1).toBe('2 Pear Street')
  })
})
