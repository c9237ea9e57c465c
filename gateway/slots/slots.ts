import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Conflict } from '#contract/conflict'
import type { TakenSlot } from '#contract/office-settings'
import { slotText } from '#contract/slot-text'
import type { OrderSlot, Slot } from '#contract/slots'
import { comparablePostCode } from '#contract/suburb-names'
import { queryRows, type Database } from '../database/database.ts'
import { closedDays, deliveryMethods, orders, payments, slotIdIn, slotWindows, suburbs } from '../database/schema.ts'
import { dayAt, daysFrom, localIso, momentAt, weekdayOf, type Day } from '../shop/local-time.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { paidStates, unpaidStates } from '../stock/payment-rows.ts'

/** Which slots are wanted; an empty text means all of them. */
export interface SlotQuestion {
  methodId: string
  postCode: string
}

type Rules = Pick<StoreRules, 'timeZone' | 'limitAreaShipping'>
type Window = typeof slotWindows.$inferSelect

/** A slot of one day. */
interface DaySlot extends Window {
  slotId: string
  from: Date
  to: Date
  cutOff: Date
}

/** 'home-delivery_2026-12-05_0900' */
const slotIdOf = (methodId: string, day: Day, startsAt: string): string =>
  `${methodId}_${day}_${startsAt.slice(0, 5).replace(':', '')}`

/** The window and the day that an id names; null for any other text. */
function windowOf(slotId: string): { methodId: string; day: Day; startsAt: string } | null {
  const [, methodId, day, hour, minute] = /^(.+)_(\d{4}-\d\d-\d\d)_([01]\d|2[0-3])([0-5]\d)$/.exec(slotId) ?? []
  if (methodId === undefined || day === undefined || Number.isNaN(Date.parse(day))) return null
  return { methodId, day, startsAt: `${hour}:${minute}:00` }
}

function daySlot({ timeZone }: Pick<Rules, 'timeZone'>, window: Window, day: Day): DaySlot {
  const from = momentAt(timeZone, day, window.startsAt.slice(0, 5))
  const to = momentAt(timeZone, day, window.endsAt.slice(0, 5))
  const cutOff = new Date(from.getTime() - window.cutOffHours * 60 * 60 * 1000)
  return { ...window, slotId: slotIdOf(window.methodId, day, window.startsAt), from, to, cutOff }
}

/**
 * The slots that can be ordered for, and those that are full, in the order of their times. A closed day has none, and neither has a post code
 * outside the delivery area, except those of methods without an address.
 *
 * @param at - the time by which the days and the cut-offs are decided; that of the database if omitted
 */
export async function listSlots(
  database: Database,
  rules: Rules,
  { methodId, postCode }: SlotQuestion,
  at?: Date,
): Promise<Slot[]> {
  const now = at ?? (await readNow(database))
  const all = await readDaySlots(database, rules, methodId, now)
  if (all.length === 0) return []
  const isServed = postCode === '' || !rules.limitAreaShipping || (await isInDeliveryArea(database, postCode))
  const offered = all.filter(
    ({ isClosed, needsAddress, cutOff }) => !isClosed && (isServed || !needsAddress) && cutOff > now,
  )
  const taken = await countTaken(
    database,
    offered.map(({ slotId }) => slotId),
  )
  return offered.map(({ slotId, methodId: ofMethod, from, to, cutOff, capacity }) => ({
    slotId,
    methodId: ofMethod,
    startsAt: localIso(rules.timeZone, from),
    endsAt: localIso(rules.timeZone, to),
    cutOffAt: localIso(rules.timeZone, cutOff),
    left: Math.max(capacity - (taken.get(slotId) ?? 0), 0),
  }))
}

/** The time of the database, which decides on everything that ends: the clocks of gateways may differ from it. */
async function readNow(database: Database): Promise<Date> {
  const [row] = await queryRows<{ now: string }>(database, sql`select extract(epoch from now())::text as now`)
  return new Date(Number(row!.now) * 1000)
}

/** The slots of the days for which each method offers some, in the order of their times. */
async function readDaySlots(database: Database, rules: Pick<Rules, 'timeZone'>, methodId: string, now: Date) {
  const rows = await database
    .select({ window: slotWindows, method: deliveryMethods })
    .from(slotWindows)
    .innerJoin(deliveryMethods, eq(deliveryMethods.id, slotWindows.methodId))
    .where(methodId === '' ? undefined : eq(slotWindows.methodId, methodId))
    .orderBy(asc(deliveryMethods.position), asc(slotWindows.startsAt))
  if (rows.length === 0) return []
  const today = dayAt(rules.timeZone, now)
  const closed = new Set((await database.select().from(closedDays)).map(({ day }) => day))
  return rows
    .flatMap(({ window, method: { slotDays, name, needsAddress } }) =>
      daysFrom(today, slotDays)
        .filter(day => weekdayOf(day) === window.weekday)
        .map(day => ({
          ...daySlot(rules, window, day),
          isClosed: closed.has(day),
          methodName: name,
          needsAddress,
        })),
    )
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
}

