import { describe, expect, test } from 'vitest'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { handedBy } from '#machines/checkout/handover'
import type { PlacesContext } from '#machines/address/places'
import { guestFields } from '#machines/checkout/context'
import type { Account } from '#machines/messages/customer'
import { accountFor, identityOf, lost, mai, placedOrder, refused, savedAddress } from '../../kit/outcomes.ts'
import {
  approve,
  buttonOf,
  checkoutOf,
  attemptOf,
  openAtPayment,
  openAtReview,
  openCheckout,
  openWindow,
  orderOf,
  ordersUnderWay,
  passesUntil,
  pay,
  press,
  reload,
  stepOf,
  type Payer,
} from '../../kit/open-payment.ts'
import { locationOf, type OpenShop } from '../../kit/open-shop.ts'

const tabOf = (shop: OpenShop) => shop.at<{ value: string }>('checkout/lock').value
const feeOf = (shop: OpenShop) => shop.at<CheckoutSnapshot>('checkout').value.fee

/** Another tab, whose checkout is in another state. */
async function openSecond(): Promise<Payer> {
  const second = await openCheckout({ visitId: 'second' })
  await second.answers('requestLock', { is: 'otherTab', handed: null })
  return second
}

/** The second tab continues with the checkout of the first; the fee is requested if needed. */
async function takesOver(second: Payer, first: OpenShop) {
  second.send('checkout', { type: 'checkout.takeOver' })
  await second.settled()
  expect(second.waiting('requestLock').map(({ input }) => input)).toEqual([{ mode: 'steal' }])
  const handed = JSON.parse(JSON.stringify(handedBy(first.at<CheckoutSnapshot>('checkout'), null))) as object
  await second.answers('requestLock', { is: 'held', handed })
  await first.answers('watchLock')
  if (second.waiting('readFee').length > 0) await second.answers('readFee')
}

describe('the tab that holds the checkout', () => {
  test('is the first that asks; the others show so', async () => {
    const first = await openAtPayment()
    const second = await openSecond()
    expect([tabOf(first), tabOf(second)]).toEqual(['holding', 'otherTab'])
  })

  test('is this one if the other tab does not answer', async () => {
    const shop = await openCheckout()
    await shop.refuses('requestLock', lost)
    expect(tabOf(shop)).toBe('holding')
  })

  test('requests the lock again after a reload and when the page is opened again', async () => {
    const first = await reload(await openAtPayment())
    expect([tabOf(first), first.waiting('requestLock').length]).toEqual(['requesting', 1])
    const second = await openSecond()
    const { visitId, basket, settings } = checkoutOf(second)
    second.send('checkout', {
      type: 'page.open',
      location: locationOf('/check-out'),
      visitId,
      basket,
      settings,
      account: null,
    })
    expect(tabOf(second)).toBe('requesting')
  })

  test('does not change if the other tab keeps the lock', async () => {
    const second = await openSecond()
    second.send('checkout', { type: 'checkout.takeOver' })
    await second.refuses('requestLock', lost)
    expect(tabOf(second)).toBe('otherTab')
  })
})

