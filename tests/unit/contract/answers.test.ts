import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#contract/conflict'
import { isTransient, readFailureMessage, standardMessage, type Refusal } from '#contract/refusal'
import { settingsIn, type Beginning } from '#contract/settings'

describe('a refusal', () => {
  const refusal = (status: number): Refusal => ({ code: 'refused', message: 'No', status })

  test.each([
    [499, false],
    [500, true],
    [503, true],
    [429, true],
    [422, false],
  ])('with the status %i may pass: %s', (status, passes) => expect(isTransient(refusal(status))).toBe(passes))

  test('names only the conflicts that can be read', () => {
    const minimum = { about: 'minimum', message: 'The minimum order is $30.00.', now: 12.5 }
    expect(conflictsIn({ conflicts: [minimum, { about: 'weather', message: 'Rain' }, null] })).toEqual([minimum])
    for (const none of [null, {}, { conflicts: 'many' }]) expect(conflictsIn(none)).toEqual([])
  })

  test('of a page is explained if its response was lost; others are not meant for a person', () => {
    expect(readFailureMessage({ ...refusal(0), code: 'lost', message: 'You seem to be offline.' })).toBe(
      'You seem to be offline.',
    )
    expect([readFailureMessage(refusal(404)), readFailureMessage(null)]).toEqual([standardMessage, standardMessage])
  })
})

describe('the settings of the first answer', () => {
  const first: Beginning = {
    shoppingCart: [],
    customerInfo: null,
    billingAddress: null,
    deliveryAddress: [],
    limitAreaShipping: true,
    receivedOnlinePayment: false,
    calculateDeliveyFee: true,
    deliveryFee: 8.9,
    minimumOrderLimit: 30,
  }
  const settings = {
    limitAreaShipping: true,
    receivedOnlinePayment: false,
    calculateDeliveryFee: true,
    deliveryFee: 8.9,
    minimumOrderLimit: 30,
  }

  test('have whether mails are sent and the region of the store if the gateway says so', () => {
    const storeRegion = { countryId: 1, countryName: 'Australia', regionId: 1, regionName: 'New South Wales' }
    expect(settingsIn({ ...first, mailsSent: true, storeRegion })).toEqual({
      ...settings,
      mailsSent: true,
      storeRegion,
    })
    expect(settingsIn({ ...first, mailsSent: false, storeRegion: null })).toEqual(settings)
    expect(settingsIn(first)).toEqual(settings)
  })
})
