import { and, asc, eq, inArray } from 'drizzle-orm'
import { weekdayNames } from '#contract/office-settings'
import { slotText } from '#contract/slot-text'
import { commandName, recordChange } from '../changes/changes.ts'
import type { Database } from '../database/database.ts'
import { closedDays, deliveryMethods, slotWindows } from '../database/schema.ts'
import { windowKey } from '../office/settings/slot-settings.ts'
import { isDay } from '../shop/local-time.ts'
import { listSlots } from '../slots/slots.ts'
import { store } from './store.ts'

const usage = `Usage: npm run slots                                                    lists the windows, closed days and slots
       npm run slots -- set home-delivery sat,sun 09:00 11:00 6 14      on these days, 6 orders, until 14 hours before
       npm run slots -- remove home-delivery sat,sun 09:00              no window that starts then
       npm run slots -- days home-delivery 7                            for how many days slots are offered
       npm run slots -- close 2026-12-25                                no slots on that day
       npm run slots -- open 2026-12-25                                 slots on that day again
DAYS are mon to sun, separated by commas, or daily.`

const shortDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Lists the slots, or changes when and how many orders are delivered or collected. The shop offers them at once; orders that were placed keep theirs.
 * Changes are kept in the list of changes, so that a form of the office that is older is refused.
 *
 * @throws Error for arguments that name no change
 */
export async function slotsCommand(database: Database, args: string[]): Promise<string> {
  const [action, ...rest] = args
  if (action !== undefined) await database.transaction(transaction => changeSlots(transaction, action, rest))
  return listSchedule(database)
}

async function changeSlots(database: Database, action: string, args: string[]): Promise<void> {
  if (action === 'close' || action === 'open') {
    const [day] = args
    if (!isDay(day) || args.length > 1) throw new Error(usage)
    if (action === 'close') await database.insert(closedDays).values({ day }).onConflictDoNothing()
    else await database.delete(closedDays).where(eq(closedDays.day, day))
    return keepChange(database, `closed-days/${day}`, `closed day ${day}`, action === 'close' ? 'closed' : null)
  }
  const [methodId = ''] = args
  const [method] = await database.select().from(deliveryMethods).where(eq(deliveryMethods.id, methodId))
  if (method === undefined) throw new Error(`There is no delivery method ${methodId}.\n${usage}`)
  switch (`${action} ${args.length}`) {
    case 'set 6':
      return setWindows(database, args)
    case 'remove 3':
      return removeWindows(database, args)
    case 'days 2': {
      const slotDays = wholeIn(args[1], 1, 60)
      await database.update(deliveryMethods).set({ slotDays }).where(eq(deliveryMethods.id, methodId))
      return keepChange(
        database,
        `methods/${methodId}`,
        `days of slots of delivery method ${method.name}`,
        String(slotDays),
      )
    }
    default:
      throw new Error(usage)
  }
}

async function setWindows(database: Database, args: string[]): Promise<void> {
  const [methodId = '', days, from, to, capacity, cutOff] = args
  const [startsAt, endsAt] = [timeIn(from), timeIn(to)]
  if (endsAt <= startsAt) throw new Error(`A window ends on the day on which it starts, after its start.\n${usage}`)
  const values = { endsAt, capacity: wholeIn(capacity, 0, 9999), cutOffHours: wholeIn(cutOff, 0, 1000) }
  const rows = daysIn(days).map(weekday => ({ methodId, weekday, startsAt, ...values }))
  await database
    .insert(slotWindows)
    .values(rows)
    .onConflictDoUpdate({ target: [slotWindows.methodId, slotWindows.weekday, slotWindows.startsAt], set: values })
  const after = `to: ${endsAt}, orders: ${values.capacity}, cut-off: ${values.cutOffHours}`
  for (const { weekday } of rows) await keepWindowChange(database, { methodId, weekday, startsAt }, after)
}

const keepChange = (database: Database, setting: string, what: string, after: string | null): Promise<void> =>
  recordChange(database, { staffName: commandName, setting, what, before: null, after })

const keepWindowChange = (
  database: Database,
  { methodId, weekday, startsAt }: { methodId: string; weekday: number; startsAt: string },
  after: string | null,
): Promise<void> =>
  keepChange(
    database,
    `slots/${windowKey(methodId, weekday, startsAt)}`,
    `window ${methodId}, ${weekdayNames[weekday - 1]} ${startsAt}`,
    after,
  )

async function removeWindows(database: Database, [methodId = '', days, from]: string[]): Promise<void> {
  const [weekdays, startsAt] = [daysIn(days), timeIn(from)]
  await database
    .delete(slotWindows)
    .where(
      and(
        eq(slotWindows.methodId, methodId),
        inArray(slotWindows.weekday, weekdays),
        eq(slotWindows.startsAt, startsAt),
      ),
    )
  for (const weekday of weekdays) await keepWindowChange(database, { methodId, weekday, startsAt }, null)
}

function daysIn(text = ''): number[] {
  const days = text === 'daily' ? shortDays : text.split(',')
  const numbers = days.map(day => shortDays.indexOf(day.toLowerCase()) + 1)
  if (numbers.includes(0)) throw new Error(usage)
  return [...new Set(numbers)]
}

function timeIn(text = ''): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new Error(usage)
  return text
}

function wholeIn(text = '', least: number, most: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  if (!(number >= least && number <= most)) throw new Error(usage)
  return number
}

async function listSchedule(database: Database): Promise<string> {
  const windows = await database
    .select({ window: slotWindows, days: deliveryMethods.slotDays })
    .from(slotWindows)
    .innerJoin(deliveryMethods, eq(deliveryMethods.id, slotWindows.methodId))
    .orderBy(asc(deliveryMethods.position), asc(slotWindows.weekday), asc(slotWindows.startsAt))
  const closed = await database.select().from(closedDays).orderBy(asc(closedDays.day))
  const slots = await listSlots(database, store.rules, { methodId: '', postCode: '' })
  const lines = [
    ...windows.map(({ window: { methodId, weekday, startsAt, endsAt, capacity, cutOffHours }, days }) =>
      [
        methodId,
        shortDays[weekday - 1],
        `${startsAt.slice(0, 5)} to ${endsAt.slice(0, 5)}`,
        `${capacity} orders, until ${cutOffHours} hours before`,
        `${days} days ahead`,
      ].join('\t'),
    ),
    ...closed.map(({ day }) => `closed\t${day}`),
    ...slots.map(slot => [slot.methodId, slotText(slot), `${slot.left} left`].join('\t')),
  ]
  return lines.length === 0 ? 'There are no slots.\n' : `${lines.join('\n')}\n`
}