describe('a checkout that another tab takes over', () => {
  test('keeps the typed data, places and fee', async () => {
    const first = await openAtPayment()
    const second = await openSecond()
    await takesOver(second, first)
    expect([tabOf(first), tabOf(second), stepOf(second)]).toEqual(['otherTab', 'holding', 'payment'])
    const { person, billing, touched, done } = checkoutOf(first)
    expect(checkoutOf(second)).toMatchObject({ person, billing, touched, done, quote: { fee: 950 } })
    expect(feeOf(second)).toBe('known')
    const { countryId, regionId } = second.at<{ context: PlacesContext }>('checkout/billingPlaces').context
    expect({ countryId, regionId }).toEqual({ countryId: 1, regionId: 1 })
  })

  test("can't be placed or paid from the tab that lost it", async () => {
    const first = await openAtReview()
    await takesOver(await openSecond(), first)
    await press(first)
    first.send('checkout', { type: 'checkout.place', total: 2540 })
    await first.settled()
    expect([stepOf(first), ordersUnderWay(first).length]).toEqual(['review', 0])
  })

  test("can't be placed or paid while another tab is asked to release the lock", async () => {
    const first = await openAtReview()
    await takesOver(await openSecond(), first)
    first.send('checkout', { type: 'checkout.takeOver' })
    await press(first)
    expect([tabOf(first), stepOf(first), ordersUnderWay(first).length]).toEqual(['taking', 'review', 0])
  })

  test('leaves nothing that a guest typed in the tab that lost it, once it is ordered', async () => {
    const first = await openAtPayment()
    await takesOver(await openSecond(), first)
    first.send('checkout', { type: 'checkout.ordered' })
    expect([stepOf(first), checkoutOf(first)]).toMatchObject(['details', { ...guestFields, done: [] }])
  })

  test('keeps what was typed in a tab that holds it, whatever another tab orders', async () => {
    const shop = await openAtPayment()
    shop.send('checkout', { type: 'checkout.ordered' })
    expect([stepOf(shop), checkoutOf(shop).person.firstName]).toEqual(['payment', 'Mai'])
  })

  test('does not deliver to a saved address that was changed since it was reviewed in the other tab', async () => {
    const identity = identityOf(mai)
    const home = { ...savedAddress, addressId: 'address-2', address1: '1 Plum Street' }
    const account: Account = { ...accountFor(mai), addresses: [savedAddress, home] }
    const first = await openAtPayment(identity)
    first.send('checkout', { type: 'account.changed', account })
    first.send('checkout', { type: 'checkout.edit', step: 'delivery' })
    first.send('checkout', { type: 'checkout.chooseSaved', id: home.addressId })
    first.send('checkout', { type: 'checkout.continue' })
    await first.settled()
    const second = await openCheckout({ visitId: 'second', identity })
    await second.answers('requestLock', { is: 'otherTab', handed: null })
    const changed = { ...account, addresses: [savedAddress, { ...home, address1: '9 Fig Street' }] }
    second.send('checkout', { type: 'account.changed', account: changed })
    second.send('checkout', { type: 'checkout.takeOver' })
    await second.settled()
    const handed = handedBy(first.at<CheckoutSnapshot>('checkout'), mai.customerId) as object
    await second.answers('requestLock', { is: 'held', handed })
    expect([stepOf(second), checkoutOf(second).undone]).toEqual(['delivery', 'address'])
  })

  test('can be paid there with the chosen payment method', async () => {
    const first = await openAtReview()
    const second = await openSecond()
    await takesOver(second, first)
    expect([stepOf(second), buttonOf(second)]).toEqual(['review', 'configuring'])
    await second.answers('readSetup')
    await press(second)
    expect(ordersUnderWay(second)).toMatchObject([{ requestId: 'second/order/1', total: 25.4 }])
  })

  test('keeps its pending order while it is paid for: a second payment is for the same order', async () => {
    const first = await openAtReview()
    await openWindow(first)
    const second = await openSecond()
    await takesOver(second, first)
    expect([stepOf(first), stepOf(second)]).toEqual(['paying', 'review'])
    await second.answers('readSetup')
    await press(second)
    expect(ordersUnderWay(second)).toEqual([orderOf(first).pendingOrder])
  })

  test('can be paid again in the first tab with the same key if it was taken over during payment', async () => {
    const first = await openAtReview()
    await openWindow(first)
    const second = await openSecond()
    await takesOver(second, first)
    await approve(first)
    await first.answers('authorizePayment')
    expect(ordersUnderWay(first)).toMatchObject([{ requestId: orderOf(second).pendingOrder!.requestId }])
    await first.answers('placeOrder')
    expect([stepOf(first), attemptOf(first)]).toEqual(['placed', 'ready'])
  })

  test.each([
    ['placing', async () => {}],
    ['unknown', (shop: Payer) => shop.refuses('placeOrder', lost)],
  ])('while %s is asked about in both tabs with the same key and words, and placed once', async (_at, comes) => {
    const first = await openAtReview()
    await pay(first)
    const [order] = ordersUnderWay(first)
    await comes(first)
    const second = await openSecond()
    await takesOver(second, first)
    expect(stepOf(second)).toEqual({ unknown: 'pausing' })
    for (const shop of [first, second]) {
      await passesUntil(shop, () => shop.waiting('placeOrder').length > 0)
      expect(ordersUnderWay(shop)).toEqual([order])
      await shop.answers('placeOrder')
      expect(orderOf(shop).receipt).toEqual(placedOrder)
    }
  })

  test("is not replaced by the other tab's copy while its order is in flight here", async () => {
    const first = await openAtReview()
    await pay(first)
    const [order] = ordersUnderWay(first)
    const second = await openSecond()
    await takesOver(second, first)
    first.send('checkout', { type: 'checkout.takeOver' })
    await first.settled()
    expect([tabOf(first), stepOf(first)]).toEqual(['otherTab', 'placing'])
    expect(ordersUnderWay(first)).toEqual([order])
  })

  test('is refused in both tabs, and tried again with one key of the tab that continues', async () => {
    const first = await openAtReview()
    await pay(first)
    const second = await openSecond()
    await takesOver(second, first)
    await passesUntil(second, () => second.waiting('placeOrder').length > 0)
    for (const shop of [first, second]) await shop.refuses('placeOrder', refused)
    expect([stepOf(first), stepOf(second)]).toEqual(['review', 'review'])
    await second.answers('readCart')
    await second.answers('readFee')
    await second.answers('readSetup')
    await press(second)
    await press(first)
    expect(ordersUnderWay(first)).toEqual([])
    expect(ordersUnderWay(second)).toMatchObject([{ requestId: 'second/order/1' }])
  })
})
