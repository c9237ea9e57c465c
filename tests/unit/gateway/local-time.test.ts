import { describe, expect, test } from 'vitest'
import { dayAt, daysFrom, isDay, localIso, momentAt, weekdayOf } from '#gateway/shop/local-time'

const sydney = 'Australia/Sydney'

describe('the local time of the store', () => {
  // on 4 October 2026 clocks go from 2 am to 3 am, on 4 April 2027 from 3 am to 2 am
  test.each([
    ['2026-10-03', '09:00', '2026-10-02T23:00:00.000Z', '2026-10-03T09:00:00+10:00'],
    ['2026-10-04', '01:30', '2026-10-03T15:30:00.000Z', '2026-10-04T01:30:00+10:00'],
    ['2026-10-04', '03:00', '2026-10-03T16:00:00.000Z', '2026-10-04T03:00:00+11:00'],
    ['2026-10-04', '09:00', '2026-10-03T22:00:00.000Z', '2026-10-04T09:00:00+11:00'],
    ['2027-04-03', '09:00', '2027-04-02T22:00:00.000Z', '2027-04-03T09:00:00+11:00'],
    ['2027-04-04', '09:00', '2027-04-03T23:00:00.000Z', '2027-04-04T09:00:00+10:00'],
  ])('%s %s is %s', (day, time, moment, iso) => {
    const found = momentAt(sydney, day, time)
    expect(found.toISOString()).toBe(moment)
    expect(localIso(sydney, found)).toBe(iso)
    expect(dayAt(sydney, found)).toBe(day)
  })

  test('a zone west of Greenwich and one with half an hour have their offsets', () => {
    const noon = new Date('2026-12-05T12:00:00.500Z')
    expect(localIso('America/New_York', noon)).toBe('2026-12-05T07:00:00-05:00')
    expect(localIso('Australia/Adelaide', noon)).toBe('2026-12-05T22:30:00+10:30')
  })

  test('days follow one another over the end of a year, and each has its weekday', () => {
    const days = daysFrom('2026-12-30', 4)
    expect(days).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
    expect(days.map(weekdayOf)).toEqual([3, 4, 5, 6])
    expect(weekdayOf('2026-12-06')).toBe(7)
    expect(['2026-12-05', '2026-02-30', '5 Dec', undefined].map(isDay)).toEqual([true, false, false, false])
  })
})
