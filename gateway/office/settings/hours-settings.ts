import { openingDayFields, weekdayNames } from '#contract/office-settings'
import { fieldRefusal } from '../../requests/refusals.ts'
import { listOpeningHours, storeFirstRules, storeOpeningHours } from '../../shop/store-settings.ts'
import { valueOf, type StoredSection } from './section.ts'

/** The opening hours of the week. A day without times is closed. */
export const hoursSection: StoredSection = {
  async read(database, { rules }) {
    const days = await listOpeningHours(database, rules)
    const values = weekdayNames.flatMap((_, at) => {
      const open = days.find(({ weekday }) => weekday === at + 1)
      const [opens, closes] = openingDayFields(at + 1)
      return [
        [opens, open?.opens ?? ''],
        [closes, open?.closes ?? ''],
      ]
    })
    return [{ key: 'hours', name: 'opening hours', values: Object.fromEntries(values) as Record<string, string> }]
  },
  async write(transaction, values, _before, { rules }) {
    const days = weekdayNames.flatMap((_, at) => {
      const [opensField, closesField] = openingDayFields(at + 1)
      const [opens, closes] = [valueOf(values, opensField), valueOf(values, closesField)]
      if (opens === '' && closes === '') return []
      if (opens === '') throw fieldRefusal(opensField, 'Please enter both times, or none for a day that is closed.')
      if (closes <= opens)
        throw fieldRefusal(closesField, 'Please enter a time after the opening, or no times for a day that is closed.')
      return [{ weekday: at + 1, opens, closes }]
    })
    await storeFirstRules(transaction, rules)
    await storeOpeningHours(transaction, days)
    return 'hours'
  },
}
