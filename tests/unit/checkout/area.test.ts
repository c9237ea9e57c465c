import { expect, test } from 'vitest'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { deliveryFormOf, feeRefusalOf, outsideAreaMessage, stepErrors } from '#machines/checkout/order-rules'
import { isQuoting, methodFee, visibleStepErrors } from '#machines/checkout/selectors'
import type { PlacesContext } from '#machines/address/places'
import { accountFor, limited, lost, mai, refused, riceLine, settings } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { typeInto } from '../../kit/checkout-forms.ts'
import { checkoutOf, openAtPayment, stepOf, type Payer } from '../../kit/open-payment.ts'

const notServed = { ...refused, status: 422, message: 'We do not deliver to Melbourne 3000 yet.' }
const storeRegion = { countryId: 1, countryName: 'Australia', regionId: 1, regionName: 'New South Wales' }

/** Whether the delivery step waits for the fee. */
const isWaiting = (shop: Payer) => isQuoting(shop.at<CheckoutSnapshot>('checkout'))

const continues = async (shop: Payer) => {
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
}

/** The delivery step with another address than the billing address is completed, and the fee is requested. */
async function deliversElsewhere(): Promise<Payer> {
  const shop = await openAtPayment()
  shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
  shop.send('checkout', { type: 'checkout.chooseDeliverTo', to: 'other' })
  typeInto(shop, 'delivery', { address1: '1 Swanston Street', city: 'Melbourne', postCode: '3000' })
  shop.send('checkout', { type: 'checkout.chooseCountry', form: 'delivery', id: 1, name: 'Australia' })
  shop.send('checkout', { type: 'checkout.chooseRegion', form: 'delivery', id: 2, name: 'Victoria' })
  await continues(shop)
  return shop
}

test('an address that is not delivered to opens the delivery step again, which cannot be continued', async () => {
  const shop = await deliversElsewhere()
  expect([stepOf(shop), isWaiting(shop)]).toEqual(['delivery', true])
  await shop.refuses('readFee', notServed)
  expect([stepOf(shop), isWaiting(shop), feeRefusalOf(checkoutOf(shop))]).toEqual(['delivery', false, notServed])
  await continues(shop)
  expect(stepOf(shop)).toBe('delivery')
  expect(stepErrors(checkoutOf(shop), 'delivery')).toEqual({
    method: 'Choose pick-up, or enter an address that we deliver to',
  })
  expect(visibleStepErrors(checkoutOf(shop), 'delivery')).toEqual({})
})

test('pick-up, or another address, ends the delivery step after a refusal', async () => {
  const pickUp = await deliversElsewhere()
  await pickUp.refuses('readFee', notServed)
  pickUp.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  await continues(pickUp)
  expect(stepOf(pickUp)).toBe('payment')

  const other = await deliversElsewhere()
  await other.refuses('readFee', notServed)
  typeInto(other, 'delivery', { city: 'Eastwood', postCode: '2122' })
  await continues(other)
  await other.answers('readFee')
  expect(stepOf(other)).toBe('payment')
})

test('an address refused before is continued with once its fee, which is requested again, is known', async () => {
  const choosesAgain = async () => {
    const shop = await deliversElsewhere()
    await shop.refuses('readFee', notServed)
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'home' })
    await continues(shop)
    expect([stepOf(shop), isWaiting(shop)]).toEqual(['delivery', true])
    return shop
  }
  const served = await choosesAgain()
  await served.answers('readFee')
  expect(stepOf(served)).toBe('payment')

  const refusedAgain = await choosesAgain()
  await refusedAgain.refuses('readFee', notServed)
  expect([stepOf(refusedAgain), isWaiting(refusedAgain)]).toEqual(['delivery', false])
  expect(outsideAreaMessage(checkoutOf(refusedAgain))).toBe(notServed.message)
})

test('details with a place that is not delivered to open the delivery step again', async () => {
  const shop = await openAtPayment()
  shop.send('checkout', { type: 'checkout.edit', step: 'details' })
  typeInto(shop, 'billing', { city: 'Melbourne', postCode: '3000' })
  await continues(shop)
  await shop.refuses('readFee', notServed)
  expect(stepOf(shop)).toBe('delivery')
})

test('the delivery step ends once its fee is known; a second press changes nothing', async () => {
  const shop = await deliversElsewhere()
  await continues(shop)
  expect([stepOf(shop), checkoutOf(shop).done.includes('delivery')]).toEqual(['delivery', true])
  await shop.answers('readFee')
  expect(stepOf(shop)).toBe('payment')
})

