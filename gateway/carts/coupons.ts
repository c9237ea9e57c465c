import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Conflict } from '#contract/conflict'
import { missingForCoupon, type Coupon } from '#contract/coupon'
import { toDollars } from '#contract/money'
import type { Database } from '../database/database.ts'
import { softRefusal } from '../requests/refusals.ts'
import { coupons } from '../database/schema.ts'
import { hasCodeOf } from '../stock/coupon-codes.ts'

/** By the clock of the database, as all other times. `infinity` is no date in JavaScript. */
const columns = {
  ...getTableColumns(coupons),
  hasBegun: sql<boolean>`coalesce(${coupons.startsAt} <= now(), true)`,
  hasEnded: sql<boolean>`coalesce(${coupons.endsAt} <= now(), false)`,
}

type Row = typeof coupons.$inferSelect & { hasBegun: boolean; hasEnded: boolean }

/**
 * Reads a coupon that is valid now.
 *
 * @param code - as typed
 * @param timeZone - of the store, for the day from which it can be used
 * @throws Refused softly 404: unknown, not yet valid, expired or used up
 */
export async function validateCoupon(database: Database, code: string, timeZone: string): Promise<Coupon> {
  const row = await findCoupon(database, code)
  if (row === undefined) throw softRefusal(404, 'This coupon is not valid.')
  if (row.hasEnded) throw softRefusal(404, 'This coupon has expired.')
  if (!row.hasBegun) throw softRefusal(404, `This coupon can be used from ${dayText(timeZone, row.startsAt!)}.`)
  if (isUsedUp(row)) throw softRefusal(404, 'This coupon has been used up.')
  return toCoupon(row)
}

/**
 * Locks a coupon until the transaction ends and checks that it applies to an order.
 *
 * @param subtotal - cents, before discounts
 * @returns a conflict if the coupon does not apply
 */
export async function lockCoupon(transaction: Database, code: string, subtotal: number): Promise<Coupon | Conflict> {
  const [row] = await transaction
    .select(columns)
    .from(coupons)
    .where(hasCodeOf(code))
    .orderBy(asc(coupons.code))
    .for('no key update')
  if (row === undefined || !row.hasBegun || row.hasEnded || isUsedUp(row)) return couponConflict
  const coupon = toCoupon(row)
  return missingForCoupon(coupon, subtotal) > 0 ? couponConflict : coupon
}

/** The same for every reason, so that orders do not tell which codes exist; a coupon check says why. */
const couponConflict: Conflict = { about: 'coupon', message: 'This coupon can’t be used for this order.' }

/** Counts a use of a locked coupon; the table's check constraint guards its limit. */
export async function countCouponUse(transaction: Database, coupon: Coupon | null): Promise<void> {
  if (coupon === null) return
  await transaction
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(eq(coupons.code, coupon.couponCode))
}

/** Reads the terms of a coupon as they are now, whether it is valid or not. @param code - as it is stored */
export async function readCoupon(database: Database, code: string): Promise<Coupon> {
  const [row] = await database.select(columns).from(coupons).where(eq(coupons.code, code))
  return toCoupon(row!)
}

async function findCoupon(database: Database, code: string): Promise<Row | undefined> {
  const [row] = await database.select(columns).from(coupons).where(hasCodeOf(code)).orderBy(asc(coupons.code))
  return row
}

/** '3 December 2026', at the store. */
const dayText = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(moment)

const isUsedUp = ({ used, usesLimit }: Pick<Row, 'used' | 'usesLimit'>): boolean =>
  usesLimit !== null && used >= usesLimit

const toCoupon = (row: Row): Coupon => ({
  couponCode: row.code,
  discountType: row.discountType,
  discountValue: row.discount / 100,
  minimumAmount: row.minimumAmount === null ? null : toDollars(row.minimumAmount),
  description: row.description,
})
