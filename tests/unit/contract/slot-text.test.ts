import { describe, expect, test } from 'vitest'
import { slotOf, slotText } from '#contract/slot-text'

const slot = { slotId: 'a', startsAt: '2026-12-05T09:00:00+11:00', endsAt: '2026-12-05T11:00:00+11:00' }

describe('the words for a slot', () => {
  test.each([
    ['2026-12-05T09:00:00+11:00', '2026-12-05T11:00:00+11:00', 'Sat 5 Dec, 9 am to 11 am'],
    ['2026-12-06T11:00:00+11:00', '2026-12-06T13:00:00+11:00', 'Sun 6 Dec, 11 am to 1 pm'],
    ['2027-01-31T19:00:00+11:00', '2027-01-31T20:30:00+11:00', 'Sun 31 Jan, 7 pm to 8:30 pm'],
    ['2028-02-29T09:00:00+11:00', '2028-02-29T11:00:00+11:00', 'Tue 29 Feb, 9 am to 11 am'],
    ['2026-10-04T00:00:00+10:00', '2026-10-04T12:00:00+11:00', 'Sun 4 Oct, 12 am to 12 pm'],
  ])('%s to %s is the day and the time at the store', (startsAt, endsAt, text) => {
    expect(slotText({ startsAt, endsAt })).toBe(text)
  })

  test('an order without a slot, or with one that cannot be read, has none', () => {
    expect(slotOf({ slot })).toEqual(slot)
    for (const none of [undefined, null, 'Saturday', { ...slot, startsAt: 'soon' }, { ...slot, endsAt: undefined }])
      expect(slotOf({ slot: none })).toBe(null)
  })
})