test('an address that is typed while the fee is awaited keeps the delivery step open', async () => {
  const shop = await deliversElsewhere()
  typeInto(shop, 'delivery', { postCode: '2122' })
  expect([stepOf(shop), isWaiting(shop)]).toEqual(['delivery', false])
})

test('another address that is chosen while the fee is awaited has its own fee', async () => {
  const shop = await deliversElsewhere()
  shop.send('checkout', { type: 'checkout.chooseDeliverTo', to: 'billing' })
  await shop.settled()
  expect(isWaiting(shop)).toBe(true)
  expect(shop.waiting('readFee').map(({ input }) => input)).toMatchObject([{ city: 'Eastwood' }])
  await shop.answers('readFee')
  expect([stepOf(shop), deliveryFormOf(checkoutOf(shop))?.city]).toEqual(['payment', 'Eastwood'])
})

test('pick-up ends the wait for the fee, and with it the delivery step', async () => {
  const shop = await deliversElsewhere()
  shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  expect(stepOf(shop)).toBe('payment')
})

test('a new address in the details waits for its fee in the delivery step', async () => {
  const shop = await openAtPayment()
  shop.send('checkout', { type: 'checkout.continue' })
  expect(stepOf(shop)).toBe('review')
  shop.send('checkout', { type: 'checkout.edit', step: 'details' })
  typeInto(shop, 'billing', { postCode: '2000' })
  await continues(shop)
  expect([stepOf(shop), isWaiting(shop)]).toEqual(['delivery', true])
  await shop.answers('readFee')
  expect(stepOf(shop)).toBe('review')
})

test('a place that is not delivered to stays known while pick-up is chosen, until the address changes', async () => {
  const shop = await deliversElsewhere()
  await shop.refuses('readFee', notServed)
  shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  expect(outsideAreaMessage(checkoutOf(shop))).toBe(notServed.message)
  await continues(shop)
  shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
  expect(outsideAreaMessage(checkoutOf(shop))).toBe(notServed.message)
  typeInto(shop, 'delivery', { city: 'Eastwood', postCode: '2122' })
  expect(outsideAreaMessage(checkoutOf(shop))).toBeNull()
})

test('the last fee of home delivery stays known while pick-up is chosen, until the address or the cart changes', async () => {
  const shop = await openAtPayment()
  const fees = () => checkoutOf(shop).methods.map(method => methodFee(checkoutOf(shop), method))
  shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
  shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
  expect(fees()).toEqual([950, 0])
  const { basket } = checkoutOf(shop)
  shop.send('checkout', { type: 'cart.changed', isOwn: true, basket: { ...basket, subtotal: basket.subtotal + 100 } })
  expect(fees()).toEqual([null, 0])
  shop.send('checkout', { type: 'cart.changed', isOwn: true, basket })
  expect(fees()).toEqual([950, 0])
  shop.send('checkout', { type: 'checkout.edit', step: 'details' })
  typeInto(shop, 'billing', { postCode: '2000' })
  await continues(shop)
  expect(fees()).toEqual([null, 0])
})

test('a rate limit says nothing about the delivery area', async () => {
  const shop = await deliversElsewhere()
  await shop.refuses('readFee', limited)
  expect([stepOf(shop), outsideAreaMessage(checkoutOf(shop))]).toEqual(['payment', null])
})

test('another address, or another method, is shown without the errors of the last one', async () => {
  const shop = await deliversElsewhere()
  await shop.refuses('readFee', notServed)
  await continues(shop)
  expect(checkoutOf(shop).tried).toContain('delivery')
  shop.send('checkout', { type: 'checkout.chooseDeliverTo', to: 'billing' })
  expect(checkoutOf(shop).tried).not.toContain('delivery')
})

test('a fee that could not be read does not block the delivery step', async () => {
  const shop = await deliversElsewhere()
  await shop.refuses('readFee', lost)
  expect(stepOf(shop)).toBe('payment')
})

test('addresses start with the store’s country and region, whose suburbs are read', async () => {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.answers('begin', { settings: { ...settings, storeRegion }, lines: [riceLine], account: null })
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  const { billing, delivery } = checkoutOf(shop as Payer)
  expect(billing).toMatchObject(storeRegion)
  expect(delivery).toMatchObject(storeRegion)
  const places = shop.at<{ context: PlacesContext }>('checkout/billingPlaces').context
  expect([places.countryId, places.regionId]).toEqual([1, 1])
  const account = accountFor(mai)
  shop.send('checkout', { type: 'account.changed', account })
  expect(deliveryFormOf({ ...checkoutOf(shop as Payer), methodId: null })).toBeNull()
  expect(checkoutOf(shop as Payer).billing).toMatchObject({ address1: account.addresses[0]!.address1 })
})
