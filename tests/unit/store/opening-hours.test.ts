import { describe, expect, test } from 'vitest'
import { hoursByDay, hoursText } from '#contract/opening-hours-text'
import { demoRules } from '#gateway/demo/store-rules'
import { store } from '#src/store/store.ts'

const day = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes })

describe('the opening hours', () => {
  test('are one line, in which days in a row with the same hours are one', () => {
    const week = [1, 2, 3, 4, 5].map(weekday => day(weekday, '09:00', '17:30'))
    expect(hoursText(week)).toBe('Monday to Friday 9am to 5:30pm')
    expect(hoursText([...week.slice(0, 3), day(5, '12:00', '21:00'), day(7, '00:30', '12:30')])).toBe(
      'Monday to Wednesday 9am to 5:30pm, Friday 12pm to 9pm, Sunday 12:30am to 12:30pm',
    )
    expect(hoursText([])).toBe('Closed')
  })

  test('are a line for each day of the week, also for one that is closed', () => {
    const lines = hoursByDay([day(6, '09:00', '13:00')])
    expect(lines.map(({ day: name }) => name)[0]).toBe('Monday')
    expect(lines.slice(5)).toEqual([
      { day: 'Saturday', hours: '9am to 1pm' },
      { day: 'Sunday', hours: 'Closed' },
    ])
  })

  test('of the store without a gateway are those that its rules have for the first start', () => {
    expect(store.openingHours).toBe(hoursText(demoRules.openingHours))
    expect(store.openingHours).toBe('Monday to Sunday 8:30am to 8:30pm')
  })
})
