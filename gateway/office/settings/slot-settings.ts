import { and, asc, eq } from 'drizzle-orm'
import { weekdayNames } from '#contract/office-settings'
import { closedDays, deliveryMethods, slotWindows } from '../../database/schema.ts'
import { fieldRefusal } from '../../requests/refusals.ts'
import { amountIn, centsOrNull, valueOf, type StoredSection } from './section.ts'

/** The key of a window. @param from - '09:00' */
export const windowKey = (methodId: string, weekday: number, from: string) =>
  `${methodId}_${weekday}_${from.replace(':', '')}`

/** The windows of a week. */
export const windowSection: StoredSection = {
  initial: { method: '', weekday: '', from: '', to: '', places: '', cutOff: '' },
  async read(database) {
    const rows = await database
      .select({ window: slotWindows, method: deliveryMethods.name })
      .from(slotWindows)
      .innerJoin(deliveryMethods, eq(deliveryMethods.id, slotWindows.methodId))
      .orderBy(asc(deliveryMethods.position), asc(slotWindows.weekday), asc(slotWindows.startsAt))
    return rows.map(({ window: { methodId, weekday, startsAt, endsAt, capacity, cutOffHours }, method }) => {
      const [from, to] = [startsAt.slice(0, 5), endsAt.slice(0, 5)]
      return {
        key: windowKey(methodId, weekday, from),
        name: `${method}, ${weekdayNames[weekday - 1]} ${from}`,
        values: {
          method: methodId,
          weekday: String(weekday),
          from,
          to,
          places: String(capacity),
          cutOff: String(cutOffHours),
        },
      }
    })
  },
  async readChoices(database) {
    const methods = await database.select().from(deliveryMethods).orderBy(asc(deliveryMethods.position))
    return {
      method: methods.map(({ id, name }) => ({ value: id, label: name })),
      weekday: weekdayNames.map((label, at) => ({ value: String(at + 1), label })),
    }
  },
  async write(transaction, values, before) {
    const [methodId, from, to] = [valueOf(values, 'method'), valueOf(values, 'from'), valueOf(values, 'to')]
    const weekday = Number(values.weekday)
    if (to <= from) throw fieldRefusal('to', 'A window ends on the day on which it starts, after its start.')
    const amounts = { endsAt: to, capacity: Number(values.places), cutOffHours: Number(values.cutOff) }
    const [stored] =
      before === null
        ? await transaction
            .insert(slotWindows)
            .values({ methodId, weekday, startsAt: from, ...amounts })
            .onConflictDoNothing()
            .returning()
        : await transaction.update(slotWindows).set(amounts).where(isWindow(values)).returning()
    if (stored === undefined) throw fieldRefusal('from', 'There is a window that starts then.')
    return windowKey(methodId, weekday, from)
  },
  async remove(transaction, { values }) {
    await transaction.delete(slotWindows).where(isWindow(values))
  },
}

const isWindow = (values: Readonly<Record<string, string>>) =>
  and(
    eq(slotWindows.methodId, valueOf(values, 'method')),
    eq(slotWindows.weekday, Number(values.weekday)),
    eq(slotWindows.startsAt, valueOf(values, 'from')),
  )

/** The days without slots. */
export const closedDaySection: StoredSection = {
  initial: { day: '' },
  async read(database) {
    const rows = await database.select().from(closedDays).orderBy(asc(closedDays.day))
    return rows.map(({ day }) => ({ key: day, name: day, values: { day } }))
  },
  async write(transaction, values) {
    const day = valueOf(values, 'day')
    const [stored] = await transaction.insert(closedDays).values({ day }).onConflictDoNothing().returning()
    if (stored === undefined) throw fieldRefusal('day', 'This day is closed already.')
    return day
  },
  async remove(transaction, { key }) {
    await transaction.delete(closedDays).where(eq(closedDays.day, key))
  },
}

/** The delivery methods, which the store's data names. */
export const methodSection: StoredSection = {
  async read(database) {
    const rows = await database.select().from(deliveryMethods).orderBy(asc(deliveryMethods.position))
    return rows.map(({ id, name, description, fee, slotDays }) => ({
      key: id,
      name,
      values: { name, description, fee: amountIn(fee), days: String(slotDays) },
    }))
  },
  async write(transaction, values, before) {
    const { key } = before!
    await transaction
      .update(deliveryMethods)
      .set({
        name: valueOf(values, 'name'),
        description: valueOf(values, 'description'),
        fee: centsOrNull(valueOf(values, 'fee')),
        slotDays: Number(values.days),
      })
      .where(eq(deliveryMethods.id, key))
    return key
  },
}