/**
 * The slots that are not over, and how many orders each has, also after its cut-off. A slot of a closed day is among them if it has orders.
 *
 * @param at - the time by which they are over; that of the database if omitted
 */
export async function listTakenSlots(
  database: Database,
  rules: Pick<Rules, 'timeZone'>,
  at?: Date,
): Promise<TakenSlot[]> {
  const now = at ?? (await readNow(database))
  const coming = (await readDaySlots(database, rules, '', now)).filter(({ to }) => to > now)
  const taken = await countTaken(
    database,
    coming.map(({ slotId }) => slotId),
  )
  return coming
    .map(({ slotId, methodName, from, to, capacity, isClosed }) => ({
      slotId,
      methodName,
      startsAt: localIso(rules.timeZone, from),
      endsAt: localIso(rules.timeZone, to),
      capacity: isClosed ? 0 : capacity,
      taken: taken.get(slotId) ?? 0,
    }))
    .filter(({ capacity, taken: orders }) => capacity > 0 || orders > 0)
}

async function isInDeliveryArea(database: Database, postCode: string): Promise<boolean> {
  const served = await database
    .select({ postCode: suburbs.postCode })
    .from(suburbs)
    .where(eq(suburbs.inDeliveryArea, true))
  return served.some(suburb => comparablePostCode(suburb.postCode) === comparablePostCode(postCode))
}

/**
 * The orders in slots: those that were placed and not cancelled, and payments that hold reservations. So a slot is free again when a payment is given
 * up or an order is cancelled. It is one statement, since a payment becomes an order meanwhile.
 */
async function countTaken(database: Database, slotIds: string[]): Promise<Map<string, number>> {
  const taken = new Map<string, number>()
  if (slotIds.length === 0) return taken
  const placed = database
    .select({ slotId: slotIdIn(orders.slot) })
    .from(orders)
    .where(and(isNotNull(orders.slot), inArray(slotIdIn(orders.slot), slotIds), ne(orders.status, 'cancelled')))
  const reserved = database
    .select({ slotId: slotIdIn(payments.slot) })
    .from(payments)
    .where(
      and(
        isNotNull(payments.slot),
        inArray(slotIdIn(payments.slot), slotIds),
        isNull(payments.orderId),
        inArray(payments.state, [...unpaidStates, ...paidStates]),
      ),
    )
  for (const { slotId } of await placed.unionAll(reserved)) taken.set(slotId, (taken.get(slotId) ?? 0) + 1)
  return taken
}

/** Free slots that are offered in place of one that is gone. */
const alternatives = 3

/**
 * Locks a slot until the transaction ends, in which the caller stores it with an order or a payment. The caller has locked the products and the coupon:
 * windows are locked last.
 *
 * @param question - the method and post code of the order
 * @returns a conflict with the next free slots if the slot is full, past its cut-off or no longer offered
 */
export async function lockSlot(
  transaction: Database,
  rules: Rules,
  slotId: string,
  question: SlotQuestion,
): Promise<OrderSlot | Conflict> {
  const named = windowOf(slotId)
  const window = named === null ? null : await lockWindow(transaction, named)
  const now = await readNow(transaction)
  const offered = await listSlots(transaction, rules, question, now)
  const slot = offered.find(one => one.slotId === slotId)
  if (slot !== undefined && slot.left > 0) {
    const { startsAt, endsAt, cutOffAt } = slot
    return { slotId, startsAt, endsAt, cutOffAt }
  }
  const known = window === null ? null : daySlot(rules, window, named!.day)
  return {
    about: 'slot',
    slotId,
    message: `${whyGone(rules, known, slot !== undefined, now)} Please choose another time.`,
    slots: offered.filter(({ left }) => left > 0).slice(0, alternatives),
  }
}

async function lockWindow(
  transaction: Database,
  { methodId, day, startsAt }: { methodId: string; day: Day; startsAt: string },
): Promise<Window | null> {
  const isWindow = and(
    eq(slotWindows.methodId, methodId),
    eq(slotWindows.weekday, weekdayOf(day)),
    eq(slotWindows.startsAt, startsAt),
  )
  const [window] = await transaction.select().from(slotWindows).where(isWindow).for('update')
  return window ?? null
}

/** @param slot - null if the schedule has no such window */
function whyGone(rules: Rules, slot: DaySlot | null, isFull: boolean, now: Date): string {
  if (slot === null) return 'The time you chose is no longer available.'
  const { timeZone } = rules
  const text = slotText({ startsAt: localIso(timeZone, slot.from), endsAt: localIso(timeZone, slot.to) })
  if (isFull) return `${text} is full.`
  return slot.cutOff <= now ? `It is too late to order for ${text}.` : `${text} is no longer available.`
}
