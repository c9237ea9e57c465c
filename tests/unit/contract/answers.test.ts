import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#contract/conflict'
import { isTransient, readFailureMessage, reasonIn, refusalIn, standardMessage, type Refusal } from '#contract/refusal'
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

  test.each([
    [
      { code: 'refused', message: 'No', status: 409 },
      { code: 'refused', message: 'No', status: 409 },
    ],
    [
      { code: 'interrupted', message: 'Left', status: 0 },
      { code: 'interrupted', message: 'Left', status: 0 },
    ],
    [new TypeError('fetch failed'), { code: 'lost', message: 'fetch failed', status: 0 }],
    [
      { code: 'ECONNRESET', message: 'Reset', status: '409' },
      { code: 'lost', message: 'Reset', status: 0 },
    ],
    [
      { code: 'refused', message: 'No', status: 429, isForeign: true, retryAfter: 2_000, conflicts: [] },
      { code: 'refused', message: 'No', status: 429, isForeign: true, retryAfter: 2_000, conflicts: [] },
    ],
    [
      { code: 'refused', message: 'No', status: 500, isUnexplained: true },
      { code: 'refused', message: 'No', status: 500, isUnexplained: true },
    ],
  ])('is read from %j: any other error is a lost response', (error, refusal) => {
    expect(refusalIn(error)).toEqual(refusal)
  })

  test.each([null, undefined, {}, { message: '' }, { message: 409 }, { message: ['No'] }])(
    'without a reason, as %j, has the standard message and says that there is none',
    body => {
      const unexplained = { message: standardMessage, isUnexplained: true }
      expect(reasonIn(body)).toEqual(unexplained)
      expect(refusalIn(body)).toEqual({ code: 'lost', status: 0, ...unexplained })
    },
  )

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
