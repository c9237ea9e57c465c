import { describe, expect, test } from 'vitest'
import { servedSuburbs, unservedMessage } from '#machines/address/served'
import { stepErrors, suggestedSuburbs } from '#machines/checkout/order-rules'
import { isFeeAskable, methodFee, offeredMethods, visibleStepErrors } from '#machines/checkout/selectors'
import { addressEditing, correctionEvents } from '#src/checkout/address-actions.ts'
import { typeInto } from '../../kit/checkout-forms.ts'
import { checkoutOf, openAtPayment, openCheckout, stepOf, type Payer } from '../../kit/open-payment.ts'
import { locationOf } from '../../kit/open-shop.ts'
import { accountFor, identityOf, mai, refused, savedAddress } from '../../kit/outcomes.ts'

const message = 'Melbourne 3000 is outside our delivery area.'
const notServed = { ...refused, status: 422, message }
const eastwood = { name: 'Eastwood', postCode: '2122', regionId: 1, regionName: 'New South Wales' }

/** The billing address is outside the delivery area. */
async function deliversToMelbourne(): Promise<Payer> {
  const shop = await openAtPayment()
  shop.send('checkout', { type: 'checkout.edit', step: 'details' })
  typeInto(shop, 'billing', { city: 'Melbourne', postCode: '3000' })
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  await shop.refuses('readFee', notServed)
  return shop
}

describe('review serious-3: an address outside the delivery area', () => {
  test('is said by the gateway’s message alone, also after Continue', async () => {
    const shop = await deliversToMelbourne()
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.settled()
    expect(stepOf(shop)).toBe('delivery')
    expect(Object.keys(stepErrors(checkoutOf(shop), 'delivery'))).toEqual(['method'])
    expect(visibleStepErrors(checkoutOf(shop), 'delivery')).toEqual({})
  })

  test('has pick-up as the first method, until another address is typed', async () => {
    const shop = await deliversToMelbourne()
    const offered = () => offeredMethods(checkoutOf(shop)).map(({ id }) => id)
    expect(offered()).toEqual(['pickup', 'home'])
    typeInto(shop, 'billing', { city: 'Eastwood', postCode: '2122' })
    shop.send('checkout', { type: 'checkout.edit', step: 'details' })
    typeInto(shop, 'billing', { city: 'Eastwood', postCode: '2122' })
    expect(offered()).toEqual(['home', 'pickup'])
  })
})

/** A customer delivers to a saved address whose suburb the gateway does not know, and gets a suggestion. */
async function deliversToSaved(): Promise<Payer> {
  const shop = await openCheckout({ identity: identityOf(mai) })
  await shop.answers('requestLock')
  const other = { ...savedAddress, addressId: 'address-2', address1: '9 Pear Street', city: 'Eastwoud' }
  const account = { ...accountFor(mai), addresses: [savedAddress, other], deliveryId: 'address-2' }
  shop.send('checkout', { type: 'account.changed', account })
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  shop.send('checkout', { type: 'checkout.chooseSaved', id: 'address-2' })
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  const conflicts = [{ about: 'area', message, suggestions: [eastwood] }]
  await shop.refuses('readFee', { ...notServed, conflicts })
  return shop
}

describe('review shopper-3 1: a suggested suburb for a saved address', () => {
  test('is used for the saved address, as an address for this order', async () => {
    const shop = await deliversToSaved()
    expect([checkoutOf(shop).deliverTo, suggestedSuburbs(checkoutOf(shop))]).toEqual(['saved', [eastwood]])
    const { form, begin } = addressEditing(checkoutOf(shop))
    for (const event of [...begin, ...correctionEvents(form, eastwood)]) shop.send('checkout', event)
    await shop.settled()
    await shop.answers('readFee')
    expect(stepOf(shop)).toBe('payment')
    expect(checkoutOf(shop)).toMatchObject({
      deliverTo: 'other',
      delivery: { address1: '9 Pear Street', city: 'Eastwood', postCode: '2122', regionId: 1 },
    })
  })

  test('changing the address opens the form with the saved one in it', async () => {
    const shop = await deliversToSaved()
    const { form, begin } = addressEditing(checkoutOf(shop))
    for (const event of begin) shop.send('checkout', event)
    expect([form, stepOf(shop), checkoutOf(shop).deliverTo]).toEqual(['delivery', 'delivery', 'other'])
    expect(checkoutOf(shop).delivery).toMatchObject({ address1: '9 Pear Street', city: 'Eastwoud' })
  })
})

describe('review serious-12: a known fee that is forgotten', () => {
  test('each method keeps the last fee that was calculated for it', async () => {
    const shop = await openAtPayment()
    const fees = () => checkoutOf(shop).methods.map(method => methodFee(checkoutOf(shop), method))
    const [home, pickup] = checkoutOf(shop).methods
    const express = { id: 'express', name: 'Express', description: 'First', needsAddress: true }
    // the methods are read again when the page is opened
    shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
    await shop.settled()
    await shop.answers('reveal')
    await shop.answers('readMethods', [home, pickup, express])
    expect(fees()).toEqual([950, 0, null])
    expect(isFeeAskable(checkoutOf(shop), express)).toBe(true)
    shop.send('checkout', { type: 'checkout.edit', step: 'delivery' })
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'express' })
    await shop.settled()
    await shop.answers('readFee', { deliveryFee: 14.9 })
    expect(fees()).toEqual([950, 0, 1490])
    shop.send('checkout', { type: 'checkout.chooseMethod', id: 'pickup' })
    expect(fees()).toEqual([950, 0, 1490])
  })
})

describe('review serious-4: a list of suburbs of which most are refused', () => {
  const suburbs = [
    { name: 'Eastwood', postCode: '2122', inDeliveryArea: true },
    { name: 'Chatswood', postCode: '2067', inDeliveryArea: false },
  ]

  test('a delivery address offers only suburbs that are delivered to, if the gateway says which are', () => {
    expect(servedSuburbs(suburbs).map(({ name }) => name)).toEqual(['Eastwood'])
    const unsaid = suburbs.map(({ name, postCode }) => ({ name, postCode }))
    expect(servedSuburbs(unsaid)).toEqual(unsaid)
  })

  test.each([
    ['Chatswood', 'We don’t deliver to Chatswood'],
    [' chatswood ', 'We don’t deliver to Chatswood'],
    ['Eastwood', null],
    ['Chats', null],
    ['', null],
  ])('the suburb “%s” has the message %s before it is saved', (city, expected) => {
    expect(unservedMessage(suburbs, city)).toBe(expected)
  })
})
