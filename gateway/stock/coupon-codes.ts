import { inArray, sql } from 'drizzle-orm'
import { comparableCoupon } from '#contract/coupon'
import { foldedCase } from '../database/letter-case.ts'
import { coupons } from '../database/schema.ts'

/**
 * The condition for coupons with one of these codes. The grocer may have written them in any letters, with spaces; migration 0014 has an
 * index for the expression.
 *
 * @param codes - as typed
 */
export const hasCodeOf = (...codes: string[]) =>
  inArray(
    foldedCase(sql`replace(normalize(${coupons.code}, NFKC), ' ', '')`),
    codes.map(code => foldedCase(comparableCoupon(code))),
  )
