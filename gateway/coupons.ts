import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { missingForCoupon, type Coupon } from '#contract/coupon'
import { toDollars } from '#contract/money'
import type { Database } from './database.ts'
import { softly } from './refused.ts'
import { coupons } from './schema.ts'
import { spelt } from './settings.ts'

type Row = typeof coupons.$inferSelect

/**
 * A coupon that holds now.
 *
 * @param code - as typed; capitals do not matter
 * @throws Refused softly, 404: unknown, ended or used up
 */
export async function validCoupon(database: Database, code: string): Promise<Coupon> {
  const row = await couponOf(database, code)
  if (row === undefined) throw softly(404, 'This coupon is not valid.')
  if (hasEnded(row)) throw softly(404, 'This coupon has ended.')
  if (isUsedUp(row)) throw softly(404, 'This coupon has been used up.')
  return onTheWire(row)
}

/**
 * Counts a use of a coupon, for the order whose transaction this is; its row is held until that ends.
 *
 * @param subtotal - cents, before any discount
 * @throws Refused softly, 409, when the coupon does not hold for this order
 */
export async function countCouponUse(transaction: Database, code: string, subtotal: number): Promise<Coupon> {
  const [row] = await transaction
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(
      and(
        eq(coupons.code, code.trim().toUpperCase()),
        or(isNull(coupons.usesLimit), lt(coupons.used, coupons.usesLimit)),
        or(isNull(coupons.endsAt), gt(coupons.endsAt, sql`now()`)),
      ),
    )
    .returning()
  if (row === undefined) throw await whyNot(transaction, code)
  const coupon = onTheWire(row)
  const missing = missingForCoupon(coupon, subtotal)
  if (missing > 0) throw softly(409, `Add ${spelt(missing)} more to use the coupon ${row.code}.`)
  return coupon
}

async function whyNot(transaction: Database, code: string) {
  const row = await couponOf(transaction, code)
  if (row === undefined) return softly(409, 'This coupon is not valid.')
  return softly(409, `The coupon ${row.code} has ${hasEnded(row) ? 'ended' : 'been used up'}.`)
}

async function couponOf(database: Database, code: string): Promise<Row | undefined> {
  const [row] = await database.select().from(coupons).where(eq(coupons.code, code.trim().toUpperCase()))
  return row
}

const hasEnded = ({ endsAt }: Row): boolean => endsAt !== null && endsAt.getTime() <= Date.now()

const isUsedUp = ({ used, usesLimit }: Row): boolean => usesLimit !== null && used >= usesLimit

const onTheWire = (row: Row): Coupon => ({
  couponCode: row.code,
  discountType: row.discountType,
  discountValue: row.discount / 100,
  minimumAmount: row.minimumAmount === null ? null : toDollars(row.minimumAmount),
  description: row.description,
})
